"""The eyes of a run: a Perceiver with the recogniser and detector of this machine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from models import store
from models.catalogue import spec
from models.errors import ModelError
from vision.detect import ElementDetector
from vision.perceive import Perceiver
from vision.recognise import TextRecognizer

DETECTOR = store.DETECTOR


def make_perceiver(ocr: str = "rapid") -> Perceiver:
    """A perceiver for one screen. The engines are loaded once for the whole process (2 to 4 s).

    Without the detector's weights it goes on with text and shapes; see `missing_detector`.
    Raises ValueError for an unknown `ocr`.
    """
    return Perceiver(_recognizer(ocr), _detector())


def missing_detector() -> str:
    """Why there is no detector and how to get it, in a sentence; "" when it is there."""
    try:
        store.weights_path(DETECTOR)
    except ModelError as error:
        return f"{error}. Until then only text and shapes are seen."
    return ""


@cache
def _recognizer(ocr: str) -> TextRecognizer:
    from vision.recognise import recognizer

    return recognizer(ocr)


def _detector() -> ElementDetector | None:
    # Not remembered when missing: the weights may be fetched while the panel is open.
    return None if missing_detector() else _loaded(store.weights_file(spec(DETECTOR)))


@cache
def _loaded(path: Path) -> ElementDetector:
    from vision.detect import YoloDetector

    return YoloDetector(path)
