"""The written requests and the applications beside them, as they lie in this folder."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from agent.apps.application import Application
from agent.apps.default_apps import Defaults, read_mimeapps
from agent.apps.desktop_entries import read_entry
from agent.apps.selection import Choice, Surroundings
from agent.apps.windows import running
from vision.capture.windows import Window
from vision.core.geometry import Box

FOLDER = Path(str(files("benchmarks.choosing")))
MEASUREMENT, DEVELOPMENT = "measurement", "development"
# What Debian's alternatives would say.
_PROGRAMS = {"terminal": "qterminal", "web browser": "firefox-esr"}


@dataclass(frozen=True, slots=True)
class Request:
    """What a person writes, what is open and shown then, and the answers that are right."""

    task: str
    right: tuple[str, ...]
    windows: tuple[Window, ...] = ()
    shown: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """one, several, ask, none or not found: what the first right answer is."""
        answer = self.right[0]
        if answer in ("none", "not found"):
            return answer
        return "ask" if " | " in answer else "several" if " > " in answer else "one"

    def is_right(self, choice: Choice) -> bool:
        """Whether a choice is one of the right answers. To need no application and to need the one
        that is in front are the same: nothing is opened."""
        said = answer(choice)
        return said in self.right or (self._stays(said) and any(map(self._stays, self.right)))

    def _stays(self, said: str) -> bool:
        front = running(applications(), self.windows[:1])
        return bool(self.windows) and said in {"none", *(a.name for a in front)}


def answer(choice: Choice) -> str:
    """A choice as it stands in the file of requests."""
    if choice.kind != "applications":
        return choice.kind
    each = (" | ".join(a.name for a in (w.application, *w.others)) for w in choice.wanted)
    return " > ".join(each)


@functools.cache
def applications() -> tuple[Application, ...]:
    """The applications of the folder, by name."""
    paths = (FOLDER / "applications").glob("*.desktop")
    read = (read_entry(path, path.stem) for path in paths)
    return tuple(sorted((a for a in read if a is not None), key=lambda a: a.name))


@functools.cache
def requests() -> dict[str, Request]:
    """All requests by name: "measurement-01" and so on."""
    lists: dict[str, Any] = tomllib.loads((FOLDER / "requests.toml").read_text("utf-8"))
    return {
        f"{part}-{number:02d}": _request(entry)
        for part in (DEVELOPMENT, MEASUREMENT)
        for number, entry in enumerate(lists[part]["requests"], start=1)
    }


def _request(entry: dict[str, Any]) -> Request:
    windows = [line.partition(": ") for line in entry.get("windows", ())]
    there = tuple(
        Window(number, title, name, Box(0, 0, 800, 600), active=number == 1)
        for number, (name, _, title) in enumerate(windows, start=1)
    )
    right = tuple(entry["right"].split(" or "))
    return Request(entry["task"], right, there, tuple(entry.get("screen", ())))


def around(request: Request) -> Surroundings:
    """What is there when a request is made."""
    defaults = Defaults(read_mimeapps(FOLDER / "applications/mimeapps.list"), _PROGRAMS)
    return Surroundings(applications(), request.windows, request.shown, defaults)
