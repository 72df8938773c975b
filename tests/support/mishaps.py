"""What tests of mishaps share: a run going on, on a desktop that can be disturbed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.desktop.virtual_desktop import HERE, MARK, Desktop, start
from tests.support.places import ROOT, SUPPORT
from tests.support.timing import AMPLE, waited_for
from vision.capture.windows import list_windows


def environment(display: str, data: Path) -> dict[str, str]:
    """Of a program that uses this display and this data folder."""
    own = {name: value for name, value in os.environ.items() if name not in (HERE, MARK)}
    return {**own, "DISPLAY": display, "DESKHAND_DATA": str(data), "COLUMNS": "400"}


@dataclass
class Going:
    """A run in another process: tests/mishap_run.py."""

    process: subprocess.Popen[str]
    desktop: Desktop
    go: subprocess.Popen[Any]

    def next(self, what: str) -> Any:
        """The value of the next event of this kind."""
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            kind, value = json.loads(line) if line.startswith("[") else ("", "")
            if kind == what:
                return value
        raise AssertionError(f"it ended without: {what}\n{''.join(said)}")

    def end(self) -> tuple[str, str]:
        """How it ended, by itself."""
        kind, message = self.next("ended")
        self.process.communicate(timeout=AMPLE)
        return str(kind), str(message)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=AMPLE)


@contextmanager
def going(data: Path, monitor: Sequence[str] = ()) -> Iterator[Going]:
    """A run on a desktop of its own; `monitor` are words for xrandr before it begins."""
    with start((800, 600)) as desktop:
        if monitor:
            xrandr(desktop.display, *monitor)
        go = desktop.launch([sys.executable, str(SUPPORT / "go_window.py")])
        waited_for(lambda: any(w.title == "Go window" for w in list_windows(desktop.display)))
        process = started(desktop.display, data)
        try:
            yield Going(process, desktop, go)
        finally:
            process.kill()
            process.communicate()


def xrandr(display: str, *words: str) -> None:
    """What xrandr cannot do fully on Xvfb it says, but it changes the screen."""
    own = {**os.environ, "DISPLAY": display}
    subprocess.run(["xrandr", *words], env=own, capture_output=True, check=False)


def started(display: str, data: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(SUPPORT / "mishap_run.py")],
        env=environment(display, data), cwd=ROOT, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
