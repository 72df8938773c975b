"""Columns that go on: a text that begins where the entries of a column begin, as far from the next
of them as they are from each other, and written like them, is another entry. A detector that finds
eight entries of a menu misses the ninth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.core.elements import Kind
from vision.core.geometry import Box
from vision.core.pieces import Piece, inside
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.colors import written_alike

# Kinds of which one is easily taken for another stand in one column.
_ROWS: tuple[Kind, ...] = ("link", "menu", "list item")
_ALIKE: tuple[tuple[Kind, ...], ...] = (_ROWS, ("button",), ("tab",))
_LONGEST = 60
# Pixels by which texts begin farther left or right, and rows are uneven; that of a step.
_IN_LINE, _JITTER, _UNEVEN = 3, 2, 0.08
# In heights of a text: from row to row; and where a text stands between two entries, or more than
# the fewest of them say how far it is.
_STEP, _EVEN_STEP = (1.2, 6.5), 10.0
# How many entries a column has at least, and its heights of texts differ by, as a share.
_FEWEST, _AS_HIGH = 3, 0.45


@dataclass(frozen=True, slots=True)
class _Entry:
    """A control, and the text that it begins with."""

    piece: Piece
    text: Box


def continued(
    sight: Sight, free: Sequence[TextSpan], pieces: Sequence[Piece]
) -> dict[TextSpan, Piece]:
    """Those of the texts that are in no control and go on with a column, each with its entry."""
    entries = _entries(sight.spans, pieces)
    found: dict[TextSpan, Piece] = {}
    downwards = sorted(free, key=lambda span: span.box.center.y)
    # What is found goes on further: first downwards, then upwards.
    for span in [*downwards, *reversed(downwards)]:
        if span in found or len(span.text) > _LONGEST or not any(map(str.isalnum, span.text)):
            continue
        piece = _next(span, entries, sight)
        if piece is not None:
            note("columns", span.box, f"it goes on with a column of the kind {piece.kind}")
            found[span] = piece
            entries.append(_Entry(piece, span.box))
    return found


def _entries(spans: Sequence[TextSpan], pieces: Sequence[Piece]) -> list[_Entry]:
    entries = []
    for piece in pieces:
        if piece.text and any(piece.kind in kinds for kinds in _ALIKE):
            inner = [span.box for span in spans if inside(span, piece.box)]
            if inner:
                entries.append(_Entry(piece, min(inner, key=lambda box: box.left)))
    return entries


def _next(span: TextSpan, entries: Sequence[_Entry], sight: Sight) -> Piece | None:
    column = [one for one in entries if _is_in_line(one.text, span.box)]
    column.sort(key=lambda one: one.text.center.y)
    for kinds in _ALIKE:
        own = [one for one in column if one.piece.kind in kinds]
        if len(own) < _FEWEST or _is_taken(span.box, own):
            continue
        before = [one for one in own if one.text.center.y < span.box.center.y]
        after = [one for one in own if one.text.center.y > span.box.center.y]
        steps = [b.text.center.y - a.text.center.y for a, b in pairwise(own)]
        for near in (before[:-3:-1], after[:2], [*before[-1:], *after[:1]]):
            goes_on = _goes_on(span.box, near, min(steps), many=len(own) > _FEWEST)
            if goes_on and written_alike(span.box, near[0].text, sight):
                kind = Counter(one.piece.kind for one in own).most_common(1)[0][0]
                return _entry(span, near[0], kind)
    return None


def _is_in_line(text: Box, box: Box) -> bool:
    if abs(text.left - box.left) > _IN_LINE:
        return False
    return abs(text.height - box.height) <= _AS_HIGH * max(text.height, box.height)


def _is_taken(box: Box, own: Iterable[_Entry]) -> bool:
    """Whether the row is an entry already, and the text stands in it or beside it."""
    return any(one.piece.box.top <= box.center.y < one.piece.box.bottom for one in own)


def _goes_on(box: Box, near: Sequence[_Entry], least: int, *, many: bool) -> bool:
    """Whether a text is as far from the nearest entry as that is from the next one, or between two
    as far from both as the closest entries are from each other: `least` pixels. `many` entries, or
    two around it, may be farther apart."""
    if len(near) < 2:
        return False
    first, second = (one.text.center.y for one in near)
    away = abs(box.center.y - first)
    between = min(first, second) < box.center.y < max(first, second)
    steps = (abs(box.center.y - second), least) if between else (abs(first - second),)
    most = _EVEN_STEP if many or between else _STEP[1]
    if not _STEP[0] * box.height <= away <= most * box.height:
        return False
    return all(abs(step - away) <= max(_JITTER, _UNEVEN * max(step, away)) for step in steps)


def _entry(span: TextSpan, like: _Entry, kind: Kind) -> Piece:
    """The entry of a text, with as much room around that as another one has."""
    box, text, down = like.piece.box, like.text, span.box.center.y - like.text.center.y
    # Entries that are as wide as their texts, or all as wide as the column.
    hugs = box.right - text.right <= 2 * (text.left - box.left) + _IN_LINE
    right = span.box.right + (box.right - text.right) if hugs else max(box.right, span.box.right)
    top = max(0, box.top + down)
    placed = Box(min(box.left, span.box.left), top, right, max(box.bottom + down, top + 1))
    return Piece(kind, span.text, placed, source="merged", score=0.5)
