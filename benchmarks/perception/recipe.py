"""The published recipe of OmniParser, to compare with: its detector, EasyOCR, its overlap rule.

As its server runs it for an agent (Lu et al. 2024, "OmniParser for Pure Vision Based GUI Agent",
and microsoft/OmniParser: util/omniparser.py, util/utils.py): confidence 0.05, suppression at IoU
0.1, the picture fitted into the size that the detector was trained on, EasyOCR with a text
threshold of 0.8. None of our own handling of text or boxes takes part. Captions of icons are left
out: they change no box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Element
from vision.core.geometry import Box, overlap_area
from vision.detection.detector import stay_offline
from vision.ocr.easy import reader
from vision.ocr.engine import TextSpan

CONFIDENCE, SUPPRESSION, TEXT = 0.05, 0.1, 0.8
SETTINGS = f"confidence {CONFIDENCE}, suppression {SUPPRESSION}, text {TEXT}"
_SAME, _INSIDE = 0.7, 0.8


@dataclass(frozen=True, slots=True)
class Look:
    """What the recipe saw of a picture: the detector's boxes, and all text that was read, both
    before they are joined; the seconds that both took, and the seconds of one core, which hardly
    depend on what else the machine does."""

    boxes: tuple[Box, ...]
    spans: tuple[TextSpan, ...]
    seconds: float = 0.0
    core_seconds: float = 0.0


class Recipe:
    """Looks at pictures as the recipe does. `weights` are those of OmniParser's detector."""

    def __init__(self, weights: Path) -> None:
        stay_offline()
        from ultralytics import YOLO

        self._detector: Any = YOLO(str(weights), task="detect", verbose=False)
        self._reader = reader()

    def look(self, pixels: Pixels) -> Look:
        """Boxes and text of uint8 H x W x 3 RGB pixels, without the times."""
        return Look(tuple(self._boxes(pixels)), tuple(self._spans(pixels)))

    def _boxes(self, pixels: Pixels) -> list[Box]:
        found = self._detector.predict(
            np.ascontiguousarray(pixels[:, :, ::-1]),
            conf=CONFIDENCE,
            iou=SUPPRESSION,
            verbose=False,
        )[0].boxes.xyxy
        return [box for row in found.cpu().numpy() if (box := _box(*row)) is not None]

    def _spans(self, pixels: Pixels) -> list[TextSpan]:
        spans = []
        for corners, text, score in self._reader.readtext(
            np.ascontiguousarray(pixels), text_threshold=TEXT
        ):
            (left, top), (right, bottom) = corners[0], corners[2]
            box = _box(left, top, right, bottom)
            if box is not None:
                spans.append(TextSpan(text, box, float(score)))
        return spans


def _box(left: float, top: float, right: float, bottom: float) -> Box | None:
    """In whole pixels; None when nothing is left of it."""
    sides = max(0, int(left)), max(0, int(top)), int(right), int(bottom)
    return Box(*sides) if sides[0] < sides[2] and sides[1] < sides[3] else None


def joined(boxes: Sequence[Box], spans: Sequence[TextSpan]) -> list[Element]:
    """Boxes ("icon") and free text ("text") by the recipe's rule.

    Of boxes that overlap by more than 0.7 the larger go. Text that lies in a box by more than 0.8
    becomes its label; a box that meets a text around it first goes, and text that it has taken
    before goes with it (so it is published).
    """
    elements: list[Element] = []
    taken: set[int] = set()
    for box in boxes:
        if any(_overlap(box, other) > _SAME and box.area > other.area for other in boxes):
            continue
        words, in_text = [], False
        for number, span in enumerate(spans):
            if _inside(span.box, box):
                words.append(span.text)
                taken.add(number)
            elif _inside(box, span.box):
                in_text = True
                break
        if not in_text:
            text = " ".join(words)
            elements.append(Element(len(elements) + 1, "icon", text, box, source="detector"))
    for number, span in enumerate(spans):
        if number not in taken:
            elements.append(Element(len(elements) + 1, "text", span.text, span.box))
    return elements


def _overlap(a: Box, b: Box) -> float:
    """The largest of IoU and the shares of either box that the other covers."""
    return overlap_area(a, b) / min(a.area, b.area)


def _inside(box: Box, other: Box) -> bool:
    return overlap_area(box, other) > _INSIDE * box.area
