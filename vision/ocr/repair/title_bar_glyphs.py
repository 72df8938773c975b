"""Square buttons in a row whose pictures were read as letters: "00X" of a title bar, where one
makes the window small or large and closes it."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.geometry import Box
from vision.core.pieces import horizontal_gap, same_row
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan

# What frames, crosses and lines are read as.
_LIKE_SIGNS = frozenset("0OoQDCXx×-—_□口回ロ")
# How many stand in a row. In heights, the room of each: letters have 0.3 to 0.7, on 250 pages all
# rows of buttons had 1.06 to 1.25.
_FEWEST, _MOST, _ROOM = 2, 4, (0.9, 1.6)
# In heights, from the row to one more that was read by itself.
_BESIDE = 0.5
_SCORE = 0.9


def without_sign_rows(texts: Sequence[TextSpan]) -> tuple[list[TextSpan], list[Detection]]:
    """The text without the buttons of title bars that were read as signs; and these as icons."""
    rows = [span for span in texts if _is_row(span)]
    left = [span for span in texts if span not in rows]
    more = [span for span in left if any(_continues(span, row) for row in rows)]
    for span in (*rows, *more):
        note("signs", span.box, f'"{span.text}" was left out: its signs stand like buttons')
    boxes = [box for row in rows for box in _cells(row)] + [span.box for span in more]
    signs = [Detection(box, "icon", _SCORE, "icon") for box in boxes]
    return [span for span in left if span not in more], signs


def _is_row(span: TextSpan) -> bool:
    signs = span.text.replace(" ", "")
    if not (_FEWEST <= len(signs) <= _MOST and set(signs) <= _LIKE_SIGNS):
        return False
    return _ROOM[0] <= span.box.width / len(signs) / span.box.height <= _ROOM[1]


def _continues(span: TextSpan, row: TextSpan) -> bool:
    """Whether it is one more sign at the end of a row."""
    if len(span.text) != 1 or span.text not in _LIKE_SIGNS or not same_row(span.box, row.box):
        return False
    square = _ROOM[0] <= span.box.width / span.box.height <= _ROOM[1]
    return square and abs(horizontal_gap(row.box, span.box)) <= _BESIDE * row.box.height


def _cells(span: TextSpan) -> list[Box]:
    many, box = len(span.text.replace(" ", "")), span.box
    sides = [box.left + round(n * box.width / many) for n in range(many + 1)]
    return [Box(sides[n], box.top, sides[n + 1], box.bottom) for n in range(many)]
