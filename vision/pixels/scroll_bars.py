"""Scroll bars, by their thumbs: a plain bar on a track that ends in an edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box, coverage
from vision.pixels.flat_regions import Shape

# Pixels across a thumb; thinner ones are no shapes, wider ones are keys and panes.
_THINNEST, _THICKEST = 6, 30
# In widths of the thumb: how long it is at least, the whole bar, and what lies between the end of
# the bar and a thumb that is there.
_SHORTEST_THUMB, _SHORTEST_BAR, _SLACK = 1.4, 5.0, 1.25
_SAME, _STEP, _GREY = 14, 25, 30
# A track differs that much from what is beside it: in Chromium it is 252 on a page of 255.
_FAINT, _CLEAR = 2, 8
# The part of a thumb that its grip marks take.
_GRIP = 0.05
_LONGEST_FREE = 0.97
_POINTS = 24
# In widths of the thumb, how far the track reaches beside it; in widths of the track, how high the
# arrow at an end is.
_BESIDE, _ARROW = 1.0, 1.4
# In widths of the thumb: the shortest free end whose edges can be looked at.
_MEASURED = 0.4


@dataclass(frozen=True, slots=True)
class ScrollBar:
    """A scroll bar, in pixels of the frame: all of it with the arrows at its ends, where the thumb
    moves, and whether there is more before and after it. `across`: it runs from left to right."""

    box: Box
    track: Box
    before: bool
    after: bool
    across: bool = False


@dataclass(frozen=True, slots=True)
class _Bar:
    """A bar that runs down: where its thumb moves, the free pixels before and after the thumb, the
    colour of its track."""

    box: Box
    thumb: Box
    before: int
    after: int
    colour: NDArray[np.int16]


def scroll_bars(pixels: Pixels, shapes: Sequence[Shape]) -> list[ScrollBar]:
    """The scroll bars in sight whose thumb can move; first those that run down."""
    found = [_told(bar, pixels) for bar in _bars(pixels, shapes)]
    turned = [replace(s, box=s.box.turned()) for s in shapes]
    aside = np.swapaxes(pixels, 0, 1)
    for bar in _bars(aside, turned, parted=True):
        one = _told(bar, aside)
        box, track = one.box.turned(), one.track.turned()
        found.append(replace(one, box=box, track=track, across=True))
    return found


def _told(bar: _Bar, pixels: Pixels) -> ScrollBar:
    slack = _SLACK * bar.thumb.width
    whole = _with_arrows(_widened(bar, pixels), bar.colour, pixels)
    return ScrollBar(whole, bar.box, bar.before > slack, bar.after > slack)


def _widened(bar: _Bar, pixels: Pixels) -> Box:
    """The bar with the whole width of its track, of which a rounded thumb leaves a part free."""
    box = bar.box
    # Where the thumb, with its rounded ends, is not: the longer free end.
    round_end = max(2, box.width // 2)
    free = (
        range(box.top + 1, box.top + bar.before - round_end)
        if bar.before > bar.after
        else range(box.bottom - bar.after + round_end, box.bottom - 1)
    )
    rows = np.array(free)[:: max(1, len(free) // _POINTS)]
    reach = round(_BESIDE * box.width)
    left = box.left - _same_beside(pixels, rows, range(box.left, box.left - reach, -1))
    right = box.right + _same_beside(pixels, rows, range(box.right - 1, box.right + reach - 1))
    return Box(left, box.top, right, box.bottom)


def _same_beside(pixels: Pixels, rows: NDArray[np.int_], columns: range) -> int:
    """How many columns follow the first one without a step in any of the rows."""
    inner = [x for x in columns if 0 <= x < pixels.shape[1]]
    strip = pixels[rows][:, inner].astype(np.int16)
    plain = np.ptp(strip, axis=0).max(axis=1) <= _FAINT
    steps = np.abs(np.diff(strip, axis=1)).max(axis=(0, 2)) <= _FAINT
    flat = np.abs(strip - strip[:, :1]).max(axis=(0, 2)) <= _SAME
    follows = plain[1:] & steps & flat[1:]
    return len(follows) if follows.all() else int(np.argmin(follows))


def _with_arrows(box: Box, colour: NDArray[np.int16], pixels: Pixels) -> Box:
    """The bar with the arrows at its ends, which leave the sides of the track free."""
    cap = round(_ARROW * box.width)
    sides = (pixels[:, box.left], pixels[:, box.right - 1])
    ends = []
    for part in (range(box.top - 1, -1, -1), range(box.bottom, len(pixels))):
        far = 0
        for y in part[:cap]:
            if not all(_is_track(side[y], colour) for side in sides):
                break
            far += 1
        ends.append(far)
    return Box(box.left, box.top - ends[0], box.right, box.bottom + ends[1])


def _is_track(pixels: NDArray[np.uint8], colour: NDArray[np.int16]) -> bool:
    return bool((np.abs(pixels.astype(np.int16) - colour) <= _FAINT).all())


def _bars(pixels: Pixels, shapes: Sequence[Shape], *, parted: bool = False) -> list[_Bar]:
    """Bars that run down, each once: those of longer thumbs first. `parted`: only those that are
    set off on their left as well; those that run across are, and bars of progress are not."""
    found: list[_Bar] = []
    for shape in sorted(shapes, key=lambda s: -s.box.height):
        box = shape.box
        if not _THINNEST <= box.width <= _THICKEST or box.height < _SHORTEST_THUMB * box.width:
            continue
        if max(shape.colour) - min(shape.colour) > _GREY or shape.holes > _GRIP:
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
    # Headings and cells of a row look like bars that run across, but for their faint edges; fields
    # one below another do, but for the ends, where there is none.
    ends = [(whole.top, box.top - cap), (box.bottom + cap, whole.bottom)]
    long = [end for end in ends if parted and end[1] - end[0] > _MEASURED * box.width]
    parts = [whole, *(Box(whole.left, top, whole.right, bottom) for top, bottom in long)]
    for part in parts:
        if not _has_edge(part, track, pixels, beyond, least=_CLEAR if parted else _FAINT):
            return None
        if parted and not _has_edge(part, track, pixels, ahead, least=_FAINT):
            return None
    return _Bar(whole, box, before, after, track)


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
