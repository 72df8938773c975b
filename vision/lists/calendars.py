"""Months of a calendar: frames of one size in up to seven columns, each with the number of its day.
One clicks a day; what stands in it is a button of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from vision.core.elements import Kind
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, joined_text
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.false_positives.ruled_tables import framed_tables
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

# A window may lie over some days of the week, and a week may have no more than five.
_DAYS, _FEWEST_DAYS, _LAST = 7, 2, 31
# Rows of frames: four to six weeks, and the names of the days.
_ROWS = range(4, 8)
_MONTHS = (28, 29, 30, 31)
# Of the days: those whose numbers are as far from those beside and above them as they must be.
_IN_ORDER = 0.6
_HOLDS = 0.7
# What an appointment in a day is taken for.
_LIKE: tuple[Kind, ...] = ("field", "dropdown", "list item", "menu", "tab")


def months(
    shapes: Sequence[Shape], spans: Sequence[TextSpan], detections: Sequence[Detection]
) -> tuple[dict[TextSpan, Piece], list[Detection]]:
    """The lines of text of the days of all months, each with the day that it is of, and the
    detections: those in a day are buttons, and those of a whole day are none."""
    days: dict[TextSpan, Piece] = {}
    kept = list(detections)
    for table in framed_tables(shapes):
        cells = [cell for row in table for cell in row]
        if not _FEWEST_DAYS <= len(table[0]) <= _DAYS or len(table) not in _ROWS:
            continue
        if not _are_days(table, spans):
            continue
        note(
            "calendars", table[0][0].union(table[-1][-1]), "numbers that follow each other: a month"
        )
        kept = [_in_day(one, cells) for one in kept if not _is_day(one, cells)]
        for cell in cells:
            if _number(_in(cell, spans)) is None:
                continue  # the name of a day of the week
            own = [
                span
                for span in _in(cell, spans)
                if not any(coverage(span.box, d.box) > _HOLDS for d in kept if d.kind == "button")
            ]
            if own:
                piece = Piece("button", joined_text(own).replace("\n", " "), cell, score=0.8)
                days |= dict.fromkeys(own, piece)
    return days, kept


def _in(cell: Box, spans: Sequence[TextSpan]) -> list[TextSpan]:
    return [span for span in spans if coverage(span.box, cell) > _HOLDS]


def _are_days(table: Sequence[Sequence[Box]], spans: Sequence[TextSpan]) -> bool:
    """Whether numbers go up by one in the rows and by a week in the columns."""
    numbers = [[_number(_in(cell, spans)) for cell in row] for row in table]
    numbers = [row for row in numbers if any(row)]
    beside = [_follows(a, b, 1) for row in numbers for a, b in pairwise(row)]
    below = [
        _follows(*pair, _DAYS) for rows in pairwise(numbers) for pair in zip(*rows, strict=True)
    ]
    return all(sum(told) >= _IN_ORDER * max(1, len(told)) for told in (beside, below))


def _follows(before: int | None, after: int | None, days: int) -> bool:
    """Whether a day is so many after another, in its month or the next one."""
    if before is None or after is None:
        return False
    return after - before == days or before + days - after in _MONTHS


def _number(inner: Sequence[TextSpan]) -> int | None:
    """The number of a day: the first text in its frame."""
    first = min(inner, key=lambda span: (span.box.top, span.box.left), default=None)
    text = first.text.split()[0] if first is not None and first.text.strip() else ""
    return int(text) if text.isdecimal() and 1 <= int(text) <= _LAST else None


def _is_day(one: Detection, cells: Sequence[Box]) -> bool:
    """Whether it stands for a whole day, or for several."""
    return one.kind != "dialog" and any(coverage(cell, one.box) > _HOLDS for cell in cells)


def _in_day(one: Detection, cells: Sequence[Box]) -> Detection:
    if one.kind not in _LIKE or not any(coverage(one.box, cell) > _HOLDS for cell in cells):
        return one
    return replace(one, kind="button", label="button")
