"""What the application tasks say: wordings.toml."""

from __future__ import annotations

from pathlib import Path

from benchmarks.harness.wordings import Wordings

WORDINGS = Wordings.read(Path(__file__).with_suffix(".toml"))
told = WORDINGS.told
