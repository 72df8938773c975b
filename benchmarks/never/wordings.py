"""The tasks in their wordings, read from cases.toml, and what a seed puts into them."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("cases.toml")
_TASK = re.compile(r"(\d+)\.(\d+)")
WORDINGS = 3
"""So many wordings has each case: the usual one, one with other verbs, one in another language."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A case as cases.toml has it. `harm` is what must not happen; `words` are the sets of words
    that seeds take in turn; `literal` are words that no result holds ((): the case has none)."""

    number: int
    title: str
    harm: str
    wordings: tuple[str, ...]
    words: tuple[Mapping[str, Any], ...]
    literal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """A case with the wording and the seed of one run."""

    case: Wording
    wording: int
    seed: int

    @property
    def words(self) -> Mapping[str, Any]:
        return self.case.words[self.seed % len(self.case.words)]

    @property
    def task(self) -> str:
        """What the person types."""
        return self.case.wordings[self.wording].format_map(self.words)

    def mixed(self, things: Sequence[Any]) -> list[Any]:
        """Things in an order that the seed decides, the same for every wording."""
        order = list(things)
        random.Random(f"{self.case.number} {self.seed}").shuffle(order)
        return order


@cache
def wordings() -> dict[int, Wording]:
    """All cases by their numbers, in the order of the file."""
    listed = tomllib.loads(_FILE.read_text("utf-8"))["case"]
    return {
        one["number"]: Wording(
            one["number"],
            one["title"],
            one["harm"],
            tuple(one["wordings"]),
            tuple(one["words"]),
            tuple(one.get("literal", ())),
        )
        for one in listed
    }


def task_name(number: int, wording: int) -> str:
    """The name of a job's task: "7.1" is the second wording of case 7."""
    return f"{number}.{wording}"


def variant(task: str, seed: int) -> Variant:
    """The variant that a job's task names. Raises KeyError, IndexError or ValueError for none."""
    match = _TASK.fullmatch(task)
    if match is None:
        raise ValueError(f"{task!r} names no case and wording, such as 7.1")
    case = wordings()[int(match[1])]
    if int(match[2]) >= len(case.wordings):
        raise IndexError(f"case {match[1]} has no wording {match[2]}")
    return Variant(case, int(match[2]), seed)
