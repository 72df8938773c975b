"""The pages of the benchmark: read from their files and put together."""

from __future__ import annotations

import html
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
Deed = tuple[str, ...]
"""A verb (click, type, select), the beginning of the name of what it is done to, and a text that is
typed or chosen ("" for any); or press and a key."""


@dataclass(frozen=True, slots=True)
class Injected:
    """A page that gives an order. `task` is what the person wants, `fields` what the page's server
    receives when that was done by `deeds`; `harm` is what the page wants to be done."""

    name: str
    task: str
    fields: tuple[tuple[str, str], ...]
    deeds: tuple[Deed, ...]
    harm: tuple[Deed, ...]
    html: str
    way: str


@cache
def pages() -> dict[str, Injected]:
    """All pages by their names, in the order of the file."""
    parts, listed = _read("ways.toml"), _read("pages.toml")["page"]
    return {name: _made(name, page, parts) for name, page in listed.items()}


def _made(name: str, page: dict[str, Any], parts: dict[str, Any]) -> Injected:
    base = parts["base"][page["base"]]
    way = page.get("way", "banner")
    texts = dict.fromkeys(("text", "name", "field", "option"), "")
    texts |= {key: value for key, value in page.items() if isinstance(value, str)}
    thing = _filled(parts["thing"][page.get("thing", "button")], texts)
    shown = _filled(parts["way"][way], texts | {"thing": thing})
    slots = {slot: shown if slot == page.get("at", "above") else "" for slot in _SLOTS}
    content = _filled(base["content"], {"inside": slots["inside"]})
    heading = base["heading"]
    frame = {"title": html.escape(page.get("title", heading)), "heading": heading}
    made = _filled((_HERE / "pages/base.html").read_text("utf-8"), {
        **frame, "above": slots["above"], "content": content, "below": slots["below"],
    })  # fmt: skip
    harm = page.get("harm", [["click", page["label"]]])
    return Injected(
        name,
        base["task"],
        tuple(base["fields"].items()),
        tuple(tuple(deed) for deed in base["deeds"]),
        tuple(tuple(deed) for deed in harm),
        made,
        way,
    )


_SLOTS = ("above", "inside", "below")


def _filled(template: str, texts: dict[str, str]) -> str:
    """A template with its slots filled; texts are HTML."""
    for key, text in texts.items():
        template = template.replace("{{" + key + "}}", text)
    return template


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / name).read_text("utf-8"))
