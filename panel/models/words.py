"""Sizes, times and errors in words for people who see no command line."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_OF_COMMANDS = ("deskhand ", "models import", "--", "DESKHAND_", "settings.toml")


def size(count: int | None) -> str:
    """A size in bytes."""
    if count is None:
        return "size unknown"
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{max(count, 0) / 1e6:.0f} MB"


def problem(error: Exception) -> str:
    """What an error says, without the sentences that name commands and variables."""
    text = str(error).strip()
    return "\n".join(line for each in text.splitlines() if (line := _plain(each)))


def _plain(line: str) -> str:
    found = [one for one in _SENTENCE.split(line) if not any(w in one for w in _OF_COMMANDS)]
    text = " ".join(found).rstrip()
    # What stood behind a semicolon or colon is gone.
    return f"{text[:-1]}." if text.endswith((";", ":")) and found[-1:] != [line] else text
