"""Boxes of a detector that knows none of our kinds get them from closer looks."""

from __future__ import annotations

import numpy as np

from vision.capture.screen import Pixels
from vision.core.answers import Asked
from vision.core.geometry import Box
from vision.detection.closer_kinds import WithCloserKinds
from vision.detection.detector import Detection
from vision.detection.roi_classifier import SEEN, CloseUp, Looker

PIXELS = np.zeros((100, 200, 3), np.uint8)
BUTTON, FIELD = Box(10, 10, 60, 30), Box(10, 50, 190, 74)


class Found:
    def detect(self, pixels: Pixels) -> list[Detection]:
        return [Detection(BUTTON, "Unknown", 0.9), Detection(FIELD, "Input_Elements", 0.4)]


class Looks(Looker):
    """Sees a field in what is wide and a button in the rest, and is sure of neither."""

    def __init__(self) -> None:
        self.seen: list[Pixels] = []

    def look(self, box: Box, view: Asked) -> CloseUp:
        self.seen.append(view.pixels)
        kind = "field" if box.width > 100 else "button"
        return CloseUp(tuple(0.3 if one == kind else 0.0 for one in SEEN), 0.7)


def test_the_likeliest_kind_counts_and_all_else_stays():
    looker = Looks()
    found = WithCloserKinds(Found(), looker).detect(PIXELS)
    assert found == [
        Detection(BUTTON, "Unknown", 0.9, "button"),
        Detection(FIELD, "Input_Elements", 0.4, "field"),
    ]
    assert all(pixels is PIXELS for pixels in looker.seen)
