"""Train what judges the detector's boxes: `python -m training.judge FOLDER...` (folders of samples,
see training.labels; none of those for evaluation)."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.eyes import make_perceiver
from benchmarks.perception.matching import hits
from training.judge.boosting import boosted
from training.labels import Label, Sample, samples
from vision.detect import Detection
from vision.evidence import evidence
from vision.geometry import iou
from vision.glances import Glances
from vision.judged import WEIGHTS, able
from vision.perceive import Perceiver
from vision.screen import load_image
from vision.trace import tracing
from vision.trees import Numbers

_TREES, _DEPTH, _RATE, _SEED = 200, 3, 0.1, 1
_OVERLAPS = 0.5


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.judge", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of samples")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file to write")
    given = parser.parse_args()
    perceiver = make_perceiver()
    parts = [_of_picture(perceiver, f, one) for f in given.folders for one in samples(f)]
    rows = np.concatenate([part for part, _ in parts])
    right = np.concatenate([answers for _, answers in parts])
    trees = boosted(rows, right, trees=_TREES, depth=_DEPTH, rate=_RATE, seed=_SEED)
    trees.save(given.out, card(len(parts), right))
    print(f"{len(parts)} pictures, {len(rows)} boxes, {right.mean():.0%} of them right")


def card(pictures: int, right: NDArray[np.bool_]) -> dict[str, object]:
    """What is written into the file beside the trees."""
    return {
        "what": "how likely a box of controls.onnx is of a control of its kind",
        "date": datetime.date.today().isoformat(),
        "pictures": pictures,
        "boxes": len(right),
        "right": int(right.sum()),
        "trees": _TREES,
        "depth": _DEPTH,
        "rate": _RATE,
        "seed": _SEED,
    }


def _of_picture(
    perceiver: Perceiver, folder: Path, sample: Sample
) -> tuple[Numbers, NDArray[np.bool_]]:
    """The evidence of every box on a picture, and which of them are right."""
    shot = load_image(folder / sample.picture)
    with tracing() as trace:
        perceiver.perceive(shot)
    boxes = able(trace.detections)
    rows = evidence(boxes, trace.detections, trace.spans, trace.shapes, shot.pixels, Glances())
    return rows, np.array(list(answers(boxes, sample.labels)), bool)


def answers(boxes: Iterable[Detection], labels: Iterable[Label]) -> Iterable[bool]:
    """Whether each box stands for a control of its kind, as the benchmark counts it."""
    true = [label for label in labels if label.interactive]
    for one in boxes:
        alike = [label.box for label in true if label.kind == one.kind]
        yield any(hits(box, one.box) or iou(box, one.box) >= _OVERLAPS for box in alike)


if __name__ == "__main__":
    main()
