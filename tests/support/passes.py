"""Parts of seeing on things that a test makes itself, without an engine that reads or detects."""

from __future__ import annotations

from collections.abc import Sequence

from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.core.elements import Element
from vision.detection.detector import Detection
from vision.detection.roi_classifier import Looker, own_looker
from vision.ocr.engine import TextSpan
from vision.pipeline.phases import assembled
from vision.pipeline.runner import run
from vision.pipeline.scene import Scene
from vision.pipeline.states import STATES, STRUCTURE
from vision.pixels.flat_regions import Shape
from vision.states.disabled import own_trees

# What the made things are given without: candidates come as they are.
_GIVEN = frozenset({"box_scores"})


def merged(
    pixels: Pixels,
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    windows: Sequence[Window] = (),
) -> list[Element]:
    """The elements of text, shapes and detections that all count, before their states are told."""
    scene = Scene(
        pixels=pixels,
        windows=tuple(windows),
        looker=own_looker(),
        text=tuple(spans),
        candidates=tuple(detections),
        shapes=tuple(shapes),
    )
    return list(assembled(scene, _GIVEN).elements)


def with_states(
    pixels: Pixels, elements: Sequence[Element], looker: Looker | None = None
) -> list[Element]:
    """The elements with their states."""
    scene = Scene(
        pixels=pixels,
        looker=looker or own_looker(),
        disabled_trees=own_trees(),
        elements=tuple(elements),
    )
    return list(run(STATES.passes, scene).elements)


def with_structure(pixels: Pixels, elements: Sequence[Element]) -> list[Element]:
    """The elements with their groups, cells and alarms."""
    scene = Scene(pixels=pixels, elements=tuple(elements))
    return list(run(STRUCTURE.passes, scene).elements)
