"""Entries without a frame: rows between lines, each with a name and a colon at its left, as mail
programs have them ("To:", "Subject:"); where one is empty, or a field was seen across them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from vision.core.elements import PASSIVE, ROWS, WRITTEN, State
from vision.core.geometry import Box, bounding_box, coverage
from vision.core.pieces import Piece, inside, joined_text
from vision.core.trace import note
from vision.core.views import Sight
from vision.navigation.ruled_rows import ruled
from vision.ocr.engine import TextSpan, Word

# In heights of a line of text: the shortest line; the height of a row; where its name begins.
_SHORTEST, _LOWEST, _TALLEST, _INDENT = 12.0, 1.2, 3.5, 1.5
_NAME = re.compile(r"[^\W\d][^:]{0,24}:$")
# Rows with a name that make a form, one of which is empty.
_FEWEST = 2
_COVERS, _GAP = 0.6, 2
# In heights of a line: the room behind a name.
_NARROWEST = 4.0


@dataclass(frozen=True, slots=True)
class _Row:
    """The room between two lines; `name` is a text that ends with a colon, `rest` what follows."""

    box: Box
    name: TextSpan
    rest: tuple[TextSpan, ...]

    def entry(self, line: float) -> Piece:
        left = round(self.name.box.right + line / 2)
        box = Box(left, self.box.top + _GAP, self.box.right, self.box.bottom - _GAP)
        name = self.name.text.strip().removesuffix(":").rstrip()
        return Piece("field", name, box, State(value=joined_text(self.rest)), "merged", 0.6)


def with_ruled_entries(
    pieces: Sequence[Piece], free: Sequence[TextSpan], sight: Sight
) -> tuple[list[Piece], list[TextSpan]]:
    """The pieces with the entries of such rows, a field that was seen across them cut to what is
    below them; and the text that lies in no piece."""
    kept, texts = list(pieces), list(free)
    for rows in _forms(sight, pieces):
        whole = bounding_box([row.box for row in rows])
        for piece in [p for p in kept if p.kind in (*WRITTEN, *ROWS) and _lies_on(p, rows)]:
            kept.remove(piece)
            note("ruled entries", piece.box, f"the {piece.kind} is several entries", whole)
            left = piece.box.bottom - whole.bottom - _GAP
            if piece.kind in WRITTEN and left >= _TALLEST * sight.line:
                below = Box(piece.box.left, whole.bottom + _GAP, piece.box.right, piece.box.bottom)
                written = [span for span in sight.spans if inside(span, below)]
                state = replace(piece.state, value=joined_text(written))
                kept.append(replace(piece, box=below, text="", state=state))
        kept += [row.entry(sight.line) for row in rows]
        texts = [t for t in texts if not any(inside(t, row.box) for row in rows)]
    return kept, texts


def _forms(sight: Sight, pieces: Sequence[Piece]) -> list[list[_Row]]:
    """Rows with names that follow each other, and are entries."""
    found: list[list[_Row]] = []
    for group in ruled(sight.pixels, round(_SHORTEST * sight.line)):
        run: list[_Row] = []
        for above, below in pairwise(group):
            box = Box(above.left, above.top + 1, above.right, below.top)
            if box.height <= _GAP:  # The two edges of a thick line.
                continue
            row = _row(box, sight, pieces)
            if row is None:
                found.append(run)
                run = []
            else:
                run.append(row)
        found.append(run)
    return [run for run in found if len(run) >= _FEWEST and _is_form(run, pieces)]


def _is_form(rows: Sequence[_Row], pieces: Sequence[Piece]) -> bool:
    """Whether one of the rows is empty, or a field was seen across them; else they only tell."""
    across = any(p.kind in WRITTEN and _covered(p, rows) > 1 for p in pieces)
    return across or not all(row.rest for row in rows)


def _row(box: Box, sight: Sight, pieces: Sequence[Piece]) -> _Row | None:
    line = sight.line
    if not _LOWEST * line <= box.height <= _TALLEST * line:
        return None
    if any(p.kind not in PASSIVE and coverage(p.box, box) > _COVERS for p in pieces):
        return None
    texts = sorted((s for s in sight.spans if inside(s, box)), key=lambda s: s.box.left)
    if not texts or texts[0].box.left - box.left > _INDENT * line:
        return None
    named = _split(texts[0])
    if named is None:
        return None
    name, rest = named
    if box.right - name.box.right < _NARROWEST * line:
        return None
    return _Row(box, name, (*rest, *texts[1:]))


def _split(span: TextSpan) -> tuple[TextSpan, list[TextSpan]] | None:
    """A name with its colon, and what of the line follows it; None without a colon."""
    if _NAME.fullmatch(span.text.strip()):
        return span, []
    for number, word in enumerate(span.words[:-1], start=1):
        if word.text.endswith(":"):
            first, later = (
                _of(span, words) for words in (span.words[:number], span.words[number:])
            )
            return (first, [later]) if _NAME.fullmatch(first.text) else None
    return None


def _of(span: TextSpan, words: Sequence[Word]) -> TextSpan:
    """The part of a line that some of its words are."""
    kept = tuple(word for word in span.words if word in words)
    return TextSpan(
        " ".join(word.text for word in kept), bounding_box([w.box for w in kept]), span.score, kept
    )


def _lies_on(piece: Piece, rows: Sequence[_Row]) -> bool:
    """Whether a piece covers two of the rows, or is one of them."""
    return _covered(piece, rows) > 1 or any(coverage(piece.box, r.box) > _COVERS for r in rows)


def _covered(piece: Piece, rows: Sequence[_Row]) -> int:
    return sum(coverage(row.box, piece.box) > _COVERS for row in rows)
