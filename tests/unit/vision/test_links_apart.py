"""Links side by side that the detector takes for one are told apart by the lines below them."""

from __future__ import annotations

import numpy as np

from tests.support.passes import merged
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan, Word

CONTACT, ABOUT = Box(20, 20, 70, 34), Box(75, 20, 120, 34)


def span(text: str, box: Box) -> TextSpan:
    return TextSpan(text, box, 1.0, (Word(text, box),))


def page(*lines: tuple[int, int]) -> Pixels:
    """Letters in blue, with lines below them from one place to another."""
    pixels = np.full((60, 200, 3), 255, np.uint8)
    for box in (CONTACT, ABOUT):
        pixels[box.top : box.bottom - 3, box.left : box.right : 4] = (0, 0, 238)
    for left, right in lines:
        pixels[35, left:right] = (0, 0, 238)
    return pixels


def links(pixels: Pixels, score: float) -> list[str]:
    both = Detection(CONTACT.union(ABOUT).grown(2), "link", score, "link")
    found = merged(pixels, [span("Contact", CONTACT), span("About", ABOUT)], [both], [])
    return [e.text for e in found if e.kind == "link"]


def test_one_line_below_both_or_a_sure_detection_is_one_link():
    assert links(page((20, 120)), 0.3) == ["Contact About"]
    assert links(page((20, 70), (75, 120)), 0.8) == ["Contact About"]
