"""Lines that OCR read across the edge of a control, taken apart there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from vision.geometry import Box, bounding_box, coverage
from vision.recognise import TextSpan, Word
from vision.shapes import Shape

# In heights of the line: lower areas are highlights, higher ones are panes.
_LOWEST, _HIGHEST = 1.2, 4.6


def split_at_edges(spans: Sequence[TextSpan], shapes: Sequence[Shape]) -> list[TextSpan]:
    """The spans, each in as many parts as it has runs of words in the same field or button."""
    return [
        part
        for span in spans
        for part in _parts(
            span,
            [
                shape.box
                for shape in shapes
                if not shape.round and _LOWEST <= shape.box.height / span.box.height <= _HIGHEST
            ],
        )
    ]


def split_at_boxes(spans: Sequence[TextSpan], boxes: Sequence[Box]) -> list[TextSpan]:
    """The spans, each in as many parts as it has runs of words in the same box."""
    return [part for span in spans for part in _parts(span, boxes)]


def _parts(span: TextSpan, boxes: Sequence[Box]) -> list[TextSpan]:
    if len(span.words) < 2:
        return [span]
    crossed = [box for box in boxes if 0.02 < coverage(span.box, box) < 0.98]
    if not crossed:
        return [span]
    runs = [list(run) for _, run in groupby(span.words, key=lambda word: _holder(word, crossed))]
    return [span] if len(runs) == 1 else [_joined(run, span.score) for run in runs]


def _holder(word: Word, boxes: Sequence[Box]) -> Box | None:
    holding = [box for box in boxes if coverage(word.box, box) > 0.7]
    return min(holding, key=lambda box: box.area, default=None)


def _joined(words: Sequence[Word], score: float) -> TextSpan:
    text = " ".join(word.text for word in words)
    return TextSpan(text, bounding_box([word.box for word in words]), score, tuple(words))
