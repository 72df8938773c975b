"""What a run remembers: actions and their effects, and what must not be tried again.

What a program can compute is taken from the model: an action that changed nothing is not offered
again in the same state of the screen, and a field that holds its text is not typed into again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TypeText,
    Wait,
)
from agent.pointing import active_window
from agent.suggestions.calendar import find_calendar
from agent.suggestions.keypad import is_formula
from agent.task.action_words import words_of
from agent.task.literals import alike, first_word, normal
from agent.task.verbs import CLOSING
from agent.trajectory import CHANGED, WAITED, Effect
from vision.core.elements import Element, ElementMap, Kind
from vision.core.geometry import iou

_OFTEN_ENOUGH, _MONTHS = 2, 24
# What the history tells of moves that only look.
_LOOKED = "look into the menus"
# More than this share of a screen that came anew is another page.
_ANOTHER_PAGE = 0.6
_PLACE = 8  # pixels: places nearer than this are one
_SENDING = ("enter", "return")
# Not entries of menus and links: what a field proposes to write looks like them.
_SENT_BY: frozenset[Kind] = frozenset({"button", "icon"})
_QUESTION, _ANSWERS = ("?", "？"), 2  # buttons: yes and no
_HIDDEN = re.compile(r"[•●∙·*]{2,}[|]?")
# Of how many windows it is kept what they showed.
_MOST_LEFT = 3
_WRITTEN = 0.85  # how much alike a reader's mistakes leave a text


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done: the action in plain words and its effect."""

    description: str
    effect: Effect

    @property
    def tells_of_success(self) -> bool:
        """Whether it had its effect, and was not just waiting."""
        return self.effect.kind == "confirmed" and self.effect.evidence != WAITED

    def line(self) -> str:
        evidence = f" ({self.effect.evidence})" if self.effect.evidence else ""
        return f"{self.description}: {self.effect.kind}{evidence}"


# How the descriptions of entries begin; see agent.computer.describe.
_ENTERING = ("type ", "choose ", "set ", "add ")


