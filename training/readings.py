"""What the parts of the product read on labelled pictures, kept beside them: to look at a picture
takes seconds, and several trainings ask for the same."""

from __future__ import annotations

import hashlib
import pickle
from functools import cache
from pathlib import Path

from agent.perception.perceiver import make_perceiver, own_weights
from training.labels import Sample
from vision.bars import scroll_bars
from vision.elements import Element
from vision.glances import View
from vision.judged import judged
from vision.merge import merge
from vision.screen import load_image
from vision.sign_rows import without_sign_rows
from vision.small_signs import with_small_signs
from vision.trace import Trace, tracing


def read(folder: Path, sample: Sample) -> Trace:
    """The lines, boxes and shapes of a sample's picture, read now or remembered. They are read
    again after the detector was trained anew."""
    kept = folder / f"readings-{_detector()}" / f"{sample.picture}.pickle"
    if kept.exists():
        with kept.open("rb") as file:
            trace: Trace = pickle.load(file)
            return trace
    with tracing() as trace:
        make_perceiver().perceive(load_image(folder / sample.picture))
    trace.events.clear()
    kept.parent.mkdir(exist_ok=True)
    part = kept.with_suffix(".part")
    part.write_bytes(pickle.dumps(trace))
    part.rename(kept)
    return trace


def merged(trace: Trace, view: View) -> list[Element]:
    """The elements that a trace comes to, before their states are told."""
    text, signs = without_sign_rows(trace.spans)
    bars = scroll_bars(view.pixels, trace.shapes)
    counted = judged(trace.detections, text, trace.shapes, view)
    counted = with_small_signs(counted, text, view, signs)
    return merge(view.pixels, text, counted, trace.shapes, [], view.glances, bars, trace.detections)


@cache
def _detector() -> str:
    """The detector's weights in eight letters."""
    return hashlib.sha256(own_weights().read_bytes()).hexdigest()[:8]
