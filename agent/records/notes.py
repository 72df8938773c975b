"""Notes on applications: what had its effect there and what had none, in short plain lines.

The program writes them from what it recorded, never from words of the model; a person may read,
change and delete them. One text file for each application, in the data folder.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.actions import Action, Select, Tap, TypeText
from agent.computer.describe import describe, thing
from agent.errors import AgentError
from agent.events import Event, Stepped
from agent.pointing import active_window
from agent.policy.risk import window_of
from agent.secrets.redaction import MASK
from agent.trajectory import Step
from models.files.paths import data_folder
from models.files.whole_file import write_whole
from vision.core.elements import ElementMap, one_line

_HEAD = "# What Deskhand noticed in “{}”. Change or delete lines as you like."
_NONE, _WORKED = "no effect: ", "worked: "
_LONGEST_LINE, _MOST_LINES, _MOST_BYTES = 160, 40, 50_000
# What a model is given of them: a small one is drowned by more.
_TOLD_LINES, _TOLD_SIGNS = 5, 400
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes on one application, the oldest line first, without the marks before the lines."""

    application: str
    lines: tuple[str, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class _Fact:
    application: str
    what: str
    had_effect: bool


@dataclass
class NoteTaker:
    """Collects the facts of one run from its events, in which secrets are masked already."""

    facts: list[_Fact] = field(default_factory=list)

    def told(self, event: Event) -> None:
        if isinstance(event, Stepped) and (fact := _fact(event.step)) is not None:
            self.facts.append(fact)

    def keep(self, masked: Callable[[str], str]) -> str:
        """Write down what is worth it; why it could not be, in a sentence, or ''. `masked` knows
        the secrets of the whole run, also those that were told of before they were known."""
        facts = [fact for fact in self.facts if masked(fact.what) == fact.what]
        try:
            for name in dict.fromkeys(fact.application for fact in facts):
                if masked(name) == name:
                    _add(name, [fact for fact in facts if fact.application == name])
        except AgentError as problem:
            return str(problem)
        return ""


def folder() -> Path:
    return data_folder() / "notes"


def all_notes() -> list[Notes]:
    """The notes on all applications, by name. Files that cannot be read have no lines.

    Raises:
        OSError: the folder cannot be listed.
    """
    paths = folder().glob("*.txt") if folder().is_dir() else ()
    return sorted((_read(path) for path in paths), key=lambda notes: notes.application.casefold())


def notes(application: str) -> Notes:
    """The notes on an application.

    Raises:
        AgentError: there are none.
    """
    try:
        for each in all_notes():
            if application.strip().casefold() in (each.application.casefold(), each.path.stem):
                return each
    except OSError as problem:
        raise AgentError(f"The notes cannot be read: {problem.strerror or problem}.") from problem
    raise AgentError(f"There are no notes on “{application}”.", "To list them: deskhand notes list")


def delete(application: str) -> str:
    """Delete the notes on an application; its name.

    Raises:
        AgentError: there are none, or they cannot be deleted.
    """
    found = notes(application)
    try:
        found.path.unlink()
    except OSError as error:
        raise AgentError(f"{found.path} cannot be deleted: {error.strerror or error}.") from error
    return found.application


def notes_on(map_: ElementMap) -> tuple[str, ...]:
    """The latest notes on the application in front, few and short; none when there are none."""
    front = active_window(map_.windows)
    path = folder() / f"{_stem(front.application if front else '')}.txt"
    if front is None or not front.application or not path.is_file():
        return ()
    told: list[str] = []
    for line in reversed(_read(path).lines):
        line = one_line(line, _LONGEST_LINE)
        if len(told) == _TOLD_LINES or sum(map(len, told)) + len(line) > _TOLD_SIGNS:
            break
        told.insert(0, line)
    return tuple(told)


def _fact(step: Step) -> _Fact | None:
    window = window_of(step.action, step.map)
    if window is not None and not window.application:
        window = active_window(step.map.windows)
    what = _what(step.action, step.map)
    if window is None or not window.application or MASK in what:
        return None
    if step.effect.kind in ("failed", "not allowed"):
        # Nothing was touched, which says nothing of the application.
        return None
    name = one_line(window.application)
    return _Fact(name, what[:_LONGEST_LINE], step.effect.kind == "confirmed")


def _what(action: Action, map_: ElementMap) -> str:
    """The action without what was entered: that is the person's."""
    match action:
        case TypeText(target=target):
            return f"type into {thing(target, map_)}"
        case Select(target=target):
            return f"choose in {thing(target, map_)}"
        case Tap():
            return "enter something on the keypad"
        case _:
            return describe(action, map_)


def _add(application: str, facts: Sequence[_Fact]) -> None:
    """Put what the facts say to the notes on an application. What had no effect and has one now is
    taken out again; the oldest lines make room."""
    path = folder() / f"{_stem(application)}.txt"
    with _lock:
        old = list(_read(path).lines) if path.is_file() else []
        lines, before = [*old], ""
        for fact in facts:
            if not fact.had_effect:
                fresh, before = _NONE + fact.what, fact.what
            else:
                lines = [line for line in lines if line != _NONE + fact.what]
                fresh = f"{_WORKED}{fact.what}, after this had no effect: {before}"
                fresh, before = (fresh if before not in ("", fact.what) else ""), ""
            if fresh and (cut := one_line(fresh, 2 * _LONGEST_LINE)) not in lines:
                lines.append(cut)
        if lines != old:
            _write(path, application, lines[-_MOST_LINES:])


def _read(path: Path) -> Notes:
    try:
        whole = path.read_bytes()[:_MOST_BYTES].decode("utf-8", errors="replace")
    except OSError:
        whole = ""
    head = re.match(r"# What Deskhand noticed in “(.+?)”", whole)
    said = (line.strip().removeprefix("- ").strip() for line in whole.splitlines())
    kept = tuple(line for line in said if line and not line.startswith("#"))
    return Notes(head[1] if head else path.stem, kept, path)


def _write(path: Path, application: str, lines: Sequence[str]) -> None:
    text = "\n".join([_HEAD.format(application), *(f"- {line}" for line in lines)]) + "\n"
    try:
        write_whole(path, text)
    except OSError as error:
        raise AgentError(
            f"The notes could not be written to {path}: {error.strerror or error}.",
            "They were not changed.",
        ) from error


def _stem(application: str) -> str:
    return re.sub(r"[^\w]+", "-", application.casefold()).strip("-")[:60] or "application"
