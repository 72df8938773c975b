"""The loop on a made program: how runs end, what they tell, and what mouse and keyboard do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from agent.actions import Click, Done
from agent.control.pause import MOVED_MOUSE, ONE_DONE, UNANSWERED
from agent.deciding.reply import NONE_OF_THESE
from agent.deciding.situation import Situation, Suggestion
from agent.errors import ActionFailed, Stopped
from agent.events import (
    Acting,
    Answer,
    Asking,
    Judged,
    Noted,
    Paused,
    Planned,
    Resumed,
    Said,
    Seen,
    Stepped,
    Token,
)
from agent.policy.gate import NOT_ALLOWED, Gate, Verdict
from agent.policy.rules import Risk, Rules
from agent.skills.running import Skills
from models.runtime.errors import ModelError
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import WISHES, allowed, obliging, reply
from tests.support.made_form import Given, GuestBook, Ran, on
from tests.support.made_skill import CALL, MOVES, MadeSkill
from tests.support.taught import TaughtModel

VAGUE = "get on with the guest book"
NOTHING = {"click": "Nothing button"}
TAB = {"press": "tab"}
DONE = [
    "type “Ann Lee” into “Full name” (field)",
    "click “Newsletter” (checkbox)",
    "click “Save” (button)",
]
SAVED = {"what": "saved", "name": "Ann Lee", "news": True}


def effects(ran: Ran) -> list[str]:
    return [step.effect.kind for step in ran.told.steps]


def test_a_task_is_done_with_confirmed_effects() -> None:
    ran = Given().run(ScriptedModel(obliging()))
    assert ran.outcome.kind == "done"
    assert ran.told.descriptions == DONE
    assert effects(ran) == ["confirmed"] * 3
    evidence = [step.effect.evidence for step in ran.told.steps]
    assert evidence[:2] == ["it now shows “Ann Lee”", "now ticked"]
    assert "saved" in evidence[2]
    assert ran.book.told[-1] == SAVED
    kinds = ["click", "press", "press", "type_text", "click", "click"]
    assert [call[0] for call in ran.book.touched] == kinds


def test_the_events_come_in_order() -> None:
    told = Given().run(ScriptedModel(obliging())).told
    kinds = [type(event) for event in told.events if isinstance(event, Seen | Acting | Stepped)]
    assert kinds == [Seen, Acting, Stepped] * 3 + [Seen]
    plans = told.of(Planned)
    assert told.events.index(plans[0]) < told.events.index(told.of(Seen)[0])
    assert plans[0].lines == ("· Enter “Ann Lee” as full name,", "· tick Newsletter",
                              "· and press Save")  # fmt: skip
    assert all(line.startswith("✓") for line in plans[-1].lines)
    assert [event.step for event in told.of(Acting)] == [1, 2, 3]
    assert told.of(Token)


def test_what_the_model_guessed_is_not_called_done() -> None:
    ran = Given().run(ScriptedModel(obliging([WISHES[2]])), "press the green thing")
    assert ran.outcome.kind == "unsure"
    assert "Check whether “press the green thing” is done" in ran.outcome.message


def test_a_task_that_only_writes_ends_when_the_model_says_so_and_tells_what_was_not_sent() -> None:
    writes = ScriptedModel(obliging([WISHES[0], {"done": "the name stands there"}]))
    ran = Given().run(writes, "Write “Ann Lee” as full name")
    assert ran.outcome.kind == "unsure"
    assert "it now shows “Ann Lee”" in ran.outcome.message
    assert ran.outcome.message.endswith(
        "“Save” was not pressed, because the task does not ask for it."
    )
    assert len(ran.told.steps) == 1
    assert ran.told.of(Planned)[-1].lines == ("✓ Write “Ann Lee” as full name",)


def test_the_step_limit_says_what_is_left() -> None:
    ran = Given(max_steps=1).run(ScriptedModel(obliging()))
    assert ran.outcome.kind == "step limit"
    assert "not finished within 1 steps" in ran.outcome.message
    assert "tick Newsletter and press Save" in ran.outcome.message
    assert len(ran.told.steps) == 1


def test_a_rule_ends_the_run_with_a_sentence() -> None:
    ran = Given(rules=Rules(max_actions=1)).run(ScriptedModel(obliging()))
    assert ran.outcome.kind == "step limit"
    assert "The rules allow 1 actions a run." in ran.outcome.message
    assert len(ran.told.steps) == 1


def test_moving_the_focus_is_not_the_task() -> None:
    ran = Given(max_steps=1).run(ScriptedModel(obliging([TAB])), VAGUE)
    assert effects(ran) == ["confirmed"]
    assert ran.outcome.kind == "step limit"


def test_a_window_that_vanished_is_said_and_the_run_goes_on() -> None:
    book, willing = GuestBook(), obliging()

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        if grammar and allowed(WISHES[0], grammar):
            book.open = False
        return willing(messages, grammar)

    ran = Given(book, max_steps=2).run(ScriptedModel(answer))
    first, second = ran.told.steps
    assert first.effect.kind == "failed"
    assert first.effect.evidence == (
        'The window “Guest book” was closed before "Full name" could be used.'
    )
    assert second.action != first.action
    assert ran.outcome.kind == "step limit"
    assert ran.book.told == []


def test_what_a_run_keeps_to_is_gone() -> None:
    lost: list[str] = []
    given = Given(lost=lambda: "".join(lost), told=on(Stepped, lambda: lost.append("It is gone.")))
    ran = given.run(ScriptedModel(obliging()))
    assert ran.outcome.kind == "failed"
    assert ran.outcome.message.startswith("It is gone. Not done: “Enter “Ann Lee”")
    assert len(ran.told.steps) == 1


def test_what_did_nothing_is_offered_no_more() -> None:
    asked: list[str] = []
    willing = obliging([NOTHING, TAB])

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        asked.append(grammar or "")
        return willing(messages, grammar)

    ran = Given(max_steps=2).run(ScriptedModel(answer), VAGUE)
    assert ran.told.steps[0].effect.kind == "no visible change"
    assert ran.book.told[0]["what"] == "nothing", "the click did arrive"
    assert allowed(NOTHING, asked[0])
    assert not allowed(NOTHING, asked[1])


def test_actions_in_vain_end_the_run_before_the_step_limit() -> None:
    vain = [{"press": f"f{number}"} for number in range(1, 11)]
    ran = Given(max_steps=30).run(ScriptedModel(obliging(vain)), VAGUE)
    assert ran.outcome.kind == "failed"
    assert "6 actions in a row had no effect" in ran.outcome.message
    assert len(ran.told.steps) == 6


@pytest.mark.parametrize("said", ["I will press the button now. " * 200, "", '{"reason": "'])
def test_a_model_that_rambles_ends_the_run_with_a_sentence(said: str) -> None:
    model = ScriptedModel(lambda messages, grammar: said)
    given = Given()
    decider = given.decider(model)
    with pytest.raises(ActionFailed, match="scripted gives no usable replies") as problem:
        given.loop(decider, "get on with it, then press Save").go()
    assert "Choose a larger model" in str(problem.value)
    assert len(model.asked) <= 5
    assert decider.unusable == decider.replies == 3
    assert given.told.steps == []
    assert given.book.calls == []


def test_an_error_of_the_model_ends_the_run() -> None:
    given = Given()
    with pytest.raises(ModelError, match="The script has no reply left"):
        given.run(ScriptedModel([]))
    assert given.book.calls == []


def test_a_model_that_sees_no_way_on_ends_the_run() -> None:
    given = Given()
    given.book.open = False
    keys = [{"press": "enter"}, {"press": "esc"}, {"cannot": "no program is there"}]
    ran = given.run(ScriptedModel(obliging(keys)), "press the green thing")
    assert ran.outcome.kind == "failed"
    assert ran.outcome.message == "no program is there. Not done: “press the green thing”"
    assert {call[0] for call in ran.book.calls} == {"press"}


def test_a_dry_run_touches_nothing() -> None:
    ran = Given(dry_run=True).run(ScriptedModel(obliging()))
    assert ran.outcome.kind == "done"
    assert "It would type “Ann Lee” into “Full name” (field)" in ran.outcome.message
    assert "nothing was clicked or typed" in ran.outcome.message
    assert ran.book.calls == []
    assert ran.told.steps == []


@pytest.mark.parametrize(
    ("event", "done"), [(Token, []), (Seen, []), (Acting, []), (Stepped, ["type_text"])]
)
def test_a_stop_ends_the_run_at_once(event: type[Token], done: list[str]) -> None:
    given = Given()
    given.told = on(event, lambda: given.stop.press("the Stop button"))
    with pytest.raises(Stopped, match="the Stop button"):
        given.run(ScriptedModel(obliging()))
    assert [call[0] for call in given.book.touched if call[0] == "type_text"] == done
    assert given.book.told == []


def test_a_pause_holds_back_what_was_decided_and_the_screen_is_looked_at_anew() -> None:
    given = Given()

    def rests() -> None:
        assert given.book.calls == [], "nothing was done before"
        given.book.name = "Bob"  # What a person may do meanwhile.
        given.pause.resume()

    given.pause.meanwhile = rests
    given.told = on(Seen, lambda: given.pause.press("me"))
    ran = given.run(ScriptedModel(obliging()))
    (paused,) = ran.told.of(Paused)
    assert paused == Paused("me", None)
    kinds = [type(event) for event in ran.told.events]
    after = kinds[kinds.index(Resumed) :]
    assert after.index(Seen) < after.index(Acting), "it looks before it acts"
    field = ran.told.of(Seen)[1].map.by_id(1)
    assert field.state.value == "Bob"
    assert ran.outcome.kind == "done"
    assert ran.book.told[-1] == SAVED


def test_a_paused_run_does_one_action_when_it_is_told_so() -> None:
    given = Given()
    steps: list[int] = []

    def rests() -> None:
        steps.append(len(given.told.steps))
        given.pause.step() if len(steps) < 3 else given.pause.resume()

    given.pause.meanwhile = rests
    given.pause.press("me")
    ran = given.run(ScriptedModel(obliging()))
    assert steps == [0, 1, 2]
    assert [paused.why for paused in ran.told.of(Paused)] == ["me", ONE_DONE, ONE_DONE]
    assert ran.outcome.kind == "done"


def test_a_pause_that_nobody_ends_in_time_stops_the_run() -> None:
    given = Given(rules=Rules(answer_seconds=0.01))
    given.told = on(Stepped, lambda: given.pause.press(MOVED_MOUSE, limited=True))
    with pytest.raises(Stopped, match=UNANSWERED):
        given.run(ScriptedModel(obliging()))
    assert len(given.told.steps) == 1


def test_what_the_person_says_comes_first() -> None:
    given, instead = Given(), "enter “Bob Ray” as full name"
    given.told = on(Stepped, lambda: given.sayings.give(instead))
    wishes = [WISHES[0], {"type into": "Full name field", "text": "Bob Ray"}, *WISHES[1:]]
    ran = given.run(ScriptedModel(obliging(wishes)))
    assert ran.told.descriptions == [DONE[0], "type “Bob Ray” into “Full name” (field)", *DONE[1:]]
    assert ran.book.told[-1] == {**SAVED, "name": "Bob Ray"}
    (said,) = ran.told.of(Said)
    after = ran.told.events[ran.told.events.index(said) + 1]
    assert isinstance(after, Planned)
    assert after.lines[0] == f"· {instead}"
    assert len(after.lines) == 4


# The button of the made program, as if it sent something.
SAVING = Rules(risks=(Risk(id="saving", why="It would save.", acts=("click",), words=("save",)),))


def saving(answer: Answer | None, task: str = "press Save", **given: object) -> Ran:
    settings: dict[str, Any] = {
        "rules": SAVING,
        "asker": lambda question, stop: answer,
        "max_steps": 2,
        **given,
    }
    return Given(**settings).run(ScriptedModel(obliging([WISHES[2], TAB])), task)


@pytest.mark.parametrize("answer", ["deny", None])
def test_what_is_refused_is_not_done_and_not_offered_again(answer: Answer | None) -> None:
    ran = saving(answer, VAGUE)
    first, second = ran.told.steps
    assert first.effect.kind == "not allowed"
    assert (first.effect.evidence == NOT_ALLOWED) is (answer == "deny")
    assert second.description == "press tab"
    assert ran.book.told == []
    assert ran.told.descriptions == ["press tab"]
    (question,) = ran.told.of(Asking)
    assert (question.where, question.why) == ("Guest book", ("It would save.",))
    (judged,) = ran.told.of(Judged)
    assert (judged.allowed, judged.answer) == (False, answer)
    assert ran.outcome.kind == "step limit"


def test_where_nobody_can_be_asked_it_is_not_done() -> None:
    ran = saving(None, asker=None)
    assert ran.told.steps[0].effect.kind == "not allowed"
    assert ran.told.of(Asking) == []
    assert ran.book.told == []


def test_what_is_allowed_is_asked_about_and_done() -> None:
    ran = saving("once")
    of = (Asking, Judged, Acting, Stepped)
    assert [type(e) for e in ran.told.events if isinstance(e, of)] == [*of]
    assert ran.book.told[-1]["what"] == "saved"
    assert ran.outcome.kind == "done"


def test_watching_leaves_mouse_and_keys_to_the_person() -> None:
    ran = saving("once", safety="watch", max_steps=1)
    (question,) = ran.told.of(Asking)
    assert question.watch
    assert ran.told.of(Acting) == []
    assert ran.book.calls == []
    assert effects(ran) == ["no visible change"]


def test_a_task_that_is_only_a_calculation_is_answered_without_touching_anything() -> None:
    ran = Given().run(ScriptedModel([]), "What is 17*23?")
    assert (ran.outcome.kind, ran.outcome.message) == ("done", "17*23 = 391")
    assert ran.told.steps == []
    assert ran.book.calls == []


def saying(*replies: str) -> tuple[ScriptedModel, list[str]]:
    """A model that gives these replies in order, and what it reads before each of them."""
    left, read = list(replies), list[str]()

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        read.append(messages[-1].content)
        assert left, f"it was asked once more: {messages[-1].content}"
        return left.pop(0)

    return ScriptedModel(answer), read


def test_what_was_tried_in_vain_is_objected_to() -> None:
    again, other = reply({"press": "f1"}), reply(TAB)
    model, read = saying(again, again, other)
    ran = Given(max_steps=2).run(model, VAGUE)
    assert ran.told.descriptions == ["press f1", "press tab"]
    said = "Mind:\n- “press f1” had no effect here before."
    assert [said in each for each in read] == [False, False, True]


def test_objections_are_over_when_the_model_holds_to_what_it_wants() -> None:
    again = reply({"press": "f1"})
    model, read = saying(*[again] * 5)
    ran = Given(max_steps=2).run(model, VAGUE)
    assert ran.told.descriptions == ["press f1"] * 2
    assert len(read) == 5


def test_what_is_not_done_yet_is_said_to_a_model_that_ends_too_early() -> None:
    done = {"done": "all is there"}
    model, read = saying(*(reply(wish) for wish in (WISHES[0], done, *WISHES[1:3])))
    ran = Given().run(model)
    assert ran.outcome.kind == "done"
    assert ran.told.descriptions == DONE
    assert "Nothing shows yet that this is done: “tick Newsletter”." in read[2]


def test_a_model_that_says_again_that_all_is_done_ends_the_run_as_unsure() -> None:
    done = reply({"done": "all is there"})
    model, read = saying(reply(WISHES[0]), done, done)
    ran = Given().run(model)
    assert ran.outcome.kind == "unsure"
    assert "Nothing shows yet that this is done: “tick Newsletter”" in ran.outcome.message
    assert len(read) == 3
    assert len(ran.told.steps) == 1


def test_an_answer_is_told_and_ticks_what_asked_for_it() -> None:
    task = "Enter “Ann Lee” as full name and describe what the page is for"
    words = "It is a guest book."
    model, _ = saying(reply(WISHES[0]), reply({"answer": words}, {"done": "told"}))
    ran = Given(profile="standard").run(model, task)
    assert words in [noted.text for noted in ran.told.of(Noted)]
    assert ran.outcome.message.startswith(words)
    assert len(ran.told.steps) == 1, "an answer touches nothing"


def test_a_question_goes_to_the_person_and_the_answer_to_the_model() -> None:
    done = {"done": "it was saved"}
    model, read = saying(reply({"ask": "Is it Ann Lee?"}), reply(*WISHES[:3]), reply(done))
    given = Given(profile="standard", asker=lambda question, stop: "1")
    ran = given.run(model)
    (question,) = ran.told.of(Asking)
    assert (question.description, question.options) == ("Is it Ann Lee?", ("yes", "no"))
    assert "- asked: Is it Ann Lee?: confirmed (they said: yes)" in read[1]
    assert ran.outcome.kind == "done"


def test_a_question_that_nobody_answers_ends_the_run() -> None:
    model, _ = saying(reply({"ask": "Which Ann?"}))
    ran = Given().run(model)
    assert (ran.outcome.kind, ran.outcome.message) == ("unsure", "The model asks: Which Ann?")
    assert ran.book.calls == []


def test_a_part_is_ticked_when_the_model_says_that_it_is_done() -> None:
    model, read = saying(reply({"part done": 1}), reply(WISHES[1]), reply(WISHES[2]))
    ran = Given().run(model, "get ready, tick Newsletter and press Save")
    assert ran.told.of(Planned)[1].lines == (
        "✓ get ready,", "· tick Newsletter", "· and press Save"
    )  # fmt: skip
    assert "1. [done] get ready," in read[1]
    assert "Next: tick Newsletter" in read[1]
    assert ran.outcome.kind == "done"


def skilled(skill: MadeSkill | None = None) -> dict[str, Any]:
    """What a run is given so that this skill is offered in it."""
    skills = Skills((skill or MadeSkill(),))
    return {"skills": skills, "suggesters": (skills,)}


def test_a_skill_goes_on_by_itself_once_the_model_has_chosen_it() -> None:
    model, read = saying(CALL, NONE_OF_THESE, reply(WISHES[2]))
    ran = Given(**skilled()).run(model)
    assert ran.told.descriptions == DONE
    assert [step.by for step in ran.told.steps] == ["skill", "skill", "model"]
    assert len(read) == 3, "no question between the moves of the skill"
    assert ran.outcome.kind == "done"
    # One call is what both moves came from: the first holds it, the second was not asked for.
    assert [step.reply for step in ran.told.steps[:2]] == [CALL, ""]


def test_a_skill_that_was_refused_a_move_does_no_more() -> None:
    model, read = saying(CALL, NONE_OF_THESE, reply(TAB))
    given = Given(rules=SAVING, asker=lambda question, stop: "deny", max_steps=2,
                  **skilled(MadeSkill((Click(3), Click(2)))))  # fmt: skip
    ran = given.run(model, VAGUE)
    assert effects(ran)[0] == "not allowed"
    assert [step.by for step in ran.told.steps] == ["skill", "model"]
    assert ran.told.descriptions == ["press tab"]
    assert len(read) == 3


def test_a_skill_that_says_itself_what_is_done_ticks_its_part() -> None:
    model, read = saying(CALL)
    ran = Given(**skilled(MadeSkill(ends_part=True)), max_steps=2).run(
        model, "sign the book and press Save"
    )
    assert len(read) == 1
    assert ran.told.of(Planned)[-1].lines == ("✓ sign the book", "· and press Save")


def test_every_action_was_chosen_by_the_model_or_by_a_skill_that_it_chose() -> None:
    chosen: list[str] = []
    willing = obliging([NOTHING, TAB, {"press": "f1"}, WISHES[2]])

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        said = willing(messages, grammar)
        if not chosen and CALL in (grammar or ""):
            said = CALL
        if said != NONE_OF_THESE:
            chosen.append(said)
        return said

    ran = Given(**skilled()).run(ScriptedModel(answer))
    assert [step.by for step in ran.told.steps] == ["skill"] * 2 + ["model"] * 4
    assert [step.action for step in ran.told.steps[:2]] == list(MOVES)
    assert [step.reply for step in ran.told.steps if step.reply] == chosen
    assert all(step.grammar for step in ran.told.steps if step.by == "model")
    assert len(ran.told.of(Acting)) == 6


def test_a_model_that_only_tells_the_same_again_ends_the_run() -> None:
    model, read = saying(*[reply({"answer": "It is a guest book."})] * 2)
    ran = Given().run(model, "describe what the page is for")
    assert ran.outcome.kind == "unsure"
    assert ran.outcome.message.startswith("It is a guest book.")
    assert len(read) == 2
    assert len([noted for noted in ran.told.of(Noted)]) == 1


def test_what_is_suggested_is_not_done_unless_the_model_takes_it() -> None:
    class Eager:
        def suggest(self, now: Situation) -> Sequence[Suggestion]:
            return [Suggestion(Click(4), "click Nothing button", score=1.5)]

    ran = Given(suggesters=(Eager(),)).run(ScriptedModel(obliging()))
    assert ran.told.descriptions == DONE
    model, _ = saying("click Nothing button")
    ran = Given(suggesters=(Eager(),), max_steps=1).run(model)
    assert ran.told.descriptions == ["click “Nothing” (button)"]
    assert [step.by for step in ran.told.steps] == ["model"]


def test_with_a_larger_model_only_the_model_says_that_all_is_done() -> None:
    model, read = saying(reply(*WISHES[:3]), reply({"done": "it was saved"}))
    ran = Given(profile="standard").run(model)
    assert (ran.outcome.kind, ran.told.descriptions) == ("done", DONE)
    assert "3. [done] and press Save" in read[1]


class Offering:
    """Suggests what can be pressed, and that all is done."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        return [
            Suggestion(Click(2), "click Newsletter checkbox", score=2.0),
            Suggestion(Click(3), "click Save button", score=1.5),
            Suggestion(Done(), "the whole task is done", score=1.0),
        ]


