"""Wishes with the controls of the window that they are said to, and which of them is right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.decisions.icon_names import icon_name

WISHES = Path(__file__).parent / "wishes.jsonl"
UNREAD = Path(__file__).parents[2] / "tests" / "data" / "likeness" / "unread.jsonl"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody says, the names of the controls in front of them, and the place, from 0, of
    the one that is to be used first."""

    text: str
    names: tuple[str, ...]
    right: int


def wishes(path: Path = WISHES) -> Iterator[Wish]:
    """The wishes of a file that a control fulfils. Pictures have the names that the product gives
    them."""
    for line in path.read_text("utf-8").splitlines():
        screen = json.loads(line)
        controls = screen["controls"]
        names = tuple(icon_name(name) if name.islower() else name for name in controls)
        for _, text, right in screen["wishes"]:
            if right is not None:
                yield Wish(text, names, controls.index(right))
