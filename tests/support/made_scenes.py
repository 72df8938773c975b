"""Scenes of forms of any size, and each pass with the scene before it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.drawn import Page, one
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.detection.box_scoring import own_trees as box_trees
from vision.detection.detector import Detection
from vision.detection.roi_classifier import own_looker
from vision.ocr.engine import TextSpan
from vision.pipeline.phases import PHASES
from vision.pipeline.runner import Pass
from vision.pipeline.scene import Scene
from vision.pixels.flat_regions import find_shapes
from vision.states.disabled import own_trees


class Silent:
    """Reads nothing."""

    def read(self, pixels: Pixels) -> list[TextSpan]:
        return []

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        return "", 0.0


def scene_of(page: Page, detections: list[Detection]) -> Scene:
    return Scene(
        pixels=page.pixels,
        reader=Silent(),
        looker=own_looker(),
        box_trees=box_trees(),
        disabled_trees=own_trees(),
        text=tuple(page.spans),
        detections=tuple(detections),
        shapes=tuple(find_shapes(page.pixels)),
        line=14.0,
    )


def form(rows: int) -> Scene:
    """A form of as many rows, each a label, a field, a box to tick and a button."""
    page = Page(460, 40 + 30 * rows)
    detections = []
    for row in range(rows):
        y = 20 + 30 * row
        page.text(10, y + 3, f"Name {row}")
        detections.append(one("field", page.frame(Box(100, y, 240, y + 24))))
        detections.append(one("checkbox", page.frame(Box(260, y + 5, 274, y + 19)), 0.8))
        page.text(280, y + 3, f"Keep {row}")
        detections.append(one("button", page.frame(Box(360, y, 440, y + 24), "#e0e0e0"), 0.7))
        page.text(370, y + 3, "Open")
    return scene_of(page, detections)


def steps_of(scene: Scene) -> Iterator[tuple[Pass, Scene]]:
    """Each pass, and the scene before it."""
    for phase in PHASES:
        for each in phase.passes:
            yield each, scene
            scene = each(scene)
