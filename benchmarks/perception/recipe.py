"""The published recipe of OmniParser, to compare with: its detector, EasyOCR, its overlap rule.

Confidence 0.05, suppression at IoU 0.1; of two boxes of the detector that overlap by more than 0.7
the larger one goes; text that lies in a box by more than 0.8 is that box's label, and a box inside
of a text goes. (Lu et al. 2024, "OmniParser for Pure Vision Based GUI Agent", and its repository.)
Captions of icons are left out: they change no box.
"""

from __future__ import annotations

from collections.abc import Sequence

from vision.detect import Detection, ElementDetector
from vision.elements import Element
from vision.geometry import Box, overlap_area
from vision.recognise import TextRecognizer, TextSpan
from vision.screen import Pixels

CONFIDENCE, SUPPRESSION = 0.05, 0.1
_SAME, _INSIDE = 0.7, 0.8


class Recipe:
    """Sees a picture as the recipe does."""

    def __init__(self, detector: ElementDetector, recognizer: TextRecognizer) -> None:
        self._detector, self._recognizer = detector, recognizer

    def see(self, pixels: Pixels) -> tuple[list[Element], list[TextSpan]]:
        """Elements of a picture ("icon" for the detector's, "text" for free text), and all text
        that was read on it."""
        spans = self._recognizer.read(pixels)
        return joined(self._detector.detect(pixels), spans), spans


def joined(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[Element]:
    """Boxes and text by the recipe's rule of overlap."""
    kept = [d.box for d in detections]
    kept = [
        box
        for number, box in enumerate(kept)
        if not any(
            _overlap(box, other) > _SAME and box.area > other.area
            for place, other in enumerate(kept)
            if place != number
        )
    ]
    kept = [box for box in kept if not any(_inside(box, span.box) for span in spans)]
    elements: list[Element] = []
    labels: set[int] = set()
    for box in kept:
        inner = [n for n, span in enumerate(spans) if _inside(span.box, box)]
        labels.update(inner)
        text = " ".join(spans[n].text for n in inner)
        elements.append(Element(len(elements) + 1, "icon", text, box, source="detector"))
    for number, span in enumerate(spans):
        if number not in labels:
            elements.append(Element(len(elements) + 1, "text", span.text, span.box))
    return elements


def _overlap(a: Box, b: Box) -> float:
    """The largest of IoU and the shares of either box that the other covers."""
    return overlap_area(a, b) / min(a.area, b.area)


def _inside(box: Box, other: Box) -> bool:
    return overlap_area(box, other) > _INSIDE * box.area
