"""Which application a part of a task speaks of: one that it says is to be opened ("Open Mousepad"),
or that of another window than the one in front ("on the web page")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.apps.application import Application
from agent.apps.categories import helping, plain
from agent.apps.default_apps import Defaults
from agent.apps.evidence import SURE, Need, Text, needs, read
from agent.apps.known_folders import without_folders
from agent.apps.meant_window import meant_window
from agent.apps.selection import Surroundings, Wanted, wanted_of
from agent.apps.windows import running, windows_of
from agent.pointing import active_window
from agent.skills.procedures.front import active, kind_name, owner_of
from agent.task.literals import literals, mentions, normal, without_quotes
from agent.task.plan import Part
from vision.capture.windows import Window
from vision.core.elements import ElementMap

# Words before a program that say that something else is opened in it.
_OBJECTS = frozenset({"it", "in", "at", "lo"})
# Letters of a word of a title that tells what is meant.
_TELLING = 4
_TERMINAL, _BROWSER = "terminal", "web browser"


@dataclass
class OfPart:
    """Asks once for each part. `pick` asks the person which of several is meant."""

    installed: Sequence[Application]
    defaults: Defaults
    pick: Callable[[Wanted, ElementMap], Application | None]
    _last: str = ""
    _front: int = 0
    _found: Wanted | None = None

    def is_about(self, task: str, map_: ElementMap) -> bool:
        """Whether a task may be done with the windows that are there: the program of one is spoken
        of, or "this page", a file that it names is shown, or nothing speaks surely for any other
        program."""
        windows = [window for window in map_.windows if not window.popup]
        if not windows:
            return False
        found = needs(task, self.installed, self.defaults)
        # "In Geany" is not done in another editor that happens to be open.
        named = [n for n in found if n.named and n.applications and n.weight >= SURE]
        if any(running(need.applications, windows) for need in named or found):
            return True
        browser = kind_name(active(map_), self.installed) == _BROWSER
        if browser:
            # A page may show anything: mails, files, dates.
            text = read(task)
            found = [need for need in found if need.named or _is_said_as_program(need, text)]
        # What runs in a terminal has no window of its own.
        inside = any("-e" in a.command for need in found for a in need.applications)
        if inside and any(kind_name(w, self.installed) == _TERMINAL for w in windows):
            return True
        # That program is none of the windows, even if a file of the task is shown in another one.
        if named and not browser:
            return _says_here(task)
        if _is_here(task, active(map_)):
            return True
        files = [value for value in literals(task) if "." in value.strip(".")]
        shown = any(mentions(e.text, name) for e in map_.elements for name in files)
        return shown or not any(need.weight >= SURE for need in found)

    def next(self, part: Part | None, map_: ElementMap) -> Wanted | None:
        """What is to be opened or brought to the front before this part is done. It is looked for
        once for each part, and the answer is the same until another window is in front."""
        front = active_window(map_.windows)
        if part is None or front is None:
            return None
        if part.text == self._last:
            return self._found if front.handle == self._front else None
        self._last, self._front = part.text, front.handle
        self._found = self._next(part, front, map_)
        return self._found

    def _next(self, part: Part, front: Window, map_: ElementMap) -> Wanted | None:
        opened = self._to_be_opened(part.text, map_)
        if opened is not None:
            return opened
        meant = meant_window(part.text, map_, self.installed)
        if meant is None or meant.handle == front.handle:
            return None
        owner = owner_of(meant, self.installed)
        if owner is None:
            return None
        several = len(windows_of(owner, map_.windows)) > 1
        return Wanted(owner, window=meant.handle if several else 0)

    def _to_be_opened(self, text: str, map_: ElementMap) -> Wanted | None:
        words = read(text)
        said = [n for n, word in enumerate(words.plain) if word not in helping("small")]
        if len(said) < 2 or words.plain[said[0]] not in helping("starting"):
            return None
        if not _OBJECTS.isdisjoint(words.plain[said[0] : said[1]]):
            return None  # "open it in Mousepad": a file of another window
        around = Surroundings(self.installed, map_.windows, (), self.defaults)
        shown = {normal(e.text) for e in map_.elements if e.interactive}
        for need in needs(text, self.installed, self.defaults):
            spoken_of = any(m.first == said[1] and m.weight >= SURE for m in need.mentions)
            a_file = "." in words.written[said[1]]
            if not spoken_of or a_file or not need.applications:
                continue
            wanted = wanted_of(need, text, around)
            # Something on the screen may be called so.
            called = any(normal(word) in shown for word in wanted.words)
            return None if called else self._picked(wanted, map_)
        return None

    def _picked(self, wanted: Wanted, map_: ElementMap) -> Wanted | None:
        if not wanted.others:
            return wanted
        picked = self.pick(wanted, map_)
        return Wanted(picked, (), wanted.words) if picked is not None else None


def _says_here(task: str) -> bool:
    """Whether a task says that it is about what can be seen."""
    said = f" {plain(without_quotes(task))} "
    return any(f" {plain(phrase)} " in said for phrase in helping("here"))


def _is_here(task: str, front: Window | None) -> bool:
    """Whether a task says that it is about what can be seen, or calls the window in front by
    several words of its title."""
    if _says_here(task):
        return True
    # "Save it in Documents" is no word of a title with that path.
    said = f" {plain(without_folders(without_quotes(task)))} "
    title = set(plain(front.title if front is not None else "").split())
    title -= helping("common") | helping("small")
    telling = {word for word in title if len(word) >= _TELLING}
    return len({word for word in telling if f" {word} " in said}) > 1


def _is_said_as_program(need: Need, text: Text) -> bool:
    """Whether words speak for a program itself: at the beginning of a sentence ("Calculate …"), or
    where the name of a program stands ("with the calculator")."""
    told = helping("before_names") | helping("starting")
    for mention in need.mentions:
        before = reversed(text.plain[: mention.first])
        word = next((w for w in before if w in told or w not in helping("small")), None)
        sure = mention.weight >= SURE and (mention.first in text.starts or word in told)
        if mention.concrete or sure:
            return True
    return False
