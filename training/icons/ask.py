"""Asks exported weights, for measuring them as the product runs them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.icons.calibrate import Floats
from training.icons.scoring import Logits
from vision.capture.screen import Pixels


def onnx_logits(path: Path, batch: int = 256) -> Logits:
    """The network in an ONNX file as a function from pixels to logits."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def logits(crops: Pixels) -> Floats:
        parts = []
        for start in range(0, len(crops), batch):
            part = crops[start : start + batch].transpose(0, 3, 1, 2).astype(np.float32) / 255
            parts.append(session.run(None, {"pixels": part})[0])
        return np.concatenate(parts).astype(np.float32)

    return logits
