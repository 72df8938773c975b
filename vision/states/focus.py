"""Which control has the keyboard: a caret stands in it, or a ring is drawn round it alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.elements import Element, Kind
from vision.core.geometry import Box
from vision.core.views import View

# Of other kinds too many have a ring that means something else: pressed, selected, the main one.
_RINGED: tuple[Kind, ...] = ("field", "dropdown")
# A ring lies on the edge of a control or just outside of it.
_OFFSETS = np.arange(-3, 6)
_PAPER = 9
# Of a double ring: where it is looked for, its black and its white, the share of a side that is
# even, and the step to what lies outside.
_NEAR = np.arange(-5, 8)
_BLACK, _WHITE, _WHOLE, _OTHER = 40.0, 235.0, 0.75, 3.0
_POINTS = 16
_ROOM = 9  # pixels that both rings may need around a box
_EVEN = 40.0
# Black, white or blue lines that no like control has: half as strong is a usual frame.
_STRONG, _USUAL = 100.0, 0.5
_FEWEST_LIKE = 3
# How likely it must be for a closer look that an element has the keyboard.
_LOOKS_SO = 0.6
_CARET_STEP = 60
# In heights of the letters beside it: a caret is 1.6 high, a stroke of a font 1.25.
_CARET_HEIGHT = 1.35
_LARGEST_FIELD = 60
"""Pixels of height above which a field is looked at as an area of many lines."""


def focused(view: View, elements: Sequence[Element]) -> int | None:
    """The id of the element that has the keyboard, None where the pixels do not tell. Boxes are
    relative to the pixels of the view. A closer look, if the view has a looker, tells of rings in
    colours."""
    ringed = [e for e in elements if e.interactive and _around(e.box, view, _is_ringed)]
    if len(ringed) == 1:
        return ringed[0].id
    carets = [e for e in elements if e.kind == "field" and view.ask(_shows_caret, e.box)]
    if len(carets) == 1:
        return carets[0].id
    found = [one for kind in _RINGED if (one := _only_ringed(kind, view, elements)) is not None]
    if len(found) == 1:
        return found[0]
    return _by_looks(view, elements) if view.looker is not None else None


def _by_looks(view: View, elements: Sequence[Element]) -> int | None:
    """The element that most looks like having the keyboard, if one surely does."""
    used = [(view.look(e.box).shows("focused"), e.id) for e in elements if e.interactive]
    likely, number = max(used, default=(0.0, 0))
    return number if likely >= _LOOKS_SO else None


def _is_ringed(crop: Pixels) -> bool:
    return has_double_ring(_inner(crop), crop)


def _strength(crop: Pixels) -> float:
    return ring_strength(_inner(crop), crop)


def _around(box: Box, view: View, question: Callable[[Pixels], float]) -> float:
    """The answer to a question about what a box is surrounded by; 0 at the edge of the picture."""
    height, width = view.pixels.shape[:2]
    around = box.grown(_ROOM)
    if around.left < 0 or around.top < 0 or around.right > width or around.bottom > height:
        return 0.0
    return view.ask(question, around)


def _inner(crop: Pixels) -> Box:
    return Box(_ROOM, _ROOM, crop.shape[1] - _ROOM, crop.shape[0] - _ROOM)


def _shows_caret(crop: Pixels) -> bool:
    return has_caret(Box(0, 0, crop.shape[1], crop.shape[0]), crop)


def has_caret(box: Box, pixels: Pixels) -> bool:
    """Whether a bar that is thin, straight and higher than letters stands free in a field."""
    rim = max(3, round(0.12 * min(box.height, _LARGEST_FIELD)))
    crop = pixels[max(0, box.top + rim) : max(0, box.bottom - rim),
                  max(0, box.left + rim) : max(0, box.right - rim)]  # fmt: skip
    if crop.shape[0] < 8 or crop.shape[1] < 8:
        return False
    flat = crop.reshape(-1, 3)
    ground = np.median(flat[:: max(1, len(flat) // 4000)], axis=0).astype(np.int16)
    inked = np.abs(crop.astype(np.int16) - ground).max(axis=2) > _CARET_STEP
    return _has_thin_bar(inked, single=box.height < _LARGEST_FIELD)


def _has_thin_bar(inked: NDArray[np.bool_], *, single: bool) -> bool:
    """Whether exactly one bar is there. In a `single` line without letters it stands at the left:
    what stands at the right parts off a button."""
    import cv2

    count, _, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8), connectivity=8)
    parts = [tuple(int(v) for v in row) for row in stats[1:count]]
    letters = sorted(h for _, _, w, h, _ in parts if w > 3)
    tallest = letters[int(0.9 * (len(letters) - 1))] if letters else 0
    bars = [
        left
        for left, top, w, h, area in parts
        if w <= max(2, h // 9)
        and h >= max(10, _CARET_HEIGHT * tallest)
        and area >= 0.95 * w * h
        and top > 0
        and top + h < len(inked)
    ]
    if single and not letters:
        bars = [left for left in bars if left < 0.2 * inked.shape[1] + 20]
    return len(bars) == 1


def _only_ringed(kind: Kind, view: View, elements: Sequence[Element]) -> int | None:
    alike = [e for e in elements if e.kind == kind]
    if len(alike) <= _FEWEST_LIKE:
        return None
    known = sorted(((_around(e.box, view, _strength), e.id) for e in alike), reverse=True)
    (best, number), (second, _) = known[:2]
    return number if best > _STRONG and second < _USUAL * best else None


def ring_strength(box: Box, pixels: Pixels) -> float:
    """How far the colour of a line round a box is from what lies outside of it, 0 to 255; 0 where
    no even line goes all the way round, and at the edge of the picture."""
    height, width = pixels.shape[:2]
    around = box.grown(_PAPER)
    if around.left < 0 or around.top < 0 or around.right > width or around.bottom > height:
        return 0.0
    if min(box.width, box.height) < 12:
        return 0.0
    lines = _sides(box, np.append(_OFFSETS, _PAPER - 1), pixels)
    colours = np.median(lines, axis=2)
    even = (np.abs(lines - colours[:, :, None]).max(axis=3) < _EVEN).mean(axis=2).min(axis=1)
    one = np.ptp(colours, axis=1).max(axis=1) < _EVEN
    steps = np.abs(colours - colours[-1]).max(axis=2).min(axis=1)
    rings = steps[:-1][(even[:-1] > 0.75) & one[:-1]]
    return float(rings.max()) if len(rings) else 0.0


def has_double_ring(box: Box, pixels: Pixels) -> bool:
    """Whether a black line and a white one beside it go all the way round, on a ground of another
    colour: so browsers show what has the keyboard, on any page."""
    height, width = pixels.shape[:2]
    around = box.grown(int(_NEAR[-1]) + 1)
    if around.left < 0 or around.top < 0 or around.right > width or around.bottom > height:
        return False
    if min(box.width, box.height) < 12:
        return False
    lines = _sides(box, _NEAR, pixels)
    colours = np.median(lines, axis=2)
    even = (np.abs(lines - colours[:, :, None]).max(axis=3) < _EVEN).mean(axis=2) > _WHOLE
    white = even & (colours.min(axis=2) >= _WHITE)
    black = even & (colours.max(axis=2) <= _BLACK)
    ends = np.ptp(np.stack([colours[2:-1], colours[3:]]), axis=0).max(axis=2) > _OTHER
    return any(
        bool((outer[2:-1] & (inner[1:-2] | inner[:-3]) & ends).any(axis=0).all())
        for outer, inner in ((white, black), (black, white))
    )


def _sides(box: Box, offsets: NDArray[np.int64], pixels: Pixels) -> NDArray[np.float32]:
    """Offsets x 4 sides x points x RGB: pixels on the box grown by each offset, no corners."""
    along = np.linspace(0.25, 0.75, _POINTS)
    across = (box.left + along * box.width).astype(int)
    down = (box.top + along * box.height).astype(int)
    lines = [
        np.stack([pixels[down, box.left - d], pixels[box.top - d, across],
                  pixels[down, box.right - 1 + d], pixels[box.bottom - 1 + d, across]])
        for d in offsets
    ]  # fmt: skip
    return np.stack(lines).astype(np.float32)