@dataclass
class Memory:
    """Grows with every step of one run. Without `blocking` it keeps nothing from being tried again
    but what came too early and what was not allowed."""

    blocking: bool = True
    deeds: list[Deed] = field(default_factory=list)
    blocked: set[tuple[str, str]] = field(default_factory=set)
    circles: set[tuple[str, str]] = field(default_factory=set)
    denied: set[tuple[str, str]] = field(default_factory=set)
    filled: list[tuple[Element, str]] = field(default_factory=list)
    toggled: list[Element] = field(default_factory=list)
    leafed: list[Element] = field(default_factory=list)
    picked: list[Element] = field(default_factory=list)
    done_in: Counter[tuple[str, str]] = field(default_factory=Counter)
    opened: set[int] = field(default_factory=set)
    scrolled_in_a_row: int = 0
    written: list[str] = field(default_factory=list)
    """The texts that were typed with an effect, wherever."""
    summed: str = ""
    """The sum that was worked out on a keypad last."""
    result: str = ""
    """What the display of that keypad showed."""
    wrote: bool = False
    """Whether anything was typed or chosen from a list."""
    said_before: frozenset[str] = frozenset()
    """What the screen said when the run began, or a program when it opened: no error of the run."""
    clicked: list[Element] = field(default_factory=list)
    """What was clicked with an effect, in any way."""
    came: tuple[Element, ...] = ()
    """What was there after the last action and not before."""
    turned: bool = False
    """Whether that is another page, and no menu, dialog or notice beside what was there."""
    left: dict[int, tuple[str, tuple[Element, ...]]] = field(default_factory=dict)
    """What windows showed, by their handles with their titles, when they were in front last."""
    last_used: Element | None = None
    """What was clicked or filled in last with an effect."""
    answers: tuple[Element, ...] = ()
    """The buttons that came with a question after the last action."""
    answered: tuple[str, ...] = ()
    """The words of the action about which a page asked back, when the last action answered that."""
    unsent: Element | None = None
    """The entry or box that was filled in or chosen last, until a button or Enter was pressed."""
    in_vain: dict[str, str] = field(default_factory=dict)
    """What was to be entered and did not show, with the words of the action; until it shows."""
    choices: list[tuple[str, float, Mapping[str, float]]] = field(default_factory=list)
    """The lines that a model chose and that did more than open a list, each with its share and with
    those of all lines."""
    _begins: int = 0
    _opens_list: bool = False
    _asked_about: tuple[str, ...] = ()

    def looked(self) -> None:
        """The last deed only looked into something: all of these in a row are one."""
        last = self.deeds.pop()
        if not self.deeds or self.deeds[-1].description != _LOOKED:
            self.deeds.append(Deed(_LOOKED, last.effect))

    def chose(self, line: str, share: float | None, shares: Mapping[str, float]) -> None:
        """The last deed was chosen by this line, with this share; None where nobody knows it."""
        # What only opened a list did no harm; what is chosen there counts.
        if share is None or self.deeds[-1].effect.kind != "confirmed" or self._opens_list:
            return
        self.choices.append((line, share, shares))

    def chance(self, next_line: str) -> float:
        """How likely all that a model chose and that had an effect was right, where this line is
        the next one. What was as likely and was chosen later only came in another order."""
        whole, later = 1.0, {next_line}
        for line, share, shares in reversed(self.choices):
            whole *= min(1.0, share + sum(shares.get(each, 0.0) for each in later - {line}))
            later.add(line)
        return whole

    def note(
        self,
        action: Action,
        description: str,
        effect: Effect,
        before: ElementMap,
        after: ElementMap,
    ) -> None:
        """Remember an action. `before` and `after` are the maps on its two sides."""
        self.deeds.append(Deed(description, effect))
        self._opens_list = _opened_popup(before, after)
        self._note_left(before, after)
        name = before.by_id(action.target).text if isinstance(action, Click) else ""
        answered = any(name == each.text for each in self.answers)
        self.answered = self._asked_about if answered else ()
        self.answers = answers_of(before, after)
        self.came = tuple(before.diff(after).appeared)
        self.turned = len(self.came) > _ANOTHER_PAGE * len(after.elements)
        self._asked_about = tuple(words_of(action, before)) if self.answers else ()
        if isinstance(action, TypeText | Select | SetSlider):
            self._note_entered(action, description, effect)
        self.scrolled_in_a_row = self.scrolled_in_a_row + 1 if isinstance(action, Scroll) else 0
        for tried in _tried(action, before):
            self.done_in[tried] += 1
            if self.done_in[tried] >= (_MONTHS if _turns(action, before) else _OFTEN_ENOUGH):
                # It came back to the same place: going round in circles leads nowhere.
                self.circles.add(tried)
        if isinstance(action, Click) and before.by_id(action.target).kind == "tab":
            self.leafed.append(before.by_id(action.target))
        if effect.kind == "not allowed":
            self.denied.update(_tried(action, before))
        # What was hidden for a moment may be used as soon as it is as it was.
        if effect.kind != "confirmed" and not effect.evidence.endswith(CHANGED):
            self.block(action, before)
            if isinstance(action, TypeText):  # Whatever else changed, the field takes it no better.
                self.block(action, after)
        else:
            self._note_done(action, before, after)
        if isinstance(action, Press) and action.keys.lower().endswith(_SENDING):
            self.unsent = None
        old = {window.handle for window in before.windows if not window.tooltip}
        new = {window.handle for window in after.windows if not window.tooltip}
        # What was opened on purpose is no dialog that must be closed again.
        came = set() if isinstance(action, OpenApp) else new - old
        self.opened = (self.opened | came) & new

    def _note_left(self, before: ElementMap, after: ElementMap) -> None:
        """Remember what a window showed that is not in front any more."""
        left, front = active_window(before.windows), active_window(after.windows)
        if left is None or front is None or left.handle == front.handle or left.popup or left.owner:
            return
        inside = tuple(e for e in before.elements if left.box.contains(e.box.center))
        self.left.pop(left.handle, None)
        self.left[left.handle] = (left.title, inside)
        for old in list(self.left)[:-_MOST_LEFT]:
            del self.left[old]

    def _note_entered(
        self, action: TypeText | Select | SetSlider, description: str, effect: Effect
    ) -> None:
        """Remember whether something that was entered showed."""
        value = _entered(action)
        if effect.kind == "confirmed":
            self.in_vain.pop(value, None)
        else:
            self.in_vain[value] = description

    def _note_done(self, action: Action, before: ElementMap, after: ElementMap) -> None:
        """Remember an action that had its effect."""
        if isinstance(action, Click | DoubleClick | RightClick):
            self.clicked.append(before.by_id(action.target))
        target = getattr(action, "target", None)
        if target is not None:
            self.last_used = before.by_id(target)
        self.wrote = self.wrote or isinstance(action, TypeText | Tap | Select)
        if isinstance(action, TypeText):
            self.written.append(action.text)
        if isinstance(action, Tap) and is_formula(action.text):
            self.summed = action.text
        if isinstance(action, TypeText | Select) and action.target is not None:
            text = _entered(action)
            self.unsent = before.by_id(action.target)
            self.filled.append((self.unsent, text))
        elif isinstance(action, Click):
            target = before.by_id(action.target)
            if target.kind in ("checkbox", "radio"):
                self.unsent = target
                self.toggled.append(target)
            elif _opened_popup(before, after):
                # The same click again would only close what it opened.
                self.block(action, after)
            self._note_used(target, before)

    def was_clicked(self, element: Element) -> int:
        """How often the run clicked this with an effect, wherever it stands now."""
        return sum(e.text == element.text and _same(element, e) for e in self.clicked)

    def _note_used(self, element: Element, state: ElementMap) -> None:
        if element.kind in _SENT_BY and first_word(element.text) not in CLOSING:
            self.unsent = None
        if element.kind == "list item":
            self.picked.append(element)

    def block(self, action: Action, state: ElementMap) -> None:
        self.blocked.update(_tried(action, state))

    def is_blocked(self, action: Action, state: ElementMap) -> bool:
        if not self.blocked and not self.denied and not self.circles:
            return False
        tried = _tried(action, state)
        if any(each in self.denied for each in tried):
            return True
        return self.blocking and any(each in self.blocked or each in self.circles for each in tried)

    def told_by_person(self, question: str, answer: str) -> None:
        """Remember what the person answered to a question of the model."""
        self.deeds.append(Deed(f"asked: {question}", Effect("confirmed", f"they said: {answer}")))

    def went_on(self) -> None:
        """More of the task is done: being here again is no circle."""
        self.done_in.clear()
        self.circles.clear()

    def start_afresh(self) -> None:
        """The person said more: what was in vain, or is done, may be wanted now. What was not
        allowed stays so."""
        for known in (
            self.blocked,
            self.circles,
            self.filled,
            self.toggled,
            self.leafed,
            self.picked,
            self.clicked,
            self.done_in,
            self.written,
        ):
            known.clear()
        self.summed = ""
        self.choices.clear()
        self._begins = len(self.deeds)

    def is_filled(self, element: Element) -> bool:
        """Whether the run wrote into this field and it still shows that (by its place: numbers
        change when something covers it for a while)."""
        shown = element.state.value
        return self.blocking and any(
            _same(element, known) and (shown is None or _shows(text, shown))
            for known, text in self.filled
        )

    def was_entered(self, element: Element, text: str) -> bool:
        """Whether the run put this very text there last, and the entry may still hold it: what was
        entered just now may not be shown, as a secret."""
        number = next((n for n, (e, _) in enumerate(self.filled[::-1]) if _same(element, e)), None)
        if number is None or self.filled[-1 - number][1] != text or not self.blocking:
            return False
        return self.is_filled(element) or (number == 0 and not element.state.value)

    def wrote_once(self, text: str) -> bool:
        """Whether the run typed this very text already."""
        return any(normal(text) == normal(each) for each in self.written)

    def holds_written(self, element: Element) -> bool:
        """Whether this entry shows what the run wrote there; another dialog may have one at the
        same place, with a content that is only similar."""
        shown = element.state.value or ""
        return any(
            _same(element, known) and alike(text, shown, _WRITTEN) for known, text in self.filled
        )

    def is_toggled(self, element: Element) -> bool:
        """Whether the run ticked or chose this box, and it is still there."""
        return self.blocking and any(
            _same(element, known) and element.text == known.text for known in self.toggled
        )

    def is_picked(self, element: Element) -> bool:
        """Whether the run chose this row of a list, wherever it stands now."""
        name = normal(element.text)
        return element.kind == "list item" and any(normal(e.text) == name for e in self.picked)

    def was_looked_at(self, tab: Element) -> bool:
        """Whether the run clicked this tab."""
        return any(tab.text == known.text for known in self.leafed)

    @property
    def since_entries(self) -> list[Deed]:
        """What was done after the last entry: what was pressed before it had too little."""
        found: list[Deed] = []
        for deed in reversed(self.deeds):
            if deed.description.startswith(_ENTERING):
                break
            found.append(deed)
        return found

    @property
    def useless_in_a_row(self) -> int:
        """How many of the last actions had no confirmed effect."""
        count = 0
        for deed in reversed(self.deeds[self._begins :]):
            if deed.effect.kind == "confirmed":
                break
            count += 1
        return count

    def something_open(self, state: ElementMap) -> bool:
        """Whether a dialog, menu or list that came up during the run is in front."""
        front = next((window for window in state.windows if window.active), None)
        popups = any(window.popup and window.handle in self.opened for window in state.windows)
        dialog = front is not None and front.handle in self.opened and len(state.windows) > 1
        return popups or dialog


