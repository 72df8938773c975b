"""What `deskhand models bench` measured, kept for each model and machine."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from models.files.paths import data_folder
from models.files.whole_file import write_whole
from models.memory.machine import machine_key
from models.runtime.errors import ModelError


@dataclass(frozen=True, slots=True)
class Score:
    """Tokens per second read and written; right choices of so many questions, as a run asks a small
    model and with the whole action space (`free_right`); seconds to load."""

    read_rate: float
    write_rate: float
    right: int
    free_right: int
    questions: int
    load_seconds: float

    @property
    def short(self) -> str:
        """For a list: "9.1 tokens/s, 8/10"."""
        return f"{self.write_rate:.1f} tokens/s, {self.right}/{self.questions}"


def scores() -> dict[str, Score]:
    """The results of this machine by the id of the model. A damaged file means none."""
    found = _read().get(machine_key(), {})
    known: dict[str, Score] = {}
    for model_id, figures in found.items() if isinstance(found, dict) else ():
        with suppress(TypeError):  # Of another version: as if it was not measured.
            known[model_id] = Score(**figures)
    return known


def keep(model_id: str, score: Score) -> Path:
    """Keep a result; the file.

    Raises:
        ModelError: it cannot be written.
    """
    path = _path()
    everything = _read()
    mine = everything.get(machine_key())
    everything[machine_key()] = {
        **(mine if isinstance(mine, dict) else {}),
        model_id: asdict(score),
    }
    try:
        write_whole(path, json.dumps(everything, indent=1))
    except OSError as error:
        raise ModelError(f"{path} cannot be written: {error.strerror or error}.") from error
    return path


def _read() -> dict[str, object]:
    try:
        found = json.loads(_path().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _path() -> Path:
    return data_folder() / "model-results.json"
