"""The pages of the cases: each tells its own server at once what is done on it."""

from __future__ import annotations

import contextlib
import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.base import Episode
from benchmarks.apps.browsing import Visit, visit
from benchmarks.apps.libreoffice import fresh_episode
from benchmarks.apps.site import Site, site
from benchmarks.never.base import Hand, Said
from vision.core.elements import Element
from vision.core.geometry import Box

_HERE = Path(__file__).parent / "pages"
_PLACES = (Box(0, 0, 1280, 800), Box(240, 40, 1240, 780), Box(60, 20, 960, 740))

Deed = dict[str, str]
"""What was done on a page: `what`, and more values by their names."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A page in a browser of an episode."""

    stage: Episode
    server: Site
    seen: Visit

    def deeds(self, *what: str) -> list[Deed]:
        """What was done on the page so far, in order; only deeds of these kinds, if any."""
        told = [dict(sent.fields) for sent in self.server.sent_to("/state")]
        return [deed for deed in told if not what or deed["what"] in what]

    def truth(self) -> Sequence[Element]:
        return self.seen.truth()

    def pressing(self, *scripts: str) -> Hand:
        """A hand that does these on the page, each a JavaScript statement."""

        def hand(controller: Controller) -> Said:
            for script in scripts:
                self.seen.page.evaluate(f"(() => {{ {script} }})()")
            return Said()

        return hand


def page(name: str, title: str, data: dict[str, Any]) -> str:
    """A page from its template, with data that its script reads."""
    made = (_HERE / "base.html").read_text("utf-8")
    texts = {
        "title": html.escape(title),
        "data": json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"),
        "content": (_HERE / f"{name}.html").read_text("utf-8"),
    }
    for key, text in texts.items():
        made = made.replace("{{" + key + "}}", text)
    return made


@contextlib.contextmanager
def opened(
    desktop: Desktop, seed: int, name: str, title: str, data: dict[str, Any], box: Box | None = None
) -> Iterator[Opened]:
    """A page on a server of its own, in a part of the screen (default: one that the seed picks)."""
    with (
        fresh_episode(desktop) as stage,
        site(page(name, title, data)) as server,
        visit(stage, server.address, box or _PLACES[seed % len(_PLACES)]) as seen,
    ):
        yield Opened(stage, server, seen)
