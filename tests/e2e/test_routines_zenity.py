"""A routine of a real GTK program, done again in another theme and a dialog of another size."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent.desktop.virtual_desktop import Desktop
from agent.routines.learn import routine_of
from agent.routines.routine import filled
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import obliging
from tests.support.timing import AMPLE
from tests.support.whole_runs import carried_out, in_front

LABEL = "Guest"


@contextmanager
def dialog(desktop: Desktop, label: str, theme: str) -> Iterator[subprocess.Popen[str]]:
    """A dialog that prints what was entered when OK is pressed."""
    argv = ["zenity", "--entry", "--title=Guests", f"--text={label}", "--width=420"]
    process = desktop.launch(
        argv, env={"GTK_THEME": theme}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        in_front("Guests")
        yield process
    finally:
        process.kill()
        process.wait(AMPLE)


def test_it_is_done_again_in_another_theme(desktop: Desktop, data_folder: Path):
    task = "Type “Ann Lee” as guest and press OK"
    wishes: list[dict[str, object]] = [
        {"type into": f"{LABEL} field", "text": "Ann Lee"},
        {"click": "OK button"},
        {"press": "enter"},
    ]
    with dialog(desktop, LABEL, "Adwaita") as first:
        told = carried_out(ScriptedModel(obliging(wishes)), task)
        assert told.outcome.kind == "done", told.outcome
        said, _ = first.communicate(timeout=AMPLE)
        assert said == "Ann Lee\n"
    learned = routine_of(told.folder, "Guests")
    (parameter,) = learned.parameters
    # A longer text above makes the dialog another one: everything lies elsewhere.
    with dialog(desktop, f"Please write it as in the passport.\n\n{LABEL}", "Breeze") as two:
        again = carried_out(None, routine=filled(learned, {parameter.name: "Zoe Green"}))
        assert again.outcome.kind == "done", again.outcome
        said, _ = two.communicate(timeout=AMPLE)
    assert said == "Zoe Green\n"
    assert [step.effect.kind for step in again.steps] == ["confirmed"] * len(learned.steps)
