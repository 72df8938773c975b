"""Icons that people call by the sign they show: the "x" of a dialog is its button "close"."""

from __future__ import annotations

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


def shows_sign(element: Element, value: str) -> bool:
    """Whether a value of the task is the sign that an icon shows: its name comes from its picture
    (`caption`)."""
    meanings = _SHOWN.get(value.strip().casefold(), ())
    return bool(element.caption) and normal(element.text) in meanings
