"""What an action finished of the task: from what it typed and touched, and what is seen then."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    OpenApp,
    RightClick,
    Scroll,
    Select,
    Tap,
    TypeText,
    Wait,
)
from agent.deciding.action_space import ENTERED
from agent.memory import Memory, answers_of
from agent.suggestions.beside import stands_by
from agent.suggestions.calendar import day_clicked, days_said
from agent.suggestions.keypad import is_formula
from agent.suggestions.meaning import likeness
from agent.suggestions.reading import is_called
from agent.task.act_kinds import gives_up, only_types
from agent.task.action_words import words_of
from agent.task.literals import alike, mentions, normal, quoted
from agent.task.plan import Outline, Part
from agent.task.writing import asks_to_write
from agent.trajectory import Effect
from agent.values.in_fields import is_written_so
from vision.core.elements import MARKS, Element, ElementMap, Kind

# What means so much the same as a part of the task was meant by it.
_MEANT = 0.3
# So much the same as a part, what was used at any time did it.
_SURELY_MEANT = 0.6
# Kinds that a click chooses, and how much more a part of the task must mean a deed than a choice
# until the click is not all of it: ticking a box is a deed itself.
_CHOSEN: dict[Kind, float] = {
    "list item": -0.05,
    "icon": -0.05,
    "text": -0.05,
    "image": -0.05,
    "checkbox": 0.055,
    "radio": 0.055,
}
_PAGES: tuple[Kind, ...] = ("tab", "menu", "link")
_PRESSED: tuple[Kind, ...] = ("button", "link", "icon", "menu")
_OPENED = 0.03
_CHOOSING = ("select", "tick", "open", "click", "turn on")
_FINDING = ("find", "look for", "go to")
_OPENING = ("open", "double-click", "start", "play", "look into")
_CHANGING = ("copy", "make a copy of", "duplicate", "print", "share", "compress")
_DOING = ("delete", "send", "rename", "archive", "move", "change")
# What is done with a row or a file after it was chosen, but not with a box.
_WITH_ROWS = (
    *_DOING,
    *("download", "print", "edit", "tell", "write to", "buy", "pay", "restore", "get back"),
)
_ENTERING = ("select", "choose", "set it to", "enter", "search for")
_YES = ("yes", "OK", "confirm", "delete", "continue")
_NO = ("no", "cancel", "keep it", "go back")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# What only looks, waits or brings something up finishes nothing that it is not named by.
_PREPARING = (OpenApp, Scroll, Wait, RightClick)


def credit(
    action: Action, map_: ElementMap, after: ElementMap, plan: Outline, memory: Memory
) -> None:
    """Tick what the action finished. `map_` and `after` are the screen on its two sides."""
    if isinstance(action, Click):
        _use_places(map_.by_id(action.target), map_, plan)
    if asks_back(action, map_, after):
        return
    if only_chooses(action, map_, plan, opened=opens(action, map_, after)):
        return
    current = plan.current
    ends = not only_types(action) and not memory.something_open(after)
    if isinstance(action, RightClick):
        ends = False  # A menu is brought up to choose from it.
    if isinstance(action, OpenApp) and current is not None and asks_to_write(current):
        ends = False  # "Write the summary in Mousepad" is not done when Mousepad is there.
    _use_converted(action, map_, plan)
    _use_sum(action, plan)
    words = words_of(action, map_)
    refused = bool(memory.answered) and not _agrees(words)
    if memory.answered and not refused:
        words += memory.answered
    writes = isinstance(action, TypeText | Select) and len(words) > 1
    words, names = (words[:1], words[1:]) if writes else (words, [])
    number = plan.credit(words, ends_part=ends, names=names)
    current = plan.current
    if number is not None or not ends or current is None or current.open_values:
        return
    told = bool(current.values) and not _wants_more(current, map_)
    meant = told or _is_meant(action, map_, current)
    if not refused and _may_finish(action, map_) and (meant or not _looks_around(action, map_)):
        # What the task does not name: the last step of a part whose values are all there.
        current.done = True
        current.guessed = not meant


def _use_converted(action: Action, map_: ElementMap, plan: Outline) -> None:
    """Note the values that reached the screen as the entry wants them: 3/14/2027 for 14 March."""
    if isinstance(action, Click):
        day = day_clicked(map_.by_id(action.target), map_)
        for part in plan.parts if day is not None else ():
            part.used |= {value for value in part.open_values if day in days_said(value)}
        return
    if not isinstance(action, TypeText | Select) or action.target is None:
        return
    field = map_.by_id(action.target)
    text = action.text if isinstance(action, TypeText) else action.option
    for part in plan.parts:
        for value in part.open_values if not part.done else ():
            if is_written_so(value, field.text, field.state.value or "", text):
                part.used.add(value)


def _use_sum(action: Action, plan: Outline) -> None:
    """Note the numbers that went into a sum on a keypad: 840 and 4 for 840/4."""
    if not isinstance(action, Tap) or not is_formula(action.text):
        return
    numbers = set(_NUMBER.findall(normal(action.text).replace(",", ".")))
    for part in plan.parts:
        part.used |= {value for value in part.open_values if value.replace(",", ".") in numbers}


def _use_places(target: Element, map_: ElementMap, plan: Outline) -> None:
    """Note the values that only tell which of several things was meant: "Summary" of "Press
    Generate in the section Summary"."""
    number = plan.part_of(target.text) if target.text else None
    # "Give her court back" does not say the name of the button, but whose row it is.
    part = plan.parts[number] if number is not None else plan.current
    if part is None or not target.text:
        return
    for value in part.open_values:
        placed = not alike(value, target.text, 0.9) and stands_by(target, map_.elements, value)
        if placed or _holds_alone(target, map_, value):
            part.used.add(value)


