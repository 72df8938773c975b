"""What a widget is to a person who sees it: its kind, whatever its program calls it."""

from __future__ import annotations

from typing import Literal

from benchmarks.apps.atspi import Node
from training.apps.places import Placed, in_popup

Sort = Literal[
    "button", "tick", "switch", "field", "dropdown", "tab", "menu", "link", "list item", "cell",
    "slider", "scroll bar", "image", "entry icon", "dialog",
]  # fmt: skip
"""What has to be decided by its looks is "button" (or icon) and "tick" (or button, or icon)."""

_SORTS: dict[str, Sort] = {
    "push button": "button",
    "push button menu": "button",
    "toggle button": "button",
    "table column header": "button",
    "column header": "button",
    "check box": "tick",
    "radio button": "tick",
    "combo box": "dropdown",
    "page tab": "tab",
    "menu": "menu",
    "menu item": "menu",
    "check menu item": "menu",
    "radio menu item": "menu",
    "link": "link",
    "list item": "list item",
    "tree item": "list item",
    "table cell": "cell",
    "entry": "field",
    "password text": "field",
    "text": "field",
    "spin button": "field",
    "slider": "slider",
    "scroll bar": "scroll bar",
    "image": "image",
    "icon": "image",
    "dialog": "dialog",
    "alert": "dialog",
    "file chooser": "dialog",
    "color chooser": "dialog",
    "font chooser": "dialog",
}
# What these hold belongs to them.
_WHOLE = frozenset({"combo box", "spin button", "push button", "check box", "radio button"})
_TICKED = frozenset({"check box", "radio button", "check menu item", "radio menu item"})


def sort(node: Node) -> Sort | None:
    """The sort of a widget; None for what is no control and for parts of one."""
    around = [one.role for one in node.path]
    found = _SORTS.get(node.role)
    if found is None or (found == "dialog" and node.path):
        return None
    if node.role in ("icon", "image"):
        return _picture(around)
    if not in_popup(node) and _WHOLE.intersection(around):
        return None
    if found == "button" and node.link:
        return "link"
    if found == "button" and node.does == "toggle":
        return "switch"
    if found == "menu" and "combo box" in around:
        return "list item"
    return found


def _picture(around: list[str]) -> Sort | None:
    if around and around[-1] == "layered pane":
        return "list item"
    if around and around[-1] in ("text", "entry", "password text"):
        return "entry icon"
    holders = {"push button", "toggle button", "menu item", "table cell", "list item", "combo box"}
    return None if holders.intersection(around) else "image"


def checked(node: Node) -> bool | None:
    """Whether it is ticked; None for what cannot be, or is neither ticked nor not."""
    if "indeterminate" in node.states:
        return None
    on = bool(node.states & {"checked", "pressed"})
    ticks = node.role in _TICKED or node.does == "toggle"
    return on if ticks else (True if on and node.role == "menu item" else None)


def selected(node: Node, found: Sort) -> bool | None:
    """Whether it is the chosen one, or stays down; None for what cannot be."""
    if found == "tab":
        around = node.path[-1] if node.path else None
        of_qt = around is not None and around.name and around.name == node.name
        return "selected" in node.states or bool(of_qt)
    if found in ("list item", "cell"):
        return "selected" in node.states
    if node.role in ("toggle button", "radio button", "check box"):
        return bool(node.states & {"checked", "pressed"})
    return None


def told_name(node: Node) -> str:
    """What its program calls it, its label first for what holds a value."""
    own = " ".join((node.name or _text_as_name(node)).split())
    if node.role not in ("combo box", "entry", "password text", "text", "spin button", "slider"):
        return own
    titles = {around.name for around in node.path}
    outer = node.path[-1].label if node.path else ""
    label = next((x for x in (node.label, outer) if x and x not in titles), "")
    return " ".join(label.split()).rstrip(": ") or ("" if node.role == "combo box" else own)


def _text_as_name(node: Node) -> str:
    # Programs of GTK 2 name neither the pictures of a folder nor cells.
    return (node.text or "") if node.role in ("icon", "list item", "table cell") else ""


def guessed_name(one: Placed, all_placed: list[Placed]) -> str:
    """The text with a colon that stands before a field in its row; "" without one."""
    best, name = 200, ""
    for other in all_placed:
        text = other.node.name.strip()
        if other.node.role != "label" or other.frame != one.frame or not text.endswith(":"):
            continue
        gap = one.box.left - other.box.right
        level = other.box.top < one.box.center.y < other.box.bottom
        if level and -2 <= gap < best:
            best, name = gap, text.rstrip(": ")
    return name


def value(node: Node) -> str | None:
    """What a field, dropdown or slider holds."""
    if node.role == "password text":
        return "•" * len(node.text or "")
    if node.role in ("entry", "text", "spin button"):
        return node.text
    if node.role == "combo box":
        return " ".join(node.name.split())
    if node.role == "slider" and node.value is not None:
        return f"{node.value:g}"
    return None


def placeholder(node: Node) -> str | None:
    """What an empty field shows; None without one."""
    return dict(node.attributes).get("placeholder-text") or None
