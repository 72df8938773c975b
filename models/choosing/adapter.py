"""The LoRA adapters of our own with which a model chooses among suggestions: see training/choosing.

A file is called as the model that it was made for. It works only with these very weights.
"""

from __future__ import annotations

import json
from pathlib import Path

from models.catalogue.spec import ModelSpec

FOLDER = Path(__file__).parent


def chooser_of(model: ModelSpec) -> Path | None:
    """The adapter for choices of a model; None where there is none."""
    file = FOLDER / f"{model.id}.gguf"
    if model.own or not file.is_file():
        return None
    about = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    return file if about["base"] == model.weights.sha256 else None
