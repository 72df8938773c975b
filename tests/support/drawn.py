"""A drawn page whose text is known, and what the merge makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.support.passes import merged
from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.core.elements import ControlKind, Element
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan, Word
from vision.pixels.flat_regions import find_shapes

FONT = ImageFont.truetype("DejaVuSans.ttf", 14)


class Page:
    """A picture that is drawn and read without an engine: its spans are what was written."""

    def __init__(self, width: int = 500, height: int = 300, ground: str = "#f4f4f4") -> None:
        self.image = Image.new("RGB", (width, height), ground)
        self.pen = ImageDraw.Draw(self.image)
        self.spans: list[TextSpan] = []

    def text(self, x: int, y: int, text: str, fill: str = "black", size: int = 14) -> Box:
        font = FONT.font_variant(size=size)
        self.pen.text((x, y), text, fill=fill, font=font)
        top, bottom = y + size // 7, y + size + size // 14
        words, left = [], float(x)
        for word in text.split(" "):
            right = left + self.pen.textlength(word, font)
            words.append(Word(word, Box(round(left), top, round(right), bottom), 1.0))
            left = right + self.pen.textlength(" ", font)
        box = Box(words[0].box.left, top, words[-1].box.right, bottom)
        self.spans.append(TextSpan(text, box, 0.99, tuple(words)))
        return box

    def frame(self, box: Box, fill: str = "white", outline: str = "#808080") -> Box:
        corners = (box.left, box.top, box.right - 1, box.bottom - 1)
        self.pen.rectangle(corners, fill=fill, outline=outline)
        return box

    @property
    def pixels(self) -> Pixels:
        return np.asarray(self.image, dtype=np.uint8)

    def seen(
        self, detections: Sequence[Detection], windows: Sequence[Window] = ()
    ) -> list[Element]:
        return merged(self.pixels, self.spans, detections, find_shapes(self.pixels), windows)


def one(kind: ControlKind, box: Box, score: float = 0.9) -> Detection:
    """What a detector says that knows kinds."""
    return Detection(box, kind, score, kind)


def the(elements: Sequence[Element], kind: str) -> Element:
    (found,) = [e for e in elements if e.kind == kind]
    return found
