"""Train what judges the detector's boxes, from folders of samples, none of those for evaluation.
The closer look must not have learnt from the families that it is asked about, or it is believed too
much: train it on one half of them, and ask about the other, both ways."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.perception.matching import hits
from training.boosting import boosted
from training.labels import Label, Sample, samples
from training.readings import read
from vision.closeup import WEIGHTS as CLOSEUP
from vision.closeup import Looker
from vision.detect import Detection
from vision.evidence import evidence
from vision.geometry import iou
from vision.glances import View
from vision.judged import WEIGHTS, able, looked_at
from vision.screen import load_image
from vision.trees import Numbers

_TREES, _DEPTH, _RATE, _SEED = 200, 3, 0.1, 1
_OVERLAPS = 0.5


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.judge", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="the numbers of all boxes on labelled pictures")
    asking.add_argument("folders", type=Path, nargs="+", help="folders of samples")
    asking.add_argument("--out", type=Path, required=True)
    asking.add_argument("--families", nargs="*", default=[], help="only these")
    asking.add_argument("--closeup", type=Path, default=CLOSEUP, help="weights of the closer look")
    fitting = commands.add_parser("fit", help="trees from what was asked")
    fitting.add_argument("numbers", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, default=WEIGHTS, help="the file to write")
    given = parser.parse_args()
    if given.command == "ask":
        looker = Looker(given.closeup)
        found = [(folder, one) for folder in given.folders for one in samples(folder)]
        wanted = [
            (f, one) for f, one in found if not given.families or one.family in given.families
        ]
        asked = (_of_picture(folder, one, looker) for folder, one in wanted)
        parts = [part for part in asked if part is not None]
        rows = np.concatenate([part for part, _ in parts])
        right = np.concatenate([true for _, true in parts])
        np.savez(given.out, rows=rows, right=right, pictures=len(parts))
    else:
        kept = [np.load(path) for path in given.numbers]
        pictures = sum(int(each["pictures"]) for each in kept)
        rows = np.concatenate([each["rows"] for each in kept])
        right = np.concatenate([each["right"] for each in kept])
        trees = boosted(rows, right, trees=_TREES, depth=_DEPTH, rate=_RATE, seed=_SEED)
        trees.save(given.out, card(pictures, right))
    print(f"{len(rows)} boxes, {right.mean():.0%} of them right")


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
    folder: Path, sample: Sample, looker: Looker
) -> tuple[Numbers, NDArray[np.bool_]] | None:
    """The evidence of every box on a picture, and which of them are right; None without a box."""
    trace = read(folder, sample)
    view = View(load_image(folder / sample.picture).pixels)
    detections = looked_at(trace.detections, view, looker)
    boxes = able(detections)
    if not boxes:
        return None
    rows = evidence(boxes, detections, trace.spans, trace.shapes, view, looker)
    return rows, np.array(list(answers(boxes, sample.labels)), bool)


def answers(boxes: Iterable[Detection], labels: Iterable[Label]) -> Iterable[bool]:
    """Whether each box stands for a control of its kind, as the benchmark counts it."""
    true = [label for label in labels if label.interactive]
    for one in boxes:
        alike = [label.box for label in true if label.kind == one.kind]
        yield any(hits(box, one.box) or iou(box, one.box) >= _OVERLAPS for box in alike)


if __name__ == "__main__":
    main()
