"""llama.cpp's own parser and sampler see the grammars as we do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from agent.choices import Choices, choices
from agent.grammar import compile_grammar, parse_reply
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from agent.deciding.prompt import step_messages
from agent.memory import Memory
from agent.outline import Outline, split_grammar
from benchmarks.fuzz.sentences import Sentences
from models.grammar.sampler import GrammarSampler
from models.runtime.errors import ModelError
from models.runtime.llama import LlamaModel
from models.runtime.native import last_problem
from tests.support.made_choices import CHOICES, FORM, OPTIONS, can_be_carried_out
from tests.support.made_maps import keypad, made_map, window
from tests.support.small_model import small_model
from vision.elements import Element


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaModel]:
    model = LlamaModel(small_model(), context_tokens=2048)
    yield model
    model.close()


def allows(model: LlamaModel, grammar: str, text: str) -> bool:
    """Whether llama.cpp's sampler lets `text` through, token by token."""
    c, vocabulary = model._c, model._vocabulary
    sampler = GrammarSampler(c, vocabulary.pointer, grammar)
    logits = np.zeros(vocabulary.size, np.float32)
    try:
        for token in vocabulary.tokenize(text, special=False):
            logits[token] = 1.0
            pointer = np.ctypeslib.as_ctypes(logits)
            if sampler.choose(pointer, vocabulary.size) != token:
                return False
            logits[token] = 0.0
            sampler.take(token)
    finally:
        sampler.close()
    return True


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(options=CHOICES, seed=st.integers(0, 1000))
def test_llama_cpp_reads_our_grammars_as_we_do(model: LlamaModel, options: Choices, seed: int):
    try:
        grammar = compile_grammar(options)
    except ValueError:
        assume(False)
    text = Sentences(grammar).draw(random.Random(seed))
    assert allows(model, grammar, text), (text, last_problem())
    assert not allows(model, grammar, '{"reason": "x", "actions": [{"destroy": "all"}]}')


@pytest.mark.parametrize(
    "task",
    [
        "Write “a\tb”, then save",
        r'Press \ and then ", then \n',
        'Say "two\nlines" and quit',
        "Küche, 漢字, 🙂 and [a-z] {1,2} | x",
        "a, " * 200 + "b",
    ],
)
def test_llama_cpp_reads_the_grammar_of_an_outline(model: LlamaModel, task: str):
    grammar = split_grammar(task)
    assert grammar is not None
    text = Sentences(grammar).draw(random.Random(1))
    assert allows(model, grammar, text)
    assert not allows(model, grammar, text.replace("a", "e", 2).replace("-", "+", 1))


@pytest.mark.parametrize(
    ("task", "elements"),
    [
        (['write "Größe \\ 5" there', "choose Österreich"], FORM),
        (["something entirely different"], FORM),
        (["compute 12*7"], keypad()),
    ],
)
def test_the_smallest_model_only_says_what_can_be_used(
    model: LlamaModel, task: list[str], elements: list[Element]
):
    map_ = made_map(elements, [window(7, "Main", active=True)])
    plan = Outline(task)
    options = choices(map_, plan, Memory())
    grammar = compile_grammar(options)
    done = model.complete(step_messages(map_, plan, options), grammar=grammar, max_tokens=400)
    assert done.ending == "stop"
    reply = parse_reply(done.text, options)
    assert all(can_be_carried_out(action, map_, options) for action in reply.actions)


def test_a_grammar_that_llama_cpp_cannot_read_is_said(model: LlamaModel):
    with pytest.raises(ModelError, match="does not compile"):
        allows(model, compile_grammar(OPTIONS).replace("action ::=", "acti0n :="), "{")
