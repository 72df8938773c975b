"""From flat areas and lines of text to controls: which rectangle is a button, a field, a box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.elements import State
from vision.geometry import Box, coverage
from vision.parts import Piece, inside, joined_text, same_row
from vision.recognise import TextSpan
from vision.screen import Pixels
from vision.shapes import Shape, has_arrow, has_mark, is_grey, text_contrast

# In heights of a line of text.
_TALLEST_CONTROL = 4.2
_LARGEST_MARK, _SMALLEST_MARK = 2.4, 0.55
# Placeholders are paler than content and darker than what is disabled.
_PLACEHOLDER_CONTRAST = 150


@dataclass(frozen=True, slots=True)
class Sight:
    """What the parts saw of one frame; `line` is the usual height of a line of text in pixels."""

    pixels: Pixels
    spans: tuple[TextSpan, ...]
    shapes: tuple[Shape, ...]
    line: float

    def crop(self, box: Box) -> Pixels:
        return self.pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right]


def controls(sight: Sight) -> list[Piece]:
    """Controls that geometry alone tells, smaller ones first when one lies in another."""
    pieces: list[Piece] = []
    for shape in sorted(sight.shapes, key=lambda shape: shape.box.area):
        if any(coverage(p.box, shape.box) > 0.8 and _is_control(p) for p in pieces):
            continue
        piece = _control(shape, sight)
        if piece is not None and not any(coverage(piece.box, p.box) > 0.6 for p in pieces):
            pieces.append(piece)
    return pieces


def _is_control(piece: Piece) -> bool:
    return piece.kind != "icon"


def _control(shape: Shape, sight: Sight) -> Piece | None:
    box, line = shape.box, sight.line
    texts = [span for span in sight.spans if inside(span, box)]
    if _is_mark(shape, texts, sight):
        state = State(checked=has_mark(sight.crop(box)))
        kind = "radio" if shape.round else "checkbox"
        return Piece("radio" if kind == "radio" else "checkbox", "", box, state, "shape", 0.8, True)
    if shape.round or box.height > _TALLEST_CONTROL * line or box.height < 1.05 * line:
        return None
    if not texts:
        return _without_text(shape, sight)
    if len({round(span.box.center.y / line) for span in texts}) > 1 and box.height < 2 * line:
        return None
    return _with_text(shape, texts, sight)


def _is_mark(shape: Shape, texts: list[TextSpan], sight: Sight) -> bool:
    """A small square or circle that is empty or ticked and has a text on its right, or none near:
    not the counter of a letter, and no picture."""
    box, line = shape.box, sight.line
    if not _SMALLEST_MARK * line <= min(box.width, box.height) or texts:
        return False
    if max(box.width, box.height) > _LARGEST_MARK * line:
        return False
    if not 0.8 <= box.width / box.height <= 1.25 or shape.holes > 0.55:
        return False
    if any(coverage(box, span.box) > 0.5 for span in sight.spans):
        return False
    return any(
        same_row(box, span.box) and 0 <= span.box.left - box.right <= 1.6 * max(line, box.width)
        for span in sight.spans
    )


def _without_text(shape: Shape, sight: Sight) -> Piece | None:
    box = shape.box
    if box.width < 2.2 * box.height or box.height > 3.2 * sight.line or shape.holes > 0.25:
        return None
    if has_arrow(sight.crop(box)):
        return Piece("dropdown", "", box, State(value=""), "shape", 0.7, True)
    if not _is_set_off(box, sight.pixels) or max(shape.colour) - min(shape.colour) > 40:
        return None
    return Piece("field", "", box, State(value=""), "shape", 0.7, True)


def _with_text(shape: Shape, texts: list[TextSpan], sight: Sight) -> Piece | None:
    box, text = shape.box, joined_text(texts)
    left = min(span.box.left for span in texts) - box.left
    right = box.right - max(span.box.right for span in texts)
    crop = sight.crop(box)
    if has_arrow(crop):
        state = State(value=text, disabled=is_grey(crop) or None)
        return Piece("dropdown", "", box, state, "merged", 0.8, True)
    if not _is_set_off(box, sight.pixels):
        return None
    centred = abs(left - right) <= max(8, 0.16 * box.width)
    snug = box.width - left - right > 0.3 * box.width or box.width < 4 * box.height
    if centred and snug and len(text) <= 40:
        state = State(disabled=is_grey(crop) or None)
        return Piece("button", text, box, state, "merged", 0.9)
    if box.width < 2.2 * box.height or not _is_field_coloured(shape, sight):
        return None
    return field_piece(box, text, crop)


def field_piece(box: Box, text: str, crop: Pixels) -> Piece:
    """A field with its content, or with its placeholder as its name when the text is pale."""
    if 0 < text_contrast(crop) < _PLACEHOLDER_CONTRAST:
        return Piece("field", text, box, State(value=""), "merged", 0.8, True)
    return Piece("field", "", box, State(value=text), "merged", 0.8, True)


def _is_set_off(box: Box, pixels: Pixels) -> bool:
    """Whether the area has an edge on all four sides (rows of lists and banners have two)."""
    height, width = pixels.shape[:2]
    ring = 3
    if box.left < ring or box.top < ring or box.right > width - ring or box.bottom > height - ring:
        return False
    middle_x, middle_y = box.center.x, box.center.y
    inner = pixels[middle_y, box.left + 1].astype(int)
    sides = [
        pixels[box.top - ring : box.top, middle_x],
        pixels[box.bottom : box.bottom + ring, middle_x],
        pixels[middle_y, box.left - ring : box.left],
        pixels[middle_y, box.right : box.right + ring],
    ]
    return all(abs(side.astype(int) - inner).max() > 14 for side in sides)


def _is_field_coloured(shape: Shape, sight: Sight) -> bool:
    """Fields are nearly grey (white, light grey, dark grey); selected rows and banners are not."""
    return max(shape.colour) - min(shape.colour) <= 24


def text_areas(sight: Sight, pieces: Sequence[Piece], windows: Sequence[Box]) -> list[Piece]:
    """Large flat areas that hold nothing but text: where documents are written. At most one a
    window, the largest, and only when it takes a fifth of it."""
    found = []
    for window in windows:
        best: Shape | None = None
        for shape in sight.shapes:
            box = shape.box
            if coverage(box, window) < 0.95 or shape.round or box.height < 3.5 * sight.line:
                continue
            if box.area < 0.2 * window.area or max(shape.colour) - min(shape.colour) > 24:
                continue
            if any(coverage(piece.box, box) > 0.6 for piece in pieces):
                continue
            if best is None or box.area > best.box.area:
                best = shape
        if best is not None:
            lines = [span for span in sight.spans if inside(span, best.box)]
            state = State(value=joined_text(lines))
            found.append(Piece("field", "", best.box, state, "shape", 0.6))
    return found
