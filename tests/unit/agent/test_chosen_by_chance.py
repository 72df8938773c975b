"""Nothing is begun that a model chose as likely wrongly as rightly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Action, Click, Fail, UseSkill
from agent.control.endings import by_chance, is_likely, is_worked_out
from agent.deciding.decider import AT_A_LOSS, FREE, Decider, Decision, looking
from agent.deciding.reply import Reply
from agent.deciding.situation import Suggestion
from agent.memory import Memory
from agent.task.plan import Outline
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


def suggested(words: str, *, looks: bool) -> Suggestion:
    return Suggestion(UseSkill("menus", (("as", words),)), words, looks=looks)


@pytest.mark.parametrize("action", [Click(1), Fail(AT_A_LOSS)])
def test_before_it_ends_at_a_loss_it_looks_where_that_is_offered(action: Action) -> None:
    cost = replace(FREE, share=0.2, shares={"click x": 0.2})
    chosen = Decision("prompt", "click x", Reply("", (action,)), cost)
    look, entry = suggested("look into the menus", looks=True), suggested("click y", looks=False)
    found = looking(chosen, [entry, look])
    assert found is not None
    assert found.reply.actions == (look.action,)
    assert found.text == "look into the menus"
    assert found.share is None, "it weighs nothing in what comes of it"
    assert looking(chosen, [entry]) is None


def test_an_entry_of_a_menu_is_clicked_as_surely_as_a_button() -> None:
    entry = suggested("click y", looks=False)
    for share, over in ((0.45, True), (0.55, False)):
        chosen = Decision("", "", Reply("", (entry.action,)), replace(FREE, share=share))
        assert (by_chance(chosen, Memory(), "Do it") is not None) == over


def test_an_end_after_choices_that_are_likelier_wrong_is_unsure() -> None:
    assert is_likely(Memory(choices=[("a", 0.9, {}), ("b", 0.6, {})]))
    assert not is_likely(Memory(choices=[("a", 0.7, {}), ("b", 0.6, {})]))


@pytest.mark.parametrize(
    ("task", "summed", "display", "shown"),
    [
        ("Calculate 45 * 38", "45*38", "1710", True),
        ("Calculate 19 * 2.5", "19 * 2,5", "47,5", True),
        ("Calculate 45 * 38", "45*38", "2890800", False),
        ("Calculate 45 * 38", "45*83", "3735", False),
        ("Calculate 45 * 38", "", "1710", False),
        ("Calculate 45 * 38", "45*38", "", False),
        ("Calculate 45 * 38 and write it into notes.txt", "45*38", "1710", False),
    ],
)
def test_a_sum_that_is_shown_is_done(task: str, summed: str, display: str, *, shown: bool) -> None:
    plan = Outline(task.split(" and "))
    assert is_worked_out(plan, Memory(summed=summed), display) == shown
