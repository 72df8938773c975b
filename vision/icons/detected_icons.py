"""Texts with a small picture before them, one below the other: rows that a detector missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Kind, State
from vision.core.geometry import Box, coverage, iou
from vision.core.pieces import Piece, horizontal_gap, inside, same_row
from vision.core.trace import note
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.lists.lit_lists import as_lit
from vision.ocr.engine import TextSpan
from vision.pixels.check_marks import paper_mask
from vision.pixels.flat_regions import is_grey

_WIDEST_ICON_GAP = 1.8  # in heights of a line of text
# Rows of a list: pixels by which they begin further left or right, lines between them, how many.
_IN_LINE, _FAR, _FEWEST = 3, 3.0, 3
_ROWS: frozenset[Kind] = frozenset({"list item", "menu", "link"})


def list_items(
    sight: Sight,
    detections: Sequence[Detection],
    texts: Sequence[TextSpan],
    pieces: Sequence[Piece],
) -> dict[TextSpan, Piece]:
    """Texts with a small picture just before them: files, places, entries of a side bar."""
    pictures = [d.box for d in detections if _is_picture(d.box, sight)]
    pictures = [b for b in pictures if not any(_taken(p, b) for p in pieces)]
    found: dict[TextSpan, Piece] = {}
    for span in texts:
        picture = _picture_before(span, pictures, sight) or _ink_before(span, sight, pieces)
        if picture is not None:
            state = State(disabled=sight.ask(is_grey, span.box) or None)
            box = picture.union(span.box)
            found[span] = Piece("list item", span.text, box, state, "merged", span.score)
    return found


def in_columns_with_pictures(
    sight: Sight,
    detections: Sequence[Detection],
    texts: Sequence[TextSpan],
    pieces: Sequence[Piece],
) -> dict[TextSpan, Piece]:
    """Texts with a small picture before them, several one below the other, some of which may be
    known: rows of a list that a detector did not find."""
    found = list_items(sight, detections, texts, pieces)
    if not found:
        return {}
    known = {
        span: piece
        for piece in pieces
        if piece.kind in _ROWS
        for span in sight.spans
        if inside(span, piece.box)
    }

    def near(span: TextSpan, other: TextSpan) -> bool:
        aligned = abs(other.box.left - span.box.left) <= _IN_LINE
        return aligned and abs(other.box.center.y - span.box.center.y) <= reach

    def column(span: TextSpan) -> list[TextSpan]:
        left = found[span].box.left
        beside = [other for other in found if abs(found[other].box.left - left) <= 2 * _IN_LINE]
        return [other for other in beside if near(span, other)]

    rows = {}
    reach = _FAR * sight.line * _FEWEST
    for span, piece in found.items():
        like = [known[other] for other in known if near(span, other)]
        if len(column(span)) + len(like) >= _FEWEST:
            rows[span] = _as_row(piece, like)
            if rows[span] is piece:
                rows[span] = as_lit(piece, span, sight, pieces)
    return rows


def _as_row(piece: Piece, like: Sequence[Piece]) -> Piece:
    """The row in the columns of those near it: of their kind, as broad and as high as they are."""
    if len(like) < 2:
        return piece
    left, right = (
        round(median(sides))
        for sides in zip(*((p.box.left, p.box.right) for p in like), strict=True)
    )
    half = round(median(p.box.height for p in like) / 2)
    left, right = min(left, piece.box.left), max(right, piece.box.right)
    if half < piece.box.height / 2:
        return piece
    middle = piece.box.center.y
    kind = max(like, key=lambda p: sum(other.kind == p.kind for other in like)).kind
    note("columns", piece.box, f"a text with a picture, between rows that are {kind}s, is one")
    return replace(piece, kind=kind, box=Box(left, middle - half, right, middle + half))


def _taken(piece: Piece, box: Box) -> bool:
    return piece.kind != "icon" and iou(piece.box, box) > 0.3


def _is_picture(box: Box, sight: Sight) -> bool:
    small = max(box.width, box.height) <= 2.8 * sight.line
    return small and not any(coverage(s.box, box) > 0.4 for s in sight.spans)


def _picture_before(span: TextSpan, pictures: Sequence[Box], sight: Sight) -> Box | None:
    reach = _WIDEST_ICON_GAP * sight.line
    near = [
        b for b in pictures if same_row(b, span.box) and -2 <= horizontal_gap(b, span.box) <= reach
    ]
    return max(near, key=lambda b: b.right, default=None)


def _ink_before(span: TextSpan, sight: Sight, pieces: Sequence[Piece]) -> Box | None:
    """A blob of ink before the text, about as large as a line, with paper on its left."""
    line = sight.line
    middle = span.box.center.y
    top, bottom = max(0, middle - round(1.3 * line)), middle + round(1.3 * line)
    left, right = max(0, span.box.left - round(4.6 * line)), span.box.left - 1
    if right - left < 2 * line or bottom > sight.pixels.shape[0]:
        return None
    blob = sight.ask(_last_blob, Box(left, top, right, bottom), line)
    if blob is None:
        return None
    box = blob.moved(left, top)
    near = [s.box for s in sight.spans] + [p.box for p in pieces if p.kind != "icon"]
    near = [b for b in near if b.area < 20 * box.area]
    return None if any(coverage(b, box) > 0.2 or coverage(box, b) > 0.2 for b in near) else box


def _last_blob(crop: Pixels, line: float) -> Box | None:
    """The ink at the right end of a crop when it is about as large as a line and has paper round
    it, in the crop's coordinates."""
    mask = paper_mask(crop)
    columns = np.flatnonzero(mask.any(axis=0))
    if len(columns) == 0 or mask.shape[1] - int(columns[-1]) > _WIDEST_ICON_GAP * line:
        return None
    # From the right: ink, broken by narrow gaps only; then paper.
    gaps = np.flatnonzero(np.diff(columns) > 0.45 * line)
    start = int(columns[gaps[-1] + 1]) if len(gaps) else int(columns[0])
    width = int(columns[-1]) + 1 - start
    rows = np.flatnonzero(mask[:, start : start + width].any(axis=1))
    height = int(rows[-1] - rows[0]) + 1
    if start < 0.3 * line or rows[0] == 0 or rows[-1] == len(mask) - 1:
        return None
    if not (0.85 * line <= height and 0.8 * line <= width <= 2.4 * line):
        return None
    return Box(start, int(rows[0]), start + width, int(rows[-1]) + 1)
