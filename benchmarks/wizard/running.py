"""A wizard that runs on a virtual desktop, seen from outside: its log and what it shows."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from agent.desktop.virtual_desktop import Desktop
from benchmarks.episodes.programs import program
from benchmarks.episodes.waiting import wait_until
from benchmarks.wizard import journal, plan
from benchmarks.wizard.answers import ask
from vision.core.elements import Element, Kind, State
from vision.core.geometry import Box

_ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class RunningWizard:
    """Every method may be called from any thread, also when the wizard has ended by itself."""

    log: Path

    def entries(self) -> list[journal.Entry]:
        """Every change of state so far."""
        return journal.read(self.log)

    def over(self) -> bool:
        """Whether Finish or Cancel was pressed, or the window closed."""
        return any(entry.what == plan.WIZARD for entry in self.entries())

    def values(self) -> dict[tuple[str, str], str]:
        """What every control holds, by page and name. Raises as `truth` does."""
        return {(page, what): value for page, what, value in ask(self.log, "state")}

    def truth(self) -> list[Element]:
        """What the wizard shows, front window first; nothing when it is over.

        Raises:
            ConnectionError, FileNotFoundError, TimeoutError: it broke.
        """
        try:
            return [_element(values) for values in ask(self.log, "truth")]
        except (ConnectionError, FileNotFoundError):
            if self.over():
                return []
            raise


def _element(values: dict[str, Any]) -> Element:
    if values["kind"] not in get_args(Kind):
        raise ValueError(f"the wizard names a kind that does not exist: {values['kind']}")
    kind = cast(Kind, values["kind"])
    box = Box(*values["box"])
    state = State(**values["state"])
    return Element(0, kind, values["text"], box, state, values["group"], "merged")


@contextlib.contextmanager
def wizard(desktop: Desktop, seed: int) -> Iterator[RunningWizard]:
    """The wizard of a seed on its first page; it ends with the block.

    Raises:
        TimeoutError: it did not start.
    """
    with tempfile.TemporaryDirectory(prefix="dh") as folder:
        log = Path(folder) / "wizard.jsonl"
        argv = [sys.executable, "-m", "benchmarks.wizard.application"]
        argv += ["--seed", str(seed), "--log", str(log)]
        with program(desktop, argv, {"PYTHONPATH": str(_ROOT)}):
            running = RunningWizard(log)
            wait_until(lambda: _shows(running), "the wizard did not start", _PATIENCE)
            yield running


def _shows(running: RunningWizard) -> bool:
    with contextlib.suppress(ConnectionError, FileNotFoundError):
        return bool(running.truth())
    return False
