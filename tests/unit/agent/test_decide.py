"""From a task to its outline and from a screen to the next actions, with a scripted model."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import replace

import pytest
from agent.choices import Choices, choices
from agent.grammar import UnusableReply

from agent.actions import Action, Click, OpenApp, Press, Select, Tap, TypeText
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider, in_order, words_of
from agent.errors import Stopped
from agent.memory import Memory
from agent.outline import Outline
from benchmarks.fuzz.sentences import Sentences
from models.runtime.scripted import ScriptedModel
from tests.support.made_maps import element, made_map, window
from vision.elements import State

MAP = made_map(
    [
        element(1, "field", "Name", state=State(value="")),
        element(2, "field", "City", state=State(value="")),
        element(3, "button", "Submit"),
        element(4, "button", "Help"),
        element(5, "dropdown", "Country"),
    ],
    [window(1, "Main", active=True)],
)
OPTIONS = Choices(clicks={"Submit button": 3, "Help button": 4}, fields={"Name field": 1},
                  values=("Ann",))  # fmt: skip


def decider(model: ScriptedModel, stop: StopSwitch | None = None) -> Decider:
    return Decider(model, stop or StopSwitch(), lambda text: None)


def test_a_single_instruction_needs_no_model():
    model = ScriptedModel([])
    assert decider(model).outline("press  OK").lines() == ("· press OK",)
    assert model.asked == []


def test_the_model_says_where_the_parts_begin():
    task = "Enter Ann, then press Submit and wait"
    model = ScriptedModel(lambda messages, grammar: "- Enter Ann,\n- then press Submit and wait\n")
    plan = decider(model).outline(task)
    assert plan.lines() == ("· Enter Ann,", "· then press Submit and wait")
    ((messages, grammar),) = model.asked
    assert messages[-1].content == f"Task: {task}"
    assert grammar is not None
    assert "- Enter Ann,\n- then press Submit and wait\n" in {
        Sentences(grammar).draw(random.Random(n)) for n in range(30)
    }


def test_an_outline_that_is_cut_off_leaves_the_task_whole():
    task = "a, " * 400 + "b"
    model = ScriptedModel(lambda messages, grammar: "- " + "a,\n- " * 400 + "b\n")
    assert decider(model).outline(task).lines() == (f"· {task}",)


def test_a_single_instruction_keeps_what_is_in_quotes():
    assert decider(ScriptedModel([])).outline('Write "a  b"').open_values == ["a  b"]


def test_a_reply_becomes_actions_with_its_reason_and_its_price():
    said: list[str] = []
    text = (
        '{"reason": "the form", "actions": ['
        '{"type into": "Name field", "text": "Ann"}, {"click": "Submit button"}]}'
    )
    model = ScriptedModel([text])
    asked = Decider(model, StopSwitch(), said.append)
    plan = Outline(["enter Ann", "press Submit"])
    decision = asked.next(MAP, plan, OPTIONS)
    assert decision.reply.reason == "the form"
    assert decision.reply.actions == (TypeText("Ann", 1), Click(3))
    assert decision.text == "".join(said) == text
    assert decision.prompt.startswith("[system]\n")
    assert "Task: enter Ann press Submit" in decision.prompt
    assert decision.cost.prompt_tokens > 0
    assert (asked.replies, asked.unusable) == (1, 0)


def test_one_thing_to_do_is_done_without_the_model():
    model = ScriptedModel([])
    decision = decider(model).next(MAP, Outline(["press Submit"]), Choices(clicks={"S": 3}))
    assert decision.reply.actions == (Click(3),)
    assert decision.reply.reason
    assert model.asked == []


@pytest.mark.parametrize(
    "text", ["", "Sure, I will!", '{"reason": "x", "actions": [{"click": "Quit button"}]}']
)
def test_unusable_replies_are_counted(text: str):
    asked = decider(ScriptedModel([text]))
    with pytest.raises(UnusableReply):
        asked.next(MAP, Outline(["x"]), OPTIONS)
    assert (asked.replies, asked.unusable) == (1, 1)


def test_a_reply_that_is_cut_off_is_unusable():
    endless = '{"reason": "' + "and so on " * 500
    asked = decider(ScriptedModel([endless]))
    with pytest.raises(UnusableReply):
        asked.next(MAP, Outline(["x"]), OPTIONS)


def test_a_long_text_has_room_in_a_reply():
    letter = "so it goes " * 300
    options = replace(OPTIONS, values=("Ann", letter))
    said = json.dumps({"reason": "x", "actions": [{"type into": "Name field", "text": letter}]})
    decision = decider(ScriptedModel([said])).next(MAP, Outline([f"write “{letter}”"]), options)
    assert decision.reply.actions == (TypeText(letter, 1),)


def test_nothing_to_choose_is_said():
    with pytest.raises(ValueError, match="nothing can be done"):
        decider(ScriptedModel([])).next(MAP, Outline(["x"]), Choices())


def test_a_stop_ends_a_reply():
    switch = StopSwitch()
    model = ScriptedModel(["word " * 1000], seconds_per_token=0.05)
    threading.Timer(0.2, switch.press, ["me"]).start()
    with pytest.raises(Stopped, match="me"):
        decider(model, switch).next(MAP, Outline(["x"]), OPTIONS)
    with pytest.raises(Stopped):
        decider(model, switch).outline("a, then b")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (TypeText("Ann", 1), ["Ann", "Name"]),
        (TypeText("Ann"), ["Ann"]),
        (Select(5, "Norway"), ["Norway", "Country"]),
        (Tap("12*7", (1, 2)), ["12*7"]),
        (Click(3), ["Submit"]),
        (OpenApp("Mousepad"), ["Mousepad"]),
        (Press("ctrl+s"), ["save", "ctrl+s"]),
    ],
)
def test_the_words_by_which_an_action_is_found_in_the_task(action: Action, words: list[str]):
    assert words_of(action, MAP) == words


ANN, OSLO, SUBMIT, HELP = TypeText("Ann", 1), TypeText("Oslo", 2), Click(3), Click(4)
PLAN = ["enter Ann in Name", "enter Oslo in City", "press Submit"]


def ordered(*actions: Action, parts: list[str] = PLAN) -> tuple[list[Action], Action | None]:
    return in_order(actions, MAP, Outline(parts))


def test_actions_go_in_the_order_of_the_task():
    assert ordered(OSLO, ANN) == ([ANN, OSLO], None)
    assert ordered(SUBMIT, OSLO, ANN) == ([ANN, OSLO, SUBMIT], None)


def test_what_the_task_does_not_name_is_left_out_beside_what_it_names():
    assert ordered(HELP, ANN, HELP) == ([ANN], None)
    assert ordered(HELP, Press("f1")) == ([HELP], None)


def test_the_same_action_twice_is_done_once():
    assert ordered(ANN, ANN, OSLO) == ([ANN, OSLO], None)


def test_a_submit_before_the_fields_comes_too_early():
    assert ordered(SUBMIT) == ([], SUBMIT)
    assert ordered(ANN, SUBMIT) == ([ANN], SUBMIT)


def test_what_was_done_before_counts():
    plan = Outline(PLAN)
    plan.credit(["Ann", "Name"], ends_part=True)
    plan.credit(["Oslo", "City"], ends_part=True)
    assert in_order([SUBMIT], MAP, plan) == ([SUBMIT], None)


def test_choices_grammar_and_reading_fit_together():
    plan = Outline(PLAN)
    options = choices(MAP, plan, Memory())

    def answer(messages: object, grammar: str | None) -> str:
        return Sentences(grammar or "").draw(random.Random(5))

    decision = decider(ScriptedModel(answer)).next(MAP, plan, options)
    assert decision.reply.actions
