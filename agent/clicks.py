"""What may be clicked: what the task names or counts out, and nothing that is useless or wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.actions import Click, DoubleClick, Hover
from agent.asked import asked_of
from agent.beside import meant
from agent.limits import fits_limits
from agent.literals import alike, mentions, normal
from agent.memory import Memory
from agent.ordinals import pointed_at
from agent.outline import Outline, Part
from agent.owed import doing, is_another_deed
from agent.result_pages import page_to_turn_to
from agent.seeking import PATH_SIGN, said_by
from agent.signs_said import shows_picture, shows_sign
from vision.elements import Element, ElementMap
from vision.parts import same_row
from vision.windowbar import BUTTON_NAMES

ENTERED = ("field", "dropdown")
_OPENED_TWICE = ("icon", "list item")
_CHOSEN_FROM = ("menu", "list item", "link", "radio", "tab")
_LEAST_PIECE = 3
# Entries of menus, and what they are taken for.
_ENTRIES = ("menu", "list item", "link", "text", "dropdown")
_PEERS = ("checkbox", "radio", "link", "tab", "list item")
# Buttons of a window's frame are used only when the task says so.
WINDOW_BUTTONS = BUTTON_NAMES
# Buttons that end a dialog without its effect, in the languages most often seen: offered when the
# task names them or nothing else helps.
GIVING_UP = ("cancel", "discard", "abbrechen", "annuler", "cancelar", "annulla", "anuluj")
# Actions in vain after which a last resort is offered.
PATIENCE = 3


def is_named(element: Element, outline: Outline) -> bool:
    """Whether the rest of the task says this element's name, or a value that OCR may have read as
    this name."""
    if not element.text:
        return False
    parts = _to_be_done(outline)
    text = " ".join(part.text for part in parts)
    if mentions(text, element.text) or shows_picture(element, text):
        return True
    return any(_is_called(element, value) for part in parts for value in part.open_values)


def _to_be_done(outline: Outline) -> list[Part]:
    """The parts that are not done, without those that only ask to be told something: what they name
    is read and not pressed."""
    return [part for part in outline.parts if not part.done and not asked_of(part)]


def _is_called(element: Element, value: str) -> bool:
    return alike(element.text, value, 0.9) or shows_sign(element, value)


def is_meant(element: Element, outline: Outline) -> bool:
    """Whether an open value of the task is this element's name, or a part whose values are all
    used says it."""
    if not element.text:
        return False
    parts = _to_be_done(outline)
    if any(_is_called(element, value) for part in parts for value in part.open_values):
        return True
    return any(
        not part.open_values
        and not (part.values and element.kind in ENTERED)
        and mentions(part.text, element.text)
        for part in parts
    )


def names_next_part(clicks: dict[str, int], map_: ElementMap, outline: Outline) -> bool:
    """Whether something to click is what the next open part of the task names: then nothing that
    the task does not name is meant."""
    parts = [number for number, part in enumerate(outline.parts) if not part.done]
    first = next((n for n in parts if outline.parts[n].open_values), parts[0] if parts else None)
    shown = (map_.by_id(number) for number in clicks.values())
    signs = outline.parts[first].open_values if first is not None else []
    return any(
        is_meant(e, outline)
        and (outline.place_of(e.text) == first or any(shows_sign(e, sign) for sign in signs))
        for e in shown
    )


def clicks_of(
    usable: list[Element],
    names: dict[int, str],
    map_: ElementMap,
    outline: Outline,
    memory: Memory,
    *,
    with_fields: bool,
) -> dict[str, int]:
    """What may be clicked, by the names that the model sees; fields only `with_fields`."""
    result = {}
    several = chooses_several(outline, memory)
    peers = _kinds_with_a_named_one(usable, outline, memory)
    for element in usable:
        named = is_named(element, outline)
        if element.kind not in ENTERED and outline.is_its_end(element.text):
            # A page shows the task; to an entry it may lend its words as a label.
            continue
        if memory.is_toggled(element) or memory.is_blocked(Click(element.id), map_):
            continue
        if is_chosen_already(element, outline, memory):
            continue
        wanted = named or any(_holds(element, value) for value in outline.open_values)
        if several and element.kind == "list item" and not wanted:
            continue  # a plain click would undo what was chosen
        if element.kind in ENTERED and (not with_fields or memory.is_filled(element)):
            continue
        if _is_last_resort(element) and not (named or memory.useless_in_a_row >= PATIENCE):
            continue
        if element.text in WINDOW_BUTTONS and not mentions(outline.remaining, _verb(element)):
            continue
        if not named and (element.kind in peers or is_another_deed(element, outline)):
            continue
        result[names[element.id]] = element.id
    return _without_twins(_narrowed(result, map_, outline, memory), map_, outline)


def is_chosen_already(element: Element, outline: Outline, memory: Memory) -> bool:
    """Whether it is a row that was chosen for a part of which more is to be chosen: another click
    would undo that, or what was chosen since."""
    return memory.is_picked(element) and any(
        not part.done and any(_holds(element, value) for value in part.used)
        for part in outline.parts
    )


def added(element: Element, outline: Outline, memory: Memory) -> bool:
    """Whether it is a row that is wanted together with one that was chosen already: “Select Oslo
    and Bergen from the list”."""
    return any(
        not part.done
        and any(_holds(element, value) for value in part.open_values)
        and any(
            _is_in_list_of(element, picked)
            for picked in memory.picked
            for value in part.used
            if _holds(picked, value)
        )
        for part in outline.parts
    )


def _holds(row: Element, value: str) -> bool:
    """Whether a row is called so, or one of its columns shows the value."""
    return alike(row.text, value, 0.9) or mentions(row.text, value)


def _is_in_list_of(element: Element, row: Element) -> bool:
    """Whether it is a row of the same list, or a text that stands where its rows stand."""
    aligned = row.box.left <= element.box.center.x <= row.box.right
    return element.kind == "list item" or (element.kind == "text" and aligned)


def points_at(number: int, map_: ElementMap, outline: Outline, memory: Memory) -> bool:
    """Whether it is an entry of a menu on a path that goes on ("Export" in "choose Export > PDF"),
    which many programs open when the mouse is over it. What stands in a bar is clicked."""
    element, part = map_.by_id(number), outline.current
    if part is None or element.kind not in _ENTRIES or memory.is_blocked(Hover(number), map_):
        return False
    name = said_by(element)
    if not name or re.search(rf"(?<!\w){re.escape(name)}\s*{PATH_SIGN}", part.text) is None:
        return False
    # The arrow of an entry may be read apart from its name.
    others = [e for e in map_.elements if e is not element and e.kind in _ENTRIES and said_by(e)]
    # The one before it on the path opened the menu that it is in.
    others = [e for e in others if not any(alike(said_by(e), v) for v in part.used)]
    return not any(same_row(e.box, element.box) for e in others)


def chooses_several(outline: Outline, memory: Memory) -> bool:
    """Whether the next part wants several rows of a list, and one of them is chosen."""
    part = outline.current
    if part is None or not part.open_values:
        return False
    return any(_holds(e, value) for e in memory.picked for value in part.used)


def several_rows_wanted(numbers: Iterable[int], map_: ElementMap, outline: Outline) -> bool:
    """Whether more than one value of the next part is the name of a row that can be chosen: how the
    others are depends on what the first one brought."""
    part = outline.current
    rows = [e for number in numbers if (e := map_.by_id(number)).kind == "list item"]
    wanted = part.open_values if part is not None else []
    return sum(any(_holds(row, value) for row in rows) for value in wanted) > 1


def _narrowed(
    clicks: dict[str, int], map_: ElementMap, outline: Outline, memory: Memory
) -> dict[str, int]:
    """What the next part counts out ("the third link"), or else without those of several choices
    that hold no value of the task, where some do ("Helvetica" in "Helvetica Neue")."""
    part = outline.current
    if part is None:
        return clicks
    counted = pointed_at(part.text, map_.elements, memory.page)
    counted = counted or page_to_turn_to(part, map_, memory.page)
    if counted is not None and counted.id in clicks.values():
        return {name: number for name, number in clicks.items() if number == counted.id}
    if not part.open_values:
        due = {e.id for e in doing([map_.by_id(n) for n in clicks.values()], part)}
        if due:
            return {name: number for name, number in clicks.items() if number in due}
    fitting = {n: i for n, i in clicks.items() if fits_limits(map_.by_id(i).text, outline)}
    if fitting:
        return fitting
    values = [normal(value) for value in outline.open_values if len(value) >= _LEAST_PIECE]
    dropped: set[int] = set()
    for kind in _CHOSEN_FROM:
        alike_ = [e for n in clicks.values() if (e := map_.by_id(n)).kind == kind]
        held = [sum(value in normal(e.text) for value in values) for e in alike_]
        most = max(held, default=0)
        dropped |= {e.id for e, count in zip(alike_, held, strict=True) if count < most}
    return {name: number for name, number in clicks.items() if number not in dropped}


def _without_twins(clicks: dict[str, int], map_: ElementMap, outline: Outline) -> dict[str, int]:
    """Without those things of one name that do not stand beside what the next part is about."""
    part = outline.current
    if part is None or not part.open_values:
        return clicks
    twins: dict[tuple[str, str], list[Element]] = {}
    for number in clicks.values():
        element = map_.by_id(number)
        if element.text and mentions(part.text, element.text):
            twins.setdefault((element.kind, normal(element.text)), []).append(element)
    dropped: set[int] = set()
    for same in twins.values():
        if len(same) > 1:
            kept = meant(same, map_.elements, part.open_values)
            dropped |= {e.id for e in same} - kept
    return {name: number for name, number in clicks.items() if number not in dropped}


def _is_last_resort(element: Element) -> bool:
    """Whether it gives up, or is a scroll bar: where a click on one leads depends on the program,
    and there is an action that scrolls."""
    gives_up = element.kind == "button" and normal(element.text) in GIVING_UP
    return gives_up or element.kind == "scroll bar"


def _verb(window_button: Element) -> str:
    return window_button.text.split()[0]


def _kinds_with_a_named_one(usable: list[Element], outline: Outline, memory: Memory) -> set[str]:
    """Kinds of choices among peers of which the task names one that is still to be used: then no
    other one is meant."""
    return {
        e.kind
        for e in usable
        if e.kind in _PEERS
        and not memory.is_toggled(e)
        and any(alike(e.text, value, 0.9) for value in outline.open_values)
    }


def double_clicks(
    usable: list[Element],
    names: dict[int, str],
    map_: ElementMap,
    outline: Outline,
    memory: Memory,
) -> dict[str, int]:
    """What may be opened by a double click: no row that is one of several to be chosen."""
    return {
        names[e.id]: e.id
        for e in usable
        if e.kind in _OPENED_TWICE
        and not memory.is_blocked(DoubleClick(e.id), map_)
        and not is_chosen_already(e, outline, memory)
    }