TICK, END = ("click Newsletter checkbox", 0.9), "the whole task is done"


def taught(*chosen: tuple[str, float], task: str = "tick Newsletter") -> Ran:
    return Given(suggesters=(Offering(),)).run(TaughtModel(*chosen), task)


def test_a_model_that_was_taught_to_choose_says_when_all_is_done() -> None:
    # It goes on though the plan is ticked: the plan may have been read wrongly.
    ran = taught(TICK, ("click Save button", 0.9), (END, 0.95))
    assert len(ran.told.descriptions) == 2
    assert ran.outcome.kind == "done"
    assert ran.told.of(Planned)[-1].lines == ("✓ tick Newsletter",)


def test_what_the_screen_shows_is_a_doubt_whoever_says_that_all_is_done() -> None:
    ran = taught(TICK, (END, 0.95))
    assert ran.outcome.kind == "unsure"
    assert "“Save” was not pressed" in ran.outcome.message


def test_an_end_of_which_it_is_not_sure_is_told_so() -> None:
    ran = taught(TICK, (END, 0.6))
    assert ran.outcome.kind == "unsure"
    assert "nothing shows it clearly" in ran.outcome.message


@pytest.mark.parametrize(
    ("next_", "unsaved", "done"),
    [
        (("click Save button", 0.7), True, 2),
        (("click Save button", 0.45), True, 1),
        (("click Save button", 0.7), False, 1),
    ],
)
def test_with_a_part_left_and_nothing_saved_it_is_asked_what_else_it_would_do(
    next_: tuple[str, float], unsaved: bool, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.loop.is_unsaved", lambda map_: unsaved)
    ran = taught(
        TICK, (END, 0.6), next_, (END, 0.6), (END, 0.6), task="tick Newsletter, press Save"
    )
    assert len(ran.told.descriptions) == done
    assert ran.outcome.kind == "unsure"


def test_it_does_not_go_on_by_chance() -> None:
    ran = taught(TICK, ("click Save button", 0.3))
    assert ran.outcome.kind == "unsure"
    assert ran.told.descriptions == ["click “Newsletter” (checkbox)"]


def test_where_equal_buttons_are_not_told_apart_it_looks_for_no_way_round() -> None:
    class Twins:
        def suggest(self, now: Situation) -> Sequence[Suggestion]:
            return [Suggestion(Click(3), "click Save button", score=1.0)]

    def refuse(*_: object, **__: object) -> Verdict:
        return Verdict("refused", "there are several “Save” here", unclear=True)

    given = Given(suggesters=(Twins(),))
    model = TaughtModel(("click Save button", 0.99))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Gate, "review", refuse)
        ran = given.run(model, "press Save")
    assert ran.outcome.kind == "unsure"
    assert ran.outcome.message.startswith("There are several “Save” here.")
    assert len(model.asked) == 1
