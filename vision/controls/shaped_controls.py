"""From flat areas and lines of text to controls: which rectangle is a button, a field, a box."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from vision.capture.screen import Pixels
from vision.controls.message_buttons import is_answer
from vision.core.elements import WRITTEN, State
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, inside, joined_text, same_row
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.borders import frame_of, is_set_off, is_strip
from vision.pixels.flat_regions import Shape, arrow, text_contrast
from vision.pixels.ink import ink_mask
from vision.structure.tables import in_columns

# In heights of a line of text (of its ink, which is two thirds of the usual line spacing).
_TALLEST_CONTROL, _LOWEST_CONTROL, _TALLEST_EMPTY = 4.6, 1.25, 10.0
# The tallest large button in heights of its own text, which has so many letters at most.
_TALLEST_SLAB, _SLAB_TEXT = 10.0, 24
_WHITE = 250
_LOWEST_EMPTY = 1.4  # field, in heights of a line
# In its own heights: the least width of an empty field, and of one for a few signs; the part of the
# latter that something may stand on.
_NARROWEST_EMPTY, _NARROWEST_SHORT, _SHORT_HOLES = 2.2, 1.3, 0.02
# Placeholders are paler than content and darker than what is disabled.
_PLACEHOLDER_CONTRAST = 150
_LONGEST_BUTTON = 40
_ARROWS = frozenset("vVνY▼▾⌄∨√﹀˅")
_GREY = 24


def controls(sight: Sight, known: Sequence[Piece] = ()) -> list[Piece]:
    """Controls that geometry alone tells, smaller ones first when one lies in another."""
    pieces: list[Piece] = []
    for shape in sorted(sight.shapes, key=lambda shape: shape.box.area):
        inner = [p for p in [*known, *pieces] if coverage(p.box, shape.box) > 0.8]
        if sum(p.box.width for p in inner) > 0.25 * shape.box.width:
            continue
        if any(coverage(shape.box, p.box) > 0.6 for p in [*known, *pieces]):
            continue
        piece = _control(shape, sight)
        if piece is None or (inner and piece.kind != "field"):
            continue
        pieces.append(piece)
    return [_heading(piece, pieces) for piece in pieces]


def _heading(piece: Piece, pieces: Sequence[Piece]) -> Piece:
    """Boxes that share their sides are the headings of a table: clicked to sort, not written in."""
    box = piece.box
    touching = any(
        other.kind in WRITTEN
        and abs(other.box.top - box.top) <= 2
        and abs(other.box.bottom - box.bottom) <= 2
        and min(abs(other.box.left - box.right), abs(box.left - other.box.right)) <= 4
        for other in pieces
    )
    text = piece.text or piece.state.value or ""
    if not touching or piece.kind not in WRITTEN or not text:
        return piece
    return Piece("button", text, box, State(), piece.source, piece.score)


def _control(shape: Shape, sight: Sight) -> Piece | None:
    box, line = shape.box, sight.line
    if shape.round and box.width < 3 * line:
        return None
    if box.height < _LOWEST_CONTROL * line:
        return None
    texts = [span for span in sight.spans if inside(span, box)]
    if is_strip(box, sight.window_of(box)) and not is_answer(box, sight):
        return None
    tall = max((span.box.height for span in texts), default=0)
    tallest = max(_TALLEST_CONTROL * line, 3.2 * tall) if texts else _TALLEST_EMPTY * line
    slab = _is_slab(shape, texts)
    if box.height > tallest and not slab:
        return None
    if not frame_of(box, shape.colour, sight.pixels).closed:
        return None
    if not texts:
        return _without_text(shape, sight)
    if slab and sight.ask(arrow, box) is None:
        return Piece("button", texts[0].text, box, State(), "merged", 0.8)
    rows = joined_text(texts).count("\n") + 1
    if rows > 1 and box.height < 2 * line:
        return None
    return _with_text(shape, texts, sight)


def _is_slab(shape: Shape, texts: Sequence[TextSpan]) -> bool:
    """A large button of another shade than paper, with one line of text in the middle of its
    height; a text that is too long for it may begin anywhere."""
    if len(texts) != 1 or len(texts[0].text) > _SLAB_TEXT or min(shape.colour) >= _WHITE:
        return False
    box, text = shape.box, texts[0].box
    if not 2 * text.height < box.height <= _TALLEST_SLAB * text.height:
        return False
    middle = abs(box.center.y - text.center.y) <= 0.15 * box.height + 2
    before, behind = text.left - box.left, box.right - text.right
    full = text.width > 0.6 * box.width
    return middle and (full or abs(before - behind) <= 0.14 * box.width)


def _without_text(shape: Shape, sight: Sight) -> Piece | None:
    box = shape.box
    large = box.height > _TALLEST_CONTROL * sight.line
    if _is_short_field(shape, sight):
        return Piece("field", "", box, State(value=""), "shape", 0.6, True)
    flat = 1.5 if large else _NARROWEST_EMPTY
    if box.width < flat * box.height or shape.holes > (0.02 if large else 0.25):
        return None
    if sight.ask(arrow, box) is not None:
        return Piece("dropdown", "", box, State(value=""), "shape", 0.7, True)
    low = box.height < _LOWEST_EMPTY * sight.line
    if low or not _is_greyish(shape) or not _is_paper(shape, sight):
        return None
    return Piece("field", "", box, State(value=""), "shape", 0.7, True)


def _is_short_field(shape: Shape, sight: Sight) -> bool:
    """Whether an empty white frame may be where a number or a few signs are entered."""
    box = shape.box
    return (
        _NARROWEST_SHORT * box.height <= box.width < _NARROWEST_EMPTY * box.height
        and _LOWEST_EMPTY * sight.line <= box.height <= _TALLEST_CONTROL * sight.line
        and min(shape.colour) >= _WHITE
        and shape.holes <= _SHORT_HOLES
    )


def _with_text(shape: Shape, texts: list[TextSpan], sight: Sight) -> Piece | None:
    box = shape.box
    opens = _opens(texts, sight, box)
    if opens:
        texts = without_arrow(texts, box) or texts
    text = joined_text(texts)
    if opens and box.width < 2 * box.height:
        # A key that opens a menu; its arrow may be read as its last letter.
        text = text.rstrip("".join(_ARROWS)) or text
    elif opens:
        return Piece("dropdown", "", box, State(value=text), "merged", 0.8, True)
    left, right = sight.ask(_margins, box)
    apart = _widest_gap(texts) > 2 * sight.line
    middle = (min(s.box.left for s in texts) + max(s.box.right for s in texts)) / 2
    # Pictures at both ends of a field may balance its ink.
    apart = apart or abs(middle - box.center.x) > 0.15 * box.width + sight.line
    if not apart and _is_button(shape, left, right, sight) and len(text) <= _LONGEST_BUTTON:
        return Piece("button", text.replace("\n", " "), box, State(), "merged", 0.9)
    if box.width < 2.2 * box.height or not _is_greyish(shape) or not _is_paper(shape, sight):
        return None
    return field_piece(box, text, sight.ask(text_contrast, box))


def _opens(texts: Sequence[TextSpan], sight: Sight, box: Box) -> bool:
    """Whether an arrow stands at the end. In pale text parts of letters may look like one; an arrow
    that was read as a letter is the last one of its line."""
    mark = sight.ask(arrow, box)
    if mark is None:
        return False
    place = mark.moved(box.left, box.top)
    over = [s for s in texts if coverage(place, s.box) > 0.8]
    return all(s.text[-1:] in _ARROWS for s in over)


def _margins(crop: Pixels) -> tuple[int, int]:
    """Pixels of paper left and right of the ink of a control."""
    inked = np.flatnonzero(ink_mask(crop[2:-2, 2:-2]).any(axis=0))
    if len(inked) == 0:
        return 0, 0
    return int(inked[0]) + 2, crop.shape[1] - 3 - int(inked[-1])


def _is_button(shape: Shape, left: int, right: int, sight: Sight) -> bool:
    """Whether the text is in the middle. A white box that text nearly fills is a field."""
    box = shape.box
    if abs(left - right) > max(0.6 * sight.line, 0.14 * box.width):
        return False
    white = min(shape.colour) >= _WHITE
    return not (white and left < 0.8 * sight.line and box.width > 4 * box.height)


def _widest_gap(texts: Sequence[TextSpan]) -> int:
    """Pixels between neighbours of one row."""
    ordered = sorted(texts, key=lambda s: s.box.left)
    return max(
        (b.box.left - a.box.right for a, b in pairwise(ordered) if same_row(a.box, b.box)),
        default=0,
    )


def without_arrow(texts: list[TextSpan], box: Box) -> list[TextSpan]:
    """The texts without the arrow at the right end, which is read as a "V"."""
    edge = box.right - 1.5 * box.height
    kept = []
    for span in texts:
        words = span.text.split(" ")
        if set(span.text) <= _ARROWS and span.box.center.x > edge:
            continue
        if len(words) > 1 and set(words[-1]) <= _ARROWS and span.box.right > edge:
            span = TextSpan(" ".join(words[:-1]), span.box, span.score, span.words[:-1])
        kept.append(span)
    return kept


def field_piece(box: Box, text: str, contrast: float) -> Piece:
    """A field with its content, or with its placeholder as its name when the text is pale."""
    if 0 < contrast < _PLACEHOLDER_CONTRAST:
        return Piece("field", text, box, State(value=""), "merged", 0.8, True)
    return Piece("field", "", box, State(value=text), "merged", 0.8, True)


def _is_greyish(shape: Shape) -> bool:
    """Fields are nearly grey (white, light grey, dark grey); selected rows and banners are not."""
    return max(shape.colour) - min(shape.colour) <= _GREY


def _is_paper(shape: Shape, sight: Sight) -> bool:
    """Whether one could write on it: nearly white; on a dark ground another shade than that."""
    if min(shape.colour) >= 235:
        return True
    around = sight.crop(shape.box.grown(6))[:2].reshape(-1, 3).mean(axis=0)
    return bool(around.max() < 110 and abs(around - shape.colour).max() > 8)


_LARGE_TEXT = 1.7
# Of an empty sheet: its least height in lines, and the part of it that something may stand on.
_LOWEST_SHEET, _EMPTY = 4.0, 0.005


def text_areas(
    sight: Sight, pieces: Sequence[Piece], menus: Sequence[Box], editors: Sequence[Box] = ()
) -> list[Piece]:
    """The pieces with large flat areas that hold nothing but text made fields: where documents are
    written. At most one in a window, in those with a menu bar (a page to read has none), the
    largest, and only when it takes a fifth of it. In windows of `editors` all that stands there is
    text, whatever it looks like."""
    result = list(pieces)
    for number, window in enumerate(sight.windows):
        if not any(coverage(menu, window) > 0.9 for menu in menus):
            continue
        areas = [s for s in sight.shapes if _may_be_document(s, window, sight.line)]
        for shape in sorted(areas, key=lambda s: -s.box.area):
            # What lies in a window in front of it is none of its text.
            over = sight.windows[:number]
            inner = [p for p in result if p.kind != "dialog" and _lies_on(p.box, shape.box, over)]
            if window in editors:
                lines = [s for s in sight.spans if _lies_on(s.box, shape.box, over)]
            elif _is_writing(inner, shape, sight.line):
                lines = [TextSpan(p.text, p.box) for p in inner if p.text]
            else:
                continue
            state = State(value=joined_text(lines))
            # Large letters are headings and slides: places that one clicks.
            large = [
                p
                for p in inner
                if p.kind == "text" and p.text and p.box.height > _LARGE_TEXT * sight.line
            ]
            result = [p for p in result if p not in inner or p in large]
            result.append(Piece("field", "", shape.box, state, "shape", 0.6))
            break
    return result


def _lies_on(box: Box, sheet: Box, over: Sequence[Box]) -> bool:
    """Whether something is on a sheet, and not in one of the windows `over` it."""
    in_front = any(window.contains(box.center) for window in over)
    return coverage(box, sheet) > 0.6 and not in_front


def empty_sheets(sight: Sight, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, and as fields the large white areas on another ground with nothing in them:
    where a text of several lines is written."""
    found: list[Piece] = []
    for shape in sorted(sight.shapes, key=lambda shape: shape.box.area):
        box = shape.box
        large = box.height >= _LOWEST_SHEET * sight.line and box.width >= box.height / 2
        if shape.round or not large or shape.holes > _EMPTY or min(shape.colour) < _WHITE:
            continue
        if not is_set_off(box, sight) or any(inside(span, box) for span in sight.spans):
            continue
        if any(_is_there(p, box) for p in [*pieces, *found]):
            continue
        found.append(Piece("field", "", box, State(value=""), "shape", 0.6))
    return [*pieces, *found]


