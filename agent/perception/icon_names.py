"""What names icons on this machine: the person's corrections, the small network, a model that
describes pictures. Each is left out when it is not there."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import grammars
import vision
from agent.desktop import background
from models.files import store
from models.files.paths import data_folder
from models.memory import loaded_pictures
from vision.icons.classifier import IconCaptioner
from vision.icons.namer import Namer
from vision.icons.user_names import FILE, Corrections
from vision.icons.vlm_describer import IconDescriber, Question

WEIGHTS = Path(vision.__file__).parent / "weights" / "icons.onnx"
"""The small network; its card lies beside it as icons.json."""
PATIENCE = 0.3


def namer(patience: float = PATIENCE) -> Namer:
    """What names icons; a frame waits at most `patience` seconds for descriptions.

    Raises:
        CaptionerError: the small network's weights and card do not belong together.
    """
    return Namer(corrections(), _captioner(), _describer(patience))


def corrections() -> Corrections:
    """The names that the person gave to icons."""
    return _corrections(data_folder() / FILE)


def stop_describing() -> None:
    """Drop the icons that wait to be described, and the one that is being described."""
    for each in _describers.values():
        each.stop()


def describing_problem() -> str:
    """Why icons are not described although a model for it is there; "" when nothing is wrong."""
    return next((each.problem for each in _describers.values() if each.problem), "")


@cache
def _corrections(path: Path) -> Corrections:
    return Corrections(path)


def _captioner() -> IconCaptioner | None:
    return _network(WEIGHTS) if WEIGHTS.is_file() else None


@cache
def _network(path: Path) -> IconCaptioner:
    from vision.icons.classifier import OnnxCaptioner

    return OnnxCaptioner(path, path.with_suffix(".json"))


_describers: dict[str, IconDescriber] = {}


def _describer(patience: float) -> IconDescriber | None:
    model_id = store.picture_model()
    if model_id is None:
        return None
    folder = data_folder() / "captions" / model_id
    key = str(folder)
    if key not in _describers:
        _describers[key] = IconDescriber(
            lambda: loaded_pictures.seeing(model_id), _question(), folder, begin=background.aside
        )
    _describers[key].budget = patience
    return _describers[key]


def _question() -> Question:
    prompt = files("agent").joinpath("prompts/icon.md").read_text(encoding="utf-8").strip()
    return Question(prompt, grammars.read("icon"))
