"""Lines that OCR read across the edge of a control, taken apart there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from vision.core.geometry import Box, bounding_box, coverage
from vision.ocr.engine import TextSpan, Word

# Of a word: what is in a box. The sides of boxes that a detector finds may run through one.
_HELD = 0.5


def split_at_boxes(spans: Sequence[TextSpan], boxes: Sequence[Box]) -> list[TextSpan]:
    """The spans, each in as many parts as it has runs of words in the same box."""
    return [part for span in spans for part in _parts(span, boxes)]


def split_at_sides(spans: Sequence[TextSpan], boxes: Sequence[Box]) -> list[TextSpan]:
    """The spans, cut where the left or right side of a box runs through them: a menu that is open
    over a line of text. A side may have been read as a bar."""
    result = list(spans)
    for box in boxes:
        rows = [s for s in result if box.top <= s.box.center.y < box.bottom]
        for span in rows:
            cuts = [x for x in (box.left, box.right) if span.box.left + 2 < x < span.box.right - 2]
            parts = [span]
            for x in cuts:
                parts = [*parts[:-1], *_cut(parts[-1], x)]
            if cuts:
                place = result.index(span)
                result[place : place + 1] = parts
    return result


def _cut(span: TextSpan, x: int) -> list[TextSpan]:
    before: list[Word] = []
    after: list[Word] = []
    for word in span.words or (Word(span.text, span.box, span.score),):
        if word.box.right <= x + 1 or word.box.left >= x - 1:
            (before if word.box.center.x < x else after).append(word)
            continue
        share = (x - word.box.left) / word.box.width
        place = word.text.find("|")
        place = round(share * len(word.text)) if place < 0 else place
        halves = word.text[:place].strip("| "), word.text[place:].strip("| ")
        boxes = replace(word.box, right=x), replace(word.box, left=x)
        for half, box, side in zip(halves, boxes, (before, after), strict=True):
            if half:
                side.append(Word(half, box, word.score))
    return [_joined(words, span.score) for words in (before, after) if words]


def _parts(span: TextSpan, boxes: Sequence[Box]) -> list[TextSpan]:
    if len(span.words) < 2:
        return [span]
    crossed = [box for box in boxes if 0.02 < coverage(span.box, box) < 0.98]
    if not crossed:
        return [span]
    runs = [list(run) for _, run in groupby(span.words, key=lambda word: _holder(word, crossed))]
    return [span] if len(runs) == 1 else [_joined(run, span.score) for run in runs]


def _holder(word: Word, boxes: Sequence[Box]) -> Box | None:
    holding = [box for box in boxes if coverage(word.box, box) > _HELD]
    return min(holding, key=lambda box: box.area, default=None)


def _joined(words: Sequence[Word], score: float) -> TextSpan:
    text = " ".join(word.text for word in words)
    return TextSpan(text, bounding_box([word.box for word in words]), score, tuple(words))
