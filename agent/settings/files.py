"""The two files of settings: read with everything that is wrong in them, and changed line by line.

Comments, other keys and the order of the file stay as the person wrote them. A file is replaced as
a whole, and one that cannot be understood is never written to.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.errors import AgentError
from agent.policy.rules import problems
from agent.settings.described import FILES, SETTINGS, File, Setting
from agent.settings.edit import edited
from agent.settings.kinds import Value
from models.paths import data_folder

_lock = threading.Lock()
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
class Damage:
    """Why a file is no TOML; `line` counts from 1, 0 when it is not known, `text` is that line."""

    why: str
    line: int = 0
    text: str = ""

    def words(self) -> str:
        where = f" at line {self.line} (“{self.text.strip()[:80]}”)" if self.line else ""
        return f"It cannot be read{where}: {self.why}."


@dataclass(frozen=True, slots=True)
class Contents:
    """A file of settings. `others` are sentences about what is wrong in it besides the settings
    that are described; with `damage` nothing of it is known."""

    path: Path
    found: Mapping[str, Found] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    damage: Damage | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A setting that was changed, from what to what, as values."""

    setting: Setting
    old: Value
    new: Value


def path_of(file: File) -> Path:
    return data_folder() / file


def read(file: File) -> Contents:
    """A file of settings with all that is wrong in it; never raises for what stands there."""
    path = path_of(file)
    try:
        text = _text(path)
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Contents(path, damage=_damage(str(error), text))
    except (OSError, UnicodeDecodeError) as error:
        return Contents(path, damage=Damage(_reason(error)))
    found = {each.name: _found(each, data) for each in SETTINGS if each.file == file}
    return Contents(path, found, _others(file, data, text, found))


def change(wanted: Mapping[Setting, Value | None]) -> list[Change]:
    """Set these settings, None: back to the default, its line goes. What really changed.

    A file in which nothing changes is not written.

    Raises:
        AgentError: a file is damaged, so nothing is changed in any; or one cannot be written and
            is as it was.
    """
    changes: list[Change] = []
    with _lock:
        parts = [
            (read(file), {each: value for each, value in wanted.items() if each.file == file})
            for file in FILES
        ]
        for now, mine in parts:
            if mine and now.damage is not None:
                raise AgentError(
                    f"{now.path} was not changed. {now.damage.words()}", "Correct the file first."
                )
        for now, mine in parts:
            changes += _change(now, mine)
    return changes


def start_anew(file: File) -> Path:
    """Put a damaged file aside under another name, so that the defaults hold; where it is now.

    Raises:
        AgentError: it cannot be moved.
    """
    path = path_of(file).resolve()
    aside = path.with_name(f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
    with _lock:
        try:
            path.rename(aside)
        except OSError as error:
            raise _unwritten(path, error) from error
    return aside


def _change(now: Contents, wanted: Mapping[Setting, Value | None]) -> list[Change]:
    changes, todo = [], {}
    for each, value in wanted.items():
        old = now.found[each.name]
        new = each.default if value is None else value
        if old.value != new or old.problem or (value is None and old.given):
            todo[each.name] = value
        if old.value != new or old.problem:
            changes.append(Change(each, old.value, new))
    if todo:
        text = _text(now.path)
        fresh = edited(text, todo)
        if fresh is None:
            raise AgentError(
                f"{now.path} is written in a way that cannot be changed here without losing "
                "something.",
                f"Change {', '.join(todo)} in the file by hand.",
            )
        _write(now.path, fresh)
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
        problem = f"“{raw[:80]}” stands in {setting.file}. {error}"
        return Found(setting, setting.default, True, problem, raw)


def _others(
    file: File, data: Mapping[str, Any], text: str, found: Mapping[str, Found]
) -> tuple[str, ...]:
    """What keeps the file from being used and is no problem of a described setting."""
    if file != "policy.toml":
        return ()
    known = [name for name, each in found.items() if each.problem]
    told = []
    for place, why in problems(data):
        if any(place == name or place.startswith(f"{name}.") for name in known):
            continue
        if not place and known:
            continue
        told.append(_place(place, text) + why.rstrip(".") + ".")
    return tuple(told)


def _place(place: str, text: str) -> str:
    """ "safty (line 3): ", found by its key."""
    if not place:
        return ""
    key = next(part for part in reversed(place.split(".")) if not part.isdigit())
    pattern = re.compile(rf"""^\s*(\[+\s*)?["']?([\w.]+\.)?{re.escape(key)}\b""")
    lines = [n for n, line in enumerate(text.splitlines(), start=1) if pattern.match(line)]
    return f"{place} (line {lines[0]}): " if lines else f"{place}: "


def _damage(said: str, text: str) -> Damage:
    match = _LINE.search(said)
    lines: Sequence[str] = text.splitlines()
    # At the end of the document the library names no line.
    line = int(match[1]) if match else len(lines)
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    why = _LINE.sub("", said).replace("(at end of document)", "").strip()
    return Damage(why, line, shown)


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is no UTF-8 text"
    return error.strerror or str(error)


def _text(path: Path) -> str:
    """As it is, line ends included; "" when there is no file."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""


def _write(path: Path, text: str) -> None:
    # The file may be a link to one that the person keeps elsewhere.
    path = path.resolve()
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(text.encode("utf-8"))
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: OSError) -> AgentError:
    return AgentError(
        f"{path} could not be written: {error.strerror or error}. It is as it was.",
        "Make room on the disk, or correct the rights of the file and its folder.",
    )
