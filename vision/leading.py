"""A mark before or behind a text, such as the arrow of a row that opens, or an icon, that was read
as its first or last sign (">General"): it is parted from the text where the ink has a gap."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from vision.geometry import Box
from vision.ink import ink_mask, without_bars
from vision.recognise import TextSpan, Word
from vision.screen import Pixels

# What marks are read as. Left out is what may belong to a text: quotes, money, paths, numbers.
_MARKS = frozenset(">›»▶▸►▷▼▾▽▲△☆★□☐☑■▪◆◇○●◎[]|↑↓←→↗↻⊕⊙")
# Of the gap, in pixels and heights of the ink: letters of a word stand nearer. Of the mark: the
# width of its ink.
_PIXELS, _GAP, _WIDEST = 3, 0.25, 1.6


def without_marks(span: TextSpan, pixels: Pixels) -> list[TextSpan]:
    """The mark and the text apart, in the order of the line; the span itself where there is no
    mark, or no gap."""
    text, box = span.text, span.box
    at_front = text[:1] in _MARKS and text[1:2].isalnum()
    at_end = text[-1:] in _MARKS and text[-2:-1].isalnum()
    # Brackets on both sides belong to what is between them, and a mark of one letter to the letter.
    if at_front == at_end or len(text) < _PIXELS or not span.words:
        return [span]
    ink = without_bars(ink_mask(pixels[box.top : box.bottom, box.left : box.right]))
    inked = np.flatnonzero(ink.any(axis=0))
    rows = np.flatnonzero(ink.any(axis=1))
    if not len(inked):
        return [span]
    height = int(rows[-1] - rows[0]) + 1
    least = max(_PIXELS, _GAP * height)
    gaps = [(int(a) + 1, int(b)) for a, b in pairwise(inked) if b - a - 1 >= least]
    if not gaps:
        return [span]
    end, start = gaps[0] if at_front else gaps[-1]
    width = end - inked[0] if at_front else inked[-1] + 1 - start
    if width > _WIDEST * height:
        return [span]
    left = Box(box.left, box.top, box.left + end, box.bottom)
    right = Box(box.left + start, box.top, box.right, box.bottom)
    first, last = (text[0], text[1:]) if at_front else (text[:-1], text[-1])
    return [
        _part(span, first, left, span.words[:1] if at_front else span.words),
        _part(span, last, right, span.words if at_front else span.words[-1:]),
    ]


def _part(span: TextSpan, text: str, box: Box, words: tuple[Word, ...]) -> TextSpan:
    """A part of a span, its words cut to it."""
    cut = [word for word in words if word.box.intersection(box)]
    parts = text.split()
    if len(cut) != len(parts):
        whole = tuple(Word(part, box, span.score) for part in parts[:1]) if len(parts) == 1 else ()
        return replace(span, text=text, box=box, words=whole)
    fitted = tuple(
        Word(part, word.box.intersection(box) or box, word.score)
        for part, word in zip(parts, cut, strict=True)
    )
    return replace(span, text=text, box=box, words=fitted)
