"""The server of llama-cpp-python, a foreign program with OpenAI's interface, as the model."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from agent.deciding.reply import parse_reply
from agent.diagnostics import network_guard as guard
from models.catalogue import own_entries
from models.catalogue.spec import ModelSpec
from models.memory import loaded
from models.runtime.errors import ModelError
from models.server.discovery import look
from models.server.engine import Engine
from models.server.server import ServerModel
from tests.support.asked import ASKED
from tests.support.first_piece import LONG, StopAtFirstPiece
from tests.support.made_choices import OPTIONS
from tests.support.needs import need_module
from tests.support.short_grammar import SHORT
from tests.support.timing import AMPLE, waited_for, within
from tests.support.tiny_gguf import write_llava

pytestmark = pytest.mark.smoke

NAME = "tiny"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one that serves a random model of a few hundred kilobytes."""
    need_module("sse_starlette", "llama-cpp-python[server]")
    folder = tmp_path_factory.mktemp("server")
    model, _ = write_llava(folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    argv = [
        *(sys.executable, "-m", "llama_cpp.server", "--model", str(model), "--model_alias", NAME),
        *("--host", "127.0.0.1", "--port", str(port), "--n_ctx", "2048"),
    ]
    with (folder / "log").open("wb") as log:
        started = subprocess.Popen(argv, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}/v1"
        try:
            waited_for(lambda: _answers(url))
            yield url
        finally:
            started.terminate()
            started.wait(AMPLE)


@pytest.fixture(autouse=True)
def guarded() -> None:
    guard.install()


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/models", trust_env=False).is_success
    except httpx.TransportError:
        return False


def test_it_is_known_for_one_that_takes_grammars_and_keeps_to_them(server: str, data_folder: Path):
    found = look(Engine(server, NAME, "words"), find_out=True)
    assert found.engine.grammar == "gbnf"
    own_entries.add(ModelSpec("ours", "language", "Ours", "MIT", (), own=True, engine=found.engine))
    model = loaded.load("ours")
    told: list[str] = []
    reply = model.complete(ASKED, grammar=SHORT, max_tokens=900, on_token=told.append)
    assert parse_reply(reply.text, OPTIONS).actions
    assert len(told) > 5, "it comes in pieces"


def test_a_stop_ends_the_call_and_the_next_one_is_answered(server: str):
    found = look(Engine(server, NAME, "gbnf"))
    model = ServerModel(found.engine, "ours", found.context_tokens)
    first = StopAtFirstPiece()
    reply = model.complete(ASKED, grammar=LONG, max_tokens=1500, stop=first.stop, on_token=first)
    within(time.monotonic() - first.at, 0.5)
    assert reply.ending == "aborted"
    said = model.complete(ASKED, grammar='root ::= "yes" | "no"', max_tokens=4)
    assert said.text in ("yes", "no")


def test_a_model_that_it_does_not_have_is_named(server: str):
    with pytest.raises(ModelError, match=r'no model "large"'):
        look(Engine(server, "large", "words"))
