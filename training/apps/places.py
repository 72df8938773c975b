"""Where widgets are on the picture: from what their programs say to pixels that can be seen.

GTK tells places in its own pixels of the screen, Qt in its own pixels from the window on; both are
right when the window is found whose size and place fit, and wrong windows are left out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.apps.atspi import Node
from training.apps.scene import Scene
from vision.core.geometry import Box

_CLIPS = frozenset(
    {
        "scroll pane",
        "viewport",
        "table",
        "tree table",
        "tree",
        "list",
        "list box",
        "layered pane",
        "tool bar",
        "page tab list",
        "menu bar",
    }
)
_ITEMS = frozenset({"menu item", "list item", "table cell", "check menu item", "radio menu item"})
_SLACK = 3  # pixels by which a window's size and place may differ
_LEAST_SHARE = 0.5
_LEAST_FULL = 0.7
LARGE = 40_000
"""Pixels: of what is larger, such as a text with a menu before it, one sees how it goes on."""
_LEAST_FULL_LARGE = 0.4
_LEAST = 4  # pixels
_SCROLLS = 250  # pixels of height


@dataclass(frozen=True, slots=True)
class Placed:
    """A widget whose box shows. `box` is in pixels of the picture and holds what shows of it,
    `whole` all of it; `frame` is the place of its window in the scene's frames."""

    node: Node
    box: Box
    whole: Box
    frame: int


@dataclass(frozen=True, slots=True)
class _Home:
    """A window, and how places in it become pixels: (place - origin) * factor + start."""

    frame: int
    factor: float
    origin: tuple[int, int]
    start: tuple[float, float]

    def box(self, node: Node) -> Box | None:
        if node.box is None:
            return None
        sides = []
        for value, axis in zip(node.box.as_list(), (0, 1, 0, 1), strict=True):
            sides.append(round((value - self.origin[axis]) * self.factor + self.start[axis]))
        return Box(*sides) if sides[0] < sides[2] and sides[1] < sides[3] else None


def in_popup(node: Node) -> bool:
    """Whether a widget stands in an open menu or list, which is a window of its own."""
    around = {one.role for one in node.path}
    inner = "menu" in around or "popup menu" in around or node.role == "popup menu"
    return inner or ("combo box" in around and node.role in _ITEMS)


