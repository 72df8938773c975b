"""What a way is, and the reading of ways.toml."""

from __future__ import annotations

import functools
import re
import shlex
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, get_args

Verb = Literal[
    "choose",
    "open",
    "go",
    "twice",
    "press",
    "bring",
    "write",
    "fill",
    "click",
    "document",
    "own-line",
    "cell",
    "crossing",
    "column",
]
_VERBS = get_args(Verb)
_STEP = re.compile(r"(?P<do>[\w-]+)(?P<may>\?)?(?: (?P<rest>.*))?")


@dataclass(frozen=True, slots=True)
class WayStep:
    """One step. `of` are the alternatives (keys, names), tried from the first; names may hold slots
    such as "{thing}". `optional`: it is passed over where it cannot be done, and it may show
    nothing."""

    do: Verb
    of: tuple[str, ...] = ()
    optional: bool = False

    def filled(self, values: dict[str, str]) -> tuple[str, ...]:
        """The alternatives with the task's values in place of the slots."""
        return tuple(_filled(each, values) for each in self.of)


@dataclass(frozen=True, slots=True)
class Way:
    """How something is done; the fields are explained in ways.toml."""

    name: str
    said: tuple[tuple[str, ...], ...]
    steps: tuple[WayStep, ...]
    slots: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    each: bool = False
    first: bool = False
    again: bool = False
    shows: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def _filled(text: str, values: dict[str, str]) -> str:
    def put(slot: re.Match[str]) -> str:
        value = values.get(slot.group(1), slot.group())
        return shlex.quote(value) if slot.group(2) else value

    # A value may hold braces of its own: one pass.
    return re.sub(r"\{(\w+)(!?)\}", put, text)


@functools.cache
def _file() -> dict[str, Any]:
    return tomllib.loads(files("agent.skills.ways").joinpath("ways.toml").read_text("utf-8"))


@functools.cache
def words(name: str) -> tuple[str, ...]:
    """One of the lists of words of ways.toml, such as "to"."""
    return tuple(_file()["words"][name].split())


@functools.cache
def ways() -> tuple[Way, ...]:
    """All ways in the order of the file: of several that fit, the first is taken.

    Raises:
        ValueError: the file says what there is not.
    """
    return tuple(_way(entry) for entry in _file()["way"])


def _way(entry: dict[str, Any]) -> Way:
    lists = ("without", "where", "programs", "shows", "gone", "wrong")
    unknown = entry.keys() - {"name", "said", "steps", "slots", "each", "first", "again", *lists}
    if unknown:
        raise ValueError(f"the way {entry['name']!r} has unknown fields: {sorted(unknown)}")
    return Way(
        entry["name"],
        tuple(tuple(group.split()) for group in entry["said"]),
        tuple(read_step(step) for step in entry["steps"]),
        tuple(entry.get("slots", {}).items()),
        tuple(entry.get("without", "").split()),
        tuple(entry.get("where", ())),
        tuple(entry.get("programs", ())),
        bool(entry.get("each", False)),
        bool(entry.get("first", False)),
        bool(entry.get("again", False)),
        tuple(entry.get("shows", ())),
        tuple(entry.get("gone", ())),
        tuple(entry.get("wrong", ())),
    )


def read_step(text: str) -> WayStep:
    """A step as it is written: a verb, a "?" when it is optional, alternatives with " | " between.

    Raises:
        ValueError: the verb is unknown.
    """
    found = _STEP.fullmatch(text)
    verb = found.group("do") if found else ""
    known = next((each for each in _VERBS if each == verb), None)
    if found is None or known is None:
        raise ValueError(f"a step of a way begins with one of {', '.join(_VERBS)}: {text!r}")
    rest: Sequence[str] = (found.group("rest") or "").split(" | ")
    return WayStep(known, tuple(each for each in rest if each), bool(found.group("may")))


def is_step(reason: str) -> bool:
    """Whether the reason of an action says that it is a step of a way."""
    return any(reason.startswith(f"{way.name}: step ") for way in ways())