def _is_there(piece: Piece, sheet: Box) -> bool:
    """Whether a piece stands on a sheet, or is the field there; a dialog is around it."""
    if piece.kind in WRITTEN and coverage(sheet, piece.box) > 0.4:
        return True
    return piece.kind != "dialog" and coverage(piece.box, sheet) > 0.4


def _is_writing(inner: Sequence[Piece], shape: Shape, line: float) -> bool:
    """Nothing but text; a word that was not read may look like a small picture beside it."""
    others = [piece for piece in inner if piece.kind != "text"]
    if any(piece.kind != "icon" or piece.text for piece in others):
        return False
    texts = [piece for piece in inner if piece.kind == "text"]
    if in_columns([piece.box for piece in texts], line):
        return False  # a list with details
    return all(
        piece.box.area < 0.02 * shape.box.area and any(same_row(piece.box, t.box) for t in texts)
        for piece in others
    )


def _may_be_document(shape: Shape, window: Box, line: float) -> bool:
    box = shape.box
    return (
        coverage(box, window) >= 0.95
        and not shape.round
        and box.height >= 3.5 * line
        and 0.2 * window.area <= box.area < 0.97 * window.area
        and _is_greyish(shape)
    )


def beside(box: Box, spans: Sequence[TextSpan], reach: float) -> TextSpan | None:
    """The first text on the right of a box within `reach` pixels."""
    right = [s for s in spans if same_row(box, s.box) and -2 <= s.box.left - box.right <= reach]
    return min(right, key=lambda s: s.box.left, default=None)
