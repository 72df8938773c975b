"""What is really on the screen, as the programs themselves tell it (AT-SPI).

Programs of GTK and LibreOffice tell all of their widgets; xterm tells nothing.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.desktop.virtual_desktop import Desktop
from benchmarks.episodes.programs import variables
from vision.capture.windows import Window, list_windows
from vision.core.elements import Element, Kind, State
from vision.core.geometry import Box, overlap_area

# Our own Python has no bindings of AT-SPI; Debian's has.
_PYTHON = "/usr/bin/python3"
_SCRIPT = Path(__file__).with_name("atspi_dump.py")
_BOLD = Path(__file__).with_name("atspi_bold.py")
_PATIENCE = 20.0  # seconds

KINDS: dict[str, Kind] = {
    "push button": "button",
    "toggle button": "button",
    "check box": "checkbox",
    "radio button": "radio",
    "combo box": "dropdown",
    "page tab": "tab",
    "menu": "menu",
    "menu item": "menu",
    "check menu item": "menu",
    "radio menu item": "menu",
    "link": "link",
    "list item": "list item",
    "table cell": "list item",
    "tree item": "list item",
    "icon": "list item",
    "entry": "field",
    "password text": "field",
    "text": "field",
    "spin button": "field",
    "label": "text",
    "static": "text",
    "heading": "text",
    "paragraph": "text",
}
_TICKED = frozenset({"check box", "radio button", "check menu item", "radio menu item"})
# Cells of pictures, lines between menu items and the like are nothing without a name.
_NAMED = frozenset({"text", "list item", "menu"})


class NoAccessError(RuntimeError):
    """The widgets of the programs cannot be read."""


@dataclass(frozen=True, slots=True)
class Node:
    """A widget. `program` and `role` are as AT-SPI calls them, `text` is what it holds (None if it
    cannot hold any), `label` what stands before it to say what it is for, `path` the nodes around
    it from its window on. What has no place has no box.
    """

    program: str
    role: str
    name: str
    box: Box | None
    states: frozenset[str]
    text: str | None
    label: str = ""
    path: tuple[Node, ...] = field(default=(), repr=False)
    attributes: tuple[tuple[str, str], ...] = ()
    does: str = ""
    link: bool = False
    value: float | None = None
    picture: tuple[int, int] | None = None
    words: tuple[tuple[str, Box], ...] = ()

    @property
    def window(self) -> Node:
        return self.path[0] if self.path else self

    @property
    def in_menu(self) -> bool:
        """Whether it stands in an open menu or list, which lies over its window."""
        return any(node.role in ("menu", "combo box") for node in self.path)


def _said(command: Sequence[str], desktop: Desktop) -> str:
    """What a command prints on a desktop. A program that closes while it is read makes the library
    crash: a second time it is gone."""

    def run(*, check: bool) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=check,
            timeout=_PATIENCE,
            env=variables(desktop),
        )

    first = run(check=False)
    return first.stdout if first.returncode == 0 else run(check=True).stdout


def _asked(words: Sequence[str], desktop: Desktop) -> str:
    """What a script of the system's Python prints. Raises NoAccessError."""
    try:
        return _said([_PYTHON, *words], desktop)
    except (OSError, subprocess.SubprocessError) as problem:
        said = getattr(problem, "stderr", "") or problem
        raise NoAccessError(
            f"The widgets on {desktop.display} cannot be read: {said}\n"
            "Install at-spi2-core, gir1.2-atspi-2.0 and python3-gi for the system's Python."
        ) from problem


def bold(desktop: Desktop) -> tuple[str, ...]:
    """The bold parts of the texts that word processors show, each as far as it goes on.

    Raises:
        NoAccessError: AT-SPI does not work here.
    """
    return tuple(json.loads(_asked([str(_BOLD)], desktop)))


