"""Parts of Deskhand that a person can add: which there are, which are missing, and adding them."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from models.catalogue.sources import PackageSource
from models.catalogue.spec import ModelSpec
from models.fetch import pip_install
from models.fetch.pip_install import OnStep
from models.runtime.errors import ModelError

_PACKAGE = "deskhand"
_EXTRA = re.compile(r"""(?P<rest>.*?)(?:\s+and\s+)?extra\s*==\s*['"](?P<extra>[^'"]+)['"]""")
_NESTED = re.compile(rf"{_PACKAGE}\s*\[([^\]]+)\]")
# Megabytes of torch and what it needs, installed. On Linux it comes with CUDA. Measured with torch
# 2.12 on Linux (x86-64); the other is an estimate.
_TORCH_WITH_CUDA, _TORCH = 4800, 700


@dataclass(frozen=True, slots=True)
class Extra:
    """One part. `imports` are the modules that it is made of; `megabytes` is what it takes when
    installed, without torch; `afterwards` says how to use it."""

    name: str
    title: str
    purpose: str
    imports: tuple[str, ...]
    megabytes: int
    licence: str
    afterwards: str


_TORCH_LICENCE = "torch: BSD-3-Clause; on Linux it brings NVIDIA's CUDA libraries (proprietary)"
_EACH = (
    Extra(
        "easyocr",
        "EasyOCR",
        "Reads English text on the screen instead of RapidOCR.",
        ("easyocr", "easyocr_en_models", "torch", "torchvision"),
        200,
        f"EasyOCR: Apache-2.0; {_TORCH_LICENCE}",
        "Use it from now on: deskhand settings set ocr easy",
    ),
    Extra(
        "omniparser",
        "OmniParser's or uitag's detector",
        "Finds buttons, fields and icons instead of Deskhand's own detector.",
        ("ultralytics", "torch", "torchvision"),
        300,
        f"ultralytics: AGPL-3.0; {_TORCH_LICENCE}",
        "Get its weights: deskhand models get omniparser-v2-icon (or uitag-yolo11s)\n"
        "Use it from now on: deskhand settings set detector omniparser (or uitag)",
    ),
    Extra(
        "llava",
        "LLaVA by transformers",
        "Describes icons with a LLaVA model that is a folder of safetensors files.",
        ("transformers", "torch"),
        150,
        f"transformers: Apache-2.0; {_TORCH_LICENCE}",
        "Add a model: deskhand models import FOLDER",
    ),
)
_FULL = Extra(
    "full",
    "EasyOCR, OmniParser's or uitag's detector, and LLaVA by transformers",
    "All three parts.",
    tuple(dict.fromkeys(name for each in _EACH for name in each.imports)),
    sum(each.megabytes for each in _EACH),
    "; ".join(dict.fromkeys(part for each in _EACH for part in each.licence.split("; "))),
    "\n".join(each.afterwards for each in _EACH),
)
EXTRAS: dict[str, Extra] = {each.name: each for each in (*_EACH, _FULL)}
"""By name, as pyproject.toml has them; `full` is the three others together."""


def extra(name: str) -> Extra:
    """The extra of this name.

    Raises:
        ModelError: there is none.
    """
    if name not in EXTRAS:
        raise ModelError(f"There is no extra “{name}”.", f"The extras are: {', '.join(EXTRAS)}.")
    return EXTRAS[name]


def missing(name: str) -> tuple[str, ...]:
    """The modules of an extra that are not installed; none of them is imported."""
    return tuple(module for module in extra(name).imports if not _there(module))


def size(name: str) -> int:
    """About how many bytes its installation takes on this machine's disk."""
    wanted = extra(name)
    with_torch = "torch" in wanted.imports and not _there("torch")
    return (wanted.megabytes + (_torch_megabytes() if with_torch else 0)) * 1_000_000


def size_text(name: str) -> str:
    """The same for people: "about 5 GB"."""
    megabytes = size(name) / 1e6
    if megabytes >= 950:
        return f"about {megabytes / 1000:.0f} GB"
    return f"about {megabytes:.0f} MB"


def how_to_get(name: str) -> str:
    """What to do about a missing extra: one command and its size."""
    return f"Install it: deskhand extras get {name} ({size_text(name)})"


