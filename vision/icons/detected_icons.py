"""What only the detector saw: icons, list items, and text that looks as if it could be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Kind, State
from vision.core.geometry import Box, coverage, iou, overlap_area
from vision.core.pieces import Piece, horizontal_gap, inside, joined_text, same_row
from vision.core.trace import note
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.lists.lit_lists import as_lit
from vision.ocr.engine import TextSpan
from vision.pixels.check_marks import paper_mask
from vision.pixels.flat_regions import is_grey

_ONLY_PLAUSIBLE = 0.2
# In heights of a line of text.
_LARGEST_ICON, _TALLEST_LABELLED, _WIDEST_ICON_GAP = 9.0, 8.0, 1.8
# Rows of a list: pixels by which they begin further left or right, lines between them, how many.
_IN_LINE, _FAR, _FEWEST = 3, 3.0, 3
_ROWS: frozenset[Kind] = frozenset({"list item", "menu", "link"})


def detected_icons(
    sight: Sight,
    detections: Sequence[Detection],
    pieces: Sequence[Piece],
    spans: Sequence[TextSpan],
) -> list[Piece]:
    """Icons where no control is known yet; with a text below when one box holds both."""
    found: list[Piece] = []
    for detection in sorted(detections, key=lambda d: -d.score):
        box = detection.box
        known = next((p for p in [*pieces, *found] if _same_thing(p, box)), None)
        if known is not None:
            why = f"a box of the detector was dropped: a {known.kind} is known there"
            note("detector", box, why, known.box)
            continue
        box = _above_label(box, spans, sight.line)
        texts = [span for span in spans if inside(span, box)]
        if texts:
            if piece := _labelled_picture(detection, texts, sight):
                found.append(piece)
        elif detection.score >= _ONLY_PLAUSIBLE and _is_icon_sized(box, sight):
            inked = inked_part(box, sight)
            if inked is not None and not _is_text(inked, sight):
                found.append(Piece("icon", "", inked, State(), "detector", detection.score, True))
    return found


def _same_thing(piece: Piece, box: Box) -> bool:
    """Whether a detection tells nothing new: an icon may lie within a much larger field."""
    if coverage(piece.box, box) > 0.55 and piece.kind != "list item":
        return True
    within = coverage(box, piece.box) > 0.55
    roomy = piece.kind == "field" and box.width < 0.2 * piece.box.width
    return within and not (roomy and box.height > 0.35 * piece.box.height)


def _above_label(box: Box, spans: Sequence[TextSpan], line: float) -> Box:
    """The box cut off above a wider text that it holds a part of: the picture's name."""
    for span in spans:
        low = span.box.top - box.top > 1.2 * line and span.box.top < box.bottom
        centred = abs(span.box.center.x - box.center.x) < 0.3 * box.width
        if low and centred and span.box.bottom <= box.bottom + line and not inside(span, box):
            return Box(box.left, box.top, box.right, span.box.top)
    return box


def _is_text(box: Box, sight: Sight) -> bool:
    """Whether it is a part of a line of text that is known as a text."""
    covered = sum(overlap_area(s.box, box) for s in sight.spans if len(s.text) > 1)
    return covered > 0.4 * box.area


def _labelled_picture(
    detection: Detection, texts: Sequence[TextSpan], sight: Sight
) -> Piece | None:
    """A picture with its name below. A box round nothing but a text stays a text."""
    box = detection.box
    name = max(span.box.bottom for span in texts)
    # A lone sign above the name is a part of the picture: an emblem that was read as a letter.
    texts = [span for span in texts if len(span.text) > 2 or span.box.bottom > name - sight.line]
    if len(texts) > 3 or box.height > _TALLEST_LABELLED * sight.line + box.width:
        return None
    top = min(span.box.top for span in texts)
    if top - box.top < 1.2 * sight.line or max(s.box.width for s in texts) > 1.6 * box.width:
        return None
    if inked_part(Box(box.left, box.top, box.right, top), sight) is None:
        return None
    text = joined_text(list(texts)).replace("\n", " ")
    return Piece("icon", text, box, State(), "merged", detection.score)


def _is_icon_sized(box: Box, sight: Sight) -> bool:
    return (
        max(box.width, box.height) < _LARGEST_ICON * sight.line and min(box.width, box.height) >= 6
    )


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


def pictures_above(
    sight: Sight, texts: Sequence[TextSpan], pieces: Sequence[Piece]
) -> dict[TextSpan, Piece]:
    """Texts with a picture over them that nobody found yet: files and programs in a grid."""
    found: dict[TextSpan, Piece] = {}
    for span in texts:
        box = _ink_above(span, sight)
        if box is None or any(
            coverage(box, p.box) > 0.3 or coverage(p.box, box) > 0.3 for p in pieces
        ):
            continue
        found[span] = Piece("icon", span.text, box.union(span.box), State(), "merged", span.score)
    return found


def _ink_above(span: TextSpan, sight: Sight) -> Box | None:
    """One square blob of ink close above the text, over its middle, with paper around it."""
    line = sight.line
    half, height = round(4.5 * line), round(8 * line)
    middle, bottom = span.box.center.x, span.box.top - 1
    left, top = max(0, middle - half), max(0, bottom - height)
    if bottom - top < 3 * line or middle + half > sight.pixels.shape[1]:
        return None
    blob = sight.ask(_lowest_blob, Box(left, top, middle + half, bottom), middle - left, line)
    if blob is None:
        return None
    box = blob.moved(left, top)
    centred = abs(box.center.x - middle) <= 0.6 * line
    sized = 2 * line <= box.height and 0.6 <= box.width / box.height <= 1.7
    busy = any(overlap_area(s.box, box) > 0 for s in sight.spans)
    return box if centred and sized and not busy else None


def _lowest_blob(crop: Pixels, middle: int, line: float) -> Box | None:
    """The ink at the foot of a crop, about the column `middle`, with paper round it, in the crop's
    coordinates."""
    mask = paper_mask(crop)
    rows = np.flatnonzero(mask[:, middle - round(line) : middle + round(line)].any(1))
    if len(rows) == 0 or len(mask) - int(rows[-1]) > 1.6 * line:
        return None
    breaks = np.flatnonzero(np.diff(rows) > 0.3 * line)
    first, last = int(rows[breaks[-1] + 1]) if len(breaks) else int(rows[0]), int(rows[-1])
    columns = np.flatnonzero(mask[first : last + 1].any(axis=0))
    breaks = np.flatnonzero(np.diff(columns) > 0.5 * line)
    groups = np.split(columns, breaks + 1)
    group = next((g for g in groups if g[0] <= middle <= g[-1]), None)
    if group is None or first == 0 or group[0] == 0 or group[-1] == mask.shape[1] - 1:
        return None
    return Box(int(group[0]), first, int(group[-1]) + 1, last + 1)


def inked_part(box: Box, sight: Sight) -> Box | None:
    """The part of a box that shows something; None for plain paper."""
    inked = sight.ask(_inked, box)
    return inked.moved(max(0, box.left), max(0, box.top)) if inked else None


def _inked(crop: Pixels) -> Box | None:
    mask = paper_mask(crop, narrow=True)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) < 2 or len(columns) < 2 or mask.sum() < 6:
        return None
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
