"""Filling in forms in a run: the next value that the task tells goes where its label is; records
are added one by one; and when nothing of what is left stands on a page, the next one is opened."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Click, UseSkill
from agent.computer.describe import describe
from agent.deciding.modal import in_reach
from agent.deciding.situation import Situation, Suggestion
from agent.memory import Memory
from agent.skills.forms.adding import Adding, CannotAddError, is_shown
from agent.skills.forms.entries import (
    choice_for,
    confirm_button,
    entering,
    entry_for,
    holds,
    is_chosen,
    lone_field,
    named_tab,
    next_button,
    tab_named,
)
from agent.skills.forms.told import (
    Told,
    adds,
    asks_for_deed,
    begins_with_deed,
    gather,
    is_optional,
    only_fills,
    says_each,
    says_program,
    spot,
    told,
    words_of,
)
from agent.skills.procedures.front import in_front
from agent.skills.skill import Move, offered
from agent.task.asked import asked_of
from agent.task.literals import alike, is_path, mentions, without_quotes
from agent.task.plan import Outline, Part
from agent.task.verbs import PRESSING
from agent.task.writing import asks_to_write
from agent.trajectory import Effect
from vision.core.elements import Element, ElementMap
from vision.navigation.title_bars import BUTTON_NAMES

_SHORTEST, _SAME = 3, 0.9
# The logarithm of its odds against all single steps where its first entry is none of them.
_ODDS = -3.0


@dataclass
class Forms:
    """The forms of one run."""

    title: str = "form"
    problem: str = ""
    _proposed: Action | None = None
    _begun: bool = False
    _adding: Adding | None = None
    _left: list[Part] = field(default_factory=list)

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """Filling in, with the entry that is next."""
        move = self._offered(now)
        if move is None:
            return []
        words = f"fill in what the task tells, from here: {describe(move.action, now.map)}"
        return offered(self.title, words, _ODDS, move.action)

    def begin(self, action: UseSkill, now: Situation) -> None:
        """It has nothing to begin with."""

    def _offered(self, now: Situation) -> Move | None:
        current = now.plan.current
        path = current is not None and is_path(current.text)
        return None if path or _only_asks(now.plan) else self.next(now)

    def next(self, now: Situation) -> Move | None:
        """The next action that fills in the form in front; None when there is no such form, or
        what is next is nothing for it."""
        move = self._due(now.plan, in_reach(now.map), now.memory)
        self._proposed = move.action if move is not None else None
        return move

    def keeps(self, action: Action) -> bool:
        """Never: what is entered is credited like any other action."""
        return False

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """Nothing: see `keeps`."""
        return None

    def _due(self, outline: Outline, map_: ElementMap, memory: Memory) -> Move | None:
        """What a task only tells ("its name is …") may be filled in before what stands earlier in
        the task and is not here."""
        row = _row_of_open_list(outline, map_)
        if row is not None and not memory.is_blocked(row, map_):
            return Move(row, "the list that is open has it")
        missing: Part | None = None
        whole = True  # nothing that is needed is missing so far
        place = 0
        # What the task forbids something in is left to the model, and what comes behind it waits.
        while place < len(outline.parts) and not _is_held(outline.parts[place]):
            part = outline.parts[place]
            place += 1
            if part.done or any(part is each for each in self._left):
                continue
            if adds(part) and not part.used:
                part = gather(part, outline)
            action, why = self._for(part, outline, map_, memory, ends=whole)
            if action is not None:
                self._begun = True
                return Move(action, why)
            if part.done:
                continue
            if not told(part.text) and not asks_for_deed(part):
                if says_program(part):
                    return None  # something is to be done there first
                continue
            missing = missing or part
            whole = whole and is_optional(part)
            if asks_for_deed(part) and not is_optional(part):
                break
        return _to_next_page(missing, outline, map_, memory)

    def _for(
        self, part: Part, outline: Outline, map_: ElementMap, memory: Memory, *, ends: bool
    ) -> tuple[Action | None, str]:
        """What is to be done for a part here, and why. What `ends` a form is pressed only then."""
        tab = named_tab(map_, part, memory)
        if tab is not None and not memory.is_blocked(Click(tab.id), map_):
            return Click(tab.id), "the task names this tab"
        if not told(part.text):
            named = _named_choice(part, outline, map_, memory)
            ends = ends and self._begun and asks_for_deed(part)
            pressed = _pressed(part, map_, memory) if ends and named is None else None
            return named or (Click(pressed.id) if pressed else None), "the task names it"
        if adds(part):
            return self._added(part, outline, map_, memory), "it is to be added"
        if says_each(part) or not _is_complete(part, map_, memory):
            return None, ""
        for one in told(part.text):
            if one.value in part.open_values:
                found = _entered(one, outline, map_, memory)
                found = found or _chosen(one, part, outline, map_, memory)
                if found is None and one.value in part.open_values:
                    found = _elsewhere(one, part, map_, memory, begun=self._begun)
                if found is not None:
                    return found, "the task tells its value"
        named = _named_choice(part, outline, map_, memory)
        part.done = only_fills(part) and not part.open_values
        return named, "the task names it"

    def _added(
        self, part: Part, outline: Outline, map_: ElementMap, memory: Memory
    ) -> Action | None:
        if self._adding is None or self._adding.part is not part:
            self._adding = Adding(part)
        try:
            return self._adding.next(outline, map_, memory)
        except CannotAddError:
            self._left.append(part)
            return None


def _row_of_open_list(outline: Outline, map_: ElementMap) -> Action | None:
    """Choosing what a task tells in a list that is open: what looks like a field may open one."""
    popups = [w.box for w in map_.windows if w.popup and not w.tooltip]
    rows = [e for e in map_.elements if e.text and any(b.contains(e.box.center) for b in popups)]
    # What the task forbids something in is left to the model, and what comes behind it waits.
    parts = itertools.takewhile(lambda part: not _is_held(part), outline.parts)
    values = [
        each.value
        for part in parts
        if not part.done
        for each in told(part.text)
        if each.value in part.open_values
    ]
    named = (e for value in values for e in rows if alike(e.text, value, _SAME))
    row = next(named, None)
    return Click(row.id) if row is not None else None


def _only_asks(plan: Outline) -> bool:
    """Whether the next part of the task only asks to be told something."""
    return plan.current is not None and bool(asked_of(plan.current))


def _is_held(part: Part) -> bool:
    return part.held and not part.done


def _is_complete(part: Part, map_: ElementMap, memory: Memory) -> bool:
    """Whether a part that asks for more than its values ("Log in as …") tells for each of them
    where it goes: else one hand fills in all."""
    if only_fills(part):
        return True
    left = [one for one in told(part.text) if one.value in part.open_values]
    return all(
        entry_for(one, map_, memory) or choice_for(one, map_, any_kind=False) for one in left
    )


def _entered(one: Told, outline: Outline, map_: ElementMap, memory: Memory) -> Action | None:
    """Entering a value where its label is; what is there already is noted."""
    entry = entry_for(one, map_, memory)
    if entry is None:
        return None
    if holds(entry, one.value):
        outline.use(one.value)
        return None
    return entering(entry, one.value)


def _chosen(
    one: Told, part: Part, outline: Outline, map_: ElementMap, memory: Memory
) -> Action | None:
    """Choosing what is called like a value. With rows and boxes other things may be done too."""
    choice = choice_for(one, map_, any_kind=only_fills(part))
    if choice is None:
        return None
    if is_chosen(choice):
        outline.use(one.value)
        return None
    return None if memory.is_blocked(Click(choice.id), map_) else Click(choice.id)


def _named_choice(part: Part, outline: Outline, map_: ElementMap, memory: Memory) -> Action | None:
    """Choosing what a part names without quotes: “with Breakfast”."""
    said = [one.value for one in told(part.text)]
    for value in part.open_values:
        if value not in said:
            found = _chosen(Told(value, "", ""), part, outline, map_, memory)
            if found is not None:
                return found
    return None


def _elsewhere(
    one: Told, part: Part, map_: ElementMap, memory: Memory, *, begun: bool
) -> Action | None:
    """To the tab that the words before a value name; in a form that was `begun` into the only empty
    field, when the part asks to write and the field is not said to be for something else."""
    tab = tab_named(one.before, map_, memory)
    if tab is not None:
        return Click(tab.id)
    alone = lone_field(map_, memory) if begun and asks_to_write(part) else None
    if alone is None or (alone.text and spot(one.before, alone.text) is None):
        return None
    action = entering(alone, one.value)
    return None if memory.is_blocked(action, map_) else action


def _to_next_page(
    missing: Part | None, outline: Outline, map_: ElementMap, memory: Memory
) -> Move | None:
    """To the next page, when nothing on this one is what is missing."""
    button = next_button(map_, memory)
    if missing is None or button is None or not missing.open_values:
        return None
    if any(not part.done and mentions(part.text, button.text) for part in outline.parts):
        return None  # the task says itself when that is pressed
    words = without_quotes(missing.text)
    here = [e for e in in_front(map_) if e.interactive and len(e.text) >= _SHORTEST]
    if any(mentions(words, e.text) for e in here if e is not button):
        return None
    left = [one for one in told(missing.text) if one.value in missing.open_values]
    if is_shown([one for one in left if not _was_label(one.value, outline)], map_):
        return None
    return Move(Click(button.id), "nothing on this page is what the task wants next")


def _was_label(value: str, outline: Outline) -> bool:
    """Whether a value is the name of an entry, or heading, of which the task told the value."""
    entered = (one for part in outline.parts for one in told(part.text) if one.value in part.used)
    return any(spot(one.before, value) is not None for one in entered)


def _pressed(part: Part, map_: ElementMap, memory: Memory) -> Element | None:
    """The button that a part without values asks to press; when none is called so, the only one
    that takes over what was filled in."""
    buttons = [e for e in in_front(map_) if e.kind == "button" and len(e.text) > 1]
    presses = not PRESSING.isdisjoint(words_of(part.text))
    for e in buttons:
        usable = not e.state.disabled and not memory.is_blocked(Click(e.id), map_)
        # "Log in" is a button; of "cancel the order of this customer" only "Cancel" may be.
        if usable and mentions(part.text, e.text) and (presses or begins_with_deed(e.text)):
            return e
    own = [e for e in buttons if e.text not in BUTTON_NAMES]
    # A name that is written like one is waited for.
    asked = presses and not part.open_values
    return confirm_button(map_, memory) if len(own) == 1 and asked else None
