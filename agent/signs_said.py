"""Icons that people call by what they show: the "x" of a dialog is its button "close", and the
"star icon" is "favourite"."""

from __future__ import annotations

import re

from agent.literals import normal
from vision.elements import Element

_SHOWN: dict[str, tuple[str, ...]] = {
    "x": ("close",),
    "×": ("close",),
    "✕": ("close",),
    "+": ("add", "new", "zoom in"),
    "-": ("remove", "zoom out"),
    "?": ("help",),
    "...": ("more",),
    "…": ("more",),
    "✓": ("done", "apply"),
}


_PICTURE = r"icons?|symbols?|buttons?|pictures?|symbole?|icônes?|iconos?|icona|ikon\w*"


def shows_picture(element: Element, text: str) -> bool:
    """Whether a text calls an icon by what it shows ("the star icon"), as its caption says it
    ("favourite: star")."""
    shown = element.caption.partition(":")[2].strip()
    return bool(shown) and bool(
        re.search(rf"(?<!\w){re.escape(shown)}[\"”'’»]?\s+(?:{_PICTURE})\b", text, re.IGNORECASE)
    )


def shows_sign(element: Element, value: str) -> bool:
    """Whether a value of the task is the sign that an icon shows: its name comes from its picture
    (`caption`)."""
    meanings = _SHOWN.get(value.strip().casefold(), ())
    return bool(element.caption) and normal(element.text) in meanings
