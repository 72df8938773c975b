"""What may be done now: the screen, the task and the memory, boiled down to alternatives.

The grammar is written from this and nothing else, so what is not a choice cannot be replied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import AddToSelection, Click, Done, Hover, Press, Scroll, Select, Tap, TypeText
from agent.app_offers import to_open
from agent.apps.application import Application
from agent.asked import asked_of
from agent.clicks import (
    ENTERED,
    PATIENCE,
    added,
    chooses_several,
    clicks_of,
    double_clicks,
    is_meant,
    is_named,
    names_next_part,
    points_at,
    several_rows_wanted,
)
from agent.keypad import Keypad, find_keypad
from agent.leading import entry_for_rest, led_to, left_for_empty
from agent.literals import mentions, normal, quoted, spans
from agent.memory import Memory
from agent.ordinals import pointed_at
from agent.outline import Outline
from agent.owed import is_owing
from agent.room import MOST, room
from agent.seeking import (
    lies_further_down,
    named_tab,
    named_text,
    next_of_path,
    tabs_to_look_at,
    twins_lie_further_down,
)
from agent.sending import to_send
from agent.shortcuts import SHORTCUTS, allowed_by, loses, named_in
from agent.writing import asks_to_write, only_writing_is_over
from vision.elements import Element, ElementMap

# Their text is their content or label, or a value that may be chosen there.
_WRITTEN = (*ENTERED, "menu", "list item")
# The name of the keypad among the fields.
KEYPAD = "keypad"
# What leads to more to read, and does nothing else.
_LEADING_ON = ("tab", "link", "list item")


@dataclass(frozen=True, slots=True)
class Choices:
    """Names as the model sees them, each with what it stands for. `added` are the rows that are
    chosen with others, `pointed` the entries of menus that may open when the mouse is over them,
    `folded` the buttons that show only as the keypad, `refused` the values that
    an entry (0: the keypad) did not take, `most` how many actions a reply has room for; `must_ask`
    that the model is asked however little there is to choose."""

    clicks: dict[str, int] = field(default_factory=dict)
    added: frozenset[int] = frozenset()
    pointed: frozenset[int] = frozenset()
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
    must_ask: bool = False

    def values_for(self, number: int) -> tuple[str, ...]:
        """The values that may go into the field or dropdown with this id, 0 for the keypad."""
        return tuple(
            value
            for value in self.values
            if (number, value) not in self.refused
            and (number or (self.keypad is not None and self.keypad.presses(value)))
        )

    def click(self, number: int) -> Click | Hover:
        """What is done to choose the element with this id."""
        if number in self.pointed:
            return Hover(number)
        return AddToSelection(number) if number in self.added else Click(number)

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to choose."""
        return self == Choices(most=self.most)

    @property
    def only(self) -> Click | Hover | Press | Scroll | Done | None:
        """The only thing left to choose, if there is just one, and no model must be asked."""
        if self.must_ask:
            return None
        if self == Choices(done=True):
            return Done()
        others = (self.double_clicks, self.fields, self.dropdowns, self.keypad, self.applications)
        if any(others) or self.done or self.fail:
            return None
        if len(self.clicks) + len(self.keys) + len(self.scroll) != 1:
            return None
        for direction in self.scroll:
            return Scroll("up" if direction == "up" else "down")
        for target in self.clicks.values():
            return self.click(target)
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
    names = map_.unique_names()
    if outline.current is not None and outline.current.held:
        return _all(map_, outline, memory, names, (*applications, *needed))
    if (only := _only(map_, outline, memory, names)) is not None:
        return only
    if outline.current is not None and asked_of(outline.current):
        return _to_look_for(map_, outline, memory, names)
    values = _values(outline, map_)
    pad = _keypad_of_task(map_, outline)
    usable = [e for e in map_.elements if e.id in names and not e.state.disabled]
    refused = _refused(usable, map_, memory, values) | _of_others(usable, outline, memory, values)
    taps = [v for v in values if pad and pad.presses(v) and (0, v) not in refused]
    keypad = pad if taps else None
    fields, dropdowns = _entries(_counted(usable, outline), names, refused, memory, values)
    folded = {e.id for e in pad.buttons.values() if e.text != "="} if pad else set()
    clickable = [e for e in usable if e.id not in folded]
    clicks = clicks_of(clickable, names, map_, outline, memory, with_fields=not values)
    named = any(is_named(map_.by_id(number), outline) for number in clicks.values())
    next_named = names_next_part(clicks, map_, outline)
    if next_named or keypad:
        clicks = {n: i for n, i in clicks.items() if is_meant(map_.by_id(i), outline)}
    if keypad or (next_named and not outline.open_values):
        # What the keypad can spell is entered there, and its other keys come afterwards: the
        # display above it is no field.
        fields, dropdowns = {}, {}
    keys = {} if named or keypad else _keys(map_, outline, memory)
    if not (fields or dropdowns or keypad or memory.something_open(map_)):
        wanted = None if named else _key_for_value(outline, keys)
        if wanted is not None:
            # A value waits for its field, and the task says what brings it up: "save it as …".
            keys, clicks = {wanted: keys[wanted]}, {}
        elif (unseen := _not_in_sight(map_, outline, memory, clicks, named=named)) is not None:
            return unseen
    twice = {}
    if clicks and not keypad and not next_named:
        twice = double_clicks(usable, names, map_, outline, memory)
    opened = to_open(applications, needed, outline, map_, memory)
    touched = [map_.by_id(number).text for number in {*clicks.values(), *twice.values()}]
    entries = len(fields) + len(dropdowns) + bool(keypad)
    return Choices(
        clicks=clicks,
        pointed=frozenset(i for i in clicks.values() if points_at(i, map_, outline, memory)),
        added=frozenset(i for i in clicks.values() if added(map_.by_id(i), outline, memory)),
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
        fail=memory.useless_in_a_row >= PATIENCE,
        most=1
        if several_rows_wanted(clicks.values(), map_, outline)
        else room(values, entries, [*touched, *keys, *keys.values(), *opened], outline),
    )


