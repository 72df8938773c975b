"""Servers of models that are broken, wrong or not there: each is a sentence."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from agent.diagnostics import network_guard as guard
from models.runtime.errors import ModelError
from models.server.discovery import look
from models.server.engine import Engine
from models.server.server import ServerModel
from tests.support.asked import ASKED, GOOD, STEP
from tests.support.engine_server import saying, served

pytestmark = pytest.mark.smoke


@pytest.fixture(autouse=True)
def guarded() -> None:
    guard.install()


class Fault(BaseHTTPRequestHandler):
    """Answers a chat with what the test gives: a status and a body, then the connection ends."""

    status, body = 200, b""
    pause = threading.Event()

    def do_GET(self) -> None:
        self._send(200, b'{"data": [{"id": "small", "owned_by": "llamacpp"}]}')

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.body == b"silence":
            self.pause.wait(30)
            return
        self._send(self.status, self.body)

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) + 100 * (body[-3:] == b"cut")))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def faulty(status: int, body: bytes) -> Iterator[Engine]:
    handler = type("Handler", (Fault,), {"status": status, "body": body})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield Engine(f"http://127.0.0.1:{server.server_port}/v1", "small", "gbnf")
    finally:
        Fault.pause.set()
        server.shutdown()
        server.server_close()
        Fault.pause.clear()


PIECE = b'data: {"choices": [{"delta": {"content": "half"}, "finish_reason": null}]}\n\n'


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (401, b'{"error": {"message": "Invalid API Key"}}', r"an API key \(401\)\. .*--key-var"),
        (403, b"", r"requires an API key \(403\)"),
        (404, b'{"error": {"message": "model not found"}}', 'no model "small".*model not found'),
        (400, b'{"error": {"message": "too long"}}', r"rejected the request \(400\): too long"),
        (500, b"<html>oops</html>", r"rejected the request \(500\): <html>oops</html>"),
        (301, b"", r"rejected the request \(301\): it gave no reason"),
        (200, b"<html>a page</html>", r"in JSON: '<html>a page</html>'.*ends in /v1"),
        (200, b"data: [1, 2]\n\n", "did not answer in JSON"),
        (200, b'data: {"error": {"message": "out of memory"}}\n\n', "error: out of memory"),
        (200, PIECE, "was lost in the middle of a reply"),
        (200, PIECE + b"data: cut", "was lost in the middle of a reply"),
        (200, b"data: [DONE]\n\n", "was lost"),
        (200, b"silence", r"did not answer for 0.3 seconds"),
    ],
)  # fmt: skip
def test_each_fault_is_a_sentence(status: int, body: bytes, message: str):
    with faulty(status, body) as engine:
        model = ServerModel(engine, "remote", silence=0.3 if body == b"silence" else 30)
        with pytest.raises(ModelError, match=message):
            model.complete(ASKED)


def test_nobody_there():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    engine = Engine(f"http://127.0.0.1:{port}/v1", "small", "gbnf")
    hint = r"No server answers at http://127.*Start the server, or choose another model"
    with pytest.raises(ModelError, match=hint):
        look(engine)
    with pytest.raises(ModelError, match=hint):
        ServerModel(engine, "remote").complete(ASKED)


def test_a_name_that_nobody_knows():
    engine = Engine("http://no-such-host..invalid:8080/v1", "small", "gbnf")
    with pytest.raises(ModelError, match=r"No server answers at http://no-such-host\.\.invalid"):
        look(engine)


def test_a_wrong_model_name_is_said_with_the_right_ones():
    with served(saying(lambda body: GOOD), models=("small", "large:latest")) as server:
        with pytest.raises(ModelError, match=r'no model "smal"\. It offers: small, large:latest\.'):
            look(Engine(server.url, "smal", "gbnf"))
        assert look(Engine(server.url, "large", "gbnf")).context_tokens == 2048
        with pytest.raises(ModelError, match="listed no models"):
            look(Engine(server.url + "/v2", "small", "gbnf"))


def test_a_key_is_taken_from_the_variable_and_kept_nowhere(
    data_folder: object, monkeypatch: pytest.MonkeyPatch
):
    with served(saying(lambda body: GOOD), key="s3cret") as server:
        with pytest.raises(ModelError, match=r"requires an API key \(401\)"):
            look(Engine(server.url, "small", "gbnf"))
        engine = Engine(server.url, "small", "gbnf", "MY_KEY")
        with pytest.raises(ModelError, match=r"variable MY_KEY with the key .* is empty"):
            look(engine)
        monkeypatch.setenv("MY_KEY", "wrong")
        with pytest.raises(ModelError, match="rejected the API key in MY_KEY"):
            look(engine)
        monkeypatch.setenv("MY_KEY", "s3cret")
        assert ServerModel(engine, "remote").complete(ASKED, grammar=STEP).text == GOOD
