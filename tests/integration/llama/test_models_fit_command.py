"""deskhand models fit, load, unload, bench, and what they refuse."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agent.actions import Click, Select, TypeText
from agent.deciding.profiles import PROFILES
from benchmarks.language_models.choice_questions import QUESTIONS, ChoiceQuestion, screen
from benchmarks.language_models.choice_test import MeasuringStopped, ask, situation, suggestions
from commands.models import fit as model_fit
from commands.models import models
from models.catalogue.catalogue import spec
from models.catalogue.profile import recommended
from models.files import results, store
from models.files.results import Score
from models.files.settings_file import change
from models.memory import loaded
from models.memory.machine import Machine, machine_key
from models.runtime.errors import ModelError, OutOfMemory
from models.runtime.llama import LlamaModel
from models.runtime.scripted import ScriptedModel
from tests.support import skips
from tests.support.installed import entry
from tests.support.small_model import SMALL, install_small_model
from tests.support.tiny_gguf import write_language

TINY = "tiny-0"


def run(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(models.app, list(words))


@pytest.fixture
def tiny(data_folder: Path) -> str:
    path = data_folder / "models" / TINY / "m.gguf"
    path.parent.mkdir(parents=True)
    text = entry(TINY, (write_language(path, context_tokens=8192), "weights"))
    (data_folder / "models.toml").write_text(text)
    return TINY


def short_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (models, model_fit):
        monkeypatch.setattr(module, "this_machine", lambda: Machine(10**9, 5 * 10**8))


def test_fit_judges_the_set_in_use_and_recommends_one(data_folder: Path):
    found = run("fit")
    assert found.exit_code == 0, found.exception
    for part in (
        "text: rapid",
        "controls: Deskhand's own",
        store.DEFAULT_MODEL,
        "Recommended for this",
    ):
        assert part in found.output
    assert "RAM: " in found.output


def test_fit_of_a_set_that_is_named(tiny: str, monkeypatch: pytest.MonkeyPatch):
    found = run("fit", tiny)
    assert (
        "It runs in RAM and needs 0.0 GB of" in found.output or "It fits on the GPU" in found.output
    )
    assert "Recommended" not in found.output
    short_of_memory(monkeypatch)
    found = run("fit", "llama-3.1-8b-q4")
    assert "red. The set does not fit into memory: no room for" in found.output


@pytest.mark.parametrize("command", ["get", "use"])
def test_what_does_not_fit_is_refused_unless_one_insists(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
):
    short_of_memory(monkeypatch)
    found = run(command, "llama-3.1-8b-q4", "--yes")
    assert isinstance(found.exception, OutOfMemory)
    assert "llama-3.1-8b-q4: It does not fit into RAM: it needs" in str(found.exception)
    assert "--anyway" in found.exception.hint
    with_it = run(command, "llama-3.1-8b-q4", "--anyway")  # Nobody answers the question.
    assert "Nothing was downloaded." in with_it.output or "Download it" in with_it.output
    assert not isinstance(with_it.exception, OutOfMemory)
    assert store.selected() == store.DEFAULT_MODEL


def test_list_shows_the_colour_and_the_result(tiny: str, monkeypatch: pytest.MonkeyPatch):
    results.keep(tiny, Score(100.0, 9.1, 8, 6, 10, 1.5))
    [line] = [line for line in run("list").output.splitlines() if line.startswith(tiny)]
    assert "installed, 9.1 tokens/s, 8/10" in line
    assert "amber" in line or "green" in line
    short_of_memory(monkeypatch)
    [line] = [line for line in run("list").output.splitlines() if line.startswith("qwen3-8b")]
    assert " red " in line


def test_load_tries_a_model_and_frees_it(tiny: str):
    found = run("load", tiny, "--context", "2048")
    assert found.exit_code == 0, found.exception
    assert "tiny-0 loaded in" in found.output
    assert "with a context of 2,048 tokens" in found.output
    assert not loaded.holds(tiny)


def test_a_model_is_loaded_with_the_context_of_its_profile(tiny: str):
    assert "with a context of 4,096 tokens" in run("load", tiny).output
    change({"profile": "strong"})
    # Its own context is no longer.
    assert "with a context of 8,192 tokens" in run("load", tiny).output
    assert "with a context of 2,048 tokens" in run("load", tiny, "--context", "2048").output


def test_bench_asks_ten_questions_and_keeps_the_result(tiny: str, data_folder: Path):
    found = run("bench", tiny)
    assert found.exit_code == 0, found.exception
    score = results.scores()[tiny]
    assert (score.questions, 0 <= score.right <= 10) == (10, True)
    assert score.read_rate > 0
    assert score.write_rate > 0
    assert f"{score.right} of 10 choices correct" in found.output
    assert 0 <= score.free_right <= 10
    assert f"{score.free_right} without suggestions" in found.output
    name = recommended(score.right, 10, spec(tiny).bytes)
    assert found.output.splitlines()[-1].startswith(f"Recommended profile: {name}")
    kept = json.loads((data_folder / "model-results.json").read_text())
    assert list(kept) == [machine_key()]


@pytest.mark.parametrize("command", ["load", "bench"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such"], 'There is no model "no-such"'),
        (["omniparser-v2-icon"], "is a detector, not a language model"),
    ],
)
def test_bad_ids_are_bad_use(data_folder: Path, command: str, words: list[str], said: str):
    found = run(command, *words)
    assert found.exit_code == 2
    assert said in " ".join(found.output.replace("│", " ").split())


@pytest.mark.parametrize("command", ["load", "bench"])
def test_a_model_that_is_not_here(data_folder: Path, command: str):
    found = run(command, SMALL)
    assert isinstance(found.exception, ModelError)
    assert f"The model {SMALL} is not installed." in str(found.exception)


def test_other_bad_use(data_folder: Path):
    assert run("fit", "no-such").exit_code == 2
    assert run("load", "--context", "10").exit_code == 2
    assert isinstance(run("fit", "--measure", "llama-3.1-8b-q4").exception, ModelError)


@pytest.mark.skipif(sys.platform != "linux", reason=skips.LINUX)
def test_unload_says_who_holds_a_model(tiny: str, data_folder: Path):
    assert f"Process {os.getpid()} holds" not in run("unload").output
    model = LlamaModel(data_folder / "models" / tiny / "m.gguf", 256)
    try:
        output = run("unload").output
    finally:
        model.close()
    assert f"Process {os.getpid()} holds m.gguf in memory." in output
    assert "idle_unload_minutes" in output


@pytest.mark.parametrize("text", ["", "[]", "{", '{"x": 1}'])
def test_damaged_results_count_as_none(data_folder: Path, text: str):
    (data_folder / "model-results.json").write_text(text)
    assert results.scores() == {}
    results.keep("a", Score(1, 2, 3, 1, 10, 4))
    assert results.scores()["a"].short == "2.0 tokens/s, 3/10"


def test_every_question_has_a_right_answer_that_can_be_given():
    assert len(QUESTIONS) == 10
    for question in QUESTIONS:
        kind, name = question.rows[question.right - 1]
        line = words_of_the_answer(question, kind, name)
        word = {"field": "type into"}.get(kind, "click")
        assert [e.text for e in screen(question).elements] == [text for _, text in question.rows]
        answer: dict[str, str] = {word: f"{name} {kind}"}
        if question.value:
            answer["text"] = question.value
        reply = json.dumps({"thought": "so", "actions": [answer]})
        result = ask(ScriptedModel([line, reply]), [question])
        assert (result.right, result.free_right) == (1, 1), question.task
        assert len(result.costs) == 2


def words_of_the_answer(question: ChoiceQuestion, kind: str, name: str) -> str:
    """The line of the list that is right; the list is what a small model chooses from."""
    offered = suggestions(situation(question))[: PROFILES["small"].suggestions]
    words = next(each.words for each in offered if question.is_right(each.action))
    assert f"{name} {kind}" in words
    return words


def test_wrong_answers_are_not_right():
    typed, pressed = QUESTIONS[2], QUESTIONS[0]
    assert typed.is_right(TypeText("Ann", 2))
    for action in (TypeText("Ann", 1), TypeText("Bob", 2), Click(2), Select(2, "Bob")):
        assert not typed.is_right(action)
    assert not pressed.is_right(Click(1))
    told: list[tuple[int, bool]] = []
    answers = ["click Print but", "{"]
    found = ask(
        ScriptedModel(answers), [pressed], lambda number, right: told.append((number, right))
    )
    assert told == [(1, False)]
    assert (found.right, found.free_right) == (0, 0)
    reply = '{"thought": "so", "actions": [{"click": "Print button"}]}'
    # Two lists, then anything.
    said = ["none of these", "none of these", reply, "{"]
    assert ask(ScriptedModel(said), [pressed]).right == 1


def test_a_stop_ends_the_questions():
    stop = threading.Event()

    def answer(messages: object, grammar: str | None) -> str:
        stop.set()
        return "none of these"

    with pytest.raises(MeasuringStopped):
        ask(ScriptedModel(answer), QUESTIONS[:1], stop=stop)


def test_the_small_model_can_be_measured(data_folder: Path):
    install_small_model()
    model = LlamaModel(store.weights_path(SMALL), 2048)
    result = ask(model, QUESTIONS[:1])
    model.close()
    assert result.read_rate > result.write_rate > 0
