"""Whole runs on a real screen with a real program; only the model's words are given."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from agent.events import Acting, Ended, Noted, Planned, Seen, Started, Stepped, Token, Working
from models.runtime.llama import LlamaModel
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import TASK, WISHES, Told, allowed, obliging
from tests.support.small_model import small_model
from tests.support.whole_runs import Form, carried_out, held, opened_form


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


@pytest.fixture(scope="module")
def whole(
    desktop: Desktop, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Told, list[dict[str, object]]]]:
    """A run that does what the task says, and what the program was told."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKHAND_DATA", str(folder))
        with opened_form(desktop, folder) as form:
            told = carried_out(ScriptedModel(obliging()))
            entries = form.told()
        yield told, entries


Whole = tuple[Told, list[dict[str, object]]]


@pytest.mark.smoke
def test_a_task_is_done_with_confirmed_effects(whole: Whole):
    told, form = whole
    assert told.outcome.kind == "done"
    assert told.descriptions == [
        "type “Ann Lee” into “Full name” (field)",
        "click “Newsletter” (checkbox)",
        "click “Save” (button)",
    ]
    assert [step.effect.kind for step in told.steps] == ["confirmed"] * 3
    # A caret may stand in the way of reading what was typed.
    typed = told.steps[0].effect.evidence
    assert typed.startswith(("it now shows “Ann Lee", "the field changed"))
    assert told.steps[1].effect.evidence == "now ticked"
    assert "saved" in told.steps[2].effect.evidence
    assert form[-1] == {"what": "saved", "name": "Ann Lee", "news": True}


@pytest.mark.smoke
def test_the_events_come_in_order(whole: Whole):
    told, _ = whole
    kinds = [type(event) for event in told.events if not isinstance(event, Noted | Working)]
    assert kinds[0] is Started
    assert kinds[-1] is Ended
    assert kinds.count(Ended) == 1
    assert kinds.index(Planned) < kinds.index(Seen) < kinds.index(Acting) < kinds.index(Stepped)
    assert kinds.count(Acting) == kinds.count(Stepped) == 3
    assert Token in kinds
    plans = told.of(Planned)
    assert plans[0].lines == ("· Enter “Ann Lee” as full name,", "· tick Newsletter",
                              "· and press Save")  # fmt: skip
    assert all(line.startswith("✓") for line in plans[-1].lines)


@pytest.mark.smoke
def test_each_step_says_where_its_time_went(whole: Whole):
    told, _ = whole
    for step in told.steps:
        assert {"grab", "ocr", "detect", "merge", "act", "settle"} <= set(step.timings)
        assert all(seconds >= 0 for seconds in step.timings.values())
        assert step.timings["act"] > 0
    assert {"prompt", "generate"} <= set(told.steps[0].timings)


@pytest.mark.smoke
def test_the_record_holds_everything(whole: Whole):
    told, _ = whole
    names = {path.name for path in told.folder.iterdir()}
    for number in (1, 2, 3):
        for ending in (".json", ".png", "-map.json", "-prompt.txt", "-reply.txt"):
            assert f"step-00{number}{ending}" in names
    assert {"task.json", "plan.txt", "final.png", "outcome.json"} <= names
    assert json.loads((told.folder / "task.json").read_text())["task"] == TASK
    first = json.loads((told.folder / "step-001.json").read_text())
    [field] = [each for each in told.steps[0].map.elements if each.kind == "field"]
    assert first["action"] == {
        "type": "TypeText",
        "text": "Ann Lee",
        "target": field.id,
        "mode": "auto",
    }
    assert first["effect"]["kind"] == "confirmed"
    assert first["timings"]
    assert "Full name field" in (told.folder / "step-001-prompt.txt").read_text()
    assert "as told" in (told.folder / "step-001-reply.txt").read_text()
    outcome = json.loads((told.folder / "outcome.json").read_text())
    assert outcome["kind"] == "done"
    (ended,) = told.of(Ended)
    assert outcome["replies"] == ended.replies >= 1
    assert outcome["unusable"] == ended.unusable == 0


def test_a_window_that_vanished_is_said_and_the_run_goes_on(form: Form):
    willing = obliging()

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        if grammar and allowed(WISHES[0], grammar):
            form.close()
        return willing(messages, grammar)

    told = carried_out(ScriptedModel(answer), max_steps=2, eyes=form.eyes)
    first, second = told.steps
    assert first.effect.kind == "failed"
    assert first.effect.evidence.startswith("The window “Guest book” was closed before ")
    assert second.action != first.action
    assert told.outcome.kind == "step limit"
    assert json.loads((told.folder / "step-001.json").read_text())["effect"]["kind"] == "failed"


def test_a_model_that_rambles_ends_the_run_with_a_sentence_and_a_whole_record(form: Form):
    model = ScriptedModel(lambda messages, grammar: "so …")
    told = carried_out(model, eyes=form.eyes)
    assert told.outcome.kind == "error"
    assert "scripted gives no usable replies" in told.outcome.message
    (ended,) = told.of(Ended)
    assert ended.unusable == ended.replies == len(model.asked) > 0
    assert form.told() == []
    names = {path.name for path in told.folder.iterdir()}
    assert {"task.json", "plan.txt", "final.png", "outcome.json"} <= names


def test_an_error_of_the_model_ends_the_run_in_order(form: Form):
    told = carried_out(ScriptedModel([]), eyes=form.eyes)
    assert told.outcome.kind == "error"
    assert "The script has no reply left" in told.outcome.message
    assert (told.folder / "final.png").exists()
    assert held() == (0, 0)


def test_the_smallest_real_model_only_says_what_can_be_done(form: Form):
    model = LlamaModel(small_model(), context_tokens=2048)
    try:
        told = carried_out(
            model, "write “Ann” somewhere and get on with it", max_steps=2, eyes=form.eyes
        )
    finally:
        model.close()
    (ended,) = told.of(Ended)
    assert ended.replies > 0
    assert ended.unusable == 0
    # Whatever it chose was done: nothing that it named was missing, and nothing else went wrong.
    assert told.outcome.kind != "error", told.outcome
    assert len(told.descriptions) == len(told.steps) >= 1
    assert all(step.effect.kind not in ("failed", "not allowed") for step in told.steps)
