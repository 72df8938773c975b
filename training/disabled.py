"""Train what tells which controls are disabled, from folders of samples, none of those for
evaluation. As for the judge, the closer look must not have learnt from the families that it is
asked about: see training.judge.

    python -m training.disabled ask FOLDER FOLDER2 --families A B --closeup half.onnx --out 1.npz
    python -m training.disabled fit 1.npz 2.npz
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.perception.matching import clickable
from training.fitting import Asked, Fitted, Recipe, run
from training.labels import Label, Sample
from training.readings import merged, read
from vision.capture.screen import load_image
from vision.core.elements import Element
from vision.core.views import View
from vision.detection.roi_classifier import Looker, own_looker
from vision.states.disabled import WEIGHTS
from vision.states.disabled_features import paleness


def _of_picture(folder: Path, sample: Sample, looker: Looker) -> Asked | None:
    """The numbers of every control that was found on a picture, and which are truly disabled; None
    where none was found."""
    pixels = load_image(folder / sample.picture).pixels
    elements = merged(read(folder, sample), pixels, own_looker())
    able, rows = paleness(elements, View(pixels, looker=looker))
    known = answers(able, sample.labels)
    places = sorted(known)
    if not places:
        return None
    return rows[places], np.array([known[place] for place in places], bool)


def answers(elements: Sequence[Element], labels: Sequence[Label]) -> dict[int, bool]:
    """By the place of an element that stands for a control, whether that one is disabled; matched
    as the benchmark matches them."""
    true = [label for label in labels if label.interactive]
    offered = [place for place, element in enumerate(elements) if element.interactive]
    pairs = clickable(true, [elements[place] for place in offered])
    return {offered[found]: true[label].disabled for label, found in pairs.items()}


DISABLED = Fitted(
    what="how likely a control is disabled, by the numbers of vision/states/disabled_features.py",
    rows="controls",
    right="disabled",
    of_picture=_of_picture,
    weights=WEIGHTS,
    recipe=Recipe(depth=4, rate=0.07),
)

if __name__ == "__main__":
    run(DISABLED, "python -m training.disabled", __doc__)
