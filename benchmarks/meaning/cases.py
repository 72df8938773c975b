"""The parts of tasks with their right answers, as they lie in this folder.

They were put into two halves by chance before anything was measured. Formulas are chosen by `dev`;
`locked` says how good the chosen one is and must not be looked at before.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

FOLDER = Path(str(files("benchmarks.meaning")))
HALVES = ("dev", "locked")
ANY = "any"


@dataclass(frozen=True, slots=True)
class Skill:
    """What a program can do: its name, the kind of program, and the texts that say it, the
    description first."""

    name: str
    program: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A part of a task in a language, the name of the right answer, and among what it is asked:
    the kind of program of the right skill, or the window of the right control."""

    language: str
    part: str
    right: str
    among: str


def skills() -> tuple[Skill, ...]:
    """All skills, in the order of the file."""
    return tuple(
        Skill(name, program, (skill["does"], *skill["says"]))
        for program, skills in _read("skills.toml").items()
        for name, skill in skills.items()
    )


def controls() -> dict[str, tuple[str, ...]]:
    """The names of the controls of each window."""
    return {name: tuple(window["controls"]) for name, window in _read("windows.toml").items()}


def skill_cases(half: str) -> tuple[Case, ...]:
    """Parts of tasks that a skill does. They do not use the words of its description."""
    programs = {skill.name: skill.program for skill in skills()}
    return tuple(
        Case(language, part, right, programs[right])
        for language, parts in _read(f"skills-{half}.toml").items()
        for part, right in parts.items()
    )


def control_cases(half: str) -> tuple[Case, ...]:
    """Parts of tasks that a control does whose name they do not say."""
    return tuple(
        Case(language, part, right, window)
        for window, languages in _read(f"elements-{half}.toml").items()
        for language, parts in languages.items()
        for part, right in parts.items()
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
