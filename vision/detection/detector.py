"""Finding controls by their looks: the detector protocol and YOLO through ultralytics."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vision.capture.screen import Pixels, padded
from vision.core.elements import CONTROL_KINDS, ControlKind
from vision.core.geometry import Box

BELIEVED = 0.25
"""The score from which on a box counts unless something speaks against it; below, it is faint."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A box that looks like a control, in the coordinates of the pixels given; score 0 to 1.
    `label` is the detector's word for it, `kind` is ours: "icon" where it knows none of ours (see
    vision.detection.closer_kinds)."""

    box: Box
    label: str
    score: float
    kind: ControlKind = "icon"


class ElementDetector(Protocol):
    def detect(self, pixels: Pixels) -> list[Detection]:
        """Controls in uint8 H x W x 3 RGB pixels, best first; [] where there are none."""
        ...


class YoloDetector:
    """A YOLO detector through ultralytics, on the GPU when there is one.

    Runs at the native resolution rounded up to whole strides of 32: icons of 16 px vanish when a
    frame is shrunk. `confidence` and `overlap` are the thresholds of score and of suppression.
    Boxes of different classes suppress each other unless these are our kinds.

    Raises:
        FileNotFoundError: there are no weights at `path`.
        ImportError: ultralytics, an optional part, is not installed.
    """

    def __init__(
        self, path: Path, *, confidence: float = 0.12, overlap: float = 0.3, largest: int = 1920
    ) -> None:
        if not path.is_file():
            raise FileNotFoundError(f"no detector weights at {path}")
        stay_offline()
        import torch
        from ultralytics import YOLO

        self._model: Any = YOLO(str(path), task="detect", verbose=False)
        self._knows_kinds = tuple(self._model.names.values()) == CONTROL_KINDS
        self._device = 0 if torch.cuda.is_available() else "cpu"
        self._confidence, self._overlap, self._largest = confidence, overlap, largest

    def detect(self, pixels: Pixels) -> list[Detection]:
        height, width = pixels.shape[:2]
        # Whole strides, so that the picture is not stretched to them.
        whole = padded(pixels, 32)
        size = [min(self._largest, side) for side in whole.shape[:2]]
        results = self._model.predict(
            np.ascontiguousarray(whole[:, :, ::-1]),
            imgsz=size,
            conf=self._confidence,
            iou=self._overlap,
            agnostic_nms=not self._knows_kinds,
            device=self._device,
            verbose=False,
            max_det=600,
        )
        found = []
        for left, top, right, bottom, score, number in results[0].boxes.data.cpu().numpy():
            right, bottom = min(right, width), min(bottom, height)
            if round(right) > round(left) and round(bottom) > round(top):
                box = Box(round(left), round(top), round(right), round(bottom))
                kind = CONTROL_KINDS[int(number)] if self._knows_kinds else "icon"
                name = results[0].names[int(number)]
                found.append(Detection(box, name, float(score), kind))
        return found


def stay_offline() -> None:
    """Before ultralytics is imported: no analytics, no update check, no look for hosts."""
    os.environ["YOLO_OFFLINE"] = "true"
    os.environ.setdefault("YOLO_VERBOSE", "false")
