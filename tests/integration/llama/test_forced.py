"""What a grammar leaves no choice about: found, written without asking, and never half a word."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.deciding.action_space import ActionSpace
from agent.deciding.reply import reply_grammar
from benchmarks.fuzz.sentences import Sentences
from models.grammar.forced import ByteTokens, forced
from models.grammar.sampler import GrammarSampler
from models.runtime.conversation import Vocabulary
from models.runtime.llama import LlamaModel
from models.runtime.llm import Message
from tests.support.made_choices import SPACES
from tests.support.small_model import small_model

pytestmark = pytest.mark.smoke

ASKED = [Message("user", "Save or send?")]


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaModel]:
    model = LlamaModel(small_model(), context_tokens=1024)
    yield model
    model.close()


@pytest.fixture(scope="module")
def bytes_(model: LlamaModel) -> ByteTokens:
    return ByteTokens(model._vocabulary)


def after(model: LlamaModel, bytes_: ByteTokens, grammar: str, begun: str) -> tuple[str, bool]:
    """What must follow `begun`, and whether the end comes after it."""
    vocabulary = model._vocabulary
    sampler = GrammarSampler(model._c, vocabulary.pointer, grammar)
    try:
        for token in vocabulary.tokenize(begun, special=False):
            assert sampler.lets(token)
            sampler.take(token)
        tokens = forced(sampler, bytes_, vocabulary)
        ended = bool(tokens) and vocabulary.ends(tokens[-1])
        if not ended:
            # The sampler stands behind what was forced.
            assert forced(sampler, bytes_, vocabulary) == []
        return b"".join(map(vocabulary.piece, tokens)).decode(), ended
    finally:
        sampler.close()


@pytest.mark.parametrize(
    ("grammar", "begun", "follows", "ended"),
    [
        # The last token before a choice may be a longer one with what is chosen.
        (r'root ::= "{\"do\": \"" ("Save" | "Send") "\"}"', "", '{"do":', False),
        (r'root ::= "{\"do\": \"" ("Save" | "Send") "\"}"', '{"do": "Save', '"}', True),
        (r'root ::= "Open it," (" then" | "\n- then")', "", "Open it", False),
        ('root ::= "One, two." "!"?', "", "One, two", False),
        # The last word may be the beginning of a longer one.
        ('root ::= "a" ("bc" | "bd")', "", "", False),
        ('root ::= "Yes, " ("now" | "later")', "", "Yes", False),
        ('root ::= "Say: a type_" ("text" | "key")', "", "Say:", False),
        ('root ::= "Say: (" ("é" | "è") ")"', "", "Say:", False),
        ('root ::= "Say: (" ("é" | "è") ")"', "Say: (è", ")", True),
        ('root ::= "(Größe 漢🙂)"', "", "(Größe 漢🙂)", True),
        ('root ::= "Say: (" ("🙂" | "a") ")"', "", "Say:", False),
        ("root ::= [a-z]+", "", "", False),
        ('root ::= "<|im_end|>"', "", "<|im_end|>", True),
    ],
)
def test_what_must_follow(
    model: LlamaModel, bytes_: ByteTokens, grammar: str, begun: str, follows: str, ended: bool
):
    assert after(model, bytes_, grammar, begun) == (follows, ended)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(space=SPACES, seed=st.integers(0, 1000))
def test_every_sentence_goes_on_as_is_forced(
    model: LlamaModel, bytes_: ByteTokens, space: ActionSpace, seed: int
):
    grammar = reply_grammar(space, longest_thought=60, most=1)
    chance = random.Random(seed)
    sentence = Sentences(grammar).draw(chance)
    begun = sentence[: chance.randrange(len(sentence))]
    follows, ended = after(model, bytes_, grammar, begun)
    rest = sentence[len(begun) :]
    assert rest == follows if ended else rest.startswith(follows)


def test_a_reply_without_any_choice_is_written_and_nothing_computed(model: LlamaModel):
    told: list[str] = []
    done = model.complete(
        ASKED, grammar=r'root ::= "{\"say\": \"It is saved.\"}"', on_token=told.append
    )
    assert (done.text, done.ending) == ('{"say": "It is saved."}', "stop")
    assert "".join(told) == done.text
    assert len(told) == done.new_tokens > 5
    cut = model.complete(ASKED, grammar='root ::= "It is saved."', max_tokens=2)
    assert (cut.new_tokens, cut.ending) == (2, "length")
    assert "It is saved.".startswith(cut.text)


def test_with_a_choice_the_reply_is_that_of_the_model_and_the_next_prompt_is_reused(
    model: LlamaModel,
):
    grammar = r'root ::= "{\"do\": \"" ("Save" | "Send" | "Print") "\", \"where\": \"here\"}"'
    first = model.complete(ASKED, grammar=grammar)
    assert first.ending == "stop"
    assert first.text in {
        f'{{"do": "{one}", "where": "here"}}' for one in ("Save", "Send", "Print")
    }
    again = model.complete(ASKED, grammar=grammar)
    assert again.text == first.text
    assert again.cached_tokens == again.prompt_tokens - 1


class Whole:
    """A vocabulary that has no token for a single é."""

    size, end = 4, 9

    def piece(self, token: int) -> bytes:
        return [b"a", b"(", "é".encode(), b")"][token]


def test_a_vocabulary_that_cannot_tell_forces_nothing(model: LlamaModel):
    vocabulary: Vocabulary = Whole()  # type: ignore[assignment]
    bytes_ = ByteTokens(vocabulary)
    assert not bytes_.whole
    sampler = GrammarSampler(model._c, model._vocabulary.pointer, 'root ::= "(a)"')
    assert forced(sampler, bytes_, vocabulary) == []
    sampler.close()
