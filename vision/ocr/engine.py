"""Reading text: the protocol, its values, and the list of engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from vision.capture.screen import Pixels
from vision.core.geometry import Box


@dataclass(frozen=True, slots=True)
class Word:
    """A word. `box` in the coordinates of the pixels that were read, `score` 0 to 1."""

    text: str
    box: Box
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Words that belong together on one line."""

    text: str
    box: Box
    score: float = 1.0
    words: tuple[Word, ...] = ()

    def moved(self, dx: int, dy: int) -> TextSpan:
        words = tuple(replace(word, box=word.box.moved(dx, dy)) for word in self.words)
        return replace(self, box=self.box.moved(dx, dy), words=words)


def reworded(span: TextSpan, text: str, score: float) -> TextSpan:
    """The line with another text. Where that has more or fewer words, they share its box by their
    lengths."""
    words = text.split()
    if len(words) == len(span.words):
        boxes = [word.box for word in span.words]
    else:
        box, sign = span.box, span.box.width / max(1, len(text))
        boxes, left = [], float(box.left)
        for word in words:
            right = left + sign * len(word)
            end = max(round(left) + 1, round(right))
            boxes.append(Box(round(left), box.top, end, box.bottom))
            left = right + sign
    pairs = zip(words, boxes, strict=True)
    return TextSpan(text, span.box, score, tuple(Word(word, box, score) for word, box in pairs))


ReadGlyph = Callable[[Pixels], tuple[str, float]]
"""Reads a small crop that holds one label: its text and score; a TextRecognizer's `read_glyph`."""


def words_of(spans: Iterable[TextSpan]) -> list[Word]:
    """All words of some lines; a line of which no words are known is one."""
    return [word for span in spans for word in span.words or (Word(span.text, span.box),)]


class TextRecognizer(Protocol):
    """Finds and reads text. Boxes are relative to the pixels given, (0, 0) top left."""

    def read(self, pixels: Pixels) -> list[TextSpan]:
        """All text of uint8 H x W x 3 RGB pixels; [] where there is none."""
        ...

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        """Text and score of a small crop that holds one label, such as the sign on a button."""
        ...


# Add an engine: one file in vision/ocr with a class that can be made without arguments, one line
# here.
RECOGNIZERS = {
    "rapid": "vision.ocr.rapid:RapidRecognizer",
    "easy": "vision.ocr.easy:EasyRecognizer",
}


def recognizer(name: str = "rapid", weights: Path | None = None) -> TextRecognizer:
    """Load an engine by its name. `weights` is a file for another language than its usual ones;
    only "rapid" takes one.

    Raises:
        ValueError: an unknown name (the known ones are said), or a file that cannot be used.
    """
    if name not in RECOGNIZERS:
        raise ValueError(f"no text recogniser “{name}”; there are: {', '.join(RECOGNIZERS)}")
    module, _, attribute = RECOGNIZERS[name].partition(":")
    engine = getattr(import_module(module), attribute)
    return cast(TextRecognizer, engine() if weights is None else engine(weights))
