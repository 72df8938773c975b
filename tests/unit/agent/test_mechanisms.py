"""Each mechanism of the loop switched off: what it prevents then happens."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.mechanisms import Mechanisms
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import WISHES, allowed, obliging, reply
from tests.support.made_form import Given

NOTHING = {"click": "Nothing button"}
VAGUE = "get on with the guest book"


def test_without_blocking_what_did_nothing_is_offered_again():
    asked: list[str] = []
    willing = obliging([NOTHING])

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        asked.append(grammar or "")
        return willing(messages, grammar)

    given = Given(max_steps=3, mechanisms=Mechanisms(blocking=False))
    ran = given.run(ScriptedModel(answer), VAGUE)
    assert all(allowed(NOTHING, grammar) for grammar in asked)
    assert [step.effect.kind for step in ran.told.steps] == ["no visible change"] * 3
    assert [entry["what"] for entry in ran.book.told] == ["nothing"] * 3


def test_without_reflection_an_action_in_vain_counts_as_done():
    given = Given(max_steps=3, mechanisms=Mechanisms(reflection=False))
    ran = given.run(ScriptedModel(obliging([NOTHING])), VAGUE)
    # The run ends, as perhaps done: what the model did was a guess.
    assert ran.outcome.kind == "unsure"
    # What the record says stays true.
    assert [step.effect.kind for step in ran.told.steps] == ["no visible change"]
    careful = Given(max_steps=1).run(ScriptedModel(obliging([NOTHING])), VAGUE)
    assert careful.outcome.kind == "step limit"


def _eager(messages: Sequence[Message], grammar: str | None) -> str:
    """Everything that can be done on this screen, in one reply."""
    possible = [wish for wish in WISHES[:3] if allowed(wish, grammar or "")]
    return reply(*possible)


@pytest.mark.parametrize(("several", "replies"), [(True, 1), (False, 2)])
def test_without_several_actions_each_reply_is_worth_one(several: bool, replies: int):
    mechanisms = Mechanisms(several_actions=several)
    given = Given(max_steps=2, mechanisms=mechanisms, profile="standard")
    told = given.run(ScriptedModel(_eager)).told
    assert len(told.steps) == 2
    assert len({step.prompt for step in told.steps}) == replies
