"""The journal: every change of state of the wizard, one JSON object a line."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Entry:
    """`what` of a page was `before` and is `value` now; `time` is in seconds since 1970."""

    time: float
    page: str
    what: str
    value: str
    before: str


class Journal:
    """Writes what changes into a file, at once; `values` holds what is now, by page and name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.values: dict[tuple[str, str], str] = {}
        path.write_text("", encoding="utf-8")

    def begin(self, page: str, what: str, value: str) -> None:
        """What something is at the start: no change, so nothing is written."""
        self.values.setdefault((page, what), value)

    def forget(self, page: str) -> None:
        """A page that is made anew begins again."""
        self.values = {key: value for key, value in self.values.items() if key[0] != page}

    def note(self, page: str, what: str, value: str) -> None:
        """Something has this value now; written only when it is another one."""
        before = self.values.get((page, what), "")
        if value == before:
            return
        self.values[page, what] = value
        entry = Entry(time.time(), page, what, value, before)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(entry), ensure_ascii=False) + "\n")


def read(path: Path) -> list[Entry]:
    """All entries so far. Raises OSError, ValueError, TypeError: the file is no journal."""
    # A line that is still being written has no end yet.
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    return [Entry(**json.loads(line)) for line in lines]
