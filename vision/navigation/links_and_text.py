"""Lines of text that are in no control: links apart from plain words, and what is no text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.elements import State
from vision.core.geometry import Box, bounding_box
from vision.core.pieces import Piece
from vision.core.views import Sight, View
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import is_link, is_underlined

# In heights of a text, how far below it an underline may be.
_UNDERLINE = 0.3
# Pixels behind a text from which on its own underline is over.
_ENDS = 3


def without_symbols(spans: Sequence[TextSpan]) -> list[TextSpan]:
    """The spans without icons at their ends that were read as a symbol ("① File")."""
    kept = []
    for span in spans:
        text = _without_symbols(span.text)
        if text == span.text:
            kept.append(span)
        elif text:
            words = tuple(word for word in span.words if _without_symbols(word.text))
            box = bounding_box(word.box for word in words) if words else span.box
            box = box.intersection(span.box) or span.box
            kept.append(replace(span, text=text, box=box, words=words))
    return kept


def _without_symbols(text: str) -> str:
    """The text without leading and trailing words that are one sign of no alphabet ("①")."""
    words = text.split(" ")
    while words and _is_symbol(words[0]):
        words.pop(0)
    while words and _is_symbol(words[-1]):
        words.pop()
    return " ".join(words)


def _is_symbol(word: str) -> bool:
    if word.isascii() or any(c in "√×÷−±€£§°…–—“”„" for c in word):
        return False
    # Ideographs have no upper and lower case: a lone one is an icon more often than a word.
    lone = len(word) == 1 and word.lower() == word.upper()
    return lone or not any(c.isalnum() for c in word)


def text_piece(sight: Sight, span: TextSpan) -> Piece:
    """A link, by its colour and its underline, or plain text."""
    link = sight.ask(is_link, span.box) and sight.ask(is_underlined, below(span.box))
    return Piece("link" if link else "text", span.text, span.box, State(), "ocr", span.score)


def below(box: Box) -> Box:
    """The lower half of a text with the room for its underline."""
    return Box(
        box.left, box.center.y, box.right, box.bottom + max(2, round(_UNDERLINE * box.height))
    )


def is_ruled(text: Box, view: View) -> bool:
    """Whether a text has a line below it, which ends with it."""
    if not view.ask(is_underlined, below(text)):
        return False
    beside = replace(text, left=text.right + _ENDS, right=text.right + text.height)
    return not view.ask(is_underlined, below(beside))