def _holds_alone(target: Element, map_: ElementMap, value: str) -> bool:
    """Whether this is the only thing whose name says a value: "Tuesday 12" for "on Tuesday"."""
    if len(value) < 3 or not mentions(target.text, value):
        return False
    return sum(e.interactive and mentions(e.text, value) for e in map_.elements) == 1


def asks_back(action: Action, map_: ElementMap, after: ElementMap) -> bool:
    """Whether a page asks before it does what was clicked: a question came up, and buttons with it.
    Dialogs are windows that are open."""
    return isinstance(action, Click) and bool(answers_of(map_, after))


def opens(action: Action, map_: ElementMap, after: ElementMap) -> bool:
    """Whether something else is there after a click: what was clicked is no longer at its place."""
    if not isinstance(action, Click):
        return False
    target = map_.by_id(action.target)
    # What is chosen may be seen larger or smaller.
    return not any(
        e.text == target.text
        and (target.box.contains(e.box.center) or e.box.contains(target.box.center))
        for e in after.elements
    )


def only_chooses(action: Action, map_: ElementMap, plan: Outline, *, opened: bool = False) -> bool:
    """Whether a click only chose a thing with which the task wants something else done: "archive
    the message X" is not done when X is selected, and "find X" is when it was `opened`."""
    if isinstance(action, DoubleClick):
        return _only_opens(map_.by_id(action.target), plan)
    if isinstance(action, Select):
        if map_.by_id(action.target).text:
            return False  # What is called "Room" takes a room, and no more is wanted of it.
        place = plan.place_of(action.option)
        return place is not None and _more(plan.parts[place], action.option, _ENTERING, _WITH_ROWS)
    if not isinstance(action, Click):
        return False
    target = map_.by_id(action.target)
    place, name = _place_of(target, plan)
    if place is None or target.kind not in _CHOSEN:
        return False
    choosing = (*_CHOOSING, *_FINDING) if opened else _CHOOSING
    doing = _DOING if target.kind in MARKS else _WITH_ROWS
    margin = _OPENED if opened else _CHOSEN[target.kind]
    return _more(plan.parts[place], name, choosing, doing, margin)


def _more(
    part: Part, name: str, less: Sequence[str], more: Sequence[str], margin: float = _OPENED
) -> bool:
    """Whether a part means rather one of the deeds that are `more` done to what has the name."""
    chooses, does = (
        max(likeness(part.text, [f"{verb} {name}" for verb in verbs])) for verbs in (less, more)
    )
    return does > chooses + margin


def _wants_more(part: Part, map_: ElementMap) -> bool:
    """Whether something is to be done with a row or picture here that a value names, so that the
    value alone, once it was used, tells nothing."""
    return any(
        e.kind in _CHOSEN
        and e.kind not in MARKS
        and is_called(e, value)
        and _more(part, value, _CHOOSING, _WITH_ROWS, _CHOSEN[e.kind])
        for value in part.values
        for e in map_.elements
    )


def _place_of(target: Element, plan: Outline) -> tuple[int | None, str]:
    """The number of the part that names what was clicked, and how it does: of a row its beginning
    may be told."""
    for number, part in enumerate(plan.parts):
        called = [v for v in part.values if is_called(target, v)] if not part.done else []
        if called:
            return number, called[0]
    return (plan.place_of(target.text) if target.text else None), target.text


def _agrees(words: Sequence[str]) -> bool:
    """Whether the name of an answer says yes."""
    likes = likeness(" ".join(words), [*_YES, *_NO])
    return max(likes[: len(_YES)]) > max(likes[len(_YES) :])


def _only_opens(target: Element, plan: Outline) -> bool:
    """Whether something was opened with which the task wants something else done."""
    place = plan.place_of(target.text) if target.text else None
    if place is None:
        return False
    finds = (*_OPENING, *_FINDING)
    return _more(plan.parts[place], target.text, finds, (*_DOING, *_CHANGING))


def _may_finish(action: Action, map_: ElementMap) -> bool:
    if isinstance(action, _PREPARING) or gives_up(action, map_):
        return False
    if isinstance(action, Click):
        return map_.by_id(action.target).kind not in ENTERED
    return True


def _looks_around(action: Action, map_: ElementMap) -> bool:
    """Whether a click only turned to another page of a program."""
    return isinstance(action, Click) and map_.by_id(action.target).kind in _PAGES


def _is_meant(action: Action, map_: ElementMap, part: Part) -> bool:
    """Whether what was used is what a part of the task speaks of."""
    words = [word for word in words_of(action, map_) if word]
    return max(likeness(part.text, words), default=0.0) >= _MEANT


def was_meant(part: Part, memory: Memory) -> bool:
    """Whether something that was used with an effect, when all was entered, means the part."""
    used = [
        name for d in memory.since_entries if d.tells_of_success for name in quoted(d.description)
    ]
    return max(likeness(part.text, used), default=0.0) >= _SURELY_MEANT


def is_left(part: Part, map_: ElementMap, memory: Memory) -> bool:
    """Whether a part names something that can be pressed here and was not."""
    return any(
        is_called(e, value) and not memory.was_clicked(e)
        for value in part.open_values
        for e in map_.elements
        if e.kind in _PRESSED
    )


def may_go_on(action: Action, effect: Effect, map_: ElementMap, plan: Outline) -> bool:
    """Whether a click counts although nothing shows it: many buttons show nothing. The task must
    name what was clicked, and want more after it."""
    if not isinstance(action, Click | DoubleClick) or effect.kind != "no visible change":
        return False
    number = plan.part_of(map_.by_id(action.target).text)
    current = plan.current
    if number is None or current is not plan.parts[number]:
        return False
    return any(not part.done for part in plan.parts[number + 1 :])
