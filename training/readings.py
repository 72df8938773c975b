"""What the parts of the product read on labelled pictures, kept beside them: to look at a picture
takes seconds, and several trainings ask for the same."""

from __future__ import annotations

import hashlib
import pickle
from functools import cache
from pathlib import Path

from agent.perception.perceiver import make_perceiver, own_weights
from training.labels import Sample
from vision.capture.screen import Pixels, load_image
from vision.core.elements import Element
from vision.core.trace import Trace, tracing
from vision.detection.box_scoring import own_trees
from vision.detection.roi_classifier import Looker
from vision.pipeline.phases import assembled
from vision.pipeline.scene import Scene


def read(folder: Path, sample: Sample) -> Trace:
    """The lines, boxes and shapes of a sample's picture, read now or remembered. They are read
    again after the detector was trained anew."""
    kept = folder / f"looks-{_detector()}" / f"{sample.picture}.pickle"
    if kept.exists():
        with kept.open("rb") as file:
            trace: Trace = pickle.load(file)
            return trace
    with tracing() as trace:
        make_perceiver().perceive(load_image(folder / sample.picture))
    trace.events.clear()
    trace.steps.clear()
    kept.parent.mkdir(exist_ok=True)
    part = kept.with_suffix(".part")
    part.write_bytes(pickle.dumps(trace))
    part.rename(kept)
    return trace


def merged(trace: Trace, pixels: Pixels, looker: Looker) -> list[Element]:
    """The elements that a trace of these pixels comes to, before their states are told."""
    scene = Scene(
        pixels=pixels,
        looker=looker,
        box_trees=own_trees(),
        text=trace.spans,
        detections=trace.detections,
        shapes=trace.shapes,
    )
    return list(assembled(scene).elements)


@cache
def _detector() -> str:
    """The detector's weights in eight letters."""
    return hashlib.sha256(own_weights().read_bytes()).hexdigest()[:8]
