"""Who chose each step: in the loop, in the record, and in what is made of the record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

from agent.actions import Click
from agent.deciding.decider import FREE, Decider, Decision
from agent.deciding.reply import Reply
from agent.deciding.situation import Situation, Suggestion
from agent.events import Answer, Stepped
from agent.mechanisms import Mechanisms
from agent.policy.rules import Safety
from agent.records.reader import read_run
from agent.reports.export import as_json_lines
from agent.reports.plain_words import CHOSEN_BY
from agent.reports.run_page import as_page
from agent.task.plan import Outline
from agent.trajectory import By
from commands.runs.printing import Teller
from models.runtime.scripted import ScriptedModel
from tests.support.made_form import Given
from tests.support.made_runs import Did, made_run

WHO: tuple[By, ...] = get_args(By)


@dataclass
class Saving:
    """Presses Save, as if `by` had chosen it."""

    decider: Decider
    by: By
    name: str = "saving"
    replies: int = 0
    unusable: int = 0

    def outline(self, task: str) -> Outline:
        return Outline([task])

    def next(self, now: Situation, suggestions: Sequence[Suggestion]) -> Decision:
        save = next(e for e in now.map.elements if e.text == "Save")
        return Decision("", "", Reply("asked", (Click(save.id),)), FREE, by=self.by)


def chosen_by(by: By, safety: Safety = "trusted", answer: Answer | None = None) -> list[By]:
    given = Given(
        max_steps=1,
        mechanisms=Mechanisms(),
        safety=safety,
        asker=lambda question, stop: answer,
        decides=lambda decider: Saving(decider, by),
    )
    return [step.by for step in given.run(ScriptedModel(lambda *_: ""), "Press Save").told.steps]


@pytest.mark.parametrize("by", ["model", "routine"])
def test_a_step_says_who_chose_it(by: By) -> None:
    assert chosen_by(by) == [by]


def test_what_the_person_did_in_watch_mode_is_by_the_person() -> None:
    assert chosen_by("model", "watch", "once") == ["person"]


def test_what_the_person_allowed_or_denied_stays_by_whoever_chose_it() -> None:
    assert chosen_by("model", "ask", "once") == ["model"]
    assert chosen_by("model", "watch", "deny") == ["model"]


def everyone(folder: Path) -> Path:
    return made_run(folder, "Save it", [Did(f"click “{by}”", by=by) for by in WHO])


def test_the_record_keeps_who_chose_each_step(tmp_path: Path) -> None:
    folder = everyone(tmp_path)
    assert [step.by for step in read_run(folder).steps] == [*WHO]
    assert json.loads((folder / "step-002.json").read_text("utf-8"))["by"] == "skill"


@pytest.mark.parametrize("written", [None, "nobody", 7, ["model"]])
def test_a_record_that_does_not_say_it_is_read_all_the_same(
    tmp_path: Path, written: object
) -> None:
    folder = made_run(tmp_path, "Save it", [Did("click “Save”")])
    path = folder / "step-001.json"
    data = json.loads(path.read_text("utf-8"))
    del data["by"]
    path.write_text(json.dumps(data if written is None else {**data, "by": written}), "utf-8")
    run = read_run(folder)
    assert run.steps[0].by == ""
    assert run.steps[0].problems == ()
    assert not any(words and words in as_page(run) for words in CHOSEN_BY.values())
    assert json.loads(as_json_lines(run).splitlines()[1])["by"] == ""


def test_exports_say_it(tmp_path: Path) -> None:
    run = read_run(everyone(tmp_path))
    lines = [json.loads(line) for line in as_json_lines(run).splitlines()]
    assert [line["by"] for line in lines if line["type"] == "step"] == [*WHO]
    page = as_page(run)
    places = [page.index(f"<p class='facts'>{CHOSEN_BY[by]} · ") for by in WHO]
    assert places == sorted(places)


@pytest.mark.parametrize("by", WHO)
def test_the_terminal_says_it(by: By, capsys: pytest.CaptureFixture[str]) -> None:
    given = Given(max_steps=1, mechanisms=Mechanisms(), decides=lambda decider: Saving(decider, by))
    told = given.run(ScriptedModel(lambda *_: ""), "Press Save").told
    teller = Teller()
    for event in told.of(Stepped):
        teller(event)
    assert f"   {CHOSEN_BY[by]}; " in capsys.readouterr().out
