"""Whole runs on a real screen with a real program; only the model's words are given."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from small_model import small_model
from whole_runs import (
    SPLIT,
    TASK,
    WISHES,
    Form,
    Told,
    allowed,
    carried_out,
    held,
    obliging,
    opened_form,
    pointer,
)

from agent.desktop import Desktop
from agent.events import Acting, Ended, Noted, Planned, Seen, Started, Stepped, Token, Working
from agent.shortcuts import SHORTCUTS
from models.llama import LlamaModel
from models.llm import Message
from models.scripted import ScriptedModel

pytestmark = pytest.mark.desktop


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


def test_each_step_says_where_its_time_went(whole: Whole):
    told, _ = whole
    for step in told.steps:
        assert {"grab", "ocr", "detect", "merge", "act", "settle"} <= set(step.timings)
        assert all(seconds >= 0 for seconds in step.timings.values())
        assert step.timings["act"] > 0
    assert {"prompt", "generate", "plan"} <= set(told.steps[0].timings)


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
    assert first["action"] == {"type": "TypeText", "text": "Ann Lee", "target": field.id}
    assert first["effect"]["kind"] == "confirmed"
    assert first["timings"]
    assert "Full name field" in (told.folder / "step-001-prompt.txt").read_text()
    assert "as told" in (told.folder / "step-001-reply.txt").read_text()
    outcome = json.loads((told.folder / "outcome.json").read_text())
    assert outcome["kind"] == "done"
    (ended,) = told.of(Ended)
    assert outcome["replies"] == ended.replies >= 1
    assert outcome["unusable"] == ended.unusable == 0


def test_what_the_model_guessed_is_not_called_done(form: Form):
    told = carried_out(ScriptedModel(obliging([{"click": "Save button"}])), "press the green thing")
    assert told.outcome.kind == "unsure"
    assert "Check whether “press the green thing” is done" in told.outcome.message
    assert json.loads((told.folder / "outcome.json").read_text())["kind"] == "unsure"


def test_the_step_limit_says_what_is_left(form: Form):
    told = carried_out(ScriptedModel(obliging()), max_steps=1)
    assert told.outcome.kind == "step limit"
    assert "not finished within 1 steps" in told.outcome.message
    assert "tick Newsletter and press Save" in told.outcome.message
    assert len(told.steps) == 1
    assert json.loads((told.folder / "outcome.json").read_text())["kind"] == "step limit"


def test_a_window_that_vanished_is_said_and_the_run_goes_on(form: Form):
    willing = obliging()

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        if grammar and allowed(WISHES[0], grammar):
            form.close()
        return willing(messages, grammar)

    told = carried_out(ScriptedModel(answer), max_steps=2)
    first, second = told.steps
    assert first.effect.kind == "failed"
    assert re.fullmatch(
        "The window “Guest book” was closed before .Full name. could be used.",
        first.effect.evidence,
    )
    assert second.action != first.action
    assert told.outcome.kind == "step limit"
    assert json.loads((told.folder / "step-001.json").read_text())["effect"]["kind"] == "failed"


def test_what_did_nothing_is_not_offered_again(form: Form):
    asked: list[str] = []
    nothing = {"click": "Nothing button"}
    willing = obliging([nothing, {"shortcut": "next field (tab)"}])

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        asked.append(grammar or "")
        return willing(messages, grammar)

    told = carried_out(ScriptedModel(answer), "get on with the guest book", max_steps=2)
    assert told.steps[0].effect.kind == "no visible change"
    assert form.told()[0]["what"] == "nothing", "the click did arrive"
    assert allowed(nothing, asked[0])
    assert not allowed(nothing, asked[1])


@pytest.mark.parametrize("said", ["I will press the button now. " * 200, "", '{"reason": "'])
def test_a_model_that_rambles_ends_the_run_with_a_sentence(form: Form, said: str):
    model = ScriptedModel(lambda messages, grammar: SPLIT if "gap " in (grammar or "") else said)
    told = carried_out(model)
    assert told.outcome.kind == "error"
    assert "scripted gives no usable replies" in told.outcome.message
    assert "Choose a larger model" in told.outcome.message
    assert len(model.asked) <= 5
    (ended,) = told.of(Ended)
    assert ended.unusable == ended.replies == len(model.asked) - 1 > 0
    assert told.steps == []
    assert form.told() == []
    names = {path.name for path in told.folder.iterdir()}
    assert {"task.json", "plan.txt", "final.png", "outcome.json"} <= names


def test_a_dry_run_touches_nothing(form: Form):
    before = pointer()
    told = carried_out(ScriptedModel(obliging()), dry_run=True)
    assert told.outcome.kind == "done"
    assert "It would type “Ann Lee” into “Full name” (field)" in told.outcome.message
    assert "nothing was clicked or typed" in told.outcome.message
    assert pointer() == before
    assert form.told() == []
    assert told.steps == []


def test_an_error_of_the_model_ends_the_run_in_order(form: Form):
    told = carried_out(ScriptedModel([SPLIT]))
    assert told.outcome.kind == "error"
    assert "The script has no reply left" in told.outcome.message
    assert (told.folder / "final.png").exists()
    assert held() == (0, 0)


def test_actions_in_vain_end_the_run_before_the_step_limit(form: Form):
    # Tab would show where the focus is.
    vain = [{"shortcut": name} for name in SHORTCUTS if "tab" not in name]
    task = "kopieren einfügen suchen drucken neu Hilfe im guest book"
    told = carried_out(ScriptedModel(obliging(vain)), task, max_steps=30)
    assert told.outcome.kind == "failed"
    assert "6 actions in a row had no effect" in told.outcome.message
    assert len(told.steps) < 30
    tried = [step.action for step in told.steps]
    assert len(set(tried)) == len(tried), "none was tried twice in the same state"


def test_a_task_that_only_writes_ends_by_itself_with_all_its_parts_ticked(form: Form):
    told = carried_out(ScriptedModel(obliging()), "Write “Ann Lee” as full name")
    # A form that was not sent may not be what the person wanted.
    assert told.outcome.kind == "unsure"
    assert "it now shows “Ann Lee”" in told.outcome.message
    assert told.outcome.message.endswith(
        "“Save” was not pressed, because the task does not ask for it."
    )
    assert len(told.steps) == 1
    assert told.of(Planned)[-1].lines == ("✓ Write “Ann Lee” as full name",)


def test_moving_the_focus_is_not_the_task(form: Form):
    tab: list[dict[str, object]] = [{"shortcut": "next field (tab)"}]
    told = carried_out(ScriptedModel(obliging(tab)), "get on with the guest book", max_steps=1)
    assert told.outcome.kind == "step limit"


@pytest.mark.weights
def test_the_smallest_real_model_only_says_what_can_be_done(form: Form):
    model = LlamaModel(small_model(), context_tokens=2048)
    try:
        told = carried_out(model, "write “Ann” somewhere and get on with it", max_steps=2)
    finally:
        model.close()
    (ended,) = told.of(Ended)
    assert ended.replies > 0
    assert ended.unusable == 0
    assert told.outcome.kind in ("step limit", "done", "failed")
    assert all(step.effect.kind != "failed" for step in told.steps)
