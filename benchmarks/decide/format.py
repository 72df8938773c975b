"""Decision cases: a screen, what was done so far, and which next actions are right.

A case knows nothing of the program that decides, and holds no pixels.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box
from vision.structure.scroll_areas import ScrollArea

Verb = Literal[
    "click",
    "hover",
    "double_click",
    "right_click",
    "type",
    "select",
    "press",
    "scroll",
    "drag",
    "open",
    "skill",
    "done",
    "answer",
]
VERBS: tuple[Verb, ...] = get_args(Verb)
Half = Literal["dev", "locked"]
HALVES: tuple[Half, ...] = get_args(Half)
LEAST_WORDINGS = 4
"""The usual wording; one without quotes and with other verbs; one with a negation or an exception
that does not change what is right; one in another order or language."""


@dataclass(frozen=True, slots=True)
class Act:
    """One action. `target` is the id of an element and `name` its text, for reading only; both are
    unset where the action has no target. `value` is the text to type or to answer, the option to
    select, the keys to press ("ctrl+s"), the direction to scroll, or the application or skill to
    open; None where there is none, and in a set of alternatives also where any will do. A drag ends
    on the element `to`, or where that is None, anywhere."""

    verb: Verb
    target: int | None = None
    name: str = ""
    value: str | None = None
    to: int | None = None

    def as_plain(self) -> dict[str, Any]:
        """Values of JSON; only what is set."""
        return {key: value for key, value in asdict(self).items() if value not in (None, "")} | (
            {"value": ""} if self.value == "" else {}
        )

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Act:
        """The opposite of `as_plain`. Raises ValueError: there is no such verb or field."""
        if plain.get("verb") not in VERBS:
            raise ValueError(f"there is no action {plain.get('verb')!r}")
        if unknown := plain.keys() - {each.name for each in fields(cls)}:
            raise ValueError(f"an action has no {', '.join(sorted(unknown))}")
        return cls(**plain)

    def words(self) -> str:
        """The action on one line, for reports."""
        parts = [self.verb.replace("_", " ")]
        if self.target is not None:
            parts.append(f"[{self.target}] {self.name}".rstrip())
        if self.to is not None:
            parts.append(f"to [{self.to}]")
        if self.value is not None:
            parts.append(f"“{self.value}”")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Past:
    """An action that was done, in words, and its effect in words."""

    action: str
    effect: str


@dataclass(frozen=True, slots=True)
class Case:
    """A decision. `source` is its origin: "miniwob/PAGE", "wizard/PAGE" or "written/SCREEN".
    `tasks` are wordings of one task, the usual one first. `progress` says in words which parts of
    the task are finished, `history` what was done, oldest first. Any of the actions `right` may
    come next; those of `wrong` do harm. `came` are the ids of the elements that came up with the
    last action of the history."""

    id: str
    source: str
    half: Half
    tasks: tuple[str, ...]
    screen: ElementMap
    right: tuple[Act, ...]
    wrong: tuple[Act, ...] = ()
    progress: tuple[str, ...] = ()
    history: tuple[Past, ...] = ()
    came: tuple[int, ...] = ()

    @property
    def family(self) -> str:
        """The first word of the source: "miniwob", "wizard" or "written"."""
        return self.source.partition("/")[0]

    def as_plain(self) -> dict[str, Any]:
        """Values of JSON."""
        return {
            "id": self.id,
            "source": self.source,
            "half": self.half,
            "tasks": list(self.tasks),
            "progress": list(self.progress),
            "history": [[past.action, past.effect] for past in self.history],
            "screen": screen_as_plain(self.screen),
            "right": [act.as_plain() for act in self.right],
            "wrong": [act.as_plain() for act in self.wrong],
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Case:
        """The opposite of `as_plain`.

        Raises:
            KeyError, TypeError, ValueError: these are no values of a case.
        """
        if plain["half"] not in HALVES:
            raise ValueError(f"{plain['id']}: there is no half {plain['half']!r}")
        return cls(
            id=plain["id"],
            source=plain["source"],
            half=plain["half"],
            tasks=tuple(plain["tasks"]),
            progress=tuple(plain["progress"]),
            history=tuple(Past(action, effect) for action, effect in plain["history"]),
            screen=screen_from_plain(plain["screen"]),
            right=tuple(Act.from_plain(act) for act in plain["right"]),
            wrong=tuple(Act.from_plain(act) for act in plain["wrong"]),
        )


def problems(case: Case) -> list[str]:
    """What is wrong with a case, in sentences; empty when it can be used."""
    found = []
    if len(set(case.tasks)) < LEAST_WORDINGS:
        found.append(f"{case.id} has fewer than {LEAST_WORDINGS} different wordings.")
    if not case.right:
        found.append(f"{case.id} has no right action.")
    ids = [element.id for element in case.screen.elements]
    if len(set(ids)) < len(ids):
        found.append(f"{case.id} has an element number twice.")
    texts = {element.id: element.text for element in case.screen.elements}
    for act in (*case.right, *case.wrong):
        for number in (act.target, act.to):
            if number is not None and number not in texts:
                found.append(f"{case.id}: “{act.words()}” names no element of its screen.")
        if act.target in texts and act.name != texts[act.target]:
            found.append(f"{case.id}: “{act.words()}” has the name of another element.")
    if set(case.right) & set(case.wrong):
        found.append(f"{case.id}: an action is right and wrong.")
    return found


def screen_as_plain(map_: ElementMap) -> dict[str, Any]:
    """A map without its pixels, as values of JSON."""
    box = map_.screenshot.box
    return {
        "size": [box.width, box.height],
        "windows": [asdict(window) | {"box": window.box.as_list()} for window in map_.windows],
        "elements": [each.as_plain() | {"group": each.group} for each in map_.elements],
        "areas": [asdict(area) | {"box": area.box.as_list()} for area in map_.areas],
    }


def screen_from_plain(plain: Mapping[str, Any]) -> ElementMap:
    """The opposite of `screen_as_plain`; the pixels are white, and take no memory.

    Raises:
        KeyError, TypeError, ValueError: these are no values of a map.
    """
    width, height = plain["size"]
    pixels = np.broadcast_to(np.uint8(255), (height, width, 3))
    return ElementMap(
        tuple(_element(each) for each in plain["elements"]),
        Screenshot(pixels),
        tuple(Window(**{**each, "box": Box(*each["box"])}) for each in plain["windows"]),
        areas=tuple(ScrollArea(**{**each, "box": Box(*each["box"])}) for each in plain["areas"]),
    )


def _element(plain: Mapping[str, Any]) -> Element:
    cell = plain.get("cell")
    return Element(
        **{
            **plain,
            "box": Box(*plain["box"]),
            "state": State(**plain["state"]),
            "cell": (cell[0], cell[1]) if cell else None,
        }
    )


def write_cases(path: Path, cases: Iterable[Case]) -> None:
    """Write a file of JSON lines, packed; the same cases make the same bytes."""
    lines = [json.dumps(c.as_plain(), ensure_ascii=False, separators=(",", ":")) for c in cases]
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file that `write_cases` wrote.

    Raises:
        OSError, ValueError, KeyError, TypeError: the file cannot be read.
    """
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return tuple(Case.from_plain(json.loads(line)) for line in file if line.strip())
