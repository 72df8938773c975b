"""What the menus of a program hold: they are looked into once, where the model asks for it, and
their entries that mean what the task says are offered from then on. A person who does not know a
program does the same; a small model opens the first menu and takes what it finds there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Click, Hover, Press, UseSkill
from agent.deciding.situation import Situation, Suggestion
from agent.skills.procedures.front import active, in_front
from agent.skills.skill import Move
from agent.suggestions.meaning import likeness_of_controls
from agent.task.plan import Outline, Part, wish_of
from agent.trajectory import Effect
from vision.core.elements import Element, ElementMap, quote
from vision.core.geometry import Box
from vision.core.pieces import same_row

TITLE = "menus"
WORDS = "look for it in the menus of the program"
# Names that bars of menus have in nine languages, and how many of them tell one.
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
_SHORTCUT = re.compile(
    r"\s*(?:\b(?:ctrl|alt|shift|super|strg|maj)\s?\+\s?\S+|\bf\d{1,2})$", re.IGNORECASE
)
_SHORTEST = 2
# Of the entries, how many are offered, and to how many parts of the task they may fit; the
# logarithm of the odds of a likeness against all single steps, and of looking into the menus.
_OFFERED, _PARTS = 5, 4
_SLOPE, _EVEN, _LOOK = 6.0, 0.75, -2.5


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu, without its shortcut. `ticked` is None where it has no box."""

    menu: str
    name: str
    ticked: bool | None

    @property
    def words(self) -> str:
        """The line by which the model takes it."""
        state = {None: "", True: " (ticked)", False: " (not ticked)"}[self.ticked]
        return f"click {quote(f'{self.menu} > {self.name}{state}')}"


@dataclass
class Menus:
    """Of one run: the entries of each menu of each program that was looked into, by the titles of
    its bar."""

    title: str = TITLE
    problem: str = ""
    _known: dict[tuple[str, ...], dict[str, tuple[Entry, ...]]] = field(default_factory=dict)
    _offered: dict[str, Entry] = field(default_factory=dict)
    _bar: tuple[str, ...] = ()
    _wanted: Entry | None = None
    _looking: bool = False
    _proposed: Action | None = None
    _opens: str = ""
    _tried: dict[str, int] = field(default_factory=dict)

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """To look into the menus, once; then those of their entries that mean most nearly what is
        left of the task."""
        self._offered = {}
        bar, left = menu_bar(now.map), [part.text for part in now.plan.parts if not part.done]
        if not left or not bar or any(w.popup and not w.tooltip for w in now.map.windows):
            return []
        known = self._known.get(_titles(bar))
        if known is None:
            action = UseSkill(TITLE, (("as", WORDS),))
            return [Suggestion(action, WORDS, score=_LOOK, looks=True)]
        entries = [entry for menu in known.values() for entry in menu]
        # A part may only tell something, or say half of what is wanted.
        each = [fits(text, entries) for text in dict.fromkeys([*left[:_PARTS], now.task])]
        likest = map(max, zip(*each, strict=True))
        best = sorted(zip(likest, entries, strict=True), key=lambda one: -one[0])
        found = []
        for fit, entry in best[:_OFFERED]:
            self._offered[entry.words] = entry
            action = UseSkill(TITLE, (("as", entry.words), ("entry", entry.name)))
            found.append(Suggestion(action, entry.words, score=_SLOPE * (fit - _EVEN)))
        return found

    def begin(self, action: UseSkill, now: Situation) -> None:
        """The model chose to look, or one of the entries."""
        words = dict(action.arguments).get("as", "")
        self._wanted, self._looking = self._offered.get(words), words == WORDS
        self._bar, self._tried, self.problem, self._opens = _titles(menu_bar(now.map)), {}, "", ""

    def next(self, now: Situation) -> Move | None:
        """The menu that is looked into next, or that holds the entry which the model chose; then
        this entry."""
        self._proposed = None
        bar = self._titles_in(now.map)
        if self._looking:
            return self._look(bar, now.map)
        if self._wanted is None:
            return None
        entry = next((e for e in open_entries(now.map) if _name(e) == self._wanted.name), None)
        if entry is not None:
            self._wanted = None
            return Move(Click(entry.id), "this was chosen in the menu")
        return self._opened(self._wanted.menu, bar, now.map)

    def _titles_in(self, map_: ElementMap) -> list[Element]:
        """The titles of the bar that is used. While a menu is open they may look like tabs."""
        popups = _popups(map_)
        called = [e for e in in_front(map_) if e.interactive and e.text in self._bar]
        return [e for e in called if not any(box.contains(e.box.center) for box in popups)]

    def _look(self, bar: Sequence[Element], map_: ElementMap) -> Move | None:
        known = self._known.setdefault(self._bar, {})
        for title in self._bar:
            if title not in known and (move := self._opened(title, bar, map_)) is not None:
                return move
            known.setdefault(title, ())
        self._looking = False
        if not open_entries(map_):
            return None
        self._proposed = Press("esc")
        return Move(self._proposed, "the menus were looked into", looks=True)

    def _opened(self, title: str, bar: Sequence[Element], map_: ElementMap) -> Move | None:
        """The move that opens a menu: while another is open the mouse over it does. None when it
        was tried in both ways."""
        element = next((e for e in bar if e.text == title), None)
        tried = self._tried.get(title, 0)
        if element is None or tried > 1:
            return None
        hover = tried == 0 and bool(open_entries(map_))
        self._opens = title
        self._proposed = Hover(element.id) if hover else Click(element.id)
        return Move(self._proposed, "it may be in this menu", looks=self._looking)

    def keeps(self, action: Action) -> bool:
        """Whether an action only opened a menu, which finishes nothing of the task."""
        return self._proposed is not None and action == self._proposed

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """Note what the menu holds that was opened."""
        title = self._opens
        if not self.keeps(action) or not title:
            return None
        self._tried[title] = self._tried.get(title, 0) + 1
        entries = open_entries(after)
        if self._looking and entries and effect.kind == "confirmed":
            self._known[self._bar][title] = tuple(
                Entry(title, _name(e), e.state.checked)
                for e in entries
                if len(_name(e)) >= _SHORTEST
            )
        self._opens = ""
        return None


def fits(wish: str, entries: Sequence[Entry]) -> list[float]:
    """How well each entry fits what a part of a task says."""
    return likeness_of_controls(wish_of(wish), [entry.name for entry in entries])


def menu_bar(map_: ElementMap) -> list[Element]:
    """The titles of the bar of menus in the window in front, from the left; none without one."""
    window = active(map_)
    popups = _popups(map_)
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


def open_entries(map_: ElementMap) -> list[Element]:
    """The entries of the menu that is open, if one is."""
    return [
        e
        for e in map_.elements
        if e.kind in _ENTRIES
        and not e.state.disabled
        and any(box.contains(e.box.center) for box in _popups(map_))
    ]


def _popups(map_: ElementMap) -> list[Box]:
    return [window.box for window in map_.windows if window.popup and not window.tooltip]


def _titles(bar: Sequence[Element]) -> tuple[str, ...]:
    return tuple(element.text for element in bar)


def _name(entry: Element) -> str:
    return _SHORTCUT.sub("", entry.text).strip()
