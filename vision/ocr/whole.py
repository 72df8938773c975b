"""Boxes of the finder of text, drawn anew round the letters of their lines.

The finder draws them by how sure its network is, which fades at the ends of a line and at low
signs: a full stop, the "r" of "Enter", or what follows "_" in the name of a file is left outside.
Often they lean a little, and turning them upright would blur what is upright on a screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box, bounding_box
from vision.pixeldiff import difference
from vision.screen import Pixels

Corners = NDArray[np.float32]
"""Four points, from the upper left on with the clock."""

# In heights of the letters: gaps within a word are narrower; and what is looked through at both
# sides of a line.
_GAP, _REACH = 0.2, 12
# Paper round the letters, in heights of the line and at least in pixels.
_PAPER, _LEAST_PAPER = 0.16, 3
# At the sides of short words, which are read worse without, in heights of their letters.
_SIDE, _SHORT = 0.4, 1.5
# Ink is what differs from the ground by this much, and by this part of what differs most.
_FAINT, _SHARE = 20, 0.3
# The part of its rows that the side of a field or a button fills, and letters do not; and how long
# its upper and lower edges and underlines are at least, in heights of the line.
_WALL, _BAR = 0.95, 1.5
# Lines that lean by more pixels from end to end are left as they are.
_LEANS = 3
# How far below a line a "_" is looked for, and how long it is at most, in heights of the line.
_BELOW, _LONGEST = 0.3, 1.2
# Of the lower one of two lines, what stands beside the other; and how unlike their heights may be.
_SAME_ROW, _ALIKE = 0.6, 0.6


class WholeLines:
    """Takes the place of RapidOCR's finder of text."""

    def __init__(self, finder: Any) -> None:
        self._finder = finder

    def __call__(self, image: Pixels) -> Any:
        found = self._finder(image)
        if found.boxes is None:
            return found
        corners, scores = whole_lines(list(found.boxes), found.scores, image)
        return replace(found, boxes=np.array(corners, np.float32), scores=scores)


@dataclass(frozen=True, slots=True)
class _Line:
    """`letters` is where they begin and end, in columns of the picture; nowhere when it leans."""

    corners: Corners
    score: float
    box: Box
    letters: tuple[int, int] = (0, 0)


def whole_lines(
    corners: Sequence[Corners], scores: Sequence[float], image: Pixels
) -> tuple[list[Corners], list[float]]:
    """Lines with all their letters; pieces of one word become one line."""
    boxes = [_box(four) for four in corners]
    near = _same_rows(boxes)
    lines = []
    for number, (four, score) in enumerate(zip(corners, scores, strict=True)):
        beside = [boxes[place] for place in np.flatnonzero(near[number]) if place != number]
        lines.append(_drawn_anew(_Line(four, score, boxes[number]), beside, image))
    lines = _joined(lines)
    return [line.corners for line in lines], [line.score for line in lines]


def _drawn_anew(line: _Line, beside: Sequence[Box], image: Pixels) -> _Line:
    box = line.box
    if _leans(line.corners) or box.width < 2 or box.height < 4:
        return line
    reach = _REACH * box.height
    lefts, rights = [b.left for b in beside], [b.right for b in beside]
    left = max([0, box.left - reach, *(x for x in lefts if x < box.left)])
    right = min([image.shape[1], box.right + reach, *(x for x in rights if x > box.right)])
    low = min(image.shape[0], box.bottom + round(_BELOW * box.height))
    ink, walls = _ink(image[box.top : low, left:right], box.moved(-left, -box.top))
    own = ink[: box.height, box.left - left : box.right - left]
    rows, columns = np.flatnonzero(own.any(axis=1)), np.flatnonzero(own.any(axis=0))
    if not len(columns):
        return line
    gap = 1 + max(2, round(_GAP * (rows[-1] - rows[0] + 1)))
    first, last = (box.left - left + int(columns[n]) for n in (0, -1))
    inked = np.asarray(ink[: _foot(ink, box) - box.top].any(axis=0))
    start, end = _run(inked, first, last + 1, gap)
    paper = max(_LEAST_PAPER, round(_PAPER * box.height))
    height = int(rows[-1] - rows[0]) + 1
    side = max(paper, round(_SIDE * height)) if end - start <= _SHORT * height else paper
    letters = left + start, left + end
    left, right = _room(walls, start, end, left, right)
    bottom = _foot(ink[:, start:end], box)
    foot = bottom if bottom > box.bottom else box.top + int(rows[-1]) + 1
    new = Box(
        max(left, letters[0] - side),
        max(0, box.top - 1, box.top + int(rows[0]) - paper),
        min(right, letters[1] + side),
        min(image.shape[0], bottom + 1, foot + paper),
    )
    return _Line(_corners(new), line.score, new, letters)


