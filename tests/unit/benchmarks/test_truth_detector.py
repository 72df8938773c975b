"""The detector that knows the truth, with and without mistakes."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.perception.truth import Noise, TruthDetector
from training.labels import KINDS, Label, Sample
from vision.core.geometry import Box, iou


def test_the_truth_with_and_without_mistakes():
    labels = tuple(Label(KINDS[n % 15], Box(5 + 20 * n, 8, 20 + 20 * n, 30)) for n in range(60))
    sample = Sample("a.png", "test/one", 1300, 40, 1.0, labels)
    pixels = np.zeros((40, 1300, 3), np.uint8)
    exact = TruthDetector(sample, pixels).detect(pixels)
    assert {(d.kind, d.box) for d in exact} == {(label.kind, label.box) for label in labels}
    part = TruthDetector(sample, pixels).detect(pixels[:, 100:200])
    assert [d.box for d in part] == [Box(5 + 20 * n, 8, 20 + 20 * n, 30) for n in range(5)]
    with pytest.raises(ValueError, match="no part"):
        TruthDetector(sample, pixels).detect(np.zeros((40, 50, 3), np.uint8))
    off = TruthDetector(sample, pixels, Noise(missed=0.2, wrong=0.2)).detect(pixels)
    assert off == TruthDetector(sample, pixels, Noise(missed=0.2, wrong=0.2)).detect(pixels)
    assert 36 <= len(off) < 60
    paired = [(d, max(labels, key=lambda label: iou(label.box, d.box))) for d in off]
    assert 0.05 < np.mean([d.kind != label.kind for d, label in paired]) < 0.45
    for d, label in paired:
        sides = zip(d.box.as_list(), label.box.as_list(), strict=True)
        assert all(1 <= abs(a - b) <= 3 for a, b in sides)