def _all(
    map_: ElementMap,
    outline: Outline,
    memory: Memory,
    names: dict[int, str],
    applications: Sequence[Application],
) -> Choices:
    """All that can be done here, whatever the words of the task point at: it forbids or exempts
    something, and a word of it may be just what must not be used."""
    usable = [e for e in map_.elements if e.id in names and not e.state.disabled]
    clicks = {names[e.id]: e.id for e in usable if not memory.is_blocked(Click(e.id), map_)}
    values = _values(outline, map_) or spans(outline.remaining)
    refused = _refused(usable, map_, memory, values)
    fields, dropdowns = _entries(usable, names, refused, memory, values)
    return Choices(
        clicks=clicks,
        double_clicks=double_clicks(usable, names, map_, outline, memory),
        fields=fields,
        dropdowns=dropdowns,
        values=tuple(values),
        refused=refused,
        keys=_keys(map_, outline, memory),
        applications=to_open(applications, (), outline, map_, memory),
        scroll=_scrolls(map_, memory),
        done=bool(memory.deeds),
        fail=True,
        most=1,
        must_ask=True,
    )


def _to_look_for(
    map_: ElementMap, outline: Outline, memory: Memory, names: dict[int, str]
) -> Choices:
    """Where what the next part asks to be told may stand: nothing is written or pressed for it."""
    leading = [
        e for e in map_.elements if e.id in names and e.kind in _LEADING_ON and not e.state.disabled
    ]
    clicks = clicks_of(leading, names, map_, outline, memory, with_fields=False)
    below = any(area.below for area in map_.areas)
    scroll = tuple(way for way in _scrolls(map_, memory) if way == "down" and below)
    return Choices(clicks=clicks, scroll=scroll, most=1)


def _not_in_sight(
    map_: ElementMap, outline: Outline, memory: Memory, clicks: dict[str, int], *, named: bool
) -> Choices | None:
    """Where to look for what the next part names; `named` when anything of the task is there."""
    # What a later part names ("then press Save") is no reason not to scroll.
    here = named and _is_named_now(clicks, map_, outline)
    if not here and lies_further_down(map_, outline, memory):
        return Choices(scroll=("down",), most=1)
    if named:
        return None
    unseen = tabs_to_look_at(map_, outline, memory)
    other = next(((n, i) for n, i in clicks.items() if i in unseen), None)
    if other is not None:
        return Choices(clicks=dict([other]), most=1)
    text = named_text(map_, outline, memory)
    if text is None:
        return None
    return Choices(
        clicks={f"{text.text} text": text.id},
        pointed=frozenset([text.id] if points_at(text.id, map_, outline, memory) else []),
        added=frozenset([text.id] if added(text, outline, memory) else []),
        most=1,
    )


def _is_named_now(clicks: dict[str, int], map_: ElementMap, outline: Outline) -> bool:
    """Whether something to click is named by the part that comes next, or that part wants nothing
    that could be looked for."""
    part = outline.current
    if part is None or not part.open_values:
        return True
    return any(mentions(part.text, map_.by_id(number).text) for number in clicks.values())


