"""Several rows of a list, chosen together in a real program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import obliging
from tests.support.timing import AMPLE
from tests.support.whole_runs import carried_out, in_front


@pytest.mark.parametrize("columns", [1, 2])
def test_two_rows_of_a_list_are_chosen_together(desktop: Desktop, data_folder: Path, columns: int):
    argv = ["zenity", "--list", "--multiple", "--title=Towns", "--column=Town", "--width=400"]
    argv += ["--column=Country"] if columns > 1 else []
    rows = [("Oslo", "Norway"), ("Bergen", "Norway"), ("Rome", "Italy")]
    argv += ["--height=300", *(cell for row in rows for cell in row[:columns])]
    process = desktop.launch(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    task = "Select Oslo and Rome in the list, then press OK."
    try:
        in_front("Towns")
        # A row with columns may be read as a whole or as its first cell.
        names = ["Oslo Norway", "Oslo", "Rome Italy", "Rome"]
        clicks = [{"click": f"{name} {kind}"} for name in names for kind in ("list item", "text")]
        kinds, more = ("list item", "text"), "add to the selection"
        clicks[4:] = [{more: f"{name} {kind}"} for name in names[2:] for kind in kinds]
        clicks += [{"click": "OK button"}]
        told = carried_out(ScriptedModel(obliging(clicks)), task)
        assert told.outcome.kind == "done", told.outcome
        said, _ = process.communicate(timeout=AMPLE)
    finally:
        process.kill()
        process.wait(AMPLE)
    assert said == "Oslo|Rome\n", told.descriptions
