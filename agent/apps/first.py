"""Applications first: what a task needs is chosen before anything is done, and each application is
opened, or brought to the front, when its part of the task comes."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.actions import Action, OpenApp
from agent.apps.application import Application
from agent.apps.categories import helping, kinds
from agent.apps.default_apps import Defaults, read_defaults
from agent.apps.known_folders import usual_folder
from agent.apps.of_part import OfPart
from agent.apps.selection import Choice, Surroundings, Wanted, wants_another_window
from agent.apps.windows import belongs, windows_of
from agent.constraints.parsing import constraints_of
from agent.deciding.decider import Decider
from agent.perception.focus import Focus
from agent.pointing import active_window
from agent.policy.gate import Gate
from agent.policy.picking import pick
from agent.skills.procedures.front import active, owner_of
from agent.task.literals import ENDING, mentions
from agent.task.plan import Outline, Part
from agent.trajectory import Effect, Outcome
from vision.core.elements import ElementMap, one_line

Pick = Callable[[Wanted, ElementMap], Application | None]
"""Asks the person which of several; None: no answer, or none of them."""

_MOST_SHOWN = 120
_FILE = re.compile(rf"{ENDING}$")


@dataclass
class ApplicationsFirst:
    """Keeps which applications a run needs. Without `on` nothing is chosen and all of the screen is
    looked at. `wanted` are those of the task in its order, `at` the one in use."""

    decider: Decider
    installed: Sequence[Application]
    defaults: Defaults
    focus: Focus
    pick: Pick
    on: bool = True
    wanted: list[Wanted] = field(default_factory=list)
    at: Wanted | None = None
    _another: bool = False
    _opening: Wanted | None = None
    _seen: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._of_part = OfPart(self.installed, self.defaults, self.pick)

    def begin(self, task: str, map_: ElementMap, spent: dict[str, float]) -> Outcome | None:
        """Choose what the task, or what the person said during it, needs. The end of the run when
        that is not there, or when nobody says which of several is meant.

        Raises:
            Stopped, ModelError: as in Decider.applications.
        """
        # What the task opens beside its windows is opened when that part of it comes.
        if not self.on or self._of_part.is_about(task, map_):
            return None
        start = time.perf_counter()
        shown = [e.text for e in map_.elements if e.interactive and len(e.text) > 1][:_MOST_SHOWN]
        texts = [e.text for e in map_.elements if e.text]
        around = Surroundings(self.installed, map_.windows, shown, self.defaults, texts)
        choice, _ = self.decider.applications(task, around)
        spent["choose"] = spent.get("choose", 0.0) + time.perf_counter() - start
        if choice.kind == "not found" and _is_sure(choice, around):
            return Outcome("failed", _not_found(choice.missing))
        self._another = wants_another_window(task)
        for wanted in choice.wanted:
            if wanted.others:
                picked = self.pick(wanted, map_)
                if picked is None:
                    return Outcome("failed", _undecided(wanted))
                wanted = Wanted(picked, (), wanted.words)
            if all(known.application != wanted.application for known in self.wanted):
                self.wanted.append(wanted)
        return None

    def due(self, outline: Outline, map_: ElementMap) -> OpenApp | None:
        """Opening the application of the part of the task that is next, when it is not in front;
        once it is, only its windows are looked at."""
        self._seen |= {window.handle for window in map_.windows if window.active}
        current = _asking(outline.current)
        if current is None and outline.current is not None:
            return None
        if self.on and not self.wanted:
            wanted = self._of_part.next(current, map_)
            self._opening = wanted
            if wanted is None:
                use_name_in_front(outline, map_, self.installed)
                return None
            if not _is_in_front(wanted, map_):
                return OpenApp(wanted.application.name, self._another, wanted.window)
            if not wanted.window and wants_another_window(outline.remaining):
                return OpenApp(wanted.application.name, self._another)
            self.at = wanted
            credit(outline, wanted)
            return None
        wanted = self._wanted_now(outline)
        if wanted is None or wanted is self.at:
            return None
        front = active_window(map_.windows)
        if front is None or not _is_in_front(wanted, map_) or self._another:
            return OpenApp(wanted.application.name, self._another)
        self.at = wanted
        self.focus.on(wanted.application, [front.handle], map_.windows)
        credit(outline, wanted)
        return None

    def is_sure(self, action: OpenApp, map_: ElementMap) -> bool:
        """Whether nothing else can come next: the task names this program, or the person did, or no
        window is there. A part may only say where its words stand: a window that was in front
        already need not come back for it."""
        wanted = self._of(action)
        if wanted is None:
            opening = self._opening
            return opening is None or bool(opening.words) or not self._was_in_front(opening, map_)
        return wanted.named or not any(not w.popup for w in map_.windows)

    def _was_in_front(self, wanted: Wanted, map_: ElementMap) -> bool:
        """Whether the run saw one of its windows in front before."""
        own = windows_of(wanted.application, map_.windows)
        return any(w.handle in self._seen for w in own if wanted.window in (0, w.handle))

    def keeps(self, action: Action) -> bool:
        """Whether an action opens an application that the task, or its next part, needs."""
        if not isinstance(action, OpenApp):
            return False
        opening = self._opening.application.name if self._opening is not None else None
        return self._of(action) is not None or action.name == opening

    def opened(self, action: Action, effect: Effect, outline: Outline) -> Outcome | None:
        """Note what came of opening an application; the end of the run when it is not there."""
        wanted = self._of(action) if isinstance(action, OpenApp) else None
        if wanted is None:
            opening, self._opening = self._opening, None
            if opening is not None and effect.kind == "confirmed":
                credit(outline, opening)
            return None
        if effect.kind in ("failed", "not allowed"):
            name = wanted.application.name
            return Outcome("failed", f"{name} is needed for this, but: {effect.evidence}")
        self.at, self._another = wanted, False
        credit(outline, wanted)
        return None

    def _of(self, action: OpenApp) -> Wanted | None:
        return next((w for w in self.wanted if w.application.name == action.name), None)

    def _wanted_now(self, outline: Outline) -> Wanted | None:
        """The application of the open part; a part that names none goes on in the last one."""
        if not self.wanted:
            return None
        now = self.at or self.wanted[0]
        for part in outline.parts:
            named = _named_in(constraints_of(part.text).rest(), self.wanted)
            if part is outline.current:
                return now if now in named or not named else named[0]
            if named:
                now = named[-1]
        return self.at or now


def applications_first(
    decider: Decider, installed: Sequence[Application], focus: Focus, gate: Gate, *, on: bool
) -> ApplicationsFirst:
    """That of a run: the gate asks the person."""

    def picked(wanted: Wanted, map_: ElementMap) -> Application | None:
        options = (wanted.application, *wanted.others)
        said = " ".join(wanted.words[:1])
        question = f"choose the program for “{said}”" if said else "choose the program"
        number = pick(gate, question, [one_line(a.name) for a in options], map_)
        return options[number] if number is not None else None

    return ApplicationsFirst(decider, installed, read_defaults(), focus, picked, on)


def _asking(part: Part | None) -> Part | None:
    """A part without the words that limit it, which may name programs that are to be left alone;
    None where the rest asks for nothing to be done."""
    if part is None or not part.held:
        return part
    limits = constraints_of(part.text)
    if any(one.kind == "explain" for one in limits.found) or not limits.rest():
        return None
    return Part(limits.rest(), part.values)


def _is_sure(missing: Choice, around: Surroundings) -> bool:
    """Whether what the task needs is surely not there: its words say so, or a model does before an
    empty desktop; and it is a program by its name, or no window is open that may be of its kind.
    To a small model the name of a child is that of a program."""
    said = not missing.asked or (bool(missing.missing) and not around.open)
    only_a_kind = any(kind.name == missing.missing for kind in kinds())
    return said and not (around.open and only_a_kind)


def _is_in_front(wanted: Wanted, map_: ElementMap) -> bool:
    front = [w for w in map_.windows if w.active and wanted.window in (0, w.handle)]
    return any(belongs(window, wanted.application) for window in front)


def _named_in(text: str, wanted: Sequence[Wanted]) -> list[Wanted]:
    """Those of the needed applications that a text speaks of: by their own names, before words that
    only speak for their kind ("write the result in Notes" is not about the calculator)."""
    said = [(w, word) for w in wanted for word in (*w.words, w.application.name)]
    said = [(w, word) for w, word in said if mentions(text, word)]
    by_name = [w for w, word in said if word in w.application.name]
    named = by_name or [w for w, _ in said]
    return [w for w in wanted if w in named]


def credit(outline: Outline, wanted: Wanted) -> None:
    """Note in the outline that an application is there: its name is no text to type any more, and a
    part that asks for nothing else is done. A file or a folder speaks for its program, and is not
    open yet."""
    name = wanted.application.name
    current = outline.current
    folder = usual_folder(current.text) if current is not None else None
    inner = folder[1] if folder is not None else ""
    words = (
        *(w for w in wanted.words if w in name or not (_FILE.search(w) or mentions(inner, w))),
        name,
    )
    for word in words:
        outline.use(word)
    current = outline.current
    if current is not None and not current.open_values and _only_opens(current.text, words):
        current.done = True


def use_name_in_front(outline: Outline, map_: ElementMap, installed: Sequence[Application]) -> None:
    """Note that the name of the program in front is no text to type where a part of the task says
    that something is to be done there ("In Mousepad, turn on word wrap")."""
    front = active(map_)
    owner = owner_of(front, installed) if front is not None else None
    current = outline.current
    if owner is None or current is None or outline.is_quoted(owner.name):
        return
    before = "|".join(helping("before_names"))
    if re.search(rf"\b(?:{before})\s+{re.escape(owner.name)}\b", current.text, re.IGNORECASE):
        outline.use(owner.name)


def _only_opens(text: str, names: Sequence[str]) -> bool:
    """Whether a text says nothing but that something is to be opened."""
    said = {word.strip(".,:;!?\"'“”„«»").casefold() for word in text.split()}
    if not said & helping("starting"):
        return False
    own = {word.casefold() for name in names for word in name.split()}
    return said <= own | helping("starting") | helping("small") | {""}


def _not_found(missing: str) -> str:
    what = f"“{missing}”" if missing else "program for this task"
    return (
        f"No {what} was found among the installed applications, so nothing was done. Install "
        "one, or name another program in the task."
    )


def _undecided(wanted: Wanted) -> str:
    names = ", ".join(a.name for a in (wanted.application, *wanted.others))
    return f"Several programs can do this: {names}. Name one of them in the task."