def problem(name: str) -> str:
    """That an extra is missing and how to get it, in two sentences; "" when it is installed."""
    if not missing(name):
        return ""
    return f"{extra(name).title} is not installed. {how_to_get(name)}."


def require(name: str) -> None:
    """Raise ModelError, with the command that installs it, when an extra is missing."""
    if missing(name):
        raise ModelError(f"{extra(name).title} is not installed.", how_to_get(name))


@contextmanager
def using(name: str) -> Iterator[None]:
    """Around the code that loads an extra.

    Raises:
        ModelError: it is not installed, or it is installed but cannot be imported.
    """
    require(name)
    try:
        yield
    except ImportError as error:
        packages = " ".join(re.split(r"[<>=!~;\s\[]", one)[0] for one in requirements(name))
        raise ModelError(
            f"{extra(name).title} is installed, but cannot be loaded: {error}.",
            f"Install it again: {sys.executable} -m pip install --force-reinstall {packages}",
        ) from error


def of_model(model: ModelSpec) -> str:
    """The extra without which a model cannot run; "" for most."""
    if model.role == "detector":
        return "omniparser"
    if model.id == "easyocr-english":
        return "easyocr"
    if any(file.file == "config.json" for file in model.files):
        return "llava"
    return ""


def missing_for(model: ModelSpec) -> str:
    """The extra that a model needs and that is missing; "" when there is nothing to add."""
    name = of_model(model)
    return name if name and missing(name) else ""


def require_package(model: ModelSpec) -> None:
    """Raise ModelError when the files of a model come with an extra that is missing, so that they
    cannot be downloaded by themselves."""
    sources = [source for file in model.files for source in file.sources]
    if sources and all(isinstance(source, PackageSource) for source in sources):
        require(of_model(model))


def install(name: str, progress: OnStep | None = None, stop: threading.Event | None = None) -> None:
    """Install an extra into the Python that runs now; blocks for minutes. Afterwards it can be
    used without a new start.

    Raises:
        DiskFull: there is no room.
        DownloadStopped: `stop` was set; the next call goes on with what pip has fetched.
        ModelError: it could not be installed; the text says why.
    """
    wanted = extra(name)
    again = f"deskhand extras get {name}"
    pip_install.install(wanted.title, requirements(name), size(name), progress, stop, again)
    if left := missing(name):
        raise ModelError(
            f"pip has installed {wanted.title}, but this Python does not find {', '.join(left)}.",
            "Start Deskhand again. If that does not help, install Deskhand in a new virtual"
            " environment.",
        )


def requirements(name: str) -> list[str]:
    """The requirements of an extra, as the metadata of the installed Deskhand has them.

    Raises:
        ModelError: Deskhand is not installed, or its metadata does not know the extra.
    """
    try:
        found = _requirements(name)
    except importlib.metadata.PackageNotFoundError as error:
        raise ModelError(
            "Deskhand runs from its folder and is not installed, so it cannot install extras.",
            "Install it first, in its folder: pip install -e .",
        ) from error
    if not found:
        raise ModelError(
            f"The installed Deskhand is older than its files: it does not know the extra {name}.",
            "Install it again, in its folder: pip install -e .",
        )
    return found


def _requirements(name: str) -> list[str]:
    found: list[str] = []
    for line in importlib.metadata.requires(_PACKAGE) or ():
        requirement, _, marker = (part.strip() for part in line.partition(";"))
        marked = _EXTRA.fullmatch(marker)
        if marked is None or marked["extra"] != name:
            continue
        if nested := _NESTED.fullmatch(requirement):
            found += [one for other in nested[1].split(",") for one in _requirements(other.strip())]
        else:
            found.append(f"{requirement}; {marked['rest']}" if marked["rest"] else requirement)
    return list(dict.fromkeys(found))


def _there(module: str) -> bool:
    """Whether a module can be imported. What is left of an uninstalled package, a folder without
    code, does not count."""
    spec = importlib.util.find_spec(module)
    return spec is not None and spec.origin is not None


def _torch_megabytes() -> int:
    return _TORCH_WITH_CUDA if platform.system() == "Linux" else _TORCH
