"""A short search for screens and tasks that the way from a map to an action does not stand.

The long one is `deskhand bench fuzz --count 100000`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    ClickAt,
    Drag,
    OpenApp,
    PartDone,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TypeText,
    UseSkill,
    Wait,
)
from agent.deciding.action_space import action_space
from agent.deciding.gbnf import literal
from agent.deciding.situation import Situation
from agent.errors import AgentError
from agent.memory import Memory
from agent.policy.rules import Rules
from agent.task import plan
from agent.task.plan import Outline
from agent.task.task_text import readable_task
from benchmarks.fuzz import cases
from benchmarks.fuzz.cases import Case
from benchmarks.fuzz.executable import problem_of
from benchmarks.fuzz.hunt import hunt
from commands.bench.bench import app
from models.grammar.reader import GrammarReader
from models.runtime.errors import ModelError
from tests.support.made_choices import FORM
from tests.support.made_maps import made_map
from tests.support.small_model import small_model

NOW = Situation("write Ann", Outline(["write Ann"]), Memory(), made_map(FORM))
RULES = Rules.read(Path(os.devnull))


@pytest.fixture(scope="module")
def reader() -> Iterator[GrammarReader]:
    reader = GrammarReader(small_model())
    yield reader
    reader.close()


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.integers(0, 2**32))
def test_every_reply_to_a_random_screen_can_be_carried_out(reader: GrammarReader, seed: int):
    case = Case(seed, 0, RULES, reader)
    case.go()
    assert case.counts["screens"]


def test_llama_cpp_itself_finds_an_end_and_says_only_what_can_be_done(reader: GrammarReader):
    case = Case(3, 1, RULES, reader, rambles=True)
    case.go()
    assert case.counts["replies of llama.cpp"]


def test_a_case_is_always_the_same():
    assert Case(1, 5, RULES).task == Case(1, 5, RULES).task != Case(2, 5, RULES).task


def test_without_weights_a_hunt_counts_what_it_did():
    found = hunt(range(40), 1, None)
    assert (found.cases, found.failures) == (40, [])
    assert found.counts["actions"] > 40
    assert found.summary().startswith("40 random tasks (seed 1), ")


def test_what_goes_wrong_is_found_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(plan, "_instructions", lambda text: [text.replace("go", "")])
    monkeypatch.setattr(cases, "readable_task", lambda task: "click there, then go")
    failures = hunt(range(10), 1, None).failures
    assert failures
    first = failures[0]
    assert "the outline has other words than the task" in first.what
    assert first.where.startswith("cases.py:")
    assert hunt([first.number], 1, None).failures == [first]


def test_a_grammar_that_does_not_compile_would_be_found(reader: GrammarReader):
    with pytest.raises(ModelError, match="does not compile"):
        reader.read('root ::= "a" missing')
    assert reader.allows('root ::= "a" | "bc"', "bc")
    assert not reader.allows('root ::= "a" | "bc"', "b")
    assert not reader.allows('root ::= "a" | "bc"', "ab")
    reader.read(f"root ::= {literal('a' + chr(0))}")


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        (Click(1), ""),
        (Click(7), ""),
        (Click(99), "no element 99"),
        (AddToSelection(99), "no element 99"),
        (RightClick(6), ""),
        (Drag(5, 6), ""),
        (Drag(5, 66), "no element 66"),
        (TypeText("Bob", 1), ""),
        (TypeText("Bob"), ""),
        (TypeText("Ann", 4), "no field 4"),
        (Select(4, "Ann"), ""),
        (Select(1, "Ann"), "no dropdown 1"),
        (SetSlider(1, "5"), "no slider 1"),
        (Tap("12", (1, 2)), "keys that are not there"),
        (Press("ctrl+s"), ""),
        (Press("ctrl+nothing"), "no keys 'ctrl+nothing'"),
        (OpenApp("Paint"), "unknown application"),
        (UseSkill("look"), "unknown skill"),
        (PartDone(1), ""),
        (PartDone(2), "no open part 2"),
        (ClickAt(1, 1), "a click at a point without a picture"),
        (Scroll("left", 7), ""),
        (Scroll("up", 70), "no element 70"),
        (Wait(until="OK"), ""),
    ],
)
def test_what_cannot_be_carried_out_is_told_apart(action: Action, problem: str):
    assert problem_of(action, NOW, action_space(NOW)) == problem


@pytest.mark.parametrize(
    ("task", "kept"),
    [
        ("write “a\tb”\r\nand go", "write “a\tb”\nand go"),
        ("pre\0ss \x1b[1mOK\x7f\x85now", "press [1mOK\nnow"),
        ("漢字 🙂 שלום", "漢字 🙂 שלום"),
    ],
)
def test_a_task_is_freed_of_control_characters(task: str, kept: str):
    assert readable_task(task) == kept


@pytest.mark.parametrize("task", ["", " \n", "\0\x1b"])
def test_a_task_of_nothing_is_said(task: str):
    with pytest.raises(AgentError, match="The task is empty"):
        readable_task(task)


def test_the_command():
    small_model()
    done = CliRunner().invoke(app, ["fuzz", "--count", "3", "--seed", "1"])
    assert done.exit_code == 0
    assert "3 random tasks (seed 1), " in done.output
    assert "0 failures" in done.output
