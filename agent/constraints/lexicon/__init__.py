"""Words of the languages that a task or a program may be in, by what they mean: one file each.

Two forms are used. Expressions (`cues`) are regular expressions, matched without case between
whole words. Words (`deeds`, `lists`) are words or phrases, of which "*" at the end stands for any
ending. All languages are looked for at once: a task need not say which it is in.
"""

from __future__ import annotations

import functools
import re
import tomllib
from importlib.resources import files
from typing import Any, Literal

from agent.policy.wording import canonical

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
Cue = Literal[
    "not",
    "late",
    "reminder",
    "keep",
    "except",
    "stays",
    "nothing",
    "only",
    "without",
    "instead",
    "explain",
]
Deed = Literal["delete", "move", "overwrite", "rename", "close", "send", "run", "use"]
WordList = Literal[
    "touch",
    "but",
    "small",
    "pronouns",
    "possessives",
    "every",
    "files",
    "rest",
    "again",
    "discard",
    "replacing",
    "once",
    "sending",
    "as it is",
    "as named",
    "verbs",
    "on",
    "off",
    "is on",
    "is off",
    "toggle",
    "leaving",
    "password",
    "before ordinal",
]


@functools.cache
def cue(kind: Cue) -> re.Pattern[str]:
    """What says that something is forbidden or exempt."""
    return _whole([one for file in _files() for one in file["cues"].get(kind, ())])


@functools.cache
def deed(kind: Deed) -> re.Pattern[str]:
    """The words that ask for a deed, or that stand on the button that does it; match them with
    `canonical` texts."""
    return _words([word for file in _files() for word in file["deeds"].get(kind, ())])


@functools.cache
def words(kind: WordList) -> re.Pattern[str]:
    """One of the other lists; match it with `canonical` texts."""
    return _words([word for file in _files() for word in file["lists"].get(kind, ())])


def file_of(language: str) -> dict[str, Any]:
    """The file of one of the languages, as it was parsed."""
    text = files("agent.constraints.lexicon").joinpath(f"{language}.toml").read_text("utf-8")
    return tomllib.loads(text)


@functools.cache
def _files() -> tuple[dict[str, Any], ...]:
    return tuple(file_of(language) for language in LANGUAGES)


def _words(listed: list[str]) -> re.Pattern[str]:
    return _whole([re.escape(canonical(word)).replace(r"\*", r"\w*") for word in listed])


def _whole(listed: list[str]) -> re.Pattern[str]:
    # The longest first: "all but" before "but".
    either = "|".join(sorted(dict.fromkeys(listed), key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)