def _only(
    map_: ElementMap, outline: Outline, memory: Memory, names: dict[int, str]
) -> Choices | None:
    """What is to be done whatever else could be: to end, to go to the tab that is named, or to the
    rest of what is chosen from a list."""
    if _may_end(map_, outline, memory) and only_writing_is_over(outline, map_):
        return Choices(done=True)
    tab = named_tab(map_, outline.current, memory)
    if tab is not None and tab.id in names and not memory.is_blocked(Click(tab.id), map_):
        return Choices(clicks={names[tab.id]: tab.id}, most=1)
    send = to_send(map_, outline, memory)
    if send is not None and send.id in names:
        return Choices(clicks={names[send.id]: send.id}, most=1)
    rest = entry_for_rest(outline.current, map_, outline)
    if rest is not None and rest[0].id in names:
        field, word = rest
        if not (memory.is_filled(field) or memory.is_blocked(TypeText(word, field.id), map_)):
            return Choices(fields={names[field.id]: field.id}, values=(word,), most=1)
    entry = next_of_path(map_, outline, memory)
    if entry is not None:
        pointed = frozenset([entry.id] if points_at(entry.id, map_, outline, memory) else [])
        name = names.get(entry.id, f"{entry.text} text")
        return Choices(clicks={name: entry.id}, pointed=pointed, most=1)
    more = chooses_several(outline, memory) and lies_further_down(map_, outline, memory)
    if more or twins_lie_further_down(map_, outline, memory):
        return Choices(scroll=("down",), most=1)
    return None


def _values(outline: Outline, map_: ElementMap) -> list[str]:
    """Values of the task that did not reach the screen yet and may be text for a field: not the
    names of things to click. A part without a marked value offers its runs of words."""
    named = {normal(e.text) for e in map_.elements if e.interactive and e.kind not in _WRITTEN}
    labels = {normal(e.text) for e in map_.elements if e.kind in ENTERED}
    # “Type "Ann" into Filter”: quoted, and said to be typed, whatever else has that name.
    typed = {v for part in outline.parts if asks_to_write(part) for v in quoted(part.text)}
    values = [
        value
        for value in outline.open_values
        if value in typed
        or (
            normal(value) not in named and (outline.is_quoted(value) or normal(value) not in labels)
        )
    ]
    part = outline.current
    if not outline.open_values and part is not None and not part.values:
        # "Go to the 3rd field" has nothing to write.
        pointed = pointed_at(part.text, map_.elements) is not None and not asks_to_write(part)
        values = [] if pointed else spans(part.text)
    elif not outline.open_values and part is not None:
        values = left_for_empty(part, map_, outline)
    return values


def _counted(usable: list[Element], outline: Outline) -> list[Element]:
    """What the next part counts out ("the second field"), when it is to be written into."""
    part = outline.current
    counted = pointed_at(part.text, usable) if part is not None else None
    return [counted] if counted is not None and counted.kind in ENTERED else usable


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
        if e.kind in ENTERED
        and not memory.is_filled(e)
        and any((e.id, value) not in refused for value in values)
    ]
    fields = {names[e.id]: e.id for e in free if e.kind == "field"}
    dropdowns = {names[e.id]: e.id for e in free if e.kind == "dropdown"}
    return fields, dropdowns


def _keys(map_: ElementMap, outline: Outline, memory: Memory) -> dict[str, str]:
    return {
        meaning: keys
        for meaning, keys in SHORTCUTS.items()
        if allowed_by(meaning, outline.remaining) and not memory.is_blocked(Press(keys), map_)
    }


def _key_for_value(outline: Outline, keys: dict[str, str]) -> str | None:
    part = next((part for part in outline.parts if not part.done and part.open_values), None)
    name = named_in(part.text) if part is not None else None
    # To find something on the screen no program's own search is needed, and what loses something
    # brings up no field.
    brings = name in keys and not name.startswith("find") and not loses(name) if name else False
    return name if brings else None


def _refused(
    usable: list[Element], map_: ElementMap, memory: Memory, values: list[str]
) -> frozenset[tuple[int, str]]:
    """What was entered in vain in this state: the entry's id (0: the keypad) and the value."""
    found = {(0, value) for value in values if memory.is_blocked(Tap(value, ()), map_)}
    for entry in (e for e in usable if e.kind in ENTERED):
        for value in values:
            tried = TypeText(value, entry.id) if entry.kind == "field" else Select(entry.id, value)
            if memory.is_blocked(tried, map_):
                found.add((entry.id, value))
    return frozenset(found)


def _of_others(
    usable: list[Element], outline: Outline, memory: Memory, values: list[str]
) -> frozenset[tuple[int, str]]:
    """Entries and the values that the task gives to another one of them."""
    free = [e for e in usable if e.kind in ENTERED and e.text and not memory.is_filled(e)]
    found: set[tuple[int, str]] = set()
    for part in outline.parts:
        for value in set(values) & set(part.open_values):
            own = led_to(value, part, free)
            if own is not None:
                found |= {(e.id, value) for e in usable if e.kind in ENTERED and e is not own}
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
    owing = any(is_owing(part) for part in outline.parts if not part.done)
    return not (outline.open_values or owing or memory.something_open(map_))
