"""Entries of a list of which one is lit: its ground shows how broad and high the others are, and
that plain texts at even steps above and below it are entries, too."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.core.elements import Kind
from vision.core.geometry import Box, iou, overlap_area
from vision.core.pieces import Piece, inside
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

_LIT: frozenset[Kind] = frozenset({"button", "list item", "link", "tab"})
_IN_THE_WAY: frozenset[Kind] = frozenset({"icon", "image", "radio", "checkbox", "dialog"})
# Pixels by which entries begin further left or right; in lines, how far one is from the lit one.
_IN_LINE, _FAR = 3, 30.0
# In heights of a text: how high its entry is, and how far before it that begins.
_HIGH, _BEFORE = (1.6, 4.0), 2.0
_GROUND = 0.7  # of IoU, an entry and its ground
# Entries beside the lit one, at least; by what part their steps differ; steps in heights of a text,
# words of an entry, and by what part its letters are larger or smaller.
_OTHERS, _UNEVEN, _STEP, _WORDS, _ALIKE = 3, 0.06, (2.0, 8.0), 3, 0.4
_IN_NAMES = frozenset(" -&'’…")
# In a table others stand on one line with so many of them; in heights of a text, what one line is.
_IN_ROWS, _ON_LINE = 0.34, 0.25


def as_lit(piece: Piece, span: TextSpan, sight: Sight, pieces: Sequence[Piece]) -> Piece:
    """The entry with the text `span`, as broad and high as the lit one of its list."""
    for other in pieces:
        if other.kind not in _LIT or not _begins_as(other.box, piece.box, span, sight):
            continue
        if not any(iou(shape.box, other.box) >= _GROUND for shape in sight.shapes):
            continue
        top = piece.box.center.y - other.box.height // 2
        row = replace(other.box, top=top, bottom=top + other.box.height)
        if overlap_area(row, other.box) or any(_is_in_the_way(each, row) for each in pieces):
            continue
        note("lit entries", piece.box, "it is as broad and high as the lit one", other.box)
        return replace(piece, box=row)
    return piece


def _begins_as(lit: Box, row: Box, span: TextSpan, sight: Sight) -> bool:
    """Whether a word in the lit one begins where the text of the other begins, which is near."""
    if (
        abs(lit.center.y - row.center.y) > _FAR * sight.line
        or lit.height > _HIGH[1] * span.box.height
    ):
        return False
    return (
        lit.left <= row.left
        and lit.right > row.right
        and any(
            abs(word.box.left - span.box.left) <= _IN_LINE
            for other in sight.spans
            if inside(other, lit)
            for word in other.words
        )
    )


def _is_in_the_way(piece: Piece, row: Box) -> bool:
    return piece.kind not in _IN_THE_WAY and row.contains(piece.box.center)


def entries_beside_lit(sight: Sight, free: Sequence[TextSpan]) -> dict[TextSpan, Piece]:
    """Those of the texts that are in no control and stand in a column at even steps, where one of
    them has a ground of its own that holds nothing else: the entries of a navigation."""
    found: dict[TextSpan, Piece] = {}
    rows = _Rows.of(sight.spans)
    for lit in sight.spans:
        ground = _own_ground(lit, sight) if _is_name(lit.text) else None
        if ground is None:
            continue
        entries = _entries(lit, sight.spans)
        if len(entries) <= _OTHERS or _are_of_table(entries, rows):
            continue
        listed = set(entries)
        for span in free:
            if span in listed:
                found[span] = _entry(span, ground)
                note("lit entries", span.box, "it stands in a column with one that is lit", ground)
    return found


def _own_ground(span: TextSpan, sight: Sight) -> Box | None:
    """The plain area that holds this text alone, as high as an entry."""
    box = span.box
    low, high = (times * box.height for times in _HIGH)
    for shape in sight.shapes:
        around = shape.box
        fits = low <= around.height <= high and 0 < box.left - around.left <= _BEFORE * box.height
        if not fits or not inside(span, around) or shape.round:
            continue
        if not any(inside(other, around) for other in sight.spans if other is not span):
            return around
    return None


def _entries(lit: TextSpan, free: Sequence[TextSpan]) -> list[TextSpan]:
    """The lit text and those above and below it that begin with it, at one step from each other."""
    column = [span for span in free if _is_like(span, lit)]
    rows = _Rows.of(column)
    steps = sorted({abs(_middle(span) - _middle(lit)) for span in column if span is not lit})
    best = [lit]
    for step in steps[:2]:
        if not _STEP[0] * lit.box.height <= step <= _STEP[1] * lit.box.height:
            continue
        found = [lit]
        for way in (-1, 1):
            place = _middle(lit)
            while True:
                place += way * step
                near = rows.near(place, max(2, _UNEVEN * step))
                if len(near) != 1:
                    break
                found.append(near[0])
                place = _middle(near[0])
        best = max(best, found, key=len)
    return best


def _is_like(span: TextSpan, lit: TextSpan) -> bool:
    even = abs(span.box.height - lit.box.height) <= _ALIKE * lit.box.height
    return _is_name(span.text) and even and abs(span.box.left - lit.box.left) <= _IN_LINE


def _is_name(text: str) -> bool:
    """Whether it is a few words, without figures and the signs of paths and sums."""
    letters = all(sign.isalpha() or sign in _IN_NAMES for sign in text)
    return letters and len(text.split()) <= _WORDS


def _are_of_table(entries: Sequence[TextSpan], rows: _Rows) -> bool:
    """Whether other texts stand on one line with many of them."""
    in_rows = [span for span in entries if _has_neighbours(span, rows)]
    return len(in_rows) > _IN_ROWS * len(entries)


def _has_neighbours(span: TextSpan, rows: _Rows) -> bool:
    beside = rows.near(_middle(span), _ON_LINE * span.box.height)
    return any(other is not span for other in beside)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Lines of text by the heights that they stand at, to find those of one height quickly."""

    middles: list[float]
    spans: list[TextSpan]

    @classmethod
    def of(cls, spans: Sequence[TextSpan]) -> _Rows:
        ordered = sorted(spans, key=_middle)
        return cls([_middle(span) for span in ordered], ordered)

    def near(self, middle: float, reach: float) -> list[TextSpan]:
        """Those whose middle is at most so far above or below, from the top."""
        # A pixel more on both sides: the exact limit is asked below.
        first = bisect_left(self.middles, middle - reach - 1)
        last = bisect_right(self.middles, middle + reach + 1)
        return [s for s in self.spans[first:last] if abs(_middle(s) - middle) <= reach]


def _middle(span: TextSpan) -> float:
    """Of its letters without those that reach above and below the others, about."""
    return (span.box.top + span.box.bottom) / 2


def _entry(span: TextSpan, ground: Box) -> Piece:
    top = span.box.center.y - ground.height // 2
    before = max(0, ground.left)
    right = max(ground.right, span.box.right + (span.box.left - ground.left))
    box = Box(before, top, right, top + ground.height)
    return Piece("link", span.text, box, source="merged", score=0.5)
