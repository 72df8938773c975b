"""llama.cpp's own parser and sampler see the grammars as we do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.actions import Click, Press
from agent.deciding.action_space import ActionSpace, action_space
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import choice_messages, step_messages
from agent.deciding.reply import UnusableReply, listed_grammar, parse_reply, reply_grammar
from agent.deciding.situation import Situation, Suggestion
from agent.memory import Memory
from agent.task.plan import Outline
from benchmarks.fuzz.executable import problem_of
from benchmarks.fuzz.sentences import Sentences
from models.grammar.sampler import GrammarSampler
from models.runtime.errors import ModelError
from models.runtime.llama import LlamaModel
from models.runtime.native import last_problem
from tests.support.made_choices import FORM, OPTIONS, SPACES
from tests.support.made_maps import keypad, made_map, window
from tests.support.small_model import small_model
from vision.core.elements import Element

SMALL = PROFILES["small"]


def grammar_of(space: ActionSpace) -> str:
    return reply_grammar(space, longest_thought=SMALL.thought, most=SMALL.actions)


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
@given(space=SPACES, seed=st.integers(0, 1000))
def test_llama_cpp_reads_our_grammars_as_we_do(model: LlamaModel, space: ActionSpace, seed: int):
    grammar = grammar_of(space)
    text = Sentences(grammar).draw(random.Random(seed))
    assert allows(model, grammar, text), (text, last_problem())
    assert not allows(model, grammar, '{"thought": "x", "actions": [{"destroy": "all"}]}')


@pytest.mark.parametrize(
    "words",
    [
        "Write “a\tb”, then save",
        r'Press \ and then ", then \n',
        'Say "two\nlines" and quit',
        "Küche, 漢字, 🙂 and [a-z] {1,2} | x",
        "a, " * 200 + "b",
    ],
)
def test_llama_cpp_reads_the_grammar_of_a_list(model: LlamaModel, words: str):
    grammar = listed_grammar([Suggestion(Press("tab"), words)])
    assert allows(model, grammar, words)
    assert not allows(model, grammar, words.replace("a", "e", 2))


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
    now = Situation(" ".join(task), Outline(task), Memory(), map_)
    space = action_space(now)
    asked = step_messages(now, space, (), SMALL)
    done = model.complete(asked, grammar=grammar_of(space), max_tokens=100)
    if done.ending == "length":  # In a text that it does not end.
        with pytest.raises(UnusableReply):
            parse_reply(done.text, space)
        return
    (action,) = parse_reply(done.text, space).actions
    assert problem_of(action, now, space) == ""


def test_the_smallest_model_chooses_one_of_the_lines(model: LlamaModel):
    now = Situation("press Submit", Outline(["press Submit"]), Memory(), made_map(FORM))
    offered = [Suggestion(Click(5), 'click "Submit" 🙂'), Suggestion(Click(6), "click [help] | \\")]
    done = model.complete(choice_messages(now, offered), grammar=listed_grammar(offered))
    assert done.text in ("none of these", *(each.words for each in offered))


def test_a_grammar_that_llama_cpp_cannot_read_is_said(model: LlamaModel):
    with pytest.raises(ModelError, match="does not compile"):
        allows(model, grammar_of(OPTIONS).replace("action  ::=", "acti0n :="), "{")
