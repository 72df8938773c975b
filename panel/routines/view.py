"""What a page shows of routines and notes, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class View:
    """`open`, `asking` (whether to delete) and `renaming` are keys of entries, '' for none; `said`
    is one sentence to the person."""

    open: str = ""
    asking: str = ""
    renaming: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """What was pressed: the button's name, the key of its entry, and what was typed."""

    name: str
    key: str = ""
    text: str = ""


def key_of(path: Path) -> str:
    """The entry of a file: routines and notes may have the same names."""
    return f"{path.parent.name}/{path.stem}"
