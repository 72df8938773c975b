"""Keys with digits, and the signs on the keys beside them.

Signs are lower and narrower than letters, so how high the print of a pad is cannot be told by them;
and a reader takes "×" for the letter X and "(" for C.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace

from vision.geometry import Box, coverage
from vision.ink import ink_mask
from vision.recognise import TextSpan, Word
from vision.screen import Pixels
from vision.shapes import Shape
from vision.signs import plain_sign

# So many keys with digits make a pad. Its keys differ by this share of their sides at most, and
# one side may be that of two keys.
_DIGITS, _ALIKE, _TWO_KEYS = 3, 0.12, 2.2
# A line of print is higher than a digit: letters go below its foot.
_LINE = 1.2
# In heights: a "C" is wider, a "(" is not.
_NARROW = 0.5
_LIKE_TIMES, _LIKE_SLASH = "xX", "1lI7"


class Keypads:
    """The keys of a picture that show a digit."""

    def __init__(self, shapes: Sequence[Shape], spans: Sequence[TextSpan]) -> None:
        digits = [span.box for span in spans if len(span.text) == 1 and span.text.isdigit()]
        self._keys: list[tuple[Box, int]] = []
        for digit in digits:
            around = [s.box for s in shapes if coverage(digit, s.box) > 0.9]
            if around:
                self._keys.append((min(around, key=lambda box: box.area), digit.height))

    def line(self, key: Box) -> float:
        """The height of a line of print on the pad that a key belongs to; 0 for none."""
        heights = [height for box, height in self._keys if _alike(key, box)]
        return _LINE * statistics.median(heights) if len(heights) >= _DIGITS else 0.0

    def hold(self, span: TextSpan) -> bool:
        """Whether a sign stands in the columns or rows of a pad, on its own key."""
        reach = 3 * max((box.width for box, _ in self._keys), default=0)
        near = [
            box
            for box, _ in self._keys
            if abs(box.center.x - span.box.center.x) <= reach
            and box.top <= span.box.center.y < box.bottom
        ]
        return len(near) >= 2 and not any(coverage(span.box, box) > 0.5 for box in near)


def by_form(span: TextSpan, pixels: Pixels, pads: Keypads) -> TextSpan:
    """A lone sign as its form tells it."""
    if len(span.text) != 1:
        return span
    box, text = span.box, span.text
    if text == "C" and box.width < _NARROW * box.height:
        text = "("
    elif text in _LIKE_TIMES and pads.hold(span):
        text = "×"
    elif text in _LIKE_SLASH:
        ink = ink_mask(pixels[box.top : box.bottom, box.left : box.right])
        text = "/" if plain_sign(ink, box.height) == "/" else text
    if text == span.text:
        return span
    return replace(span, text=text, words=(Word(text, box, span.score),))


def _alike(a: Box, b: Box) -> bool:
    wide, high = a.width / b.width, a.height / b.height
    sides = ((wide, high), (wide / _TWO_KEYS, high), (wide, high / _TWO_KEYS))
    return any(max(abs(x - 1), abs(y - 1)) <= _ALIKE for x, y in sides)
