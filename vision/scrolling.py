"""Areas that scroll, by their scroll bars: where they are and on which sides there is more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box, coverage
from vision.screen import Pixels
from vision.shapes import Shape

# Pixels across a thumb; thinner ones are no shapes, wider ones are keys and panes.
_THINNEST, _THICKEST = 6, 30
# In widths of the thumb: how long it is at least, the whole bar, and what lies between the end of
# the bar and a thumb that is there.
_SHORTEST_THUMB, _SHORTEST_BAR, _SLACK = 1.4, 5.0, 1.25
_SAME, _STEP, _GREY = 14, 25, 30
_LONGEST_FREE = 0.97
_POINTS = 24


@dataclass(frozen=True, slots=True)
class ScrollArea:
    """A part of the screen that scrolls, with its bar, in physical pixels of the virtual screen;
    the sides on which there is more to see."""

    box: Box
    above: bool = False
    below: bool = False
    left: bool = False
    right: bool = False

    def words(self) -> str:
        """Where there is more, as in "more above and below"; "" when all is in sight."""
        sides = [name for name in ("above", "below", "left", "right") if getattr(self, name)]
        said = " and ".join([", ".join(sides[:-1]), sides[-1]] if len(sides) > 1 else sides)
        return f"more {said}" if said else ""

    def moved(self, dx: int, dy: int) -> ScrollArea:
        return replace(self, box=self.box.moved(dx, dy))


@dataclass(frozen=True, slots=True)
class _Bar:
    """A bar that runs down: its box, and the free pixels before and after the thumb."""

    box: Box
    thumb: Box
    before: int
    after: int


def scroll_areas(
    pixels: Pixels, shapes: Sequence[Shape], windows: Sequence[Box] = ()
) -> tuple[ScrollArea, ...]:
    """The areas with a scroll bar in sight. All boxes are relative to `pixels`; `windows` come
    front to back (the whole frame when there are none)."""
    frame = Box(0, 0, pixels.shape[1], pixels.shape[0])
    windows = [*windows, frame]
    areas: list[ScrollArea] = []
    for bar in _bars(pixels, shapes):
        slack = _SLACK * bar.thumb.width
        box = _pane(bar.box, shapes, windows)
        areas.append(ScrollArea(box, above=bar.before > slack, below=bar.after > slack))
    turned = [replace(s, box=_turned(s.box)) for s in shapes]
    for bar in _bars(np.swapaxes(pixels, 0, 1), turned, parted=True):
        slack = _SLACK * bar.thumb.width
        sides = {"left": bar.before > slack, "right": bar.after > slack}
        box = _turned(_pane(bar.box, turned, [_turned(window) for window in windows]))
        same = next((a for a in areas if _is_same_area(a.box, box)), None)
        if same is None:
            areas.append(ScrollArea(box, **sides))
        else:
            areas[areas.index(same)] = replace(same, box=same.box.union(box), **sides)
    return tuple(sorted(areas, key=lambda area: (area.box.top, area.box.left)))


def _turned(box: Box) -> Box:
    return Box(box.top, box.left, box.bottom, box.right)


def _is_same_area(a: Box, b: Box) -> bool:
    return min(coverage(a, b), coverage(b, a)) > 0.7


def _bars(pixels: Pixels, shapes: Sequence[Shape], *, parted: bool = False) -> list[_Bar]:
    """Bars that run down, each once: those of longer thumbs first. `parted`: only those that are
    set off on their left as well; those that run across are, and bars of progress are not."""
    found: list[_Bar] = []
    for shape in sorted(shapes, key=lambda s: -s.box.height):
        box = shape.box
        if not _THINNEST <= box.width <= _THICKEST or box.height < _SHORTEST_THUMB * box.width:
            continue
        if max(shape.colour) - min(shape.colour) > _GREY or shape.holes > 0.2:
            continue
        bar = _bar(shape, pixels, parted=parted)
        if bar is not None and not any(coverage(bar.box, b.box) > 0.3 for b in found):
            found.append(bar)
    return found


def _bar(shape: Shape, pixels: Pixels, *, parted: bool) -> _Bar | None:
    box = shape.box
    columns = slice(box.left, box.right)
    track = _track(shape, pixels)
    if track is None:
        return None
    # Rounded ends of the thumb reach a few pixels beyond what is flat.
    free = np.abs(pixels[:, columns].astype(np.int16) - track).max(axis=(1, 2)) <= _SAME
    cap = max(2, box.width // 2)
    before = _run(free[: box.top][::-1], cap)
    after = _run(free[box.bottom :], cap)
    whole = Box(box.left, box.top - before, box.right, box.bottom + after)
    length = whole.height
    if length < _SHORTEST_BAR * box.width or box.height > _LONGEST_FREE * length:
        return None
    if max(before, after) <= _SLACK * box.width:
        return None
    beyond = range(box.right, box.right + box.width + 1)
    ahead = range(box.left - 1, box.left - box.width - 2, -1)
    if not _has_edge(whole, track, pixels, beyond, least=8):
        return None
    if parted and not _has_edge(whole, track, pixels, ahead, least=2):
        return None
    return _Bar(whole, box, before, after)


def _track(shape: Shape, pixels: Pixels) -> NDArray[np.int16] | None:
    """The colour beyond the longer free end of a thumb; None when it is the thumb's own."""
    box, middle = shape.box, shape.box.center.x
    gap = max(3, box.width // 2)
    ends = [y for y in (box.top - gap, box.bottom + gap) if 0 <= y < len(pixels)]
    for y in sorted(ends, key=lambda y: abs(y - len(pixels) // 2)):
        colour: NDArray[np.int16] = pixels[y, middle].astype(np.int16)
        apart = np.abs(colour - np.array(shape.colour)).max() >= _STEP
        if apart and np.ptp(colour) <= _GREY:  # what is left of a bar of progress is grey too
            return colour
    return None


def _run(free: NDArray[np.bool_], cap: int) -> int:
    """How many of the first are free, after a start of at most `cap` that is not."""
    start = 0
    while start < min(cap, len(free)) and not free[start]:
        start += 1
    if start >= len(free) or not free[start]:
        return 0
    stops = np.flatnonzero(~free[start:])
    return start + (int(stops[0]) if len(stops) else len(free) - start)


def _has_edge(
    bar: Box, track: NDArray[np.int16], pixels: Pixels, columns: range, *, least: int
) -> bool:
    """Whether the picture ends in one of these columns, or something else than the track begins:
    a step of more than `least` along the whole bar."""
    rows = np.linspace(bar.top + 1, bar.bottom - 2, _POINTS).astype(int)
    for x in columns:
        if not 0 <= x < pixels.shape[1]:
            return True
        away = np.abs(pixels[rows, x].astype(np.int16) - track).max(axis=1)
        if (away > least).mean() > 0.85:
            return True
    return False


def _pane(bar: Box, shapes: Sequence[Shape], windows: Sequence[Box]) -> Box:
    """The box of what a bar scrolls: from the left edge of a flat area beside it, or of its window,
    to its right side."""
    window = next((w for w in windows if w.contains(bar.center)), windows[-1])
    beside = [
        s.box.left
        for s in shapes
        if abs(s.box.right - bar.left) <= bar.width
        and abs(s.box.top - bar.top) <= 3 * bar.width
        and abs(s.box.bottom - bar.bottom) <= 3 * bar.width
        and s.box.width > 3 * bar.width
    ]
    left = max(window.left, min(beside, default=window.left))
    return Box(min(left, bar.left), bar.top, bar.right, bar.bottom)
