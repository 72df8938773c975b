"""Sizes, times and errors in words for people who see no command line."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_NUMBER = re.compile(r"\[Errno -?\d+\] ")
_OF_COMMANDS = ("deskhand ", "models import", "--", "DESKHAND_", "in settings.toml")


def size(count: int | None) -> str:
    """A size in bytes."""
    if count is None:
        return "size unknown"
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{max(count, 0) / 1e6:.0f} MB"


def problem(error: Exception) -> str:
    """What an error says, without numbers of errors and without the sentences that name commands
    and variables."""
    text = _NUMBER.sub("", str(error))
    return "\n".join(line for each in text.splitlines() if (line := _plain(each.strip())))


def _plain(line: str) -> str:
    sentences = _SENTENCE.split(line)
    left = [one for one in sentences if not any(word in one for word in _OF_COMMANDS)]
    if left == sentences:
        return line
    text = " ".join(one[:1].upper() + one[1:] for one in left)
    # What stood behind a semicolon may be gone.
    return f"{text[:-1]}." if text.endswith(";") else text