class Places:
    """The places of a scene's widgets. `scales` are the factors that programs may have; `dropped`
    counts what has no place, by reason."""

    def __init__(self, scene: Scene, scales: Sequence[float]) -> None:
        self._scene = scene
        self._scales = tuple(dict.fromkeys((1.0, *scales)))
        self._homes: dict[int, _Home | None] = {}
        self._whole: dict[int, Box | None] = {}
        self.dropped: Counter[str] = Counter()
        self.owners = owners(scene)

    def placed(self) -> list[Placed]:
        """All widgets that can be seen, parents before children."""
        found = []
        for node in self._scene.nodes:
            home = self._home(node)
            whole = home.box(node) if home else None
            self._whole[id(node)] = whole
            if home is None:
                self.dropped["window not found"] += not node.path
                continue
            if whole is None or "showing" not in node.states:
                continue
            box = whole if in_popup(node) else self._clipped(node, whole)
            seen = visible(box, home.frame, self.owners) if box else None
            # Of texts that scroll a small part may show, of an item in a list it must be half.
            most = seen is not None and 2 * seen.area >= whole.area
            if seen is not None and (most or whole.height > _SCROLLS):
                found.append(Placed(node, seen, whole, home.frame))
        return found

    def words(self, node: Node) -> list[tuple[str, Box]]:
        """The words of a widget that show as a whole, in pixels."""
        home = self._home(node)
        bounds = self._whole.get(id(node))
        if home is None or bounds is None:
            return []
        framed = self._scene.frames[home.frame].bar is not None
        if framed and home.origin != (0, 0):
            return []  # Qt, whose words are not where it says
        bounds = bounds if in_popup(node) else self._clipped(node, bounds)
        found = []
        for text, place in node.words:
            box = home.box(Node("", "", "", place, frozenset(), None))
            if box is None or bounds is None:
                continue
            inside = box.intersection(bounds)
            if inside is not None and inside.area >= 0.9 * box.area:
                part = self.owners[inside.top : inside.bottom, inside.left : inside.right]
                if part.size and bool((part == home.frame).all()):
                    found.append((text, inside))
        # Some editors tell the same place for all of their words.
        return found if len({box for _, box in found}) == len(found) else []

    def _clipped(self, node: Node, box: Box) -> Box | None:
        """What scrolling parents let show of a box."""
        left: Box | None = box
        for around in node.path:
            outer = self._whole.get(id(around))
            if around.role in _CLIPS and outer is not None and left is not None:
                left = left.intersection(outer)
        return left

    def _home(self, node: Node) -> _Home | None:
        if in_popup(node):
            return self._popup_home(node)
        return self._window_home(node.window)

    def _window_home(self, top: Node) -> _Home | None:
        if id(top) not in self._homes:
            self._homes[id(top)] = self._found(top, popups=False)
        return self._homes[id(top)]

    def _popup_home(self, node: Node) -> _Home | None:
        around = next((n for n in (node, *reversed(node.path)) if n.role == "popup menu"), None)
        if around is not None:
            if id(around) not in self._homes:
                self._homes[id(around)] = self._found(around, popups=True)
            return self._homes[id(around)]
        top = self._window_home(node.window)
        factors = (top.factor,) if top else self._scales
        if node.box is None:
            return None
        for number, frame in enumerate(self._scene.frames):
            for factor in factors:
                middle = node.box.center
                x, y = middle.x * factor, middle.y * factor
                place = frame.content
                inside = place.left <= x < place.right and place.top <= y < place.bottom
                if frame.window.popup and not frame.window.tooltip and inside:
                    return _Home(number, factor, (0, 0), _shift(place, factor))
        return None

    def _found(self, top: Node, *, popups: bool) -> _Home | None:
        """The window that a widget at the top is, by its size and place."""
        found: list[tuple[float, _Home]] = []
        if top.box is None:
            return None
        for number, frame in enumerate(self._scene.frames):
            if popups and not frame.window.popup:
                continue
            for factor in self._scales:
                named = 0 if top.name == frame.window.title else 10
                if (off := _off(top.box, frame.content, factor)) is not None:
                    start = float(frame.content.left), float(frame.content.top)
                    origin = top.box.left, top.box.top
                    found.append((off + named, _Home(number, factor, origin, start)))
                elif (off := _off(top.box, frame.window.box, factor)) is not None:
                    start = _shift(frame.content, factor)
                    found.append((off + named, _Home(number, factor, (0, 0), start)))
        return min(found, key=lambda pair: pair[0])[1] if found else None


def _shift(place: Box, factor: float) -> tuple[float, float]:
    """GTK counts from whole pixels of its own; a window may stand between two of them."""
    return (
        place.left - math.floor(place.left / factor) * factor,
        place.top - math.floor(place.top / factor) * factor,
    )


def _off(told: Box, true: Box, factor: float) -> float | None:
    """By how much a box differs from a window's; None when it is another window's."""
    pairs = (
        (told.left * factor, true.left),
        (told.top * factor, true.top),
        (told.width * factor, true.width),
        (told.height * factor, true.height),
    )
    most = max(abs(one - other) for one, other in pairs)
    return most if most <= _SLACK + factor else None


def owners(scene: Scene) -> NDArray[np.int16]:
    """For every pixel the number of the frame that shows there, -1 for the background."""
    height, width = scene.pixels.shape[:2]
    result: NDArray[np.int16] = np.full((height, width), -1, dtype=np.int16)
    for number, frame in reversed(list(enumerate(scene.frames))):
        box = frame.window.box
        result[max(0, box.top) : max(0, box.bottom), max(0, box.left) : max(0, box.right)] = number
    return result


def visible(box: Box, frame: int, owner: NDArray[np.int16]) -> Box | None:
    """What shows of a box of a window's; None when most is covered, or what is left of it is no
    rectangle."""
    left, top = max(0, box.left), max(0, box.top)
    own = owner[top : max(0, box.bottom), left : max(0, box.right)] == frame
    if not own.any():
        return None
    rows, columns = np.flatnonzero(own.any(axis=1)), np.flatnonzero(own.any(axis=0))
    seen = Box(
        left + int(columns[0]),
        top + int(rows[0]),
        left + int(columns[-1]) + 1,
        top + int(rows[-1]) + 1,
    )
    count = int(own.sum())
    full = _LEAST_FULL_LARGE if box.area > LARGE else _LEAST_FULL
    enough = count >= min(full, _LEAST_SHARE) * box.area and count >= full * seen.area
    return seen if enough and min(seen.width, seen.height) >= _LEAST else None
