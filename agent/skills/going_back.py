"""Going back: when several actions brought the task no further, the run returns to where they
began, as a person would, and does not take that way again.

The way back is one that the run went before (its actions are done again), or what takes the last
change back: Escape or the dialog's own button for what came up, a click for a tick, undo for a
text, the key of browsers and file managers for a page. Where the run is, is compared on the screen.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Click, Hover, Press, Scroll, TypeText, UseSkill, Wait
from agent.apps.application import Application
from agent.deciding.situation import Situation, Suggestion
from agent.events import Event, Noted
from agent.keyboard.shortcuts import UNDO
from agent.memory import Memory
from agent.skills.procedures.front import active, button_called, kind_name
from agent.skills.skill import Move, offered
from agent.task.literals import normal
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from vision.core.elements import Element, ElementMap
from vision.core.geometry import iou

# Actions without progress: inside of something that came up, and anywhere; after so many more the
# run goes back once more.
_LOST_INSIDE, _LOST, _AGAIN = 5, 7, 4
_MOST_STEPS = 4  # of one way back
_ALIKE = 0.9  # how much of two states' elements are at the same places
_WITH_HISTORY = ("web browser", "file manager")
_LEAVING = (
    *("cancel", "close", "back", "dismiss", "abbrechen", "schließen", "zurück", "annuler"),
    *("fermer", "retour", "cancelar", "cerrar", "volver", "annulla", "chiudi", "indietro"),
    *("fechar", "voltar", "annuleren", "sluiten", "anuluj", "zamknij"),
)
_NONE: frozenset[str] = frozenset()
# What is clicked to get somewhere.
_PASSAGES = ("tab", "menu", "link")
_BACK = "go back: the last steps did not advance the task"
# The logarithm of its odds against all single steps, where the last ones led nowhere.
_ODDS = 0.0


@dataclass(frozen=True, slots=True)
class _State:
    """What a screen shows, without text: its windows, and the kinds and places of its elements."""

    windows: tuple[tuple[str, bool], ...]
    cells: frozenset[str]

    @staticmethod
    def of(map_: ElementMap) -> _State:
        shown = (window for window in map_.windows if not window.tooltip)
        marks = map_.fingerprint().split("|")
        return _State(
            tuple(sorted((window.application, window.popup) for window in shown)),
            frozenset(mark for mark in marks if "@" in mark),
        )

    def is_like(self, other: _State) -> bool:
        both = len(self.cells & other.cells)
        share = both / (len(self.cells | other.cells) or 1) if self.cells or other.cells else 1.0
        return self.windows == other.windows and share >= _ALIKE


@dataclass(frozen=True, slots=True)
class _Change:
    """One action that changed the screen. `came` are the windows and menus that it brought up,
    `written` the words of a text that was typed which stood in no field before."""

    action: Action
    target: Element | None
    before: _State
    after: _State
    came: frozenset[int]
    titles: tuple[str, str]
    written: frozenset[str]


@dataclass
class GoingBack:
    """The ways back of one run. `tell` hears when it went back."""

    installed: Sequence[Application] = ()
    tell: Callable[[Event], None] = lambda event: None
    title: str = "go back"
    problem: str = ""
    _ways: list[_Change] = field(default_factory=list)
    _since: list[_Change] = field(default_factory=list)
    _tried: set[tuple[int, int]] = field(default_factory=set)
    _progress: int = 0
    _idle: int = 0
    _next: int = 0
    _steps: int = 0
    _start: _State | None = None
    _own: Action | None = None
    _means: tuple[int, int] | None = None

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """See `_words`."""
        return offered(self.title, self._words(now), _ODDS)

    def begin(self, action: UseSkill, now: Situation) -> None:
        """It has nothing to begin with."""

    def _words(self, now: Situation) -> str:
        """Going back, when actions brought the task no further."""
        return "" if self.next(now) is None else "go back: the last steps led nowhere"

    def next(self, now: Situation) -> Move | None:
        """The next action of the way back, when one is due; None else. What began the stray is
        blocked once the run is back."""
        return self._due(now.map, now.plan, now.memory)

    def _due(self, map_: ElementMap, outline: Outline, memory: Memory) -> Move | None:
        self._own = None
        now = _State.of(map_)
        if self._start is None or self._progress != outline.progress:
            self._begin(now, outline)
        most = _LOST_INSIDE if memory.something_open(map_) else _LOST
        begun = self._steps > 0
        if not self._since or not (begun or self._idle >= max(self._next, most)):
            return None
        if self._start is None or self._start.is_like(now):
            self._arrive(map_, memory)
            return None
        action = self._way(now, self._start, map_) if self._steps < _MOST_STEPS else None
        if action is None:
            self._wait()
            return None
        self._own = action
        return Move(action, _BACK)

    def keeps(self, action: Action) -> bool:
        """Whether an action is a step back, which finishes nothing of the task."""
        return self._own is not None and action == self._own

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """Remember what an action changed. `before` and `after` are the maps on its two sides."""
        self._noted(action, effect, before, after, plan)
        return None

    def _noted(
        self,
        action: Action,
        effect: Effect,
        before: ElementMap,
        after: ElementMap,
        outline: Outline,
    ) -> None:
        if self._start is None or self._progress != outline.progress:
            self._begin(_State.of(after), outline)
        change = _change(action, before, after) if effect.kind == "confirmed" else None
        if change is not None:
            self._ways.append(change)
        if self.keeps(action):
            self._own = None
            self._steps += 1
            self._tried |= {self._means} if self._means is not None else set()
            return
        self._idle += 1
        self._since += [change] if change is not None else []

    def _begin(self, now: _State, outline: Outline) -> None:
        self._start, self._progress, self._idle, self._next = now, outline.progress, 0, 0
        self._wait()
        self._next = 0

    def _wait(self) -> None:
        """Let the run try something else before it goes back again."""
        self._next, self._steps, self._own = self._idle + _AGAIN, 0, None
        self._since, self._tried = [], set()

    def _arrive(self, map_: ElementMap, memory: Memory) -> None:
        """Back where it began: the first step away is not taken again."""
        action = _again(self._since[0], map_)
        if action is not None:
            memory.block(action, map_)
        if self._steps:
            self.tell(Noted("Went back: the last steps did not advance the task."))
        self._wait()

    def _way(self, now: _State, start: _State, map_: ElementMap) -> Action | None:
        """The next step of the shortest way that was gone before, or what takes a change back."""
        self._means = None
        known = _first_step(now, start, self._ways)
        action = _again(known, map_) if known is not None else None
        if action is not None:
            return action
        there = {window.handle for window in map_.windows}
        # What came up is left first: what was done inside of it is gone with it.
        newest_first = sorted(
            enumerate(self._since), key=lambda one: (not one[1].came & there, -one[0])
        )
        for number, change in newest_first:
            last = number == len(self._since) - 1
            for means, action in enumerate(self._inverses(change, map_, last=last)):
                if action is not None and (number, means) not in self._tried:
                    self._means = (number, means)
                    return action
        return None

    def _inverses(self, change: _Change, map_: ElementMap, *, last: bool) -> list[Action | None]:
        """What takes a change back, the gentlest first."""
        if change.came & {window.handle for window in map_.windows}:
            return [Press("esc"), _leaving(map_)]
        window = active(map_)
        paged = change.titles[0] != change.titles[1] and not change.came
        if paged and kind_name(window, self.installed) in _WITH_HISTORY:
            return [Press("alt+left")]
        if change.target is not None and change.target.kind == "checkbox":
            return [_again(change, map_)]
        if not last or not isinstance(change.action, TypeText):
            return []
        # An undo may take back only the last word.
        left = change.written & _words_in_fields(map_)
        return [Press(UNDO)] * (_MOST_STEPS if left else 1)


def _change(action: Action, before: ElementMap, after: ElementMap) -> _Change | None:
    if isinstance(action, Wait | Scroll | Hover):
        return None
    number = getattr(action, "target", None)
    target = next((e for e in before.elements if e.id == number), None)
    old = {window.handle for window in before.windows if not window.tooltip}
    new = {window.handle for window in after.windows if not window.tooltip}
    return _Change(
        action,
        target,
        _State.of(before),
        _State.of(after),
        frozenset(new - old),
        (_title(before), _title(after)),
        _words(action.text) - _words_in_fields(before) if isinstance(action, TypeText) else _NONE,
    )


def _words(text: str) -> frozenset[str]:
    """The longer words of a text."""
    return frozenset(re.findall(r"\w{3,}", text.casefold()))


def _words_in_fields(map_: ElementMap) -> frozenset[str]:
    return _NONE.union(*(_words(e.state.value or "") for e in map_.elements))


def _title(map_: ElementMap) -> str:
    window = active(map_)
    return window.title if window is not None else ""


def _again(change: _Change, map_: ElementMap) -> Action | None:
    """The same click or key on what stands there now; None for all else, or when that is gone."""
    if change.target is None:
        return change.action if isinstance(change.action, Press) else None
    target = change.target
    found = next(
        (
            e
            for e in map_.elements
            if e.kind == target.kind
            and normal(e.text) == normal(target.text)
            and iou(e.box, target.box) > 0.5
            and not e.state.disabled
        ),
        None,
    )
    return Click(found.id) if found is not None and isinstance(change.action, Click) else None


def _leads(change: _Change) -> bool:
    """Whether doing it again leads somewhere, and does nothing else: a button may add or send."""
    if isinstance(change.action, Press):
        return change.action.keys == "esc"
    return bool(change.came) or (change.target is not None and change.target.kind in _PASSAGES)


def _first_step(now: _State, goal: _State, ways: Sequence[_Change]) -> _Change | None:
    """The first step of the shortest chain of changes from one state to another."""
    queue: deque[tuple[_State, _Change | None, int]] = deque([(now, None, 0)])
    seen = [now]
    while queue:
        state, first, length = queue.popleft()
        if first is not None and state.is_like(goal):
            return first
        if length == _MOST_STEPS:
            continue
        for change in filter(_leads, ways):
            if change.before.is_like(state) and not any(change.after.is_like(s) for s in seen):
                seen.append(change.after)
                queue.append((change.after, first or change, length + 1))
    return None


def _leaving(map_: ElementMap) -> Action | None:
    """The button by which the window in front is left without doing anything."""
    window = active(map_)
    button = button_called(_LEAVING, window, map_) if window is not None else None
    return Click(button.id) if button is not None else None
