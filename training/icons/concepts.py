"""The concepts: what icons mean, and which names of icon sets mean them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

UNKNOWN = -1
"""The number of "no concept" in place of the number of a concept."""
FILE = Path(__file__).with_name("concepts.toml")


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning. `also` are words that count as the same; `names` are patterns, exact names."""

    id: str
    caption: str
    also: frozenset[str]
    names: frozenset[str]
    excluded: frozenset[str] = frozenset()

    @property
    def words(self) -> frozenset[str]:
        """All that this concept may be called: its meaning (split at " / "), and `also`."""
        meaning = self.caption.split(":")[0]
        return frozenset(part.strip() for part in meaning.split(" / ")) | self.also


class Concepts:
    """The list of concepts, and the way from an icon's names to one of them.

    Raises:
        ValueError: a name stands in two concepts.
    """

    def __init__(self, concepts: Iterable[Concept], unknown: Iterable[str] = ()) -> None:
        self.all = tuple(concepts)
        self.unknown = frozenset(unknown)
        self._by_name: dict[str, int] = {}
        for number, concept in enumerate(self.all):
            for name in concept.names:
                if name in self._by_name:
                    other = self.all[self._by_name[name]].id
                    raise ValueError(f"{name!r} stands in {other} and in {concept.id}; keep one")
                self._by_name[name] = number

    def __len__(self) -> int:
        return len(self.all)

    def match(self, source: str, names: Iterable[str]) -> int | None:
        """The concept's number for an icon of a set with these names, UNKNOWN for one that is
        certainly no concept, None when its names say nothing or contradict each other."""
        found = {number for name in names if (number := self._find(source, name)) is not None}
        concepts = found - {UNKNOWN}
        if len(concepts) == 1:
            return concepts.pop()
        return UNKNOWN if found == {UNKNOWN} else None

    def _find(self, source: str, name: str) -> int | None:
        own = f"{source}/{name}"
        number = self._by_name.get(own, self._by_name.get(name))
        if number is not None:
            return None if own in self.all[number].excluded else number
        return UNKNOWN if self._alien(name) else None

    def _alien(self, name: str) -> bool:
        if name in self.unknown:
            return True
        parts = name.removeprefix("lo:").split("-")
        # The first part names the thing; "cat-off" is a cat, "plus-cat" may be anything.
        return parts[0] in self.unknown

    def same(self, first: int, second: int) -> bool:
        """Whether two concepts (numbers) count as the same answer."""
        if first == second:
            return True
        if UNKNOWN in (first, second):
            return False
        return bool(self.all[first].words & self.all[second].words)


def load(path: Path = FILE) -> Concepts:
    """Read concepts.toml.

    Raises:
        ValueError: a name stands twice (the message names both places).
    """
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    concepts = [
        Concept(
            key,
            entry["caption"],
            frozenset(entry.get("also", ())),
            _names(key, entry["names"]),
            frozenset(entry.get("not", "").split()),
        )
        for key, entry in raw["concepts"].items()
    ]
    return Concepts(concepts, raw["unknown"]["words"].split())


def _names(key: str, text: str) -> frozenset[str]:
    names = text.split()
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"{key} lists {', '.join(sorted(twice))} twice")
    return frozenset(names)
