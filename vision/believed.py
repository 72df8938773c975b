"""Which of the text that was read is text, after all that is known of the picture."""

from __future__ import annotations

from collections.abc import Sequence

from vision.elements import Element
from vision.geometry import Box, coverage
from vision.recognise import TextSpan
from vision.texts import without_symbols

_PICTURES = ("icon", "checkbox", "radio")
# Pictures are read as so many signs at most, and fill this part of the control at least.
_MOST_SIGNS, _FILLS = 3, 0.3
_IN = 0.7


def believed(spans: Sequence[TextSpan], elements: Sequence[Element]) -> tuple[TextSpan, ...]:
    """The spans without pictures that were read as signs: those of no alphabet, and short ones
    where the map has an icon or a mark. Digits are what they look like: steps, pages, counts."""
    pictures = [e.box for e in elements if e.kind in _PICTURES]
    return tuple(
        span
        for span in without_symbols(spans)
        if len(span.text) > _MOST_SIGNS
        or any(sign.isdigit() for sign in span.text)
        or not any(_is_of(span.box, box) for box in pictures)
    )


def _is_of(span: Box, picture: Box) -> bool:
    return coverage(span, picture) > _IN and span.height >= _FILLS * picture.height
