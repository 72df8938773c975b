"""Our own detector on the CPU: the ONNX file that training.detector writes, run by onnxruntime."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels, padded
from vision.core.elements import CONTROL_KINDS
from vision.core.geometry import Box, iou
from vision.core.onnx_session import open_session
from vision.detection.detector import Detection
from vision.detection.tiling import SIDE, joined, places

# A smaller picture has fewer places than the network's list of boxes has rows.
_SMALLEST = 192
# Large controls, as on screens of 200 % and more, are looked for in half of the resolution too:
# those whose shorter side is at least this many pixels.
_COARSE, _LARGE = 2, 32
_AGAIN = "Write it anew with: python -m training.detector train."


class OnnxYoloDetector:
    """Controls with their kinds, by a YOLO that needs no suppression (its export is end to end).

    Frames are looked at in their own resolution and, for large controls, in half of it; those
    larger than the tiles that it was trained on are cut into such tiles. One thing may be told
    twice, once for each resolution (see vision.controls.kinds_and_names.settled). `confidence` is
    the least score, and a box that overlaps a surer one by more than `overlap` (as IoU) is left
    out, each 0 to 1; `threads` of the CPU, 0 for as many as it has.

    Raises:
        FileNotFoundError: there are no weights at `path`.
        ValueError: the file is no such detector, or tells other classes apart than ours.
    """

    def __init__(
        self, path: Path, *, confidence: float = 0.25, overlap: float = 1.0, threads: int = 0
    ) -> None:
        self._session = open_session(path, threads, _AGAIN)
        about: Mapping[str, str] = self._session.get_modelmeta().custom_metadata_map
        if _value(about, "end2end", path) is not True:
            raise ValueError(f"{path} is no detector that needs no suppression. {_AGAIN}")
        _require_our_kinds(about, path)
        self._stride, self._side = _sizes(about, path)
        self._input = self._session.get_inputs()[0].name
        self._confidence, self._overlap = confidence, overlap

    def detect(self, pixels: Pixels) -> list[Detection]:
        kept: list[Detection] = []
        for one in sorted([*self._seen(pixels), *self._large(pixels)], key=lambda d: -d.score):
            if self._overlap >= 1 or all(iou(one.box, k.box) <= self._overlap for k in kept):
                kept.append(one)
        return kept

    def _large(self, pixels: Pixels) -> list[Detection]:
        height, width = pixels.shape[0] // _COARSE, pixels.shape[1] // _COARSE
        if min(height, width) < _LARGE:
            return []
        coarse = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
        found = [_enlarged(one) for one in self._seen(coarse.astype(np.uint8))]
        return [one for one in found if min(one.box.width, one.box.height) >= _LARGE]

    def _seen(self, pixels: Pixels) -> list[Detection]:
        height, width = pixels.shape[:2]
        tiles = places(width, height, self._side)
        return joined((tile, self._of_tile(pixels, tile)) for tile in tiles)

    def _of_tile(self, pixels: Pixels, tile: Box) -> list[Detection]:
        crop = pixels[tile.top : tile.bottom, tile.left : tile.right]
        crop = padded(crop, _SMALLEST if min(crop.shape[:2]) < _SMALLEST else self._stride)
        batch = np.ascontiguousarray(crop.transpose(2, 0, 1)[np.newaxis], np.float32) / 255
        rows: NDArray[np.float32] = self._session.run(None, {self._input: batch})[0][0]
        found = (_detection(row, tile) for row in rows if row[4] >= self._confidence)
        return [detection for detection in found if detection is not None]


def _enlarged(one: Detection) -> Detection:
    return replace(one, box=Box(*(side * _COARSE for side in one.box.as_list())))


def _detection(row: NDArray[np.float32], tile: Box) -> Detection | None:
    """A row of the network's output in the frame's coordinates; None when nothing of its box is
    within the tile (the picture may be padded)."""
    left, top = max(0, round(float(row[0]))), max(0, round(float(row[1])))
    right = min(tile.width, round(float(row[2])))
    bottom = min(tile.height, round(float(row[3])))
    if right <= left or bottom <= top:
        return None
    kind = CONTROL_KINDS[int(row[5])]
    box = Box(left, top, right, bottom).moved(tile.left, tile.top)
    return Detection(box, kind, float(row[4]), kind)


def _require_our_kinds(about: Mapping[str, str], path: Path) -> None:
    names = _value(about, "names", path)
    kinds = tuple(names.values()) if isinstance(names, dict) else ()
    if kinds != CONTROL_KINDS:
        raise ValueError(
            f"{path} tells other classes apart ({', '.join(map(str, kinds)) or names}) than ours: "
            f"{', '.join(CONTROL_KINDS)}. {_AGAIN}"
        )


def _sizes(about: Mapping[str, str], path: Path) -> tuple[int, int]:
    """The stride and the longest side of a tile, in pixels."""
    stride = int(cast(int, _value(about, "stride", path)))
    sides = cast(list[int], _value(about, "imgsz", path))
    return stride, min(max(sides), SIDE)


def _value(about: Mapping[str, str], name: str, path: Path) -> object:
    """What the export wrote into the file under this name."""
    if name not in about:
        raise ValueError(f"{path} is no detector of ours: it does not say its {name}. {_AGAIN}")
    return cast(object, ast.literal_eval(about[name]))
