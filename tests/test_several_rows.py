"""Several rows of a list, chosen together in a real program."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from timing import AMPLE, waited_for
from whole_runs import carried_out, obliging

from agent.desktop import Desktop
from models.scripted import ScriptedModel
from vision.windows import list_windows

pytestmark = pytest.mark.desktop


def test_two_rows_of_a_list_are_chosen_together(desktop: Desktop, data_folder: Path):
    argv = ["zenity", "--list", "--multiple", "--title=Towns", "--column=Town", "--width=400"]
    argv += ["Oslo", "Bergen", "Molde", "--height=300"]
    process = desktop.launch(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    task = "Select Oslo and Molde in the list, then press OK."
    try:
        waited_for(lambda: any(window.title == "Towns" for window in list_windows()))
        time.sleep(0.3)
        clicks = [{"click": "Oslo list item"}, {"click": "Molde list item"}, {"click": "OK button"}]
        cut = "- Select Oslo and Molde in the list,\n- then press OK.\n"
        told = carried_out(ScriptedModel(obliging(clicks, cut)), task)
        assert told.outcome.kind == "done", told.outcome
        said, _ = process.communicate(timeout=AMPLE)
    finally:
        process.kill()
        process.wait(AMPLE)
    assert said == "Oslo|Molde\n"
