"""Nothing is begun that a model chose as likely wrongly as rightly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import UseSkill
from agent.deciding.decider import FREE, Decider, Decision
from agent.deciding.reply import Reply
from tests.support.made_form import Given
from tests.support.taught import TaughtModel


def test_a_skill_whose_words_the_model_said_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    action = UseSkill("procedure", (("as", "delete the line …"), ("text", "torch")))
    cost = replace(FREE, share=0.27)
    chosen = Decision("", 'delete the line "torch"', Reply("", (action,)), cost)
    monkeypatch.setattr(Decider, "next", lambda *_: chosen)
    ran = Given().run(TaughtModel(), "write torch")
    assert ran.outcome.kind == "failed"
    assert ran.outcome.message.startswith("Nothing on the screen clearly goes on with the task")
    assert ran.told.descriptions == []
