"""A real model chooses the line that best explains what was asked for."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import pytest

from models.runtime.errors import ModelError
from models.runtime.llama import LlamaModel
from models.runtime.llm import Choices, Completion, Message
from tests.support.small_model import small_model

pytestmark = pytest.mark.smoke

LINES = ("click Print button", "click Delete button", "click Share button")
NONE = "none of these"


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaModel]:
    model = LlamaModel(small_model(), context_tokens=1024)
    yield model
    model.close()


def choices(said: str, none: float = -9.0, **prior: float) -> Choices:
    known = {line: prior.get(line.split()[1], 0.0) for line in LINES} | {NONE: none}
    asked = {line: [Message("user", f"Somebody decides: {line}")] for line in LINES}
    return Choices(known, asked, "They want to ", said)


def chosen(model: LlamaModel, given: Choices) -> Completion:
    return model.complete([Message("user", "unused")], choices=given)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("print the letter on paper", LINES[0]),
        ("delete the letter", LINES[1]),
        ("share the letter with friends", LINES[2]),
    ],
)
def test_the_line_is_chosen_that_explains_what_is_said(
    model: LlamaModel, said: str, line: str
) -> None:
    done = chosen(model, choices(said))
    assert (done.text, done.ending) == (line, "stop")
    assert done.read == (Message("user", f"Somebody decides: {line}"),)
    (piece,) = done.pieces
    assert piece.text == line
    assert piece.probability is not None
    assert 0.34 < piece.probability <= 1


def test_what_is_known_beforehand_counts(model: LlamaModel) -> None:
    assert chosen(model, choices("print it", Delete=50.0)).text == LINES[1]
    assert chosen(model, choices("print it", none=50.0)).text == NONE


def test_a_line_without_a_conversation_is_as_likely_as_the_others_on_average(
    model: LlamaModel,
) -> None:
    done = chosen(model, choices("print it", none=0.0))
    assert done.text != NONE
    (piece,) = done.pieces
    assert piece.probability is not None
    # It has a quarter of all; what is left is shared by the lines.
    assert piece.probability < 0.75


def test_the_likelihood_is_that_of_token_after_token(model: LlamaModel) -> None:
    said = "print it"
    one = Choices({LINES[0]: 0.0}, {LINES[0]: [Message("user", "Hello")]}, "I ", said)
    tokens = model._vocabulary.tokenize(said, special=False)
    prompt = [
        *model._prompt([Message("user", "Hello")]),
        *model._vocabulary.tokenize("I ", special=False),
    ]
    go = threading.Event()
    whole = model._likelihood(prompt[model._keep_prefix(prompt) :], tokens, go)
    single = 0.0
    for number, token in enumerate(tokens):
        before = [*prompt, *tokens[:number]]
        found = model._likelihood(before[model._keep_prefix(before) :], [token], go)
        assert found is not None
        single += found
    assert whole is not None
    assert math.isfinite(whole)
    assert whole == pytest.approx(single, abs=0.05)
    assert chosen(model, one).text == LINES[0]


def test_without_words_only_what_is_known_counts(model: LlamaModel) -> None:
    assert chosen(model, choices("", Share=1.0)).text == LINES[2]


def test_the_beginning_is_read_once(model: LlamaModel) -> None:
    model.forget()
    done = chosen(model, choices("print it"))
    assert done.cached_tokens > 0
    assert done.prompt_tokens - done.cached_tokens < done.prompt_tokens


def test_a_stop_ends_it(model: LlamaModel) -> None:
    stop = threading.Event()
    stop.set()
    done = model.complete([Message("user", "x")], choices=choices("print it"), stop=stop)
    assert (done.text, done.ending, done.pieces) == ("", "aborted", ())


def test_what_has_no_room_is_said(model: LlamaModel) -> None:
    with pytest.raises(ModelError, match="holds only"):
        chosen(model, choices("print it " * 900))
