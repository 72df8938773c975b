"""Numbers that count the lines of a text: they stand beside it, and are no controls."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.elements import ControlKind
from vision.core.geometry import Box, coverage
from vision.core.pieces import same_row
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan

# What numbers are taken for. Sizes in a list count up too: they are rows.
_LIKE: frozenset[ControlKind] = frozenset({"link", "button", "tab", "icon", "checkbox"})
_SURE, _HOLDS = 0.8, 0.6
_FEWEST = 5
# Pixels by which their right sides differ; in heights: how far apart two are, how far the text is,
# and how wide the box around a number.
_IN_LINE, _FAR, _BESIDE, _WIDEST = 4, 3.0, 6.0, 4.0
# The part of the lines in which something stands: others are empty.
_WRITTEN = 0.3


def without_line_numbers(
    detections: Sequence[Detection], spans: Sequence[TextSpan]
) -> list[Detection]:
    """The detections without the line numbers of a text."""
    counted = [box for group in _groups(spans) if _is_beside_text(group, spans) for box in group]
    kept = []
    for one in detections:
        number = next((box for box in counted if coverage(box, one.box) > _HOLDS), None)
        doubtful = one.kind in _LIKE and one.score < _SURE
        if number is None or not doubtful or one.box.width > _WIDEST * number.height:
            kept.append(one)
        else:
            note("numbers", one.box, f"a {one.kind} was left out: it counts lines", number)
    return kept


def _groups(spans: Sequence[TextSpan]) -> list[list[Box]]:
    """Numbers one below another, each one more than the one above."""
    numbers = [(int(s.text), s.box) for s in spans if s.text.isascii() and s.text.isdigit()]
    groups: list[list[tuple[int, Box]]] = []
    for number, box in sorted(numbers, key=lambda n: n[1].center.y):
        group = next((g for g in groups if _follows(g[-1], (number, box))), None)
        if group is None:
            groups.append([(number, box)])
        else:
            group.append((number, box))
    return [[box for _, box in group] for group in groups if len(group) >= _FEWEST]


def _follows(last: tuple[int, Box], next_: tuple[int, Box]) -> bool:
    step = next_[1].center.y - last[1].center.y
    # One or two may not have been read.
    more = next_[0] - last[0]
    return (
        1 <= more <= _FEWEST - 2
        and abs(next_[1].right - last[1].right) <= _IN_LINE
        and 0 < step <= _FAR * more * last[1].height
    )


def _is_beside_text(group: Sequence[Box], spans: Sequence[TextSpan]) -> bool:
    """Whether in many of their rows something stands closely behind the number."""
    written = sum(
        any(
            same_row(span.box, box) and 0 < span.box.left - box.right <= _BESIDE * box.height
            for span in spans
        )
        for box in group
    )
    return written >= _WRITTEN * len(group)
