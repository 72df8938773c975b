"""What runs here, and where its files lie: for a report of a problem."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from agent.desktop.virtual_desktop import HERE
from models.files.paths import data_folder, runs_folder

_PACKAGES = ("llama-cpp-python", "onnxruntime", "rapidocr", "mss", "gradio")
# Each with the extra that it is a part of, and the names under which it may be installed.
_OPTIONAL = (
    ("easyocr", "easyocr", ("easyocr",)),
    ("ultralytics", "omniparser", ("ultralytics-opencv-headless", "ultralytics")),
    ("transformers", "llava", ("transformers",)),
    ("torch", "full", ("torch",)),
)
_ABSENT = "not installed"
_LOG_LINES = 30
_LOG_BYTES = 16_384


def versions() -> list[tuple[str, str]]:
    """Names and versions, the machine, and the folders."""
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    found = [("Deskhand", _version("deskhand")), ("Python", platform.python_version())]
    found += [("System", system)]
    found += [(name, _version(name)) for name in _PACKAGES]
    found += [(name, _optional(extra, packages)) for name, extra, packages in _OPTIONAL]
    if sys.platform == "linux":
        found += [("Display", os.environ.get("DISPLAY", "none"))]
    return [*found, ("Data folder", str(data_folder())), ("Records of runs", str(runs_folder()))]


def last_lines() -> list[str]:
    """The last that programs on the virtual desktop said, if this process works on one: the only
    log that there is."""
    folder = os.environ.get(HERE)
    if not folder:
        return []
    try:
        with (Path(folder) / "programs.log").open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - _LOG_BYTES))
            return file.read().decode("utf-8", "replace").splitlines()[-_LOG_LINES:]
    except OSError:
        return []


def _optional(extra: str, packages: Sequence[str]) -> str:
    found = (said for package in packages if (said := _version(package)) != _ABSENT)
    return next(found, f"{_ABSENT} (deskhand extras get {extra})")


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return _ABSENT