def nodes(desktop: Desktop, *, hidden: bool = False, details: bool = False) -> tuple[Node, ...]:
    """The widgets that show, windows in no order; with `hidden` all that there are. About 0.2 s;
    with `details` longer.

    Raises:
        NoAccessError: AT-SPI does not work here.
    """
    answer = _asked([str(_SCRIPT), *["hidden"] * hidden, *["details"] * details], desktop)
    made: list[Node] = []
    for plain in json.loads(answer):
        parent = made[plain["parent"]] if plain["parent"] >= 0 else None
        path = (*parent.path, parent) if parent else ()
        states = frozenset(plain["states"])
        box = _box(plain["box"])
        program, role, name = plain["program"], plain["role"], plain["name"]
        label = plain["label"]
        more = _details(plain) if details else {}
        made.append(Node(program, role, name, box, states, plain["text"], label, path, **more))
    return tuple(made)


def _details(plain: dict[str, Any]) -> dict[str, Any]:
    boxes = [(word, _box(sides)) for word, *sides in plain["words"]]
    return {
        "attributes": tuple(sorted(plain["attributes"].items())),
        "does": plain["does"],
        "link": plain["link"],
        "value": plain["value"],
        "picture": tuple(plain["picture"]) if plain["picture"] else None,
        "words": tuple((word, box) for word, box in boxes if box is not None),
    }


def _box(sides: Sequence[int]) -> Box | None:
    left, top, right, bottom = sides
    return Box(left, top, right, bottom) if left < right and top < bottom else None


def elements(found: Sequence[Node], windows: Sequence[Window] | None = None) -> tuple[Element, ...]:
    """Widgets as elements; what other windows cover is left out. `windows` from front to back
    (default: those that there are now)."""
    windows = list_windows() if windows is None else windows
    made: list[Element] = []
    for node in found:
        kind = _kind(node)
        if kind is None or node.box is None or "showing" not in node.states:
            continue
        own = _window_of(node, windows)
        if own is None or _covered(node, node.box, own, windows):
            continue
        name = _name(node)
        if kind in _NAMED and not name:
            continue
        group = own.title
        made.append(
            Element(len(made) + 1, kind, name, node.box, _state(node, kind), group, "merged")
        )
    return tuple(made)


def _kind(node: Node) -> Kind | None:
    if node.role == "icon" and not any(around.role == "layered pane" for around in node.path):
        return None  # a picture beside a field or in a tool bar, not one of a folder's
    if node.role == "label" and any(around.role == "list item" for around in node.path):
        return "list item"  # the rows of some lists have no name of their own
    return KINDS.get(node.role)


def _name(node: Node) -> str:
    if KINDS[node.role] == "dropdown":
        return node.label.rstrip(": ")  # what GTK calls its name is its value
    if KINDS[node.role] == "field":
        # A field with a list of what was entered before has the label at the list.
        around = node.path[-1].label if node.path else ""
        return (node.label or around or node.name).rstrip(": ")
    return (node.name or (node.text or "" if KINDS[node.role] in _NAMED else "")).strip()


def _state(node: Node, kind: Kind) -> State:
    chosen = kind in ("tab", "list item")
    value = node.text if kind == "field" else node.name if kind == "dropdown" else None
    return State(
        checked=_ticked(node),
        selected="selected" in node.states if chosen else None,
        disabled=True if "sensitive" not in node.states else None,
        focused=True if "focused" in node.states else None,
        value=value,
    )


def _ticked(node: Node) -> bool | None:
    on = bool(node.states & {"checked", "pressed"})
    # A button that stays down looks like any other as long as it is not.
    return on if node.role in _TICKED else on or None


def _window_of(node: Node, windows: Sequence[Window]) -> Window | None:
    """The window on the screen that a widget belongs to."""
    managed = [window for window in windows if not window.popup]
    named = [window for window in managed if window.title == node.window.name]
    place = node.window.box
    if place is None:
        return None
    return max(
        (window for window in named or managed if overlap_area(window.box, place)),
        key=lambda window: overlap_area(window.box, place),
        default=None,
    )


def _covered(node: Node, box: Box, own: Window, windows: Sequence[Window]) -> bool:
    """Whether the middle of a widget lies under another window (or outside of its own)."""
    middle = box.center
    for window in windows:
        if window.handle == own.handle:
            return not node.in_menu and not window.box.contains(middle)
        if window.box.contains(middle) and not window.tooltip:
            return not (window.popup and node.in_menu)
    return False
