"""deskhand models bench: what it recommends after measuring."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from commands.models import fit, models
from models.files.results import Score
from models.files.store import DEFAULT_MODEL


@pytest.mark.parametrize(
    ("right", "line"),
    [
        (5, "Recommended profile: small, which is in use for this model."),
        (10, "Recommended profile: standard. To use it: deskhand settings set profile standard"),
    ],
)
def test_the_last_line_recommends_a_profile(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, right: int, line: str
) -> None:
    score = Score(100.0, 9.1, right, right, 10, 1.5)
    measuring = SimpleNamespace(measure=lambda model_id, **_: score)
    monkeypatch.setitem(sys.modules, "benchmarks.language_models.measuring", measuring)
    monkeypatch.setattr(fit, "_require_here", lambda model: None)
    found = CliRunner().invoke(models.app, ["bench", DEFAULT_MODEL])
    assert found.exit_code == 0, found.exception
    assert found.output.splitlines()[-1] == line
