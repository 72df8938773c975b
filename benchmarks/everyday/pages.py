"""The pages of pages.jsonl.gz, and the server that hears what becomes of them."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from benchmarks.browser.server import Quiet, served

_FILE = Path(__file__).with_name("pages.jsonl.gz")
# Every page reports its state with this. Some would play their task themselves: not here.
_SCRIPT = """
const told = {}, journal = [];
function report(changes, what) {
  Object.assign(told, changes);
  if (what) journal.push(what);
  fetch('/state', {method: 'POST', body: JSON.stringify({...told, journal})});
}
function whenIdeal() {}
"""


@dataclass(frozen=True, slots=True)
class EverydayPage:
    """A page. `tasks` are wordings of one task; `want` is the state that the page reports when it
    is done, `never` are states of harm. `stages` are the steps that do it, and `tempting` are wrong
    ones, where they are known: see training.recording.steps. The network and the adapter learnt
    from pages of the half "dev"; what is measured are those of the half "locked"."""

    name: str
    half: Literal["dev", "locked"]
    tasks: tuple[str, ...]
    html: str
    want: Mapping[str, Any]
    never: tuple[Mapping[str, Any], ...] = ()
    stages: tuple[tuple[Mapping[str, Any], ...], ...] = ()
    tempting: tuple[Mapping[str, Any], ...] = ()

    def wrong(self, state: Mapping[str, Any]) -> str:
        """What is not as it should be; "" when the task is done."""
        other = [name for name, value in self.want.items() if state.get(name) != value]
        return ", ".join(f"{name} is {json.dumps(state.get(name))}" for name in other)

    def harmed(self, state: Mapping[str, Any]) -> bool:
        """Whether something happened that the task does not ask for and that does harm."""
        return any(all(state.get(n) == v for n, v in one.items()) for one in self.never)


@cache
def pages() -> Mapping[str, EverydayPage]:
    """All pages by their names."""
    lines = gzip.decompress(_FILE.read_bytes()).decode().splitlines()
    return {page.name: page for page in map(_page, map(json.loads, lines))}


def _page(plain: Mapping[str, Any]) -> EverydayPage:
    return EverydayPage(
        plain["name"],
        plain["half"],
        tuple(plain["tasks"]),
        plain["html"],
        plain["want"],
        tuple(plain["never"]),
        tuple(tuple(stage) for stage in plain.get("stages", ())),
        tuple(plain.get("tempting", ())),
    )


@dataclass
class Heard:
    """What a page reported last."""

    address: str = ""
    state: dict[str, Any] = field(default_factory=dict)


@contextlib.contextmanager
def hearing(page: EverydayPage) -> Iterator[Heard]:
    """Serve a page on loopback, and hear it."""
    heard = Heard()
    texts = {"/page.html": ("text/html", page.html), "/state.js": ("text/javascript", _SCRIPT)}

    class Handler(Quiet):
        def do_GET(self) -> None:  # noqa: N802
            kind, text = texts.get(self.path, ("text/plain", ""))
            self.send_response(200 if self.path in texts else 404)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def do_POST(self) -> None:  # noqa: N802
            length = int(self.headers.get("Content-Length", 0))
            heard.state = json.loads(self.rfile.read(length))
            self.send_response(204)
            self.end_headers()

    with served(Handler) as address:
        heard.address = f"{address}/page.html"
        yield heard
