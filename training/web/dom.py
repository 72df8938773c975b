"""What stands on a page that is open in Chromium, as labels and words of its picture."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from training.labels import Label, Word
from vision.core.geometry import Box

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FOLDER = Path(__file__).parent / "js"
_PARTS = ("tree", "boxes", "drawn", "roles", "words", "label")
_SLACK = 0.3
"""Chromium draws edges at whole pixels: what reaches this far into a pixel does not fill it."""


def listening() -> str:
    """The script that must run before a page's own scripts."""
    return (_FOLDER / "listening.js").read_text(encoding="utf-8")


@cache
def script() -> str:
    """The function that tells all labels and words of the page that it runs in."""
    parts = [(_FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in _PARTS]
    return "() => {\n" + "\n".join(parts) + "\nreturn everything();\n}"


def read(page: Page, scale: float) -> tuple[tuple[Label, ...], tuple[Word, ...], bool]:
    """Labels and words in pixels of a picture of `scale` pixels per CSS pixel, and whether the
    words are complete.

    Raises:
        playwright.sync_api.Error: the page is closed or its scripts failed.
    """
    plain = page.evaluate(script())
    labels = tuple(_label(one, scale) for one in plain["labels"])
    words = tuple(
        Word(w["text"], whole(w["box"], scale), w["size"] * scale) for w in plain["words"]
    )
    return labels, words, bool(plain["complete"])


def whole(edges: list[float], scale: float) -> Box:
    """A box in CSS pixels as pixels of the picture, rounded outwards, at least one pixel large."""
    left, top = (math.floor(value * scale + _SLACK) for value in edges[:2])
    right, bottom = (math.ceil(value * scale - _SLACK) for value in edges[2:])
    return Box(left, top, max(right, left + 1), max(bottom, top + 1))


def _label(one: dict[str, Any], scale: float) -> Label:
    return Label(
        kind=one["kind"],
        box=whole(one["box"], scale),
        name=one["name"],
        text=one["text"],
        value=one["value"],
        placeholder=one["placeholder"],
        checked=one["checked"],
        selected=one["selected"],
        disabled=one["disabled"],
        focused=one["focused"],
        parent=one["parent"],
    )
