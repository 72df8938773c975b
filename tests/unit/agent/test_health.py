"""What the Health tab is made of: the last runs in numbers, the chart, checks and mending."""

from __future__ import annotations

import json
import threading
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.desktop.xserver import own_process
from agent.diagnostics import preflight
from agent.diagnostics.checkup import Checkup
from agent.diagnostics.click_test import ClickReport
from agent.diagnostics.preflight import CLOSE, FETCH, Check, Problem
from agent.diagnostics.repair import Mender, question
from agent.diagnostics.versions import last_lines, versions
from agent.records.interrupted import left_open
from agent.reports.statistics import LastRuns, last_runs
from models.catalogue.catalogue import spec
from models.files import store
from models.runtime.errors import ModelError
from panel.health import markup
from panel.health.chart import stage_chart
from tests.support.offered_models import offer
from tests.support.timed_runs import made_run
from tests.support.timing import waited_for
from tests.support.weights_server import WeightsServer, serving
from vision.capture.screen import Monitor
from vision.core.geometry import Box

STEP = {"settle": 0.5, "grab": 0.1, "ocr": 1.0, "detect": 0.4, "merge": 0.1, "captions": 0.1,
        "prompt": 1.0, "generate": 2.0, "act": 0.3, "compare": 0.05}  # fmt: skip


def test_medians_of_the_last_runs(tmp_path: Path):
    made_run(tmp_path, 1, [{**STEP, "generate": 900.0}] * 9, {"kind": "done"})
    made_run(tmp_path, 2, [STEP, {**STEP, "generate": 4.0}], {"kind": "done"})
    made_run(tmp_path, 3, [{"settle": 0.7, "act": 0.3, "generate": 1.0}], {"kind": "done"})
    found = last_runs(tmp_path, most=2)
    assert (found.runs, found.steps) == (2, 3)
    assert found.stages == pytest.approx(
        {"Waiting for screen": 0.5, "Capture": 0.1, "Reading text": 1.0, "Finding controls": 0.6,
         "Deciding": 3.0, "Acting": 0.3, "Other": 0.05}
    )  # fmt: skip
    assert found.step == pytest.approx(5.55)


def test_connections_and_ends_of_the_last_runs(tmp_path: Path):
    refused = {"outbound_connections": 1, "refused_connections": 2, "refused": ["connect 9.9.9.9"]}
    made_run(tmp_path, 1, (), {"kind": "done", **refused})
    made_run(tmp_path, 2, (), {"kind": "error", "message": "The disk is full.", **refused})
    made_run(tmp_path, 3, (), {"kind": "interrupted", "message": "Killed."})
    found = last_runs(tmp_path)
    assert (found.outbound, found.refusals, found.refused) == (2, 4, ("connect 9.9.9.9",))
    assert [(end.kind, end.message) for end in found.ends] == [
        ("interrupted", "Killed."), ("error", "The disk is full."),
    ]  # fmt: skip
    assert "2 outbound connections, 4 refused" in markup.connections(found)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"timings": 3}', '{"timings": {"ocr": "x"}}'])
def test_what_cannot_be_understood_is_left_out(tmp_path: Path, text: str):
    folder = made_run(tmp_path, 1, [STEP], {"kind": "done"})
    (folder / "step-002.json").write_text(text)
    (folder / "outcome.json").write_text(text)
    found = last_runs(tmp_path)
    assert found.stages["Reading text"] in (1.0, 0.5)
    assert (found.outbound, found.ends) == (0, ())


def test_nothing_was_recorded_yet(tmp_path: Path):
    found = last_runs(tmp_path / "none")
    assert found == LastRuns()
    for part in (markup.stages(found), markup.connections(found), markup.ends(found)):
        assert "dh-empty" in part
    assert stage_chart({}) == ""


def test_the_chart_shows_its_numbers():
    stages = {"Reading <text>": 1.5, "Deciding": 6.0, "Acting": 0.0, "Other": 12.34}
    drawing = ET.fromstring(stage_chart(stages))
    texts = [text.text for text in drawing.iter("text")]
    assert texts[::2] == list(stages)
    assert texts[1::2] == ["1.50 s", "6.00 s", "0.00 s", "12.3 s"]
    widths = [float(bar.attrib["width"]) for bar in drawing.iter("rect")]
    assert widths == pytest.approx([each / 12.34 * widths[3] for each in stages.values()], abs=0.01)
    assert "Reading <text> 1.50 s, Deciding 6.00 s" in drawing.attrib["aria-label"]
    width = float(drawing.attrib["viewBox"].split()[2])
    ends = [float(text.attrib["x"]) for text in list(drawing.iter("text"))[1::2]]
    assert max(ends) + 40 <= width, "the longest value has room"


