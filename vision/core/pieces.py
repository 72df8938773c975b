"""Pieces on the way from boxes to elements: one value, and the relations of place between boxes."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from vision.core.elements import Kind, Source, State
from vision.core.geometry import Box, coverage
from vision.ocr.engine import TextSpan

T = TypeVar("T")

_USUAL_LINE = 14.0
_BESIDE = 4  # pixels between the sides of neighbours in a table


@dataclass(frozen=True, slots=True)
class Piece:
    """An element without id and window. `label` says that `text` may still be looked for nearby."""

    kind: Kind
    text: str
    box: Box
    state: State = State()  # noqa: RUF009 - State is frozen
    source: Source = "merged"
    score: float = 1.0
    label: bool = False


def inside(span: TextSpan, box: Box) -> bool:
    """Whether a line of text lies in a box (OCR boxes stick out by a few pixels)."""
    inner = span.box
    # Most are in other rows: this is asked of every line and every box.
    return inner.top < box.bottom and box.top < inner.bottom and coverage(inner, box) > 0.7


def same_row(a: Box, b: Box) -> bool:
    """Whether two boxes share a row: more than half of the lower one's height."""
    common = min(a.bottom, b.bottom) - max(a.top, b.top)
    return common > 0 and common > 0.5 * min(a.bottom - a.top, b.bottom - b.top)


def horizontal_gap(left: Box, right: Box) -> int:
    """Pixels between two boxes, negative when they overlap or are the other way round."""
    return right.left - left.right


def gap_between(a: Box, b: Box) -> int:
    """Pixels between two boxes of a row, whichever is on the left; negative when they overlap."""
    return max(horizontal_gap(a, b), horizontal_gap(b, a))


def in_groups(
    boxes: Iterable[Box], goes_on: Callable[[Sequence[Box], Box], bool]
) -> list[list[Box]]:
    """The boxes, from the top, in groups: each in the last begun one that it goes on with."""
    groups: list[list[Box]] = []
    for box in sorted(boxes, key=lambda b: (b.center.y, b.left)):
        group = next((g for g in reversed(groups) if goes_on(g, box)), None)
        if group is None:
            groups.append([box])
        else:
            group.append(box)
    return groups


def in_rows(things: Iterable[T], box_of: Callable[[T], Box]) -> list[list[T]]:
    """The things row by row from the top, each row from the left."""
    rows: list[list[T]] = []
    for one in sorted(things, key=lambda o: (box_of(o).center.y, box_of(o).left)):
        if rows and same_row(box_of(rows[-1][0]), box_of(one)):
            rows[-1].append(one)
        else:
            rows.append([one])
    return [sorted(row, key=lambda o: box_of(o).left) for row in rows]


def joined_text(spans: Iterable[TextSpan]) -> str:
    """The text of spans in reading order, a line for each row."""
    rows = in_rows(spans, lambda span: span.box)
    return "\n".join(" ".join(span.text for span in row) for row in rows)


def line_height(spans: Sequence[TextSpan]) -> float:
    """The usual height of a line of text in pixels."""
    heights = [span.box.height for span in spans if len(span.text) > 2]
    return max(9.0, statistics.median(heights)) if heights else _USUAL_LINE


def touch(a: Box, b: Box) -> bool:
    """Whether two boxes share (nearly) a whole side."""
    beside = max(abs(a.top - b.top), abs(a.bottom - b.bottom)) <= _BESIDE
    beside = beside and min(abs(a.left - b.right), abs(b.left - a.right)) <= _BESIDE
    stacked = max(abs(a.left - b.left), abs(a.right - b.right)) <= _BESIDE
    return beside or (stacked and min(abs(a.top - b.bottom), abs(b.top - a.bottom)) <= _BESIDE)
