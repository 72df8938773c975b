"""Who chose each step, as the panel shows it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from agent.actions import Click
from agent.events import Stepped
from agent.records.reader import StoredRun, read_run
from agent.reports.plain_words import CHOSEN_BY
from agent.trajectory import By, Effect, Step
from panel.history.compare_markup import compare
from panel.history.replay_markup import stage
from panel.history.view import View
from panel.task.markup import steps
from panel.task.progress import Progress, after
from tests.support.made_maps import made_map
from tests.support.made_runs import Did, made_run

WHO: tuple[By, ...] = get_args(By)


def run_by(by: By, folder: Path) -> StoredRun:
    return read_run(made_run(folder, "Save it", [Did("click “Save”", by=by)]))


@pytest.mark.parametrize("by", WHO)
def test_the_card_of_a_running_step_says_it(by: By) -> None:
    effect = Effect("confirmed", "it is saved")
    step = Step(1, made_map(()), "", "", Click(1), "click it", "", effect, {}, by=by)
    shown = steps(after(Progress(), Stepped(step)))
    assert f"<div class='dh-why dh-by'>{CHOSEN_BY[by]}</div>" in shown


@pytest.mark.parametrize("by", WHO)
def test_a_replayed_step_says_it(by: By, tmp_path: Path) -> None:
    run = run_by(by, tmp_path)
    shown = f"<p class='dh-why dh-by'>{CHOSEN_BY[by]}</p>"
    assert shown in stage(run, View(run=run.folder.name), "", {})
    old = replace(run, steps=tuple(replace(step, by="") for step in run.steps))
    assert "dh-by" not in stage(old, View(run=run.folder.name), "", {})


def test_compared_steps_say_it(tmp_path: Path) -> None:
    left, right = run_by("model", tmp_path / "left"), run_by("routine", tmp_path / "right")
    shown = compare(left, right)
    for by in ("model", "routine"):
        assert f"<span class='dh-why dh-by'>{CHOSEN_BY[by]}</span>" in shown
