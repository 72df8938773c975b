"""Train what judges the detector's boxes, from folders of samples, none of those for evaluation.
The closer look must not have learnt from the families that it is asked about, or it is believed too
much: train it on one half of them, and ask about the other, both ways."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from benchmarks.perception.matching import hits
from training.fitting import Asked, Fitted, Recipe, run
from training.labels import Label, Sample
from training.readings import read
from vision.capture.screen import load_image
from vision.core.geometry import iou
from vision.core.views import View
from vision.detection.box_features import evidence
from vision.detection.box_scoring import WEIGHTS, able, looked_at
from vision.detection.detector import Detection
from vision.detection.roi_classifier import Looker

_OVERLAPS = 0.5


def _of_picture(folder: Path, sample: Sample, looker: Looker) -> Asked | None:
    """The evidence of every box on a picture, and which of them are right; None without a box."""
    trace = read(folder, sample)
    view = View(load_image(folder / sample.picture).pixels, looker=looker)
    detections = looked_at(trace.detections, view)
    boxes = able(detections)
    if not boxes:
        return None
    rows = evidence(boxes, detections, trace.spans, trace.shapes, view)
    return rows, np.array(list(answers(boxes, sample.labels)), bool)


def answers(boxes: Iterable[Detection], labels: Iterable[Label]) -> Iterable[bool]:
    """Whether each box stands for a control of its kind, as the benchmark counts it."""
    true = [label for label in labels if label.interactive]
    for one in boxes:
        alike = [label.box for label in true if label.kind == one.kind]
        yield any(hits(box, one.box) or iou(box, one.box) >= _OVERLAPS for box in alike)


JUDGE = Fitted(
    what="how likely a box of controls.onnx is of a control of its kind",
    rows="boxes",
    right="right",
    of_picture=_of_picture,
    weights=WEIGHTS,
    recipe=Recipe(),
)

if __name__ == "__main__":
    run(JUDGE, "python -m training.judge", __doc__)
