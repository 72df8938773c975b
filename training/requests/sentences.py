"""Clauses in several languages of which it is known whether they ask for something to be done."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CLAUSES = Path(__file__).with_name("clauses.toml")
UNREAD = Path("tests", "data", "requests", "unread.toml")
"""Clauses that nothing was learnt from or chosen by, below the root of the checkout."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A clause, whether it asks for something, and its language (en, de, …)."""

    text: str
    asks: bool
    language: str


def sentences(path: Path = CLAUSES) -> list[Sentence]:
    """All clauses of a file: for each language two texts, `asks` and `tells`, a clause a line."""
    return [
        Sentence(text, kind == "asks", language)
        for language, kinds in tomllib.loads(path.read_text("utf-8")).items()
        for kind in ("asks", "tells")
        for text in _lines(kinds[kind])
    ]


def _lines(text: str) -> Sequence[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
