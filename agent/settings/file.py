"""The file of settings with everything that is wrong in it, and changing it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.errors import AgentError, of_models
from agent.policy.rules import problems
from agent.settings.described import SETTINGS, Setting
from agent.settings.kinds import Value, plain
from models.files import settings_file
from models.files.settings_file import NAME

_LINE = re.compile(r"\(at line (\d+), column \d+\)")


@dataclass(frozen=True, slots=True)
class Found:
    """A setting as it is now. `given`: it stands in the file. With a `problem`, a sentence, what
    stands there (`raw`) cannot be used, and `value` is the default."""

    setting: Setting
    value: Value
    given: bool = False
    problem: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The file of settings. `others` are sentences, each with the file it is about, on what keeps
    runs from beginning besides the settings that are described. With `damage`, a sentence on why it
    is no TOML, nothing is found."""

    path: Path
    found: Mapping[str, Found] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    damage: str = ""

    @property
    def problems(self) -> tuple[str, ...]:
        """All that keeps runs from beginning, in sentences; () when they can."""
        return (*(each.problem for each in self.found.values() if each.problem), *self.others)


@dataclass(frozen=True, slots=True)
class Change:
    """A setting that was changed, from what to what, as values."""

    setting: Setting
    old: Value
    new: Value


def read() -> Contents:
    """The file of settings with all that is wrong in it; never raises for what stands there."""
    path = settings_file.settings_path()
    old = settings_file.left_behind()
    before = () if old is None else (str(old),)
    damage = ""
    try:
        text = settings_file.text_of(path)
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        damage = _damage(str(error), text)
    except (OSError, UnicodeDecodeError) as error:
        damage = f"It cannot be read: {_reason(error)}."
    if damage:
        return Contents(path, {}, (*before, f"{NAME}: {damage}"), damage)
    found = {each.name: _found(each, data) for each in SETTINGS}
    return Contents(path, found, (*before, *_others(data, text, found)))


def change(wanted: Mapping[Setting, Value | None]) -> list[Change]:
    """Set these settings, None: back to the default, its line goes. What really changed.

    When nothing changes the file is not written.

    Raises:
        AgentError: the file is damaged, or cannot be written; it is as it was.
    """
    now = read()
    if now.damage:
        raise AgentError(f"{now.path} was not changed. {now.damage}", "Correct the file first.")
    changes, todo = [], {}
    for each, value in wanted.items():
        old = now.found[each.name]
        new = each.default if value is None else value
        if old.value != new or old.problem or (value is None and old.given):
            todo[each.name] = None if value is None else plain(value)
        if old.value != new or old.problem:
            changes.append(Change(each, old.value, new))
    if todo:
        with of_models():
            settings_file.change(todo)
    return changes


def _found(setting: Setting, data: Mapping[str, Any]) -> Found:
    here: Any = data
    for part in setting.name.split("."):
        if not isinstance(here, dict) or part not in here:
            return Found(setting, setting.default)
        here = here[part]
    try:
        return Found(setting, setting.of_plain(here), given=True)
    except ValueError as error:
        raw = here if isinstance(here, str) else str(here)
        problem = f"{NAME} has the value “{raw[:80]}” for {setting.name}. {error}"
        return Found(setting, setting.default, True, problem, raw)


def _others(data: Mapping[str, Any], text: str, found: Mapping[str, Found]) -> list[str]:
    """What keeps the file from being used and is no problem of a described setting."""
    known = [name for name, each in found.items() if each.problem]
    told = []
    for place, why in problems(data):
        if any(place == name or place.startswith(f"{name}.") for name in known):
            continue
        # What does not fit together is an area or a risk.
        if not place and "area" in known:
            continue
        told.append(f"{NAME}: {_place(place, text)}{why.rstrip('.')}.")
    return told


def _place(place: str, text: str) -> str:
    """ "safty (line 3): ", found by its key."""
    if not place:
        return ""
    key = next(part for part in reversed(place.split(".")) if not part.isdigit())
    pattern = re.compile(rf"""^\s*(\[+\s*)?["']?([\w.]+\.)?{re.escape(key)}\b""")
    lines = [n for n, line in enumerate(text.splitlines(), start=1) if pattern.match(line)]
    return f"{place} (line {lines[0]}): " if lines else f"{place}: "


def _damage(said: str, text: str) -> str:
    match = _LINE.search(said)
    lines: Sequence[str] = text.splitlines()
    # At the end of the document the library names no line.
    line = int(match[1]) if match else len(lines)
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    why = _LINE.sub("", said).replace("(at end of document)", "").strip()
    where = f" at line {line} (“{shown.strip()[:80]}”)" if line else ""
    return f"It cannot be read{where}: {why}."


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return error.strerror or str(error)
