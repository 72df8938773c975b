"""A process without the optional parts, whether the virtual environment has them or not."""

from __future__ import annotations

import importlib.metadata
import sys

import pytest

from agent import eyes
from models.extras import EXTRAS

_PACKAGES = ("easyocr", "ultralytics", "ultralytics-opencv-headless", "transformers", "torch")


def remove_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the test ends their modules cannot be found or imported, nor their versions read."""
    for module in EXTRAS["full"].imports:
        monkeypatch.setitem(sys.modules, module, None)
    true_version = importlib.metadata.version

    def version(package: str) -> str:
        if package in _PACKAGES:
            raise importlib.metadata.PackageNotFoundError(package)
        return true_version(package)

    monkeypatch.setattr(importlib.metadata, "version", version)
    eyes._recognizer.cache_clear()
