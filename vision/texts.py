"""Lines of text that are in no control: links apart from plain words, and what is no text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.controls import Sight
from vision.detect import Detection
from vision.elements import State
from vision.geometry import bounding_box, coverage, iou
from vision.parts import Piece
from vision.recognise import TextSpan, Word
from vision.shapes import is_link_colour, text_colour


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


def without_pictures(spans: Sequence[TextSpan], detections: Sequence[Detection]) -> list[TextSpan]:
    """The spans without icons that were read as text: lone dashes and dots, and single letters that
    the detector has framed."""
    return [
        span
        for span in spans
        if not _is_stray(span.text) and not (len(span.text) == 1 and _is_framed(span, detections))
    ]


def _without_symbols(text: str) -> str:
    """The text without leading and trailing words that are one sign of no alphabet ("①")."""
    words = text.split(" ")
    while words and _is_symbol(words[0]):
        words.pop(0)
    while words and _is_symbol(words[-1]):
        words.pop()
    return " ".join(words)


def _is_symbol(word: str) -> bool:
    if len(word) != 1 or word.isascii() or word in "√×÷±€£§°":
        return False
    # Ideographs have no upper and lower case: a lone one is an icon more often than a word.
    return not word.isalpha() or word.lower() == word.upper()


def _is_stray(text: str) -> bool:
    return len(text) == 1 and not text.isalnum() and text not in "+×÷=%€$?"


def _is_framed(span: TextSpan, detections: Sequence[Detection]) -> bool:
    return any(
        iou(d.box, span.box) > 0.25
        or (coverage(span.box, d.box) > 0.8 and d.box.height < 3.4 * span.box.height)
        for d in detections
        if d.box.width < 3 * d.box.height
    )


def text_pieces(sight: Sight, span: TextSpan) -> list[Piece]:
    """The line in pieces: every run of words in a link's colour is a link, the rest is text."""
    words = span.words
    if len(words) < 2:
        return [_piece(sight, span)]
    linked = [is_link_colour(text_colour(sight.crop(word.box))) for word in words]
    if all(linked) or not any(linked):
        return [_piece(sight, span)]
    pieces: list[Piece] = []
    start = 0
    for end in range(1, len(words) + 1):
        if end < len(words) and linked[end] == linked[start]:
            continue
        for run in _parted(words[start:end], linked[start], sight):
            pieces.append(_run_piece(run, linked[start], span))
        start = end
    return pieces


def _piece(sight: Sight, span: TextSpan) -> Piece:
    link = is_link_colour(text_colour(sight.crop(span.box)))
    return Piece("link" if link else "text", span.text, span.box, State(), "ocr", span.score)


def _run_piece(words: Sequence[Word], link: bool, span: TextSpan) -> Piece:
    box = bounding_box(word.box for word in words)
    box = box.intersection(span.box) or box
    text = " ".join(word.text for word in words)
    return Piece("link" if link else "text", text, box, State(), "ocr", span.score)


def _parted(words: Sequence[Word], link: bool, sight: Sight) -> list[list[Word]]:
    """Neighbouring links in one line: where the underline is broken, one link ends."""
    runs = [[words[0]]]
    for word in words[1:]:
        if link and not _underlined_between(runs[-1][-1], word, sight):
            runs.append([word])
        else:
            runs[-1].append(word)
    return runs


def _underlined_between(a: Word, b: Word, sight: Sight) -> bool:
    """Whether ink runs through the gap between two words. Without underlines they are one link."""
    from vision.ink import ink_mask

    box = a.box.union(b.box)
    ink = ink_mask(sight.crop(box.grown(2)))
    lower = ink[ink.shape[0] // 2 :]
    line = lower[lower.mean(axis=1).argmax()]
    if line.mean() < 0.7:
        return True
    gap = line[a.box.center.x - box.left : b.box.center.x - box.left]
    return bool(gap.all())
