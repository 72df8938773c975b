"""Prints what the programs on this desktop tell about their widgets, as JSON.

Run by the system's own Python, which has the bindings of AT-SPI: `python3 atspi_dump.py [hidden]
[details]`. A list of nodes, parents before children; with "hidden" also those that do not show (the
items of closed menus); with "details" also what only labelling wants to know (see `details`).
"""

from __future__ import annotations

import itertools
import json
import re
import resource
import sys
from typing import Any

import gi  # type: ignore[import-not-found,unused-ignore]

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # type: ignore[import-not-found,unused-ignore]  # noqa: E402

_PATIENCE_MS = 1500
# Some answers of programs make libatspi ask for 16 GB: only this process is to fail then.
_MEMORY = 2 << 30  # bytes
# A sheet of LibreOffice has millions of cells.
_MOST_CHILDREN = 400
_LONGEST_TEXT = 4000
# Words of a text that are given a box; longer texts have no boxes for the rest.
_MOST_WORDS = 600
_STATES = (
    "showing",
    "checked",
    "pressed",
    "selected",
    "focused",
    "sensitive",
    "editable",
    "active",
    "expanded",
)
_MORE_STATES = ("selectable", "focusable", "expandable", "modal", "single_line", "indeterminate")


def walk(
    accessible: Any,
    parent: int,
    program: str,
    nodes: list[dict[str, Any]],
    *,
    hidden: bool,
    more: bool,
) -> None:
    """Add a widget and what it holds."""
    states = accessible.get_state_set()
    if not hidden and parent >= 0 and not states.contains(Atspi.StateType.SHOWING):
        return
    number = len(nodes)
    nodes.append(node(accessible, states, parent, program))
    if more:
        nodes[-1].update(details(accessible, states, nodes[-1]))
    for index in range(min(accessible.get_child_count(), _MOST_CHILDREN)):
        try:
            child = accessible.get_child_at_index(index)
            if child is not None:
                walk(child, number, program, nodes, hidden=hidden, more=more)
        except GLib.GError:
            continue  # closed meanwhile


def node(accessible: Any, states: Any, parent: int, program: str) -> dict[str, Any]:
    """A widget as plain values."""
    component = accessible.get_component_iface()
    box = [0, 0, 0, 0]
    if component is not None:
        place = component.get_extents(Atspi.CoordType.SCREEN)
        box = [place.x, place.y, place.x + place.width, place.y + place.height]
    kinds = Atspi.StateType
    return {
        "parent": parent,
        "program": program,
        "role": accessible.get_role_name(),
        "name": accessible.get_name() or "",
        "box": box,
        "states": [name for name in _STATES if states.contains(getattr(kinds, name.upper()))],
        "text": text(accessible),
        "label": label(accessible),
    }


def label(accessible: Any) -> str:
    """The name of what stands before a widget to say what it is for; "" without one."""
    for relation in accessible.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            return relation.get_target(0).get_name() or ""
    return ""


def text(accessible: Any) -> str | None:
    """The text that a widget holds; None for one that holds none."""
    interface = accessible.get_text_iface()
    if interface is None:
        return None
    length = min(interface.get_character_count(), _LONGEST_TEXT)
    return str(interface.get_text(0, length)) if length > 0 else ""


def details(accessible: Any, states: Any, plain: dict[str, Any]) -> dict[str, Any]:
    """More states, attributes, the first action's name, whether it is a link, its value, the size
    of its picture, and the boxes of the words of its text."""
    kinds = Atspi.StateType
    more = [name for name in _MORE_STATES if states.contains(getattr(kinds, name.upper()))]
    action, value = accessible.get_action_iface(), accessible.get_value_iface()
    picture = accessible.get_image_iface()
    size = picture.get_image_size() if picture is not None else None
    return {
        "states": [*plain["states"], *more],
        "attributes": dict(accessible.get_attributes() or {}),
        "does": (action.get_action_name(0) or "") if action and action.get_n_actions() else "",
        "link": accessible.get_hyperlink() is not None,
        "value": value.get_current_value() if value is not None else None,
        "picture": [size.x, size.y] if size is not None else None,
        "words": words(accessible, plain["text"], plain["box"]) if plain["text"] else [],
    }


def words(accessible: Any, text: str, box: list[int]) -> list[list[Any]]:
    """The words of a text that lie within the box of their widget: [word, left, top, right,
    bottom]."""
    interface = accessible.get_text_iface()
    found: list[list[Any]] = []
    for match in itertools.islice(re.finditer(r"\S+", text), _MOST_WORDS):
        place = interface.get_range_extents(match.start(), match.end(), Atspi.CoordType.SCREEN)
        right, bottom = place.x + place.width, place.y + place.height
        if place.y > box[3]:
            break
        if place.width > 0 and place.height > 0 and right > box[0] and bottom > box[1]:
            found.append([match.group(), place.x, place.y, right, bottom])
    return found


def main() -> None:
    hidden, more = "hidden" in sys.argv[1:], "details" in sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    Atspi.set_timeout(_PATIENCE_MS, _PATIENCE_MS)
    desktop = Atspi.get_desktop(0)
    nodes: list[dict[str, Any]] = []
    for index in range(desktop.get_child_count()):
        try:
            program = desktop.get_child_at_index(index)
            if program is None:
                continue
            name = program.get_name() or ""
            for number in range(program.get_child_count()):
                window = program.get_child_at_index(number)
                if window is not None:
                    walk(window, -1, name, nodes, hidden=hidden, more=more)
        except GLib.GError:
            continue  # a program that ended or hangs tells nothing
    json.dump(nodes, sys.stdout)


if __name__ == "__main__":
    main()
