"""Numbers of pages in a row ("‹ 1 2 3 4 5 ›"): each is a link of its own, also where a reader took
them for one number, or a detector saw only some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Kind
from vision.core.geometry import Box
from vision.core.pieces import Piece, same_row
from vision.ocr.engine import TextSpan, Word
from vision.pixels.ink import ink_mask, without_bars

_FEWEST = 3
# In heights of the ink: the narrowest gap between two numbers. Figures of one number are nearer.
_GAP = 0.22
# Of a row: how uneven the distances of its numbers are, as a part of the usual one, and how far
# apart they are, in heights of a number.
_UNEVEN, _FARTHEST = 0.3, 4.5
# In heights of a number: how high the place is that a click counts at, at most as wide, and how
# near another number above or below tells of a keypad or a calendar.
_HIGH, _STACKED = 2.2, 5.0
# An arrow is narrower than a number, by this.
_THIN = 0.75
_BACK, _ON = frozenset("‹«<"), frozenset("›»>")
_PRESSED: tuple[Kind, ...] = ("link", "button", "icon")


def split_pages(spans: Sequence[TextSpan], pixels: Pixels) -> list[TextSpan]:
    """The spans, with each number of a row of pages as one of its own."""
    return [part for span in spans for part in _numbers(span, pixels)]


def _numbers(span: TextSpan, pixels: Pixels) -> list[TextSpan]:
    signs = span.text.replace(" ", "")
    parts = _counted(signs)
    if len(parts) < _FEWEST:
        return [span]
    box = span.box
    ink = without_bars(ink_mask(pixels[box.top : box.bottom, box.left : box.right]))
    columns = np.flatnonzero(ink.any(axis=0))
    rows = np.flatnonzero(ink.any(axis=1))
    if not len(columns):
        return [span]
    ends = np.flatnonzero(np.diff(columns) > 1)
    runs = list(zip(columns[[0, *(ends + 1)]], columns[[*ends, -1]] + 1, strict=True))
    if len(runs) != len(signs):
        return [span]
    high = int(rows[-1] - rows[0]) + 1
    found, first = [], 0
    for part in parts:
        own = runs[first : first + len(part)]
        first += len(part)
        place = Box(
            box.left + int(own[0][0]), box.top + int(rows[0]),
            box.left + int(own[-1][1]), box.top + int(rows[-1]) + 1,
        )  # fmt: skip
        found.append(TextSpan(part, place, span.score, (Word(part, place, span.score),)))
    apart = all(b.box.left - a.box.right >= _GAP * high for a, b in pairwise(found))
    return found if apart else [span]


def _counted(signs: str) -> list[str]:
    """The parts of "<12345>", or of "91011": an arrow, numbers that go up by one, an arrow. Nothing
    for what is anything else."""
    before = signs[:1] if signs[:1] in _BACK else ""
    behind = signs[-1:] if signs[-1:] in _ON else ""
    figures = signs[len(before) : len(signs) - len(behind)]
    for length in (1, 2):
        if not figures[:length].isascii() or not figures[:length].isdigit():
            break
        numbers = [figures[:length]]
        while sum(map(len, numbers)) < len(figures):
            numbers.append(str(int(numbers[-1]) + 1))
        if len(numbers) >= _FEWEST and "".join(numbers) == figures:
            return [part for part in (before, *numbers, behind) if part]
    return []


def pages(spans: Sequence[TextSpan], pieces: Sequence[Piece]) -> dict[TextSpan, Piece]:
    """The texts in no control that are numbers of pages, or the arrows beside them, each with the
    control that it is. A row of numbers is one of pages where arrows stand at its ends, or where
    one of them is known to be pressed."""
    lone = [span for span in spans if span.text.isascii() and span.text.isdigit()]
    pressed = [p for p in pieces if p.kind in _PRESSED and len(p.text) <= 2]
    known = {p.box: p for p in pressed if p.text.isascii() and p.text.isdigit()}
    told = [(span.box, int(span.text)) for span in lone if len(span.text) <= 2]
    told += [(box, int(piece.text)) for box, piece in known.items()]
    found: dict[TextSpan, Piece] = {}
    for row in _rows(told):
        boxes = [box for box, _ in row]
        if any(_is_stacked(box, told) for box in boxes):
            continue
        arrows = _arrows(boxes, spans)
        kinds = Counter(known[box].kind for box in boxes if box in known)
        if not kinds and not arrows and not _lies_between(boxes, pressed):
            continue
        kind = kinds.most_common(1)[0][0] if kinds else "link"
        for span in lone:
            if span.box in boxes:
                found[span] = Piece(kind, span.text, _around(span.box, boxes), score=0.5)
        for span in arrows:
            found[span] = Piece("icon", "", _around(span.box, boxes, _THIN), score=0.5)
    return found


def _rows(told: Sequence[tuple[Box, int]]) -> list[list[tuple[Box, int]]]:
    """Numbers beside each other that go up by one, as far from each other."""
    rows: list[list[tuple[Box, int]]] = []
    for box, number in sorted(told, key=lambda one: one[1]):
        for row in rows:
            last, before = row[-1]
            step = box.center.x - last.center.x
            usual = last.center.x - row[-2][0].center.x if len(row) > 1 else step
            near = 0 < step <= _FARTHEST * max(last.height, last.width)
            even = abs(step - usual) <= _UNEVEN * usual
            if number == before + 1 and near and even and same_row(last, box):
                row.append((box, number))
                break
        else:
            rows.append([(box, number)])
    return [row for row in rows if len(row) >= _FEWEST]


def _is_stacked(box: Box, told: Sequence[tuple[Box, int]]) -> bool:
    """Whether a number stands above or below: that of a keypad, a calendar or a table."""
    return any(
        abs(other.center.x - box.center.x) <= max(box.width, other.width) / 2
        and 0 < abs(other.center.y - box.center.y) <= _STACKED * box.height
        for other, _ in told
    )


def _arrows(boxes: Sequence[Box], spans: Sequence[TextSpan]) -> list[TextSpan]:
    """The arrows beside the first and the last number."""
    step = boxes[1].center.x - boxes[0].center.x
    return [
        span
        for span in spans
        for end, signs, side in ((boxes[0], _BACK, -1), (boxes[-1], _ON, 1))
        if span.text in signs
        and same_row(span.box, end)
        and 0 < side * (span.box.center.x - end.center.x) <= 1.5 * step
    ]


def _lies_between(boxes: Sequence[Box], pressed: Sequence[Piece]) -> bool:
    """Whether something to press, as an arrow, stands beside both ends."""
    step = boxes[1].center.x - boxes[0].center.x
    row = [p.box for p in pressed if same_row(p.box, boxes[0])]
    return any(0 < boxes[0].center.x - b.center.x <= 1.7 * step for b in row) and any(
        0 < b.center.x - boxes[-1].center.x <= 1.7 * step for b in row
    )


def _around(box: Box, row: Sequence[Box], part: float = 1.0) -> Box:
    """The place of a number that ends half-way to its neighbours, or so large a part of it."""
    step = round(part * (row[1].center.x - row[0].center.x))
    high = round(_HIGH * min(each.height for each in row))
    wide = max(box.width, min(step, high))
    left, top = box.center.x - wide // 2, row[0].center.y - high // 2
    return Box(left, top, left + wide, top + high)
