"""A detector that knows the truth, with mistakes if wanted: how good can seeing be beside it?"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from training.labels import KINDS, Label, LabelKind, Sample
from vision.capture.screen import Pixels
from vision.core.geometry import Box, overlap_area
from vision.detection.detector import Detection


@dataclass(frozen=True, slots=True)
class Noise:
    """Mistakes of a detector. Each side of a box is off by 1 to `jitter` pixels, `missed` and
    `wrong` are the shares of controls that it passes over and takes for another kind; scores of
    right and wrong kinds are evenly spread between these limits."""

    seed: int = 1
    jitter: int = 3
    missed: float = 0.05
    wrong: float = 0.05
    right_scores: tuple[float, float] = (0.45, 0.98)
    wrong_scores: tuple[float, float] = (0.25, 0.75)


class TruthDetector:
    """Answers with the labels of one sample. What it is shown must be a part of `pixels`, the
    sample's picture: that tells it where it looks."""

    def __init__(self, sample: Sample, pixels: Pixels, noise: Noise | None = None) -> None:
        self._pixels = pixels
        self._found = list(_answers(sample, noise))

    def detect(self, pixels: Pixels) -> list[Detection]:
        """Raises ValueError for pixels that are no part of the picture."""
        seen = self._place(pixels)
        inside = [d for d in self._found if overlap_area(d.box, seen) > 0.5 * d.box.area]
        moved = [_moved(d, -seen.left, -seen.top) for d in inside]
        return sorted(moved, key=lambda d: -d.score)

    def _place(self, part: Pixels) -> Box:
        whole = self._pixels
        away = _address(part) - _address(whole)
        top, rest = divmod(away, whole.strides[0])
        left = rest // whole.strides[1]
        height, width = part.shape[:2]
        if part.strides != whole.strides or away < 0 or top + height > len(whole):
            raise ValueError("these pixels are no part of the sample's picture")
        return Box(left, top, left + width, top + height)


def _address(pixels: Pixels) -> int:
    return int(pixels.__array_interface__["data"][0])


def _moved(detection: Detection, dx: int, dy: int) -> Detection:
    box = detection.box.moved(dx, dy)
    return Detection(box, detection.label, detection.score, detection.kind)


def _answers(sample: Sample, noise: Noise | None) -> Sequence[Detection]:
    if noise is None:
        return [Detection(label.box, label.kind, 0.9, label.kind) for label in sample.labels]
    rng = np.random.default_rng([noise.seed, zlib.crc32(sample.picture.encode())])
    found = (_answer(label, sample, noise, rng) for label in sample.labels)
    return [detection for detection in found if detection is not None]


def _answer(
    label: Label, sample: Sample, noise: Noise, rng: np.random.Generator
) -> Detection | None:
    chance, off = rng.random(), rng.integers(1, noise.jitter + 1, 4) * rng.choice((-1, 1), 4)
    scores = noise.right_scores if chance >= noise.missed + noise.wrong else noise.wrong_scores
    kind, score = label.kind, float(rng.uniform(*scores))
    other = _other(kind, rng)
    if chance < noise.missed:
        return None
    if chance < noise.missed + noise.wrong:
        kind = other
    left, top, right, bottom = (int(v) for v in np.array(label.box.as_list()) + off)
    left, top = min(max(0, left), right - 1), min(max(0, top), bottom - 1)
    box = Box(left, top, right, bottom).intersection(Box(0, 0, sample.width, sample.height))
    return Detection(box, kind, score, kind) if box else None


def _other(kind: LabelKind, rng: np.random.Generator) -> LabelKind:
    others = [one for one in KINDS if one != kind]
    return others[int(rng.integers(len(others)))]
