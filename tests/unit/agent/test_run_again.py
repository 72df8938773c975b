"""Deciding again: the recorded question to another model, and how far it agrees."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from agent.actions import Click
from agent.control.pause import PauseSwitch
from agent.control.remote import reachable
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.records.reader import StoredRun, read_run
from agent.records.replay_decisions import NO_GRAMMAR, Agreement, decide_again, in_words, questions
from agent.records.writer import RunFolder
from agent.trajectory import Effect, Step
from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel
from models.runtime.scripted import ScriptedModel
from panel.history.decide_again import Again
from tests.support.as_told import allowed
from tests.support.made_choices import situation
from tests.support.made_runs import Did, desk, made_run
from tests.support.timing import waited_for

SAVE, OPEN = {"click": "Save button"}, {"click": "Open button"}


def reply(*actions: dict[str, str]) -> str:
    return json.dumps({"thought": "so", "actions": list(actions)}, ensure_ascii=False)


def did(*actions: dict[str, str], grammar: str = 'root ::= "x"') -> Did:
    return Did("click", reply=reply(*actions), grammar=grammar)


def run_of(tmp_path: Path, *steps: Did) -> StoredRun:
    return read_run(made_run(tmp_path, "save it", steps))


def test_the_same_question_is_asked_again(tmp_path: Path):
    first = ScriptedModel([reply(SAVE)])
    decider = Decider(first, StopSwitch(), lambda text: None)
    decision = decider.next(situation(desk(250), ["save the letter"]), ())
    folder = RunFolder("save the letter", "first", tmp_path)
    step = Step(1, desk(250), decision.prompt, decision.text, Click(2), "click “Save” (button)",
                "so", Effect("confirmed"), grammar=decision.grammar)  # fmt: skip
    folder.step(step)
    (asked,) = questions(read_run(folder.path))
    second = ScriptedModel([reply(SAVE)])
    answer = decide_again(asked, second, threading.Event())
    assert second.asked == first.asked
    assert second.asked[0][1] == decision.grammar
    assert allowed(SAVE, decision.grammar)
    assert answer is not None
    assert (answer.agreement, answer.said) == ("the same", ("click “Save button”",))


@pytest.mark.parametrize(
    ("then", "now", "agreement"),
    [
        ([SAVE], reply(SAVE), "the same"),
        ([SAVE, OPEN], reply(SAVE), "begins the same"),
        ([SAVE], reply(SAVE, OPEN), "begins the same"),
        ([SAVE], reply(OPEN), "different"),
        ([SAVE], '{"thought": "so", "act', "no answer"),
        ([SAVE], '{"actions": 5}', "no answer"),
        ([SAVE], "[]", "no answer"),
    ],
)
def test_agreement(
    tmp_path: Path, then: list[dict[str, str]], now: str, agreement: Agreement
) -> None:
    (asked,) = questions(run_of(tmp_path, did(*then)))
    answer = decide_again(asked, ScriptedModel([now]), threading.Event())
    assert answer is not None
    assert answer.agreement == agreement
    assert bool(answer.problem) == (agreement == "no answer")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"click": "OK button"}, "click “OK button”"),
        ({"type into": "Name", "text": "Zoë"}, "type “Zoë” into “Name”"),
        ({"select in": "Size", "option": "L"}, "choose “L” in “Size”"),
        ({"done": "so"}, "say that the task is done"),
        ({"cannot": "so"}, "give up"),
        ({}, ""),
    ],
)
def test_actions_in_words(action: dict[str, object], words: str) -> None:
    assert in_words(action) == words


def test_only_what_was_asked_is_asked(tmp_path: Path) -> None:
    run = run_of(tmp_path, did(SAVE), did(SAVE), did(OPEN), did(SAVE), did(SAVE, grammar=""))
    # The second came from the reply of the first; a step without a prompt was decided without one.
    silent = replace(run.steps[3], prompt="")
    run = replace(run, steps=(*run.steps[:3], silent, run.steps[4]))
    assert [step.number for step in questions(run)] == [1, 3, 5]
    model = ScriptedModel([])
    answer = decide_again(run.steps[4], model, threading.Event())
    assert answer is not None
    assert (answer.problem, model.asked) == (NO_GRAMMAR, [])
    odd = replace(run.steps[0], prompt="no such form")
    answer = decide_again(odd, model, threading.Event())
    assert answer is not None
    assert answer.problem == NO_GRAMMAR


class _Opened:
    """Gives scripted models, and counts how often one was asked for."""

    def __init__(self, model: LanguageModel | ModelError, taken: tuple[int, ...] = ()) -> None:
        self.model, self.times, self.taken = model, 0, taken

    @contextmanager
    def __call__(self, model_id: str, stop: threading.Event) -> Iterator[LanguageModel | None]:
        self.times += 1
        if self.times in self.taken:
            yield None
            return
        if isinstance(self.model, ModelError):
            raise self.model
        yield self.model


def test_it_goes_on_in_the_background(tmp_path: Path) -> None:
    run = run_of(tmp_path, did(SAVE), did(OPEN), did(SAVE))
    opened = _Opened(ScriptedModel([reply(SAVE)] * 3))
    again = Again(opened)
    again.start(run, "other")
    asked = waited_for(lambda: None if again.read().going else again.read())
    assert (asked.ended, asked.total, asked.model) == ("Finished.", 3, "other")
    assert [a.agreement for a in asked.answers] == ["the same", "different", "the same"]
    # For each question anew: a task that is started meanwhile gets the model in between.
    assert opened.times == 3


def test_a_task_goes_first(data_folder: Path) -> None:
    run = run_of(data_folder, did(SAVE), did(OPEN))
    opened = _Opened(ScriptedModel([reply(SAVE)] * 2), taken=(1,))
    again = Again(opened)
    with reachable(StopSwitch(), PauseSwitch()):
        again.start(run, "other")
        waited_for(lambda: again.read().waiting)
        assert (again.read().answers, opened.times) == ((), 0)
    asked = waited_for(lambda: None if again.read().going else again.read())
    assert (asked.ended, len(asked.answers), asked.waiting) == ("Finished.", 2, False)
    # The model that was taken away before the first question is opened once more.
    assert opened.times == 3


def test_waiting_can_be_stopped(tmp_path: Path) -> None:
    again = Again(_Opened(ScriptedModel([])), busy=lambda: True)
    again.start(run_of(tmp_path, did(SAVE)), "other")
    waited_for(lambda: again.read().waiting)
    again.stop()
    assert waited_for(lambda: again.read().ended) == "Stopped."


def test_it_can_be_stopped(tmp_path: Path) -> None:
    run = run_of(tmp_path, did(SAVE), did(OPEN))
    again = Again(_Opened(ScriptedModel([reply(SAVE)] * 2, seconds_per_token=30)))
    again.start(run, "slow")
    again.start(run, "another one is not begun meanwhile")
    assert again.read().model == "slow"
    again.stop()
    asked = waited_for(lambda: None if again.read().going else again.read())
    assert (asked.ended, asked.answers) == ("Stopped.", ())


def test_a_model_that_does_not_load_is_told(tmp_path: Path) -> None:
    again = Again(_Opened(ModelError("It does not fit.", "Choose a smaller one.")))
    again.start(run_of(tmp_path, did(SAVE)), "large")
    asked = waited_for(lambda: None if again.read().going else again.read())
    assert asked.ended == "It does not fit. Choose a smaller one."
    again.start(run_of(tmp_path, Did("click", reply="")), "m")
    waited_for(lambda: not again.read().going)


def test_a_run_in_which_nothing_was_asked(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    again = Again(_Opened(ScriptedModel([])))
    again.start(run, "m")
    assert "no model was asked" in again.read().ended
