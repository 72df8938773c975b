"""Language models on servers that the person names: real ones on this machine, and broken ones."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.reply import UnusableReply, parse_reply
from agent.deciding.situation import Situation
from agent.diagnostics import network_guard as guard
from agent.memory import Memory
from agent.task.plan import Outline
from models.catalogue import own_entries
from models.catalogue.catalogue import own, spec
from models.fetch import egress as door
from models.files import store
from models.memory import loaded
from models.runtime.errors import ModelError, UnfitReply
from models.server.discovery import look
from models.server.engine import Engine, GrammarWay, server_address
from models.server.server import ServerModel
from tests.support.asked import ASKED, GOOD, STEP
from tests.support.engine_server import (
    Body,
    EngineServer,
    Speak,
    grammar_of,
    real_model,
    saying,
    served,
)
from tests.support.first_piece import LONG, StopAtFirstPiece
from tests.support.made_choices import OPTIONS
from tests.support.made_maps import made_map
from tests.support.short_grammar import SHORT
from tests.support.small_model import small_model
from tests.support.timing import waited_for, within
from tests.support.tiny_gguf import write_llava

pytestmark = pytest.mark.smoke


@pytest.fixture(autouse=True)
def guarded() -> None:
    guard.install()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Speak:
    """A random model of a few hundred kilobytes: under a grammar it says what may be said."""
    model, _ = write_llava(tmp_path_factory.mktemp("model"))
    return real_model(model)


def model_of(server: EngineServer, way: GrammarWay = "gbnf", **settings: Any) -> ServerModel:
    return ServerModel(Engine(server.url, "small", way), "remote", **settings)


# A server that works


@pytest.mark.parametrize(
    ("kind", "way"), [("llama-server", "gbnf"), ("vllm", "vllm"), ("ollama", "json schema")]
)
def test_a_real_model_on_a_server_keeps_to_the_grammar(real: Speak, kind: str, way: str):
    told: list[str] = []
    with served(real, kind) as server:
        found = look(Engine(server.url, "small", "words"), find_out=True)
        assert found.engine.grammar == way
        model = ServerModel(found.engine, "remote", found.context_tokens, found.version)
        reply = model.complete(ASKED, grammar=SHORT, max_tokens=900, on_token=told.append)
    assert parse_reply(reply.text, OPTIONS).actions
    assert reply.ending == "stop"
    assert reply.prompt_tokens > 20
    assert reply.new_tokens > 10
    assert len(told) > 5, "it comes in pieces"
    assert len(server.asked) == 1
    assert model.context_tokens == {"gbnf": 2048, "vllm": 3000}.get(way, 4096)


def test_the_smallest_trained_model_on_a_server():
    with served(real_model(small_model())) as server:
        reply = model_of(server).complete(ASKED[1:], grammar='root ::= "yes" | "no"', max_tokens=4)
    assert reply.text in ("yes", "no")
    assert reply.prompt_tokens > 10


def test_a_stop_ends_the_call_at_once_and_the_server_knows(real: Speak):
    first = StopAtFirstPiece()
    with served(real) as server:
        reply = model_of(server).complete(
            ASKED, grammar=LONG, max_tokens=1500, stop=first.stop, on_token=first
        )
        within(time.monotonic() - first.at, 0.5)
        assert reply.ending == "aborted"
        waited_for(lambda: server.left == 1)
        # While nothing has come yet, too.
        quiet = threading.Event()
        server.speak = lambda body: iter(waiting(quiet))
        threading.Timer(0.2, first.stop.set).start()
        first.stop.clear()
        assert model_of(server).complete(ASKED, stop=first.stop).ending == "aborted"
        quiet.set()


def waiting(event: threading.Event) -> Iterator[Body]:
    event.wait(60)
    yield {"choices": []}


@pytest.mark.parametrize(
    ("kind", "version", "parameter"),
    [
        ("llama-server", "", "grammar"),
        ("vllm", "0.10.2", "guided_grammar"),
        ("vllm", "0.14.0rc1", "structured_outputs"),
        ("ollama", "", "response_format"),
    ],
)
def test_each_kind_of_server_gets_the_grammar_in_its_way(kind: str, version: str, parameter: str):
    with served(saying(lambda body: GOOD), kind, version=version) as server:
        found = look(Engine(server.url, "small", "words"), find_out=True)
        model = ServerModel(found.engine, "remote", None, found.version)
        model.complete(ASKED, grammar=SHORT)
        model.complete(ASKED)
    with_grammar, without = server.asked
    assert set(with_grammar) - set(without) == {parameter}
    grammar = grammar_of(with_grammar)
    assert grammar is not None
    assert "OK button" in grammar
    assert with_grammar["messages"] == [{"role": m.role, "content": m.content} for m in ASKED]


# A server that takes no grammar


def test_the_grammar_is_told_in_words_and_wrong_answers_are_asked_again():
    answers = ["Sure! I press OK.", '{"thought": "x", "actions": [{"click": "Pay button"}]}', GOOD]
    with served(saying(lambda body: answers[(len(body["messages"]) - 2) // 2]), "plain") as server:
        reply = model_of(server, "words").complete(ASKED, grammar=STEP)
    assert reply.text == GOOD
    first, _, third = server.asked
    assert first["messages"][-1]["content"].endswith(STEP)
    assert [one["role"] for one in third["messages"][2:]] == ["assistant", "user"] * 2
    assert third["messages"][2]["content"] == answers[0]


def test_after_three_wrong_answers_it_is_over():
    with served(saying(lambda body: "I like trains."), "plain") as server:
        model = model_of(server, "words")
        with pytest.raises(
            UnfitReply, match=r"gave 3 replies that do not fit the grammar, the last: 'I l"
        ):
            model.complete(ASKED, grammar=STEP)
        assert len(server.asked) == 3
        decider = Decider(model, StopSwitch(), lambda piece: None)
        with pytest.raises(UnusableReply, match="do not fit the grammar"):
            decider.next(Situation("Press OK", Outline(["Press OK"]), Memory(), made_map([])), ())
        assert (decider.replies, decider.unusable) == (1, 1)


def test_no_server_can_widen_what_may_be_done():
    """Also one that was given the grammar: what it names must be on the screen."""
    evil = '{"thought": "x", "actions": [{"click": "Delete all button"}]}'
    with (
        served(saying(lambda body: evil)) as server,
        pytest.raises(UnfitReply),
    ):
        model_of(server).complete(ASKED, grammar=STEP)


@pytest.mark.parametrize(
    "said",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        '{"thought":"asked","actions":[{"click":"OK button"}]}',
        json.dumps(json.loads(GOOD), indent=2),
    ],
)
def test_json_in_another_dress_is_the_same_answer(said: str):
    with served(saying(lambda body: said), "plain") as server:
        assert model_of(server, "words").complete(ASKED, grammar=STEP).text == GOOD
    assert len(server.asked) == 1


def test_a_reply_that_is_cut_off_is_not_asked_again():
    def speak(body: Body) -> Iterator[Body]:
        yield {"choices": [{"delta": {"content": GOOD[:20]}, "finish_reason": "length"}]}

    with served(speak) as server:
        with pytest.raises(UnfitReply, match="was too long"):
            model_of(server).complete(ASKED, grammar=STEP)
        assert model_of(server).complete(ASKED).ending == "length"
    assert len(server.asked) == 2


# Other machines


def test_only_the_named_host_and_port_are_open_and_only_meanwhile():
    far, before = "192.0.2.7", guard.traffic()

    def tried(host: str, port: int) -> type[BaseException] | None:
        with socket.socket() as connection:
            connection.setblocking(False)
            try:
                connection.connect((host, port))
            except OSError as error:
                return type(error)
        return None

    with door.opened_to(far, 8080):
        assert tried(far, 8080) is not guard.OutboundRefused
        assert tried(far, 8081) is guard.OutboundRefused
        assert tried("192.0.2.8", 8080) is guard.OutboundRefused
        with pytest.raises(guard.OutboundRefused):
            socket.getaddrinfo("example.org", 8080)
        with socket.socket() as server, pytest.raises(guard.OutboundRefused):
            server.bind((far, 8080))
    assert tried(far, 8080) is guard.OutboundRefused
    after = guard.traffic().since(before)
    assert (after.outbound, after.refusals) == (1, 5)


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:8080/v1", True),
        ("http://localhost:11434/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://192.0.2.1:8000/v1", False),
        ("https://models.example/v1", False),
    ],
)
def test_what_leaves_is_said(address: str, here: bool):
    engine = Engine(server_address(address + "/"), "m", "gbnf")
    assert engine.url == address
    assert engine.is_here == here
    assert bool(engine.warning) != here
    if not here:
        assert f"text on the screen go to {engine.host}:{engine.port}" in engine.warning


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("127.0.0.1:8080", "is not the URL of a server"),
        ("ftp://host/v1", "is not the URL of a server"),
        ("http://host:port/v1", "is not the URL of a server"),
        ("http://host/v1?key=1", "is not the URL of a server"),
        ("http://me:secret@host/v1", "a user name or a password is not stored"),
    ],
)
def test_addresses_that_are_none(address: str, problem: str):
    with pytest.raises(ModelError, match=problem):
        server_address(address)


# The entry


def test_an_entry_is_written_read_and_loaded(data_folder: object):
    with served(saying(lambda body: GOOD)) as server:
        engine = Engine(server.url, "small", "gbnf")
        made = own_entries.free_id("Qwen3 4B")
        from models.catalogue.spec import ModelSpec

        own_entries.add(
            ModelSpec(made, "language", "Qwen3", "Apache-2.0", (), own=True, engine=engine)
        )
        assert own()[made].engine == engine
        assert store.ready(spec(made))
        assert store.verify(spec(made))
        store.select(made)
        assert store.selected() == made
        model = loaded.load(made)
        assert (model.name, model.context_tokens) == (made, 2048)
        assert model.complete(ASKED, grammar=STEP).text == GOOD
        with pytest.raises(ModelError, match=r"runs on the server http://127.*no file here"):
            store.weights_path(made)
    own_entries.forget(made)
    assert own() == {}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('server = "host"', '"server" cannot be used: "host" is not the URL'),
        ('server = "http://h/v1"\ngrammar = "ebnf"', "\"grammar\" has the invalid value 'ebnf'"),
        ('server = "http://h/v1"\nkey_variable = "a b"', '"key_variable" has the invalid value'),
        ('server = "http://h/v1"\nfile = "a.gguf"', '"file" is unknown here'),
    ],
)
def test_a_wrong_entry_is_named(line: str, problem: str):
    from models.catalogue.entries import parse

    text = '[[model]]\nid = "a"\nrole = "language"\nname = "A"\nlicence = "x"\nmodel = "m"\n'
    with pytest.raises(ModelError, match=f"at model a: {problem}"):
        parse(text + line, own=True)
