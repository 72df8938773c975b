"""Looking into the menus of a program for what a part of the task names ("Open the preferences"),
while nothing in sight is called so: one after the other, as a person would. A small model opens
the first menu and takes what it finds there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Click, Press, UseSkill
from agent.apps.categories import helping
from agent.deciding.situation import Situation, Suggestion
from agent.skills.procedures.front import active, in_front
from agent.skills.skill import Move, offered
from agent.task.asked import asked_of, words_in
from agent.task.plan import Outline, Part
from agent.task.verbs import CHOOSING, JOINTS, PRESSING
from agent.task.writing import asks_to_write
from agent.trajectory import Effect
from vision.core.elements import Element, ElementMap
from vision.core.pieces import same_row

# Names that bars of menus have, in the languages of the verbs, and how many of them tell one.
_USUAL = frozenset(
    title
    for titles in (
        "file edit view tools help datei bearbeiten ansicht extras hilfe",
        "fichier édition affichage outils aide archivo editar ver herramientas ayuda",
        "modifica visualizza strumenti aiuto arquivo exibir ferramentas ajuda",
        "bestand bewerken beeld plik edycja widok narzędzia pomoc",
    )
    for title in titles.split()
)
_LEAST_USUAL = 2
_ENTRIES = ("menu", "list item", "checkbox", "radio")
_VERBS = (
    CHOOSING
    | PRESSING
    | helping("starting")
    | helping("on_screen")
    | {"show", "hide", "turn", "switch", "zoom", "display"}
    | {"zeige", "blende", "schalte", "affiche", "muestra"}
)
_TELL_NOTHING = helping("small") | {"menu", "dialog", "window", "for", "all", "off"}
# What a part wants a tick to be. "Off" wins: "turn off".
_OFF = frozenset(
    word
    for words in (
        "off hide disable untick uncheck deactivate remove",
        "ausschalten verstecke deaktiviere masque désactive oculta desactiva",
    )
    for word in words.split()
)
_ON = frozenset(
    word
    for words in (
        "turn switch show enable tick check activate display",
        "einschalten zeige aktiviere affiche active muestra activa",
    )
    for word in words.split()
)
# A value with one of these is the name of a file, a number or an address.
_DATA = re.compile(r"[\d./\\@]")
_SHORTCUT = re.compile(r"\b(?:ctrl|alt|shift|super|strg|maj)\s?\+\s?\S+|\bf\d{1,2}$", re.IGNORECASE)
_STEM = 5
# No words of the task: a small model takes what repeats it.
WORDS = "look for it in the menus of the program"
# The logarithm of its odds against all that can be done on the screen as it is.
_ODDS = -0.7


@dataclass
class MenuSearch:
    """Of one run. What is so already is told in `answers`."""

    title: str = "menus"
    problem: str = ""
    answers: list[str] = field(default_factory=list)
    _part: Part | None = None
    _looked: list[str] = field(default_factory=list)
    _left: list[Part] = field(default_factory=list)
    _proposed: Action | None = None
    _entry: Action | None = None
    _so: Part | None = None
    _said: str = ""
    _whole: bool = False
    _title: str | None = None

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """See `_words`."""
        return offered(self.title, self._words(now), _ODDS)

    def begin(self, action: UseSkill, now: Situation) -> None:
        """It has nothing to begin with."""

    def _words(self, now: Situation) -> str:
        """Looking into the menus for what the next part of the task names."""
        part = now.plan.current
        if part is None or part.held or self.next(now) is None:
            return ""
        return WORDS

    def next(self, now: Situation) -> Move | None:
        """The entry that the next part of the task names, or the menu that is looked into next.
        None when that part names nothing of the kind, it is in sight, or all menus were opened."""
        self._proposed = self._entry = self._so = self._title = None
        map_ = now.map
        part = now.plan.current
        if part is None or any(part is left for left in self._left):
            return None
        wanted, bar = wanted_words(part, map_), menu_bar(map_)
        if not wanted or not bar:
            return None
        if part is not self._part:
            self._part, self._looked = part, []
        entries = _open_entries(map_, bar)
        if (entry := _named(entries, wanted)) is not None:
            if is_so(part, entry):
                ticked = "ticked" if entry.state.checked else "unticked"
                self._so, self._proposed = part, Press("esc")
                self._said = f"“{entry.text}” is already {ticked}"
                return Move(self._proposed, self._said)
            # What is named by all words of the part is all that it asks for.
            names = _telling(entry)
            self._whole = all(any(_alike(w, name) for name in names) for w in wanted)
            self._entry = Click(entry.id)
            return Move(self._entry, f"“{entry.text}” is in this menu")
        shown = (e for e in in_front(map_) if e.interactive and e not in bar)
        if _named(shown, wanted) is not None or _named(bar, wanted) is not None:
            return None
        title = next((e for e in bar if e.text not in self._looked), None)
        self._title = title.text if title is not None else None
        if title is None:
            self._proposed = Press("esc") if entries else None
        else:
            self._proposed = Click(title.id)
        why = "nothing visible has this name; it may be in a menu"
        return Move(self._proposed, why) if self._proposed is not None else None

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """The part of the task that is done by an action: the entry that all of its words name was
        pressed, and something came of it; or the menu was closed that shows it to be so already."""
        if self.keeps(action) and self._title is not None:
            self._looked.append(self._title)
        elif self._part is not None and action in (self._proposed, self._entry):
            self._left.append(self._part)
        if self._so is not None and self.keeps(action):
            self.answers.append(self._said)
            return self._so
        pressed = self._entry is not None and action == self._entry and self._whole
        return self._part if pressed and effect.kind == "confirmed" else None

    def keeps(self, action: Action) -> bool:
        """Whether an action only looks into a menu, which finishes nothing of the task."""
        return self._proposed is not None and action == self._proposed


def menu_bar(map_: ElementMap) -> list[Element]:
    """The titles of the bar of menus in the window in front, from the left; none without one."""
    window = active(map_)
    popups = [w.box for w in map_.windows if w.popup]
    menus = [
        e
        for e in in_front(map_)
        if e.kind == "menu" and e.text and not any(box.contains(e.box.center) for box in popups)
    ]
    if window is None or not menus:
        return []
    first = min(menus, key=lambda e: (e.box.top, e.box.left))
    bar = sorted((e for e in menus if same_row(first.box, e.box)), key=lambda e: e.box.left)
    usual = sum(e.text.strip().casefold() in _USUAL for e in bar)
    return [e for e in bar if not e.state.disabled] if usual >= _LEAST_USUAL else []


def wanted_words(part: Part, map_: ElementMap) -> set[str]:
    """The words by which a part of the task names what it wants pressed or opened; none where it
    wants something else. The name of the program tells nothing."""
    window = active(map_)
    known = set(words_in(f"{window.title} {window.application}")) if window is not None else set()
    said = [word for word in words_in(part.text) if word not in JOINTS and word not in known]
    if not said or said[0] not in _VERBS or asks_to_write(part) or asked_of(part):
        return set()
    if any(_DATA.search(value) for value in part.values):
        return set()
    return {word for word in said if word not in _VERBS and word not in _TELL_NOTHING}


def is_so(part: Part, entry: Element) -> bool:
    """Whether an entry of a menu is ticked, or not, as a part of the task wants it: to press it
    would turn it the other way."""
    words = words_in(part.text)
    off = not _OFF.isdisjoint(words)
    on = not off and not _ON.isdisjoint(words)
    return (on or off) and entry.state.checked is on


def _open_entries(map_: ElementMap, bar: Iterable[Element]) -> list[Element]:
    """The entries of the menu that is open, if one is."""
    popups = [window.box for window in map_.windows if window.popup and not window.tooltip]
    titles = {element.id for element in bar}
    return [
        e
        for e in map_.elements
        if e.kind in _ENTRIES
        and e.id not in titles
        and not e.state.disabled
        and any(box.contains(e.box.center) for box in popups)
    ]


def _named(elements: Iterable[Element], wanted: set[str]) -> Element | None:
    """What is called by most of some words, and by nothing else."""
    best, most = None, 0
    for element in elements:
        telling = _telling(element)
        if len(telling) > most and all(any(_alike(w, each) for each in wanted) for w in telling):
            best, most = element, len(telling)
    return best


def _telling(element: Element) -> set[str]:
    """The words of a name that tell what it is, without its shortcut."""
    name = _SHORTCUT.sub("", element.text)
    return {w for w in words_in(name) if w not in _VERBS and w not in _TELL_NOTHING}


def _alike(one: str, other: str) -> bool:
    """Whether two words are one, in its singular or its plural."""
    short, long = sorted((one, other), key=len)
    plural = len(short) >= _STEM and long.startswith(short[:-1]) and len(long) - len(short) <= 2
    return one == other or plural
