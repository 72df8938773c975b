"""Where Deskhand keeps its files on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The user's data folder: DESKHAND_DATA when set, else the system's place for user data."""
    chosen = os.environ.get("DESKHAND_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("deskhand", appauthor=False)


def weights_folder(model_id: str) -> Path:
    return data_folder() / "models" / model_id


def runs_folder() -> Path:
    return data_folder() / "runs"
