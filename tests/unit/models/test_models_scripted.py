"""The scripted model keeps to what `models.runtime.llm` promises of every language model."""

from __future__ import annotations

import threading
import time

import pytest

from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel, Message
from models.runtime.scripted import ScriptedModel
from tests.support.timing import within


def ask(text: str) -> list[Message]:
    return [Message("system", "Rules of the house."), Message("user", text)]


def test_replies_come_in_order_and_the_questions_are_kept():
    script = ScriptedModel(["one", "two  words\n"])
    model: LanguageModel = script
    told: list[str] = []
    assert model.complete(ask("a")).text == "one"
    done = model.complete(ask("b"), grammar="root ::= x", on_token=told.append)
    assert (done.text, told, done.ending) == ("two  words\n", ["two", "  words", "\n"], "stop")
    assert (done.prompt_tokens, done.cached_tokens, done.new_tokens) == (5, 4, 3)
    assert script.asked == [(tuple(ask("a")), None), (tuple(ask("b")), "root ::= x")]
    with pytest.raises(ModelError, match=r"no reply left\. It was asked: c"):
        model.complete(ask("c"))


def test_a_function_sees_the_messages_and_the_grammar():
    model = ScriptedModel(lambda messages, grammar: f"{messages[-1].content} {grammar}")
    assert model.complete(ask("hello"), grammar="g").text == "hello g"


def test_limits_end_a_reply():
    model = ScriptedModel(lambda messages, grammar: "a b c d", context_tokens=10)
    done = model.complete(ask("x"), max_tokens=2)
    assert (done.text, done.ending, done.new_tokens) == ("a b", "length", 2)
    with pytest.raises(
        ModelError, match="prompt has 10 tokens, but the context of scripted holds only 10"
    ):
        model.complete(ask("1 2 3 4 5 6"))


def test_a_stop_ends_a_slow_reply():
    model = ScriptedModel(["a b c d e"], seconds_per_token=5)
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    began = time.monotonic()
    done = model.complete(ask("x"), stop=stop)
    assert (done.text, done.ending) == ("", "aborted")
    within(time.monotonic() - began, 1)
