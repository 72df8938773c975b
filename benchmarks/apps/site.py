"""A small web site on loopback that remembers what was sent to it."""

from __future__ import annotations

import contextlib
import html
import http.server
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from benchmarks.browser.server import Quiet, served

_PAGES = Path(__file__).parent / "pages"


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was sent: its address on the site, its fields in order, its files by the name
    of their field, each with its own name and bytes."""

    path: str
    fields: tuple[tuple[str, str], ...]
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)


Answer = Callable[[Sent], str]


def page(name: str, **texts: str) -> str:
    """A page from its template; `texts` are HTML: escape what is none."""
    made = (_PAGES / f"{name}.html").read_text("utf-8")
    for key, text in texts.items():
        made = made.replace("{{" + key + "}}", text)
    return made


def text_fields(labels: Mapping[str, str]) -> str:
    """Fields for text, by their names in the form; the values are their labels."""
    return "\n".join(
        f'<label>{html.escape(label)} <input type="text" name="{name}"></label>'
        for name, label in labels.items()
    )


def thanks(sent: Sent) -> str:
    """What most sites say when something was sent."""
    return page("thanks", text="Your entry has arrived.")


@dataclass(slots=True)
class Site:
    """`address` is of its first page; `sent` is what arrived, in order; `opened` are the other
    addresses that were opened on it."""

    address: str
    sent: list[Sent]
    opened: list[str] = field(default_factory=list)

    def sent_to(self, path: str) -> list[Sent]:
        return [one for one in self.sent if one.path == path]


@contextlib.contextmanager
def site(
    first: str, answer: Answer = thanks, downloads: Mapping[str, bytes] | None = None
) -> Iterator[Site]:
    """A site whose first page is `first`; forms are answered by `answer`; `downloads` are files by
    their address."""
    sent: list[Sent] = []
    opened: list[str] = []
    offered = downloads or {}

    class Handler(Quiet):
        def do_GET(self) -> None:  # noqa: N802 - the name that http.server calls
            if self.path == "/style.css":
                self._answer((_PAGES / "style.css").read_bytes(), "text/css")
            elif self.path == "/":
                self._answer(first.encode(), "text/html; charset=utf-8")
            else:
                opened.append(self.path)
                if self.path in offered:
                    self._answer(offered[self.path], "application/octet-stream")
                else:
                    self.send_error(404)

        def do_POST(self) -> None:  # noqa: N802
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent.append(_read(self.path, self.headers["Content-Type"], body))
            self._answer(answer(sent[-1]).encode(), "text/html; charset=utf-8")

        def _answer(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    handler: type[http.server.BaseHTTPRequestHandler] = Handler
    with served(handler) as address:
        yield Site(f"{address}/", sent, opened)


def _read(path: str, kind: str, body: bytes) -> Sent:
    if not kind.startswith("multipart/"):
        return Sent(path, tuple(parse_qsl(body.decode(), keep_blank_values=True)))
    message: Any = BytesParser(policy=HTTP).parsebytes(
        b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body
    )
    fields: list[tuple[str, str]] = []
    files: dict[str, tuple[str, bytes]] = {}
    for part in message.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        content = part.get_payload(decode=True)
        if part.get_filename() is None:
            fields.append((name, content.decode()))
        else:
            files[name] = (part.get_filename(), content)
    return Sent(path, tuple(fields), files)
