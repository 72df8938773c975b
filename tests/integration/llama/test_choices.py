"""A model that was taught to choose takes a line by its letter; others take no notice of that."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from models.catalogue.catalogue import spec
from models.choosing.adapter import chooser_of
from models.files.store import DEFAULT_MODEL
from models.runtime.errors import ModelError
from models.runtime.llama import LlamaModel
from models.runtime.llm import LETTERS, Choices, Completion, Message
from tests.support.tiny_gguf import write_adapter, write_language

pytestmark = pytest.mark.smoke

LINES = ("click Print button", "click Delete button", "none of these")
ASKED = [Message("user", "A. click Print button\nB. click Delete button\nC. none of these")]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaModel]:
    folder = tmp_path_factory.mktemp("choosing")
    model = LlamaModel(
        write_language(folder / "m.gguf"), 512, choosing=write_adapter(folder / "a.gguf")
    )
    yield model
    model.close()


def chosen(model: LlamaModel, *prior: float) -> Completion:
    known = dict(zip(LINES, prior or (0.0, 0.0, 0.0), strict=True))
    return model.complete(ASKED, choices=Choices(known))


def test_the_line_is_that_of_the_likeliest_letter(model: LlamaModel):
    done = chosen(model)
    assert (done.text in LINES, done.ending, done.new_tokens) == (True, "stop", 0)
    logits = model._c.llama_get_logits_ith(model._context, -1)
    tokens = [model._vocabulary.tokenize(each, special=False)[0] for each in LETTERS[:3]]
    assert done.text == LINES[max(range(3), key=lambda n: logits[tokens[n]])]
    (piece,) = done.pieces
    assert piece.text == done.text
    assert piece.probability is not None
    assert 1 / 3 <= piece.probability <= 1


def test_what_is_known_beforehand_counts(model: LlamaModel):
    for place, line in enumerate(LINES):
        assert chosen(model, *(1e4 * (n == place) for n in range(3))).text == line


def test_both_count_together():
    shares = Choices({"a": 0.0, "b": 1.0}).shares([2.0, 0.5])
    assert shares == pytest.approx({"a": 0.6225, "b": 0.3775}, abs=1e-4)
    assert Choices({"a": 0.0, "b": 2.0}).shares([2.0, 0.5])["b"] > 0.5


def test_the_adapter_is_on_only_while_it_chooses(model: LlamaModel):
    model.forget()
    before = model.complete(ASKED, max_tokens=4).text
    first = chosen(model)
    assert first.cached_tokens == 0, "what the other model read does not count"
    assert chosen(model).cached_tokens > 0
    again = model.complete(ASKED, max_tokens=4)
    assert again.text == before
    assert again.cached_tokens > 0, "each keeps what it read"
    assert chosen(model).cached_tokens > 0


def test_prompts_of_several_kinds_are_kept_and_the_oldest_makes_room(model: LlamaModel):
    """The context holds 512 tokens: three prompts of 200 do not fit side by side."""
    kinds = [[Message("user", sign * 190)] for sign in "abc"]
    alone = []
    for asked in kinds:
        model.forget()
        alone.append(model.complete(asked, max_tokens=4))
    sizes = [each.prompt_tokens for each in alone]
    assert sum(sizes) > 512 > sizes[0] + sizes[1] + 4
    model.forget()
    together = [model.complete(kinds[n], max_tokens=4) for n in (0, 1, 0, 2, 1, 0)]
    assert [each.text for each in together] == [alone[n].text for n in (0, 1, 0, 2, 1, 0)]
    assert together[2].cached_tokens == sizes[0] - 1
    assert together[3].cached_tokens < 32


def test_a_closed_model_has_nothing_to_forget(tmp_path: Path):
    closed = LlamaModel(write_language(tmp_path / "m.gguf"), 512)
    closed.close()
    closed.forget()
    with pytest.raises(ModelError):
        closed.complete(ASKED, max_tokens=4)


def test_a_model_that_was_not_taught_answers_within_the_grammar(tmp_path: Path):
    plain = LlamaModel(write_language(tmp_path / "m.gguf"), 512)
    grammar = 'root ::= "click Print button"'
    done = plain.complete(ASKED, grammar=grammar, choices=Choices(dict.fromkeys(LINES, 0.0)))
    plain.close()
    assert done.text == LINES[0]


def test_a_stop_ends_it(model: LlamaModel):
    stop = threading.Event()
    stop.set()
    done = model.complete(ASKED, choices=Choices(dict.fromkeys(LINES, 0.0)), stop=stop)
    assert (done.text, done.ending, done.pieces) == ("", "aborted", ())


def test_what_has_no_room_is_said(model: LlamaModel):
    with pytest.raises(ModelError, match="holds only"):
        model.complete([Message("user", "A" * 2000)], choices=Choices({"a": 0.0}))


def test_the_default_model_has_an_adapter_of_its_own_weights():
    model = spec(DEFAULT_MODEL)
    adapter = chooser_of(model)
    assert adapter is not None
    assert adapter.is_file()
    assert chooser_of(replace(model, own=True)) is None
    others = replace(model.files[0], sha256="0" * 64)
    assert chooser_of(replace(model, files=(others,))) is None
    assert chooser_of(replace(model, id="smollm2-135m-q4")) is None