def _shows(text: str, shown: str) -> bool:
    """Whether an entry may hold a text, by what it shows: dots where it is secret."""
    return (
        normal(text) in normal(shown)
        or alike(text, shown, 0.5)
        or _HIDDEN.fullmatch(shown.strip()) is not None
    )


def answers_of(before: ElementMap, after: ElementMap) -> tuple[Element, ...]:
    """The buttons of a question that came up on a page; none where none did."""
    came = before.diff(after).appeared
    asks = any(e.text.rstrip().endswith(_QUESTION) for e in came if not e.interactive)
    buttons = tuple(e for e in came if e.kind in ("button", "link") and e.text)
    return buttons if asks and len(buttons) >= _ANSWERS else ()


def _same(element: Element, known: Element) -> bool:
    # A box that is ticked may be seen smaller than one that is not.
    return element.kind == known.kind and iou(element.box, known.box) > 0.3


def _opened_popup(before: ElementMap, after: ElementMap) -> bool:
    old = {window.handle for window in before.windows}
    return any(w.popup and not w.tooltip and w.handle not in old for w in after.windows)


def _turns(action: Action, state: ElementMap) -> bool:
    """Whether an action turns a calendar to another month, which looks the same."""
    if not isinstance(action, Click) or (calendar := find_calendar(state)) is None:
        return False
    arrows = (calendar.back, calendar.onward)
    return any(arrow is not None and arrow.id == action.target for arrow in arrows)


def _entered(action: TypeText | Select | SetSlider) -> str:
    """What an action enters."""
    if isinstance(action, TypeText):
        return action.text
    return action.option if isinstance(action, Select) else action.value


def _tried(action: Action, state: ElementMap) -> list[tuple[str, str]]:
    """An action in a state: by the number of its target, and by its place. A thing that is taken
    for another kind when it changes gets another number each time."""
    mark = state.fingerprint()
    tried = [(mark, key(action))]
    number = getattr(action, "target", None)
    target = next((e for e in state.elements if e.id == number), None)
    if target is not None:
        x, y = target.box.center.x // _PLACE, target.box.center.y // _PLACE
        tried.append((mark, f"{key(action, '')} at {x},{y}"))
    return tried


def key(action: Action, target: str | None = None) -> str:
    """What makes two actions the same, whatever the reason given for them; `target` stands for
    the number of the element."""
    if isinstance(action, Wait):
        return "wait"
    values = asdict(action)
    number = values.pop("target", "")
    values["target"] = number if target is None else target
    return f"{type(action).__name__} {values}"
