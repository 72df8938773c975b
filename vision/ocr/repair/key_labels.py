"""Keys: which boxes are keys of a keypad or a keyboard, and the signs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.controls.kinds_and_names import settled
from vision.core.geometry import Box, coverage
from vision.core.pieces import line_height, same_row
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.ocr.repair.key_glyphs import LIKE_PERCENT, read_label
from vision.pixels.borders import frame_of
from vision.pixels.flat_regions import Shape

# A sign is that of a key beside so many keys with digits, or so many with any sign, ...
_DIGITS, _SIGNS = 3, 8
# ... of its size (sides differ by this share at most), no farther than so many of its sides. One
# side may be that of two keys and the room between them, as that of "=" and "0" often is.
_ALIKE, _NEAR, _TWO_KEYS = 0.3, 8, 2.2
# The score from which on the detector's boxes are keys; what it takes them for.
_SEEN, _PRESSED = 0.3, ("button", "icon")
# In heights of a line of text: the lowest and the highest key.
_SMALLEST, _LARGEST = 1.2, 8.0
# The part of a text that lies on its key; the edge of a key, in pixels; what is surely read.
_ON_KEY, _EDGE, _SURE = 0.5, 2, 0.95
# The part of what is framed that lies on a text, and how high it is then, if it is a letter of it.
_OF_A_TEXT, _AS_HIGH = 0.6, 1.2
# By how much a second reading may be less sure than the first.
_LESS_SURE = 0.1
_LONGEST = 5
# The shortest minus, in heights of a line; the widest bracket, in its own heights.
_MINUS, _BRACKET = 0.38, 0.45


def with_labels_of_keys(
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    view: View,
    recognizer: TextRecognizer,
) -> list[TextSpan]:
    """The spans with short labels on keys read again: text finders pass over lone signs, and
    readers mistake them. Keys are closed frames, and what the detector saw beside digits."""
    line = line_height(spans)
    pad = keys(detections, spans)
    kept = list(spans)
    framed: list[tuple[Box, tuple[int, int, int] | None]] = [
        (shape.box, shape.colour) for shape in shapes
    ]
    for box, colour in [*framed, *((box, None) for box in pad)]:
        if not _is_of_key(box, line):
            continue
        inner = [s for s in kept if coverage(s.box, box) > _ON_KEY]
        if len(inner) > 1 or not all(_is_doubtful(s) for s in inner):
            continue
        if any(_is_letter_of(box, s) for s in spans):
            continue
        if colour is not None and not frame_of(box, colour, view.pixels).closed:
            continue
        of_pad = any(key.contains(box.center) for key in pad)
        label = view.ask(read_label, box.grown(-_EDGE), recognizer, line, of_pad)
        if label is not None:
            label = label.moved(box.left + _EDGE, box.top + _EDGE)
            if all(_is_better(label, s) for s in inner):
                kept = [s for s in kept if s not in inner] + [label]
    return [_as_sign(s, line) if any(b.contains(s.box.center) for b in pad) else s for s in kept]


def keys(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[Box]:
    """The buttons and icons of the detector that stand among keys with digits."""
    found = [d.box for d in settled(detections) if d.kind in _PRESSED and d.score >= _SEEN]
    digits = [span.box.center for span in spans if is_digit(span.text)]
    marked = [box for box in found if sum(box.contains(place) for place in digits) == 1]
    # Digits in one row are the numbers of pages.
    if len(marked) < _DIGITS or all(same_row(box, marked[0]) for box in marked):
        return []
    return [box for box in found if box not in marked and is_key(box, marked, ())]


def _is_of_key(box: Box, line: float) -> bool:
    return all(_SMALLEST * line <= side <= _LARGEST * line for side in (box.width, box.height))


def _is_letter_of(box: Box, span: TextSpan) -> bool:
    """Whether what looks like a frame is a letter of a large text: a "D" has a closed one."""
    return coverage(box, span.box) > _OF_A_TEXT and box.height <= _AS_HIGH * span.box.height


def _is_better(label: TextSpan, first: TextSpan) -> bool:
    """Whether a second reading counts. A sign does not turn into a letter ("<-" into "L")."""
    if label.text.isalpha() and not any(c.isalnum() for c in first.text):
        return False
    return label.score >= first.score - _LESS_SURE


def _is_doubtful(span: TextSpan) -> bool:
    """A short text that may be a sign read wrongly."""
    lone = (len(span.text) == 1 and not span.text.isalnum()) or span.text in LIKE_PERCENT
    return len(span.text) <= _LONGEST and (span.score < _SURE or lone)


def _as_sign(span: TextSpan, line: float) -> TextSpan:
    """On a key beside digits a cross is no letter, a long bar no hyphen, a slim "C" a bracket."""
    sign = span.text
    if sign in ("x", "X"):
        sign = "×"
    elif sign == "-" and span.box.width >= _MINUS * line:
        sign = "−"
    elif sign == "C" and span.box.width <= _BRACKET * span.box.height:
        sign = "("
    if sign == span.text:
        return span
    return replace(span, text=sign, words=tuple(replace(word, text=sign) for word in span.words))


def is_key(box: Box, digits: Sequence[Box], signed: Sequence[Box]) -> bool:
    """Whether a box stands among the keys of a keypad or a keyboard: beside enough of those with
    `digits`, or of those `signed` with anything."""
    return _peers(box, digits) >= _DIGITS or _peers(box, signed) > _SIGNS


def _peers(box: Box, others: Sequence[Box]) -> int:
    reach = _NEAR * max(box.width, box.height)
    return sum(
        _are_of_one_pad(box, other)
        and abs(other.center.x - box.center.x) <= reach
        and abs(other.center.y - box.center.y) <= reach
        for other in others
    )


def _are_of_one_pad(box: Box, key: Box) -> bool:
    wide, high = box.width / key.width, box.height / key.height
    sides = ((wide, high), (wide / _TWO_KEYS, high), (wide, high / _TWO_KEYS))
    return any(max(abs(one - 1), abs(other - 1)) <= _ALIKE for one, other in sides)


def is_digit(text: str) -> bool:
    return len(text) == 1 and text.isdigit()