def test_checks_come_one_after_the_other():
    go = threading.Event()

    def look() -> Iterator[Check]:
        yield Check("One", "it is <there>")
        go.wait(60)
        yield Check("Two", "", Problem("It is missing.", "Get it.", essential=False, fix=CLOSE))
        raise RuntimeError("a library broke")

    checkup = Checkup(look)
    assert "Nothing has been checked" in markup.checks(checkup.now())
    checkup.begin()
    waited_for(lambda: len(checkup.now().checks) == 1)
    assert "it is &lt;there&gt;" in markup.checks(checkup.now())
    checkup.begin()  # Nothing: one goes on.
    go.set()
    waited_for(lambda: not checkup.now().busy)
    shown = markup.checks(checkup.now())
    assert [check.name for check in checkup.now().checks] == ["One", "Two", "Checks"]
    assert "1 of 3 checks failed" in shown
    assert "a library broke" in shown
    assert "! warning" in shown
    assert f"data-key='{CLOSE}'" in shown


def test_doctor_tells_of_damaged_settings_and_interrupted_runs(data_folder: Path):
    (data_folder / "settings.toml").write_text("max_actions = 3\nocr = 'easy'\n")
    made_run(data_folder / "runs", 1)
    settings = preflight._settings()
    assert (settings.problem, settings.found) == (None, "2 set in settings.toml")
    (data_folder / "settings.toml").write_text("=")
    (data_folder / "policy.toml").write_text("")
    problem = preflight._settings().problem
    assert problem is not None
    assert "at line 1" in problem.text
    assert "policy.toml are no longer read" in problem.text
    assert str(data_folder) in problem.hint
    records = preflight._records()
    assert records.problem is not None
    assert (records.problem.fix, records.problem.essential) == (CLOSE, False)


def test_a_run_that_goes_on_is_not_left_open(data_folder: Path):
    runs = data_folder / "runs"
    made_run(runs, 1, process=own_process())
    made_run(runs, 2)
    made_run(runs, 3, (), {"kind": "done"}, own_process())
    assert [found.name for found in left_open(runs)] == ["20260101-000002-task"]


def test_records_are_closed(data_folder: Path):
    folder = made_run(data_folder / "runs", 1)
    mender = Mender()
    assert "interrupted" in question(CLOSE)
    assert mender.begin(CLOSE)
    waited_for(lambda: not mender.now().busy)
    assert "was interrupted at step 1" in mender.now().words
    assert json.loads((folder / "outcome.json").read_text())["kind"] == "interrupted"
    assert preflight._records().problem is None
    assert not mender.begin("rm -rf /")


@pytest.fixture
def weights(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        yield server


def test_a_model_is_fetched_and_fetching_can_be_stopped(weights: WeightsServer):
    offer(weights, "slow", seconds_per_block=0.2)
    assert "Model slow, 2 MB? Licence: MIT." in question(f"{FETCH}slow")
    with pytest.raises(ModelError):
        question(f"{FETCH}gone")
    mender = Mender()
    assert mender.begin(f"{FETCH}slow")
    waited_for(lambda: "of 2 MB" in mender.now().words)
    assert not mender.begin(CLOSE), "one thing at a time"
    mender.stop()
    waited_for(lambda: not mender.now().busy)
    assert (mender.now().good, "The partial download is kept" in mender.now().words) == (
        False,
        True,
    )
    offer(weights, "quick")
    mender.begin(f"{FETCH}quick")
    waited_for(lambda: not mender.now().busy)
    assert mender.now().words == "quick was downloaded and verified."
    assert store.verify(spec("quick"))


def test_clicks_that_are_off_or_lost_are_bad():
    monitor = Monitor(1, Box(0, 0, 100, 100), 1.5)
    off = ClickReport(monitor, (*[0.0] * 8, 7.25))
    lost = ClickReport(monitor, (0.0, None))
    assert not off.good
    assert not lost.good
    assert "7.2 pixels" in markup._monitor(off)
    assert "a click was lost" in markup._monitor(lost)


def test_versions_and_the_log(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    told = dict(versions())
    assert told["Data folder"] == str(data_folder)
    assert told["gradio"].startswith("6.")
    monkeypatch.delenv("DESKHAND_HERE", raising=False)
    assert last_lines() == []
    monkeypatch.setenv("DESKHAND_HERE", str(data_folder))
    assert last_lines() == []
    lines = "".join(f"line {number}\n" for number in range(5000))
    (data_folder / "programs.log").write_text(lines)
    assert last_lines() == [f"line {number}" for number in range(4970, 5000)]
