"""Elements by description: written down when a step was done, found again on a fresh map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, get_args

from agent.pointing import active_window
from agent.policy.reach import window_at
from agent.records import loose
from agent.routines.routine import Thing
from agent.task.literals import alike, normal
from vision.core.elements import Element, ElementMap, Kind, one_line

KINDS: tuple[Kind, ...] = get_args(Kind)
# Which of these a thing is, its looks alone often do not tell.
_PRESSED: frozenset[Kind] = frozenset({"button", "icon", "link", "menu", "tab", "list item"})
# They are told by their place alone; anything else without a name could be anything.
_NAMELESS: frozenset[Kind] = frozenset({"field", "dropdown"})
_ALIKE = 0.9


def described(element: Element, map_: ElementMap) -> Thing:
    """How the element can be found again, on this screen or one like it."""
    return Thing(
        element.kind,
        one_line(element.text),
        one_line(element.group),
        _application(element, map_),
        one_line(element.within),
        map_.unique_names().get(element.id, ""),
    )


def as_plain(thing: Thing) -> dict[str, str]:
    """As values of JSON or TOML; only what is known."""
    return {name: value for name, value in asdict(thing).items() if value}


def of_plain(data: Mapping[str, Any]) -> Thing | None:
    """A description read back; None when it has no kind that there is."""
    kind = next((known for known in KINDS if known == data.get("kind")), None)
    if kind is None:
        return None
    _, *texts = (each.name for each in fields(Thing))
    return Thing(kind, *(loose.text(data, name) for name in texts))


def find(thing: Thing, map_: ElementMap) -> Element | None:
    """The element that fits the description best, None when none does or several do. Disabled ones
    and those of other applications never fit."""
    names = map_.unique_names()
    usable = [
        e
        for e in map_.elements
        if e.id in names
        and not e.state.disabled
        and (not thing.application or _application(e, map_) == thing.application)
    ]
    for same in _likenesses(thing, usable):
        found = _only(same, thing, map_, names)
        if found is not None:
            return found
        if same:
            # More of them, less like it, would not tell better.
            return None
    return None


def _likenesses(thing: Thing, usable: Sequence[Element]) -> list[list[Element]]:
    """What fits exactly, then what fits less and less."""
    name = normal(thing.name)
    named = [e for e in usable if e.kind == thing.kind and normal(one_line(e.text)) == name]
    there = [e for e in named if normal(one_line(e.within)) == normal(thing.within)]
    kinds = _PRESSED if thing.kind in _PRESSED else {thing.kind}
    near = [
        e for e in usable if e.kind in kinds and thing.name and alike(e.text, thing.name, _ALIKE)
    ]
    return [
        [e for e in there if normal(one_line(e.group)) == normal(thing.window)],
        there,
        named,
        [e for e in near if normal(one_line(e.within)) == normal(thing.within)],
        near,
    ]


def _only(
    same: Sequence[Element], thing: Thing, map_: ElementMap, names: Mapping[int, str]
) -> Element | None:
    if not thing.name and thing.kind not in _NAMELESS:
        same = [e for e in same if names[e.id] == thing.called]
    if len(same) > 1:
        front = next((window.title for window in map_.windows if window.active), "")
        called = [e for e in same if names[e.id] == thing.called]
        same = called or [e for e in same if e.group == front]
    return same[0] if len(same) == 1 else None


def _application(element: Element, map_: ElementMap) -> str:
    window = window_at(element.box.center, map_.windows)
    if window is not None and window.popup and not window.application:
        window = active_window(map_.windows)
    return window.application if window is not None else ""
