"""Each mechanism of the loop switched off: what it prevents then happens. On a real screen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agent.desktop import Desktop
from agent.events import Planned
from agent.mechanisms import Mechanisms
from models.llm import Message
from models.scripted import ScriptedModel
from tests.support.as_told import SPLIT, WISHES, allowed, obliging
from tests.support.whole_runs import Form, carried_out, opened_form

NOTHING = {"click": "Nothing button"}
VAGUE = "get on with the guest book"


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def test_without_blocking_what_did_nothing_is_offered_again(form: Form):
    asked: list[str] = []
    willing = obliging([NOTHING])

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        asked.append(grammar or "")
        return willing(messages, grammar)

    told = carried_out(
        ScriptedModel(answer), VAGUE, max_steps=3, mechanisms=Mechanisms(blocking=False)
    )
    assert all(allowed(NOTHING, grammar) for grammar in asked)
    assert [step.effect.kind for step in told.steps] == ["no visible change"] * 3
    assert [entry["what"] for entry in form.told()] == ["nothing"] * 3


def test_without_reflection_an_action_in_vain_counts_as_done(form: Form):
    model = ScriptedModel(obliging([NOTHING]))
    told = carried_out(model, VAGUE, max_steps=3, mechanisms=Mechanisms(reflection=False))
    # The run ends, as perhaps done: what the model did was a guess.
    assert told.outcome.kind == "unsure"
    # What the record says stays true.
    assert [step.effect.kind for step in told.steps] == ["no visible change"]
    careful = carried_out(ScriptedModel(obliging([NOTHING])), VAGUE, max_steps=1)
    assert careful.outcome.kind == "step limit"


def test_without_a_plan_the_task_is_one_part_and_the_model_is_not_asked_for_one(form: Form):
    model = ScriptedModel(obliging())
    told = carried_out(model, max_steps=1, mechanisms=Mechanisms(plan=False))
    assert len(told.of(Planned)[0].lines) == 1
    assert not any("gap " in (grammar or "") for _, grammar in model.asked)


def _eager(messages: Sequence[Message], grammar: str | None) -> str:
    """Everything that can be done on this screen, in one reply."""
    if "gap " in (grammar or ""):
        return SPLIT
    possible = [wish for wish in WISHES[:3] if allowed(wish, grammar or "")]
    return json.dumps({"reason": "all at once", "actions": possible}, ensure_ascii=False)


@pytest.mark.parametrize(("several", "replies"), [(True, 1), (False, 2)])
def test_without_several_actions_each_reply_is_worth_one(form: Form, several: bool, replies: int):
    mechanisms = Mechanisms(several_actions=several, forms=False)
    told = carried_out(ScriptedModel(_eager), max_steps=2, mechanisms=mechanisms)
    assert len(told.steps) == 2
    assert len({step.prompt for step in told.steps}) == replies
