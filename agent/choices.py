"""What may be done now: the screen, the task and the memory, boiled down to alternatives.

The grammar is written from this and nothing else, so what is not a choice cannot be replied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Click, Done, DoubleClick, Press, Scroll, Select, Tap, TypeText
from agent.app_offers import to_open
from agent.application import Application
from agent.beside import meant
from agent.keypad import Keypad, find_keypad
from agent.literals import alike, mentions, normal, spans
from agent.memory import Memory
from agent.ordinals import pointed_at
from agent.outline import Outline
from agent.room import MOST, room
from agent.shortcuts import SHORTCUTS, allowed_by, named_in
from agent.writing import only_writing_is_over
from vision.elements import Element, ElementMap

_ENTERED = ("field", "dropdown")
# Their text is their content or label, or a value that may be chosen there.
_WRITTEN = (*_ENTERED, "menu", "list item")
_OPENED_TWICE = ("icon", "list item")
_CHOSEN_FROM = ("menu", "list item", "link", "radio", "tab")
_LEAST_PIECE = 3
_PEERS = ("checkbox", "radio", "link", "tab", "list item")
# Buttons of a window's frame are used only when the task says so.
WINDOW_BUTTONS = ("minimise window", "maximise window", "close window")
# Buttons that end a dialog without its effect, in the languages most often seen: offered when the
# task names them or nothing else helps.
GIVING_UP = ("cancel", "discard", "abbrechen", "annuler", "cancelar", "annulla", "anuluj")
# The name of the keypad among the fields.
KEYPAD = "keypad"
_PATIENCE = 3


@dataclass(frozen=True, slots=True)
class Choices:
    """Names as the model sees them, each with what it stands for. `folded` are the buttons that
    show only as the keypad, `refused` the values that an entry (0: the keypad) did not take,
    `most` how many actions a reply has room for."""

    clicks: dict[str, int] = field(default_factory=dict)
    double_clicks: dict[str, int] = field(default_factory=dict)
    fields: dict[str, int] = field(default_factory=dict)
    dropdowns: dict[str, int] = field(default_factory=dict)
    values: tuple[str, ...] = ()
    refused: frozenset[tuple[int, str]] = frozenset()
    keypad: Keypad | None = None
    folded: frozenset[int] = frozenset()
    keys: dict[str, str] = field(default_factory=dict)
    applications: dict[str, Application] = field(default_factory=dict)
    scroll: tuple[str, ...] = ()
    done: bool = False
    fail: bool = False
    most: int = MOST

    def values_for(self, number: int) -> tuple[str, ...]:
        """The values that may go into the field or dropdown with this id, 0 for the keypad."""
        return tuple(
            value
            for value in self.values
            if (number, value) not in self.refused
            and (number or (self.keypad is not None and self.keypad.presses(value)))
        )

    @property
    def only(self) -> Click | Press | Done | None:
        """The click or shortcut that is the only thing left to choose, if it is, or the end."""
        if self == Choices(done=True):
            return Done()
        others = (self.double_clicks, self.fields, self.dropdowns, self.keypad, self.applications)
        if any(others) or self.scroll or self.done or self.fail:
            return None
        if len(self.clicks) + len(self.keys) != 1:
            return None
        for target in self.clicks.values():
            return Click(target)
        return Press(next(iter(self.keys.values())))


def choices(
    map_: ElementMap,
    outline: Outline,
    memory: Memory,
    applications: Sequence[Application] = (),
    needed: Sequence[Application] = (),
) -> Choices:
    """The alternatives on this screen. `applications` may be opened when the task names them,
    `needed` in any case. Elements that are disabled or whose action is blocked in this state,
    fields that are filled and boxes that were ticked are left out."""
    ends = _may_end(map_, outline, memory)
    if ends and only_writing_is_over(outline, map_):
        return Choices(done=True)
    names = map_.unique_names()
    values = _values(outline, map_)
    pad = _keypad_of_task(map_, outline)
    usable = [e for e in map_.elements if e.id in names and not e.state.disabled]
    refused = _refused(usable, map_, memory, values)
    taps = [v for v in values if pad and pad.presses(v) and (0, v) not in refused]
    keypad = pad if taps else None
    fields, dropdowns = _entries(usable, names, refused, memory, values)
    folded = {e.id for e in pad.buttons.values() if e.text != "="} if pad else set()
    clickable = [e for e in usable if e.id not in folded]
    clicks = _clicks(clickable, names, map_, outline, memory, with_fields=not values)
    clicks = _without_twins(_narrowed(clicks, map_, outline), map_, outline)
    named = any(_named(map_.by_id(number), outline) for number in clicks.values())
    next_named = _names_next_part(clicks, map_, outline)
    if next_named or keypad:
        clicks = {n: i for n, i in clicks.items() if _is_meant(map_.by_id(i), outline)}
    if keypad or (next_named and not outline.open_values):
        # What the keypad can spell is entered there, and its other keys come afterwards: the
        # display above it is no field.
        fields, dropdowns = {}, {}
    keys = {} if named or keypad else _keys(map_, outline, memory)
    if not fields and not dropdowns and not named and not memory.something_open(map_):
        wanted = _key_for_value(outline, keys)
        if wanted is not None:
            # A value waits for its field, and the task says what brings it up: "save it as …".
            keys, clicks = {wanted: keys[wanted]}, {}
    twice = {}
    if clicks and not keypad and not next_named:
        twice = _double_clicks(usable, names, map_, memory)
    opened = to_open(applications, needed, outline, map_, memory)
    touched = [map_.by_id(number).text for number in {*clicks.values(), *twice.values()}]
    entries = len(fields) + len(dropdowns) + bool(keypad)
    return Choices(
        clicks=clicks,
        double_clicks=twice,
        fields=fields,
        dropdowns=dropdowns,
        values=tuple(values),
        refused=refused,
        keypad=keypad,
        folded=frozenset(folded),
        keys=keys,
        applications=opened,
        scroll=_scrolls(map_, memory) if clicks and not named and not keypad else (),
        done=ends,
        fail=memory.useless_in_a_row >= _PATIENCE,
        most=room(values, entries, [*touched, *keys, *keys.values(), *opened], outline),
    )


def _values(outline: Outline, map_: ElementMap) -> list[str]:
    """Values of the task that did not reach the screen yet and may be text for a field: not the
    names of things to click. A part without a marked value offers its runs of words."""
    named = {normal(e.text) for e in map_.elements if e.interactive and e.kind not in _WRITTEN}
    labels = {normal(e.text) for e in map_.elements if e.kind in _ENTERED}
    values = [
        value
        for value in outline.open_values
        if normal(value) not in named and (outline.is_quoted(value) or normal(value) not in labels)
    ]
    part = outline.current
    if not outline.open_values and part is not None and not part.values:
        values = spans(part.text)
    return values


def _named(element: Element, outline: Outline) -> bool:
    """Whether the rest of the task says this element's name, or a value that OCR may have read as
    this name."""
    if not element.text:
        return False
    if mentions(outline.remaining, element.text):
        return True
    return any(alike(element.text, value, 0.9) for value in outline.open_values)


def _is_meant(element: Element, outline: Outline) -> bool:
    """Whether an open value of the task is this element's name, or a part whose values are all
    used says it."""
    if not element.text:
        return False
    if any(alike(element.text, value, 0.9) for value in outline.open_values):
        return True
    return any(
        not part.done
        and not part.open_values
        and not (part.values and element.kind in _ENTERED)
        and mentions(part.text, element.text)
        for part in outline.parts
    )


def _names_next_part(clicks: dict[str, int], map_: ElementMap, outline: Outline) -> bool:
    """Whether something to click is what the next open part of the task names: then nothing that
    the task does not name is meant."""
    parts = [number for number, part in enumerate(outline.parts) if not part.done]
    first = next((n for n in parts if outline.parts[n].open_values), parts[0] if parts else None)
    shown = (map_.by_id(number) for number in clicks.values())
    return any(_is_meant(e, outline) and outline.place_of(e.text) == first for e in shown)


def _entries(
    usable: list[Element],
    names: dict[int, str],
    refused: frozenset[tuple[int, str]],
    memory: Memory,
    values: list[str],
) -> tuple[dict[str, int], dict[str, int]]:
    if not values:
        return {}, {}
    free = [
        e
        for e in usable
        if e.kind in _ENTERED
        and not memory.is_filled(e)
        and any((e.id, value) not in refused for value in values)
    ]
    fields = {names[e.id]: e.id for e in free if e.kind == "field"}
    dropdowns = {names[e.id]: e.id for e in free if e.kind == "dropdown"}
    return fields, dropdowns


def _clicks(
    usable: list[Element],
    names: dict[int, str],
    map_: ElementMap,
    outline: Outline,
    memory: Memory,
    *,
    with_fields: bool,
) -> dict[str, int]:
    result = {}
    peers = _kinds_with_a_named_one(usable, outline, memory)
    for element in usable:
        named = _named(element, outline)
        if memory.is_toggled(element) or memory.is_blocked(Click(element.id), map_):
            continue
        if element.kind in _ENTERED and (not with_fields or memory.is_filled(element)):
            continue
        if _is_last_resort(element) and not (named or memory.useless_in_a_row >= _PATIENCE):
            continue
        if element.text in WINDOW_BUTTONS and not mentions(outline.remaining, _verb(element)):
            continue
        if element.kind in peers and not named:
            continue
        result[names[element.id]] = element.id
    return result


def _narrowed(clicks: dict[str, int], map_: ElementMap, outline: Outline) -> dict[str, int]:
    """What the next part counts out ("the third link"), or else without those of several choices
    that hold no value of the task, where some do ("Helvetica" in "Helvetica Neue")."""
    part = outline.current
    if part is None:
        return clicks
    counted = pointed_at(part.text, map_.elements)
    if counted is not None and counted.id in clicks.values():
        return {name: number for name, number in clicks.items() if number == counted.id}
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


def _double_clicks(
    usable: list[Element], names: dict[int, str], map_: ElementMap, memory: Memory
) -> dict[str, int]:
    return {
        names[e.id]: e.id
        for e in usable
        if e.kind in _OPENED_TWICE and not memory.is_blocked(DoubleClick(e.id), map_)
    }


def _keys(map_: ElementMap, outline: Outline, memory: Memory) -> dict[str, str]:
    return {
        meaning: keys
        for meaning, keys in SHORTCUTS.items()
        if allowed_by(meaning, outline.remaining) and not memory.is_blocked(Press(keys), map_)
    }


def _key_for_value(outline: Outline, keys: dict[str, str]) -> str | None:
    part = next((part for part in outline.parts if not part.done and part.open_values), None)
    name = named_in(part.text) if part is not None else None
    # To find something on the screen no program's own search is needed.
    return name if name in keys and not (name or "").startswith("find") else None


def _refused(
    usable: list[Element], map_: ElementMap, memory: Memory, values: list[str]
) -> frozenset[tuple[int, str]]:
    """What was entered in vain in this state: the entry's id (0: the keypad) and the value."""
    found = {(0, value) for value in values if memory.is_blocked(Tap(value, ()), map_)}
    for entry in (e for e in usable if e.kind in _ENTERED):
        for value in values:
            tried = TypeText(value, entry.id) if entry.kind == "field" else Select(entry.id, value)
            if memory.is_blocked(tried, map_):
                found.add((entry.id, value))
    return frozenset(found)


def _scrolls(map_: ElementMap, memory: Memory) -> tuple[str, ...]:
    tried = (Scroll("down"), Scroll("up"))
    return tuple(one.direction for one in tried if not memory.is_blocked(one, map_))


def _keypad_of_task(map_: ElementMap, outline: Outline) -> Keypad | None:
    """The keypad on the screen when it can spell a value of the task, used or not."""
    keypad = find_keypad(map_)
    values = [value for part in outline.parts for value in part.values]
    return keypad if keypad and any(keypad.presses(value) for value in values) else None


def _may_end(map_: ElementMap, outline: Outline, memory: Memory) -> bool:
    if not memory.deeds or memory.deeds[-1].effect.kind != "confirmed":
        return False
    return not outline.open_values and not memory.something_open(map_)
