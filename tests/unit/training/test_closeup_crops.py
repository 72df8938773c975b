"""What the closer look learns from: boxes, what they stand for, and crops."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from training.closeup.crops import NONE, Crops, answer, boxes_of
from training.labels import Label, LabelKind
from vision.core.geometry import Box
from vision.core.trace import Trace
from vision.detection.detector import Detection
from vision.detection.roi_classifier import SEEN, SIDE


def label(kind: LabelKind, box: Box, **states: Any) -> Label:
    return Label(kind, box, **states)


def test_a_box_stands_for_the_control_that_it_fits_best() -> None:
    row, mark = label("list item", Box(0, 0, 200, 30)), label("checkbox", Box(8, 8, 22, 22))
    kind, states = answer(Box(7, 7, 23, 23), [row, mark])
    assert SEEN[kind] == "checkbox"
    assert states[0] == 0
    assert answer(Box(0, 60, 200, 90), [row, mark]) == (NONE, [-1, -1, -1, -1])
    assert SEEN[answer(Box(2, 1, 190, 28), [row, mark])[0]] == "list item"


def test_boxes_come_from_all_parts_and_from_the_labels() -> None:
    found = Detection(Box(10, 10, 60, 30), "button", 0.3, "button")
    image = Detection(Box(100, 10, 160, 30), "image", 0.3, "image")
    boxes = boxes_of(
        Trace(detections=(found, image)),
        [label("field", Box(200, 10, 300, 34))],
        random.Random(1),
    )
    assert found.box in boxes
    assert image.box not in boxes
    assert len(boxes) == 2
    assert abs(boxes[1].left - 200) <= 3


def test_crops_of_several_files_are_taken_together_but_for_some_families(tmp_path: Path) -> None:
    paths = []
    for number, families in enumerate((["web/a", "web/b"], ["app/longer", "web/b", "web/a"])):
        many = len(families)
        pixels = np.full((many, SIDE, 2 * SIDE, 3), number, np.uint8)
        kinds, states = np.arange(many), np.full((many, 4), -1)
        crops = Crops(pixels, np.ones((many, 2), np.float32), kinds, states, np.array(families))
        paths.append(tmp_path / f"{number}.npz")
        crops.save(paths[-1])
    together = Crops.load(paths, without=["web/b"])
    assert together.families.tolist() == ["web/a", "app/longer", "web/a"]
    assert together.kinds.tolist() == [0, 0, 2]
    assert together.pixels[:, 0, 0, 0].tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="no crops"):
        Crops.load(paths, without=["web/a", "web/b", "app/longer"])
