"""A real HTTP server for tests of downloads: it can break off, lie, and be slow."""

from __future__ import annotations

import mmap
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
    """What the server answers at one path. `breaks`: the bytes sent before each broken end.

    `too_much`: bytes sent behind a part that was asked for. `headers` go with every answer.
    """

    body: bytes | mmap.mmap = b""
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
    headers: dict[str, str] = field(default_factory=dict)
    says_ranges: bool = False
    at_once: int | None = None
    """How many requests are answered at the same time; others are told to try again."""
    too_much: int = 0
    busy: int = 0


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
        page = self.server.weights.pages.get(self.path.partition("?")[0])  # type: ignore[attr-defined]
        self.close_connection = True
        if page is None:
            self.send_error(404)
            return
        begin, stop = self._range(page)
        page.asked.append(begin)
        if begin > 0 and begin >= len(page.body):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(page.body)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        page.busy += 1
        try:
            if page.at_once is not None and page.busy > page.at_once:
                self.send_error(429)
                return
            self._head(page, begin, stop)
            with suppress(ConnectionError):
                self._body(page, begin, stop)
        finally:
            page.busy -= 1

    def _range(self, page: Page) -> tuple[int, int]:
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not wanted or not page.ranges or page.status != 200:
            return 0, len(page.body)
        stop = int(wanted[2]) + 1 if wanted[2] else len(page.body)
        return int(wanted[1]), min(stop, len(page.body))

    def _head(self, page: Page, begin: int, stop: int) -> None:
        part = begin > 0 or stop < len(page.body)
        self.send_response(206 if part else page.status)
        self.send_header("Connection", "close")
        self.send_header("Content-Type", page.kind)
        if page.says_ranges:
            self.send_header("Accept-Ranges", "bytes")
        if page.location:
            self.send_header("Location", page.location)
        for name, value in page.headers.items():
            self.send_header(name, value)
        if part:
            total = len(page.body)
            self.send_header("Content-Range", f"bytes {begin}-{stop - 1}/{total}")
        if page.says_length and not (part and page.too_much):
            length = stop - begin if page.length is None else page.length
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def _body(self, page: Page, begin: int, stop: int) -> None:
        if page.breaks:
            stop = min(stop, begin + page.breaks.pop(0))
        for place in range(begin, stop, _BLOCK):
            self.wfile.write(page.body[place : min(place + _BLOCK, stop)])
            time.sleep(page.seconds_per_block)
        if stop - begin < len(page.body):
            self.wfile.write(bytes(page.too_much))
