"""Train what tells which controls are disabled, from folders of samples, none of those for
evaluation. As for the judge, the closer look must not have learnt from the families that it is
asked about: see training.judge.

    python -m training.disabled ask FOLDER FOLDER2 --families A B --closeup half.onnx --out 1.npz
    python -m training.disabled fit 1.npz 2.npz
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.perception.matching import clickable
from training.boosting import boosted
from training.labels import Label, Sample, samples
from training.readings import merged, read
from vision.closeup import WEIGHTS as CLOSEUP
from vision.closeup import Looker
from vision.disabled import WEIGHTS
from vision.elements import Element
from vision.glances import View
from vision.paleness import paleness
from vision.screen import load_image
from vision.trees import Numbers

_TREES, _DEPTH, _RATE, _SEED = 200, 4, 0.07, 1


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.disabled", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="the numbers of all controls on labelled pictures")
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
        parts = [
            _of_picture(folder, one, looker)
            for folder in given.folders
            for one in samples(folder)
            if not given.families or one.family in given.families
        ]
        rows = np.concatenate([part for part, _ in parts if len(part)])
        true = np.concatenate([answer for part, answer in parts if len(part)])
        np.savez(given.out, rows=rows, disabled=true, pictures=len(parts))
    else:
        kept = [np.load(path) for path in given.numbers]
        rows = np.concatenate([each["rows"] for each in kept])
        true = np.concatenate([each["disabled"] for each in kept])
        trees = boosted(rows, true, trees=_TREES, depth=_DEPTH, rate=_RATE, seed=_SEED)
        trees.save(given.out, card(sum(int(each["pictures"]) for each in kept), true))
    print(f"{len(rows)} controls, {true.mean():.1%} of them disabled")


def card(pictures: int, true: NDArray[np.bool_]) -> dict[str, object]:
    """What is written into the file beside the trees."""
    return {
        "what": "how likely a control is disabled, by the numbers of vision/paleness.py",
        "date": datetime.date.today().isoformat(),
        "pictures": pictures,
        "controls": len(true),
        "disabled": int(true.sum()),
        "trees": _TREES,
        "depth": _DEPTH,
        "rate": _RATE,
        "seed": _SEED,
    }


def _of_picture(folder: Path, sample: Sample, looker: Looker) -> tuple[Numbers, NDArray[np.bool_]]:
    """The numbers of every control that was found on a picture, and which are truly disabled."""
    view = View(load_image(folder / sample.picture).pixels)
    able, rows = paleness(merged(read(folder, sample), view), view, looker)
    known = answers(able, sample.labels)
    places = sorted(known)
    return rows[places], np.array([known[place] for place in places], bool)


def answers(elements: Sequence[Element], labels: Sequence[Label]) -> dict[int, bool]:
    """By the place of an element that stands for a control, whether that one is disabled; matched
    as the benchmark matches them."""
    true = [label for label in labels if label.interactive]
    offered = [place for place, element in enumerate(elements) if element.interactive]
    pairs = clickable(true, [elements[place] for place in offered])
    return {offered[found]: true[label].disabled for label, found in pairs.items()}


if __name__ == "__main__":
    main()
