"""Runs that keep to one window or one monitor: nothing else is seen, recorded or touched."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agent.desktop.view import View
from agent.desktop.virtual_desktop import Desktop
from agent.events import Event, Stepped
from agent.policy.areas import PAINT
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told, obliging
from tests.support.timing import waited_for
from tests.support.whole_runs import Form, carried_out, opened_form
from vision.capture.windows import list_windows


@pytest.fixture
def beside(desktop: Desktop, tmp_path: Path) -> Iterator[Form]:
    """The form, behind a window that looks the same."""
    (tmp_path / "second").mkdir()
    with opened_form(desktop, tmp_path) as form:
        argv = [sys.executable, "-c", _ANOTHER]
        other = desktop.launch(argv)
        waited_for(lambda: any(w.title == "Another" and w.active for w in list_windows()))
        yield form
        other.kill()
        other.wait()
        waited_for(lambda: all(w.title != "Another" for w in list_windows()))


_ANOTHER = """
import tkinter as tk
root = tk.Tk(className="another")
root.title("Another")
root.geometry("700x330+560+100")
tk.Button(root, text="Save", font="Sans 14").place(x=200, y=30)
tk.Label(root, text="Full name", font="Sans 14").place(x=200, y=100)
root.mainloop()
"""


def test_a_run_in_one_window_of_two(beside: Form, data_folder: Path) -> None:
    told = carried_out(ScriptedModel(obliging()), view=View(title="Guest book"))
    assert told.outcome.kind == "done", told.outcome
    assert beside.told()[-1] == {"what": "saved", "name": "Ann Lee", "news": True}
    book = next(w.box for w in list_windows() if w.title == "Guest book")
    for step in told.steps:
        assert step.map.elements
        assert all(book.contains(element.box.center) for element in step.map.elements)
        assert {w.title for w in step.map.windows} == {"Guest book"}
    kept = np.asarray(Image.open(told.folder / "final.png"))
    outside = np.ones(kept.shape[:2], bool)
    outside[book.top : book.bottom, book.left : book.right] = False
    assert (kept[outside] == PAINT).all()
    assert len(np.unique(kept[~outside])) > 10
    assert "open" not in json.dumps([s.grammar for s in told.steps]).replace("open file", "")


def test_a_run_says_that_its_window_is_gone(
    desktop: Desktop, data_folder: Path, tmp_path: Path
) -> None:
    with opened_form(desktop, tmp_path) as form:

        def close(event: Event) -> None:
            if isinstance(event, Stepped):
                form.process.kill()
                waited_for(lambda: all(w.title != "Guest book" for w in list_windows()))

        told: Told = carried_out(
            ScriptedModel(obliging()),
            view=View(title="Guest book"),
            on=close,
            eyes=form.eyes,
        )
    assert told.outcome.kind == "failed"
    assert told.outcome.message.startswith("The window “Guest book” was closed or")
    assert "Not done" in told.outcome.message
