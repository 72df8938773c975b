"""Whole runs that type a password: it reaches the program, and nothing else that can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Seen
from agent.run import Settings, run_task
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told, obliging
from tests.support.whole_runs import opened_form

SECRET = "hunter2!"
WISHES: list[dict[str, Any]] = [
    {"type into": "Password field", "text": SECRET},
    {"click": "Save button"},
]


@pytest.mark.parametrize(
    ("task", "reads"),
    [
        (f"Enter “{SECRET}” as password and press Save", False),
        # Nothing says beforehand that it is one: it is known by the field, as it is read.
        (f"Write “{SECRET}” above the box, then press Save", True),
    ],
)
def test_a_password_is_typed_and_neither_kept_nor_told(
    desktop: Desktop, data_folder: Path, tmp_path: Path, task: str, reads: bool
) -> None:
    told = Told()
    with opened_form(desktop, tmp_path, "Password") as form:
        settings = Settings(max_steps=2, safety="trusted")
        model = ScriptedModel(obliging(WISHES))
        eyes = None if reads else form.eyes
        run_task(task, tell=told, stop=StopSwitch(), settings=settings, model=model, eyes=eyes)
        assert form.told()[-1]["name"] == SECRET, told.descriptions
    for path in told.folder.iterdir():
        assert SECRET.encode() not in path.read_bytes(), path.name
    assert "hunter" not in told.folder.name
    assert told.descriptions[0] == "type “•••” into “Password” (field)"
    # The screen with the typed text, as it was kept and as it was shown.
    seen = told.of(Seen)[1].map
    (field,) = [e for e in seen.elements if e.kind == "field"]
    assert SECRET not in repr(seen.elements)
    with Image.open(told.folder / "step-002.png") as image:
        kept = np.asarray(image.convert("RGB"))
    assert (kept == seen.screenshot.pixels).all()
    part = seen.screenshot.crop(field.box)
    assert (part == part[0, 0]).all(), "painted over"
