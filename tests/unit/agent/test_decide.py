"""From a task to its outline and from a screen to the next actions, with a scripted model."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import grammars
from agent.actions import Action, Click, Fail, OpenApp, Press, Select, Tap, TypeText, UseSkill
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.profiles import PROFILES
from agent.deciding.reply import NONE_OF_THESE, UnusableReply
from agent.deciding.situation import Suggestion, ranked
from agent.errors import Stopped
from agent.task.action_words import words_of
from agent.trajectory import Effect
from benchmarks.fuzz.sentences import Sentences
from models.catalogue.profile import ProfileName
from models.runtime.llm import Completion, Message
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import reply
from tests.support.made_choices import situation
from tests.support.made_maps import element, keypad, made_map, window
from vision.core.elements import State

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
NOW = situation(MAP, ["enter Ann", "press Submit"])
ANN = Suggestion(TypeText("Ann", 1), "type “Ann” into Name field", "the task says so", 0.9)
SUBMIT = Suggestion(Click(3), "click Submit button", score=0.5)
OWN = Suggestion(TypeText("", 2), "type a text of your own into City field", open_text=True)


def decider(
    model: ScriptedModel, stop: StopSwitch | None = None, profile: ProfileName = "small"
) -> Decider:
    return Decider(model, stop or StopSwitch(), lambda text: None, PROFILES[profile])


def test_the_plan_needs_no_model():
    model = ScriptedModel([])
    assert decider(model).outline("press  OK").lines() == ("· press OK",)
    plan = decider(model).outline("Enter Ann, then press Submit and wait")
    assert plan.lines() == ("· Enter Ann,", "· then press Submit", "· and wait")
    assert model.asked == []


def test_a_single_instruction_keeps_what_is_in_quotes():
    assert decider(ScriptedModel([])).outline('Write "a  b"').open_values == ["a  b"]


def test_a_reply_becomes_actions_with_its_thought_and_its_price():
    said: list[str] = []
    text = (
        '{"thought": "the form", "actions": ['
        '{"type into": "Name field", "text": "Ann"}, {"click": "Submit button"}]}'
    )
    model = ScriptedModel([text])
    asked = Decider(model, StopSwitch(), said.append, PROFILES["standard"])
    decision = asked.next(NOW, [ANN])
    assert decision.reply.reason == "the form"
    assert decision.reply.actions == (TypeText("Ann", 1), Click(3))
    assert decision.text == "".join(said) == text
    assert decision.prompt.startswith("[system]\n")
    assert "Task: enter Ann press Submit" in decision.prompt
    assert decision.cost.prompt_tokens > 0
    assert (decision.by, decision.grammar) == ("model", model.asked[0][1])
    assert (asked.replies, asked.unusable) == (1, 0)


def test_a_small_model_chooses_among_the_suggestions_by_their_words():
    model = ScriptedModel([SUBMIT.words])
    decision = decider(model).next(NOW, [ANN, SUBMIT])
    assert decision.reply.actions == (Click(3),)
    ((messages, grammar),) = model.asked
    assert f"next:\nA. {ANN.words}\nB. {SUBMIT.words}\nC. {NONE_OF_THESE}" in messages[-1].content
    assert grammar is not None
    drawn = {Sentences(grammar).draw(random.Random(n)) for n in range(30)}
    assert drawn == {ANN.words, SUBMIT.words, NONE_OF_THESE}
    assert decision.by == "model"


def test_one_suggestion_is_a_question_like_any_other():
    model = ScriptedModel([ANN.words])
    decision = decider(model).next(NOW, [ANN])
    assert decision.reply.actions == (TypeText("Ann", 1),)
    assert decision.reply.reason == "the task says so"
    assert len(model.asked) == 1


def test_a_small_model_that_takes_none_may_do_anything():
    model = ScriptedModel([NONE_OF_THESE, reply({"press": "ctrl+s"})])
    asked = decider(model)
    assert asked.next(NOW, [ANN, SUBMIT]).reply.actions == (Press("ctrl+s"),)
    assert (asked.replies, asked.unusable) == (2, 0)
    # What it did not take is not put before it a second time.
    assert "Suggestions:" not in model.asked[1][0][-1].content


class Taught(ScriptedModel):
    """A model that was taught to choose, with the same share each time."""

    share = 0.5

    def complete(self, messages: Sequence[Message], **given: Any) -> Completion:
        return replace(super().complete(messages, **given), share=self.share)


@pytest.mark.parametrize(
    ("share", "action"), [(0.5, Click(3)), (0.3, Fail(""))], ids=["likely", "by chance"]
)
def test_a_taught_model_that_takes_none_does_what_is_likely_or_nothing(
    share: float, action: Action
):
    model = Taught([NONE_OF_THESE, SUBMIT.words])
    model.share = share
    asked = decider(model)
    (done,) = asked.next(NOW, [ANN, SUBMIT]).reply.actions
    assert type(done) is type(action)
    assert done == action or isinstance(done, Fail)
    assert asked.replies == 2


ASKS = UseSkill(
    "procedure", (("as", "replace every …"), ("old", "")), "replace every {old}", ("old",)
)
REPLACE = Suggestion(ASKS, "replace every …", open_text=True)


def test_the_model_says_which_words_of_the_task_are_the_arguments_of_a_skill():
    now = situation(MAP, ["swap Red apples for something better"])
    told = 'replace every "Red apples"'  # as the person spells them
    model = ScriptedModel(['{"old": "red apples"}', told, told])
    asked = decider(model)
    (call,) = asked.next(now, [SUBMIT, REPLACE]).reply.actions
    assert isinstance(call, UseSkill)
    assert dict(call.arguments) == {"as": "replace every …", "old": "Red apples"}
    messages, grammar = model.asked[0]
    assert messages[-1].content.endswith("Step: replace every {old}")
    assert grammar is not None
    assert json.loads(Sentences(grammar).draw(random.Random(1))).keys() == {"old"}
    assert f"B. {told}" in model.asked[1][0][-1].content
    asked.next(now, [SUBMIT, REPLACE])
    assert len(model.asked) == 3, "it is asked once for a part of the task"


def test_words_that_the_task_does_not_say_are_no_arguments():
    model = ScriptedModel(['{"old": "pears"}', SUBMIT.words])
    decider(model).next(situation(MAP, ["swap apples"]), [REPLACE, SUBMIT])
    assert "replace" not in model.asked[1][0][-1].content


def test_the_whole_task_is_no_argument_of_one_of_its_parts():
    parts = ["The picnic moved,", "swap the day for a better one"]
    model = ScriptedModel([json.dumps({"old": " ".join(parts)}), SUBMIT.words])
    decider(model).next(situation(MAP, parts), [REPLACE, SUBMIT])
    assert "replace" not in model.asked[1][0][-1].content


def test_two_arguments_are_not_the_same():
    call = replace(ASKS, arguments=(*ASKS.arguments, ("new", "")), asked=("old", "new"))
    model = ScriptedModel(['{"old": "apples", "new": "apples"}', SUBMIT.words])
    decider(model).next(situation(MAP, ["swap apples"]), [replace(REPLACE, action=call), SUBMIT])
    assert "replace" not in model.asked[1][0][-1].content


def test_where_it_says_nothing_that_can_be_one_the_known_value_counts():
    known = replace(ASKS, arguments=(("as", "replace every …"), ("old", "apples")))
    offered = replace(REPLACE, action=known)
    now = situation(MAP, ["swap apples for something better"])
    for said in ("pears", "swap apples for something better"):
        model = ScriptedModel([json.dumps({"old": said}), 'replace every "apples"'])
        (call,) = decider(model).next(now, [offered]).reply.actions
        assert isinstance(call, UseSkill)
        assert dict(call.arguments)["old"] == "apples"


def test_what_was_typed_already_is_not_typed_again():
    now = situation(MAP, ["swap apples for something better"])
    now.memory.note(TypeText("apples"), "it", Effect("confirmed"), MAP, MAP)
    model = ScriptedModel(['{"old": "apples"}', SUBMIT.words])
    decider(model).next(now, [REPLACE, SUBMIT])
    assert "replace" not in model.asked[1][0][-1].content


def test_a_text_that_differs_in_a_figure_is_another_one():
    now = situation(MAP, ["add guest number 12 and guest number 13"])
    now.memory.note(TypeText("guest number 12"), "it", Effect("confirmed"), MAP, MAP)
    assert now.memory.wrote_once("Guest number 12")
    assert not now.memory.wrote_once("guest number 13")


def test_a_text_may_differ_from_the_words_of_the_task():
    """What is put in capitals or corrected is not turned back."""
    now = situation(MAP, ["write see you tomorrow in capital letters"])
    model = ScriptedModel([OWN.words, '"SEE YOU TOMORROW"'])
    (action,) = decider(model).next(now, [OWN]).reply.actions
    assert action == TypeText("SEE YOU TOMORROW", 2)


SUM = Suggestion(Tap("", ()), "enter a sum of your own on the keypad", open_text=True)


@pytest.mark.parametrize(("said", "text"), [("90/6", "90/6"), ("90^6", None)])
def test_the_model_writes_a_sum_for_the_keypad(said: str, text: str | None):
    now = situation(made_map(keypad()), ["share 90 among the six of us"])
    model = ScriptedModel([SUM.words, json.dumps(said), reply({"press": "enter"})])
    (action,) = decider(model).next(now, [SUM]).reply.actions
    if text is None:
        assert action == Press("enter"), "a key is missing"
    else:
        assert isinstance(action, Tap)
        assert (action.text, len(action.targets)) == (text, 5)


def test_a_larger_model_gets_everything_at_once():
    model = ScriptedModel([reply({"press": "tab"})])
    decider(model, profile="standard").next(NOW, [ANN, SUBMIT])
    (asked,) = model.asked
    assert f"Suggestions:\n- {ANN.words} ({ANN.reason})\n- {SUBMIT.words}" in (asked[0][-1].content)


def test_only_so_many_suggestions_are_told():
    many = [Suggestion(Press(f"f{n}"), f"press f{n}") for n in range(1, 12)]
    model = ScriptedModel(["press f5", "press f11"])
    asked = decider(model)
    assert asked.next(NOW, many).reply.actions == (Press("f5"),)
    with pytest.raises(UnusableReply):
        asked.next(NOW, many)


def test_a_text_that_the_task_does_not_give_is_written_by_the_model():
    model = ScriptedModel([OWN.words, '"Line one\\nüber \\"zwei\\""'])
    decision = decider(model).next(NOW, [OWN])
    assert decision.reply.actions == (TypeText('Line one\nüber "zwei"', 2),)
    assert model.asked[1][0][-1].content.endswith("Type into: City field")


def test_without_a_text_to_type_the_model_chooses_anew():
    model = ScriptedModel([OWN.words, '""', reply({"click": "Help button"})])
    assert decider(model).next(NOW, [OWN]).reply.actions == (Click(4),)


@pytest.mark.parametrize(
    "text", ["", "Sure, I will!", '{"thought": "x", "actions": [{"click": "Quit button"}]}']
)
@pytest.mark.parametrize("offered", [(), (ANN,)], ids=["freely", "among some"])
def test_unusable_replies_are_counted(text: str, offered: Sequence[Suggestion]):
    asked = decider(ScriptedModel([text]))
    with pytest.raises(UnusableReply):
        asked.next(NOW, offered)
    assert (asked.replies, asked.unusable) == (1, 1)


def test_a_reply_that_is_cut_off_is_unusable():
    endless = '{"thought": "' + "and so on " * 500
    asked = decider(ScriptedModel([endless]))
    with pytest.raises(UnusableReply):
        asked.next(NOW, [])


def test_a_long_text_has_room_in_a_reply():
    letter = "so it goes " * 300
    model = ScriptedModel([reply({"type into": "Name field", "text": letter})])
    decision = decider(model, profile="strong").next(NOW, [])
    assert decision.reply.actions == (TypeText(letter, 1),)


def test_a_stop_ends_a_reply():
    switch = StopSwitch()
    model = ScriptedModel(["word " * 1000], seconds_per_token=0.05)
    threading.Timer(0.2, switch.press, ["me"]).start()
    with pytest.raises(Stopped, match="me"):
        decider(model, switch).next(NOW, [])


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


def test_suggestions_come_best_first_and_each_once():
    again = Suggestion(Click(3), "press Submit", score=0.2)
    same = Suggestion(Click(4), SUBMIT.words, score=0.1)
    assert ranked([again, SUBMIT, same, ANN]) == (ANN, SUBMIT)


def test_space_grammar_and_reading_fit_together():
    def answer(messages: object, grammar: str | None) -> str:
        return Sentences(grammar or "").draw(random.Random(5))

    decision = decider(ScriptedModel(answer)).next(NOW, [])
    assert decision.reply.actions
    assert json.loads(decision.text)["actions"]


def test_a_model_that_takes_none_of_the_first_is_shown_the_next() -> None:
    many = [Suggestion(Press(f"f{n}"), f"press f{n}") for n in range(1, 25)]
    model = ScriptedModel([NONE_OF_THESE, "press f12"])
    assert decider(model).next(NOW, many).reply.actions == (Press("f12"),)
    first, second = (messages[-1].content for messages, _ in model.asked)
    assert "J. press f10\nK. none of these" in first
    assert "A. press f11\n" in second
    assert "press f10" not in second
    model = ScriptedModel([NONE_OF_THESE, NONE_OF_THESE, reply({"press": "f24"})])
    assert decider(model).next(NOW, many).reply.actions == (Press("f24"),)


def offered_for_copies(text: str, *, result: str = "", left: str = "") -> str:
    """What a small model is offered when it would type a text of its own into an empty field."""
    now = situation(MAP, ["put it into the field there", "press Submit"])
    now.memory.result = result
    if left:
        now.memory.left[7] = ("Letter", (element(9, "text", left),))
    asked: list[str] = []

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        if grammar == grammars.read("own_text"):
            return json.dumps(text)
        asked.append(messages[-1].content)
        return SUBMIT.words

    chosen = decider(ScriptedModel(answer)).next(now, [SUBMIT, OWN])
    assert chosen.reply.actions == (Click(3),)
    return asked[0]


def test_what_a_field_holds_is_no_text_of_its_own() -> None:
    held = element(2, "field", "City", state=State(value="31"))
    now = situation(made_map([held, element(3, "button", "Submit")]), ["set it to a quarter"])
    model = ScriptedModel([OWN.words, '"15"'])
    assert decider(model).next(now, [OWN]).reply.actions == (TypeText("15", 2),)
    model = ScriptedModel([OWN.words, '"31"', reply({"press": "f1"})])
    assert decider(model).next(now, [OWN]).reply.actions == (Press("f1"),)


def test_what_was_worked_out_on_the_way_is_offered_to_be_typed() -> None:
    assert 'A. type "1776" into City field' in offered_for_copies("", result="1776")
    assert "1776" not in offered_for_copies("")


def test_what_a_window_showed_that_was_left_is_offered_to_be_typed() -> None:
    shown = "Your parcel RX-447 is on its way."
    assert 'A. type "RX-447" into City field' in offered_for_copies("RX-447", left=shown)
    assert "ZZ-1" not in offered_for_copies("ZZ-1", left=shown), "it stood nowhere"
