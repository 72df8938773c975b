"""What the closer look learns from: boxes of labelled pictures, with what is really there. They are
those that the product itself would look at (of the detector, of lines of text, of shapes), and
those of the labels, drawn a little wrongly."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.perception.matching import hits
from training.labels import Label, Sample
from training.readings import read
from vision.capture.screen import Pixels, load_image
from vision.core.geometry import Box, iou
from vision.core.trace import Trace
from vision.detection.roi_classifier import SEEN, STATES, shown, surroundings

NONE = len(SEEN)
"""The answer where no control is."""
UNKNOWN = -1
"""Of a state that nobody knows."""
_SAME = 0.5
# Of the shorter side, by which each side of a label's box is moved at most; pixels of the smallest
# box; shapes of a picture, and how high they are.
_MOVED, _SMALLEST, _MOST_SHAPES, _LOWEST, _HIGHEST = 8, 4, 40, 6, 200


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """`pixels` uint8 N x SIDE x 2 SIDE x 3, `sizes` N x 2, `kinds` N (places in SEEN, or NONE),
    `states` N x 4 (0, 1, or UNKNOWN), `families` N."""

    pixels: Pixels
    sizes: NDArray[np.float32]
    kinds: NDArray[np.int64]
    states: NDArray[np.int64]
    families: NDArray[np.str_]

    def save(self, path: Path) -> None:
        np.savez(path, **{name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def load(cls, paths: Sequence[Path], without: Sequence[str] = ()) -> Crops:
        """Of all files together, but for some families. Only one file is in memory beside them.

        Raises OSError or KeyError for what holds no crops, ValueError when none is left.
        """
        chosen = [~np.isin(np.load(path)["families"], without) for path in paths]
        many = sum(int(some.sum()) for some in chosen)
        if not many:
            raise ValueError("there are no crops of other families")
        return cls(*(cls._together(name, paths, chosen, many) for name in cls.__slots__))

    @staticmethod
    def _together(
        name: str, paths: Sequence[Path], chosen: Sequence[NDArray[np.bool_]], many: int
    ) -> NDArray[Any]:
        whole, start = np.empty(0), 0
        for path, some in zip(paths, chosen, strict=True):
            part = np.load(path)[name]
            if not start:
                # Names of families are as long as the longest.
                kind = np.dtype("U80") if part.dtype.kind == "U" else part.dtype
                whole = np.empty((many, *part.shape[1:]), kind)
            end = start + int(some.sum())
            whole[start:end] = part[some]
            start = end
        return whole


def crops_of(samples: Sequence[tuple[Path, Sample]], seed: int) -> Crops:
    """The crops of pictures, each with its folder."""
    chance = random.Random(seed)
    pixels, sizes, kinds, states, families = [], [], [], [], []
    for folder, sample in samples:
        shot = load_image(folder / sample.picture)
        trace = read(folder, sample)
        labels = [label for label in sample.labels if label.interactive]
        for box in boxes_of(trace, labels, chance):
            around, beyond = surroundings(box, shot.pixels)
            rows = slice(max(0, around.top), around.bottom)
            crop = shot.pixels[rows, max(0, around.left) : around.right]
            if not crop.size:
                continue
            kind, known = answer(box, labels)
            ends, size = shown(crop, beyond)
            pixels.append(ends)
            sizes.append(size)
            kinds.append(kind)
            states.append(known)
            families.append(sample.family)
    return Crops(
        np.stack(pixels), np.array(sizes, np.float32), np.array(kinds, np.int64),
        np.array(states, np.int64), np.array(families),
    )  # fmt: skip


def boxes_of(trace: Trace, labels: Sequence[Label], chance: random.Random) -> list[Box]:
    """The boxes of a picture that are looked at."""
    boxes = [one.box for one in trace.detections if one.kind in SEEN]
    boxes += [_moved(label.box, chance) for label in labels]
    boxes += [span.box for span in trace.spans]
    shapes = [s.box for s in trace.shapes if _LOWEST <= s.box.height <= _HIGHEST]
    boxes += chance.sample(shapes, min(_MOST_SHAPES, len(shapes)))
    return [box for box in boxes if min(box.width, box.height) >= _SMALLEST]


def _moved(box: Box, chance: random.Random) -> Box:
    """A box with its sides a little off."""
    short = min(box.width, box.height)
    most, least = max(1, short // _MOVED), short // 2 + 2
    left, top, right, bottom = (s + chance.randint(-most, most) for s in box.as_list())
    return Box(left, top, max(left + least, right), max(top + least, bottom))


def answer(box: Box, labels: Sequence[Label]) -> tuple[int, list[int]]:
    """What control a box stands for, as the benchmark counts it, and its states."""
    near = [label for label in labels if label.box.intersection(box)]
    alike = [each for each in near if iou(each.box, box) >= _SAME or hits(each.box, box)]
    if not alike:
        return NONE, [UNKNOWN] * len(STATES)
    best = max(alike, key=lambda label: iou(label.box, box))
    known = [getattr(best, state) for state in STATES]
    kind = next(n for n, each in enumerate(SEEN) if each == best.kind)
    return kind, [UNKNOWN if value is None else int(value) for value in known]