def _room(walls: NDArray[np.bool_], start: int, end: int, left: int, right: int) -> tuple[int, int]:
    """Of the columns from left to right those between the walls nearest to the letters, which stand
    from start to end of them."""
    before, after = np.flatnonzero(walls[:start]), np.flatnonzero(walls[end:])
    first = left + int(before[-1]) + 1 if len(before) else left
    return first, left + end + int(after[0]) if len(after) else right


def _ink(strip: Pixels, box: Box) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The ink of the rows of a line, without edges: what stands upright through all of them (the
    second answer, by column), and what is too long for a letter. `box` is the line's own in the
    strip."""
    import cv2

    own = strip[: box.height, box.left : box.right]
    ground = _ground(own)
    least = max(_FAINT, _SHARE * float(difference(own, ground).max()))
    ink: NDArray[np.bool_] = np.asarray(difference(strip, ground) > least)
    walls: NDArray[np.bool_] = ink[: box.height].mean(axis=0) >= _WALL
    ink[:, walls] = False
    bar = np.ones((1, round(_BAR * box.height)), np.uint8)
    return ink & (cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_OPEN, bar) == 0), walls


def _ground(pixels: Pixels) -> tuple[int, int, int]:
    """The commonest colour."""
    flat = pixels.reshape(-1, 3)
    coarse = (flat >> 3).astype(np.int32)
    codes = (coarse[:, 0] << 10) | (coarse[:, 1] << 5) | coarse[:, 2]
    a, b, c = np.median(flat[codes == np.bincount(codes).argmax()], axis=0)
    return int(a), int(b), int(c)


def _run(ink: NDArray[np.bool_], start: int, end: int, gap: int) -> tuple[int, int]:
    """The columns from start to end, grown while ink follows within `gap` columns."""
    while ink[end : end + gap].any():
        end += int(np.flatnonzero(ink[end : end + gap])[-1]) + 1
    while start > 0 and ink[max(0, start - gap) : start].any():
        start = max(0, start - gap) + int(np.flatnonzero(ink[max(0, start - gap) : start])[0])
    return start, end


def _foot(ink: NDArray[np.bool_], box: Box) -> int:
    """The row below the line's lowest sign: "_" is outside of many boxes. Longer bars underline."""
    under = ink[box.height - 1 :]
    free = np.flatnonzero(~under.any(axis=1))
    if not len(free) or free[0] == 0:
        return box.bottom
    longest = max(_longest(row) for row in under[: free[0]])
    return box.bottom + int(free[0]) if longest <= _LONGEST * box.height else box.bottom


def _longest(row: NDArray[np.bool_]) -> int:
    """How many columns of ink stand side by side in a row at most."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    return int((ends[1::2] - ends[::2]).max()) if len(ends) else 0


def _joined(lines: Sequence[_Line]) -> list[_Line]:
    """The lines, those as one whose letters reach into each other."""
    near = _same_rows([line.box for line in lines])
    result: list[_Line | None] = list(lines)
    for one, other in np.argwhere(np.triu(near, 1)):
        a, b = result[one], result[other]
        if a is not None and b is not None and _one_word(a, b):
            box = bounding_box([a.box, b.box])
            letters = min(a.letters[0], b.letters[0]), max(a.letters[1], b.letters[1])
            result[one] = None
            result[other] = _Line(_corners(box), min(a.score, b.score), box, letters)
    return [line for line in result if line is not None]


def _one_word(a: _Line, b: _Line) -> bool:
    alike = _ALIKE <= a.box.height / b.box.height <= 1 / _ALIKE
    return alike and min(a.letters[1], b.letters[1]) > max(a.letters[0], b.letters[0])


def _same_rows(boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """For each pair whether they stand beside each other, or at the same place."""
    if not boxes:
        return np.zeros((0, 0), bool)
    tops, bottoms = np.array([(b.top, b.bottom) for b in boxes]).T
    common = np.minimum.outer(bottoms, bottoms) - np.maximum.outer(tops, tops)
    heights = bottoms - tops
    near: NDArray[np.bool_] = common > _SAME_ROW * np.minimum.outer(heights, heights)
    return near


def _leans(corners: Corners) -> bool:
    return bool(np.ptp(corners[:2, 1]) > _LEANS or np.ptp(corners[1:3, 0]) > _LEANS)


def _box(corners: Corners) -> Box:
    left, top = np.floor(corners.min(axis=0)).astype(int)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int)
    return Box(int(left), int(top), int(right), int(bottom))


def _corners(box: Box) -> Corners:
    high, low = box.top, box.bottom
    ends = (box.left, high), (box.right, high), (box.right, low), (box.left, low)
    return np.array(ends, np.float32)
