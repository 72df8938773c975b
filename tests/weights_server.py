"""A real HTTP server for tests of downloads: it can break off, lie, and be slow."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_BLOCK = 1 << 16


@dataclass
class Page:
    """What the server answers at one path. `breaks`: the bytes sent before each broken end."""

    body: bytes = b""
    status: int = 200
    ranges: bool = True
    breaks: list[int] = field(default_factory=list)
    says_length: bool = True
    length: int | None = None  # A lie, when given.
    kind: str = "application/octet-stream"
    location: str = ""
    seconds_per_block: float = 0.0
    asked: list[int] = field(default_factory=list)
    """The first byte that each request asked for."""


class WeightsServer:
    def __init__(self, address: str) -> None:
        self.address = address
        self.pages: dict[str, Page] = {}

    def add(self, path: str, page: Page) -> str:
        """Serve a page; its address."""
        self.pages[path] = page
        return f"{self.address}{path}"


@contextmanager
def serving() -> Iterator[WeightsServer]:
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    httpd.daemon_threads = True
    server = WeightsServer(f"http://127.0.0.1:{httpd.server_port}")
    httpd.weights = server  # type: ignore[attr-defined]
    threading.Thread(target=httpd.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        httpd.shutdown()
        httpd.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        page = self.server.weights.pages.get(self.path)  # type: ignore[attr-defined]
        self.close_connection = True
        if page is None:
            self.send_error(404)
            return
        begin = self._begin(page)
        page.asked.append(begin)
        if begin > 0 and begin >= len(page.body):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(page.body)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self._head(page, begin)
        with suppress(ConnectionError):
            self._body(page, page.body[begin:])

    def _begin(self, page: Page) -> int:
        wanted = re.fullmatch(r"bytes=(\d+)-.*", self.headers.get("Range", ""))
        return int(wanted[1]) if wanted and page.ranges and page.status == 200 else 0

    def _head(self, page: Page, begin: int) -> None:
        self.send_response(206 if begin else page.status)
        self.send_header("Connection", "close")
        self.send_header("Content-Type", page.kind)
        if page.location:
            self.send_header("Location", page.location)
        if begin:
            total = len(page.body)
            self.send_header("Content-Range", f"bytes {begin}-{total - 1}/{total}")
        if page.says_length:
            length = len(page.body) - begin if page.length is None else page.length
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def _body(self, page: Page, rest: bytes) -> None:
        if page.breaks:
            rest = rest[: page.breaks.pop(0)]
        for place in range(0, len(rest), _BLOCK):
            self.wfile.write(rest[place : place + _BLOCK])
            time.sleep(page.seconds_per_block)
