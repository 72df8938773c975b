"""What the person says about a run: was it right? Kept as verdict.json in the run's folder."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from agent.records import loose
from models.files.whole_file import write_whole

FILE = "verdict.json"
LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Verdict:
    """`right` is whether the run did what was meant; `at` is seconds since the epoch."""

    right: bool
    note: str = ""
    at: float = 0.0


def keep_verdict(folder: Path, right: bool, note: str = "") -> Verdict:
    """Keep what the person says about the run in this folder, in place of what was said before. A
    note is cut to 2,000 signs.

    Raises:
        OSError: it cannot be written.
    """
    said = Verdict(right, loose.clean(note).strip()[:LONGEST_NOTE], time.time())
    told = {"right": said.right, "note": said.note, "at": said.at}
    write_whole(folder / FILE, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    return said


def verdict(folder: Path) -> Verdict | None:
    """What the person said about the run in this folder; None when nothing readable is there."""
    data = loose.object_in(folder / FILE)
    if data is None or not isinstance(data.get("right"), bool):
        return None
    return Verdict(data["right"], loose.text(data, "note"), loose.number(data, "at") or 0.0)
