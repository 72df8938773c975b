"""Questions on a real terminal: what is printed, which keys answer, and that silence means no."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.support.places import ROOT
from tests.support.timing import AMPLE

pytestmark = pytest.mark.smoke

_PROGRAM = """
import sys
import numpy as np
from agent.events import Asking
from agent.control.stop import StopSwitch
from commands.runs.questions import TerminalAsker
seconds, watch = float(sys.argv[1]), sys.argv[2] == "watch"
stop = StopSwitch()
picture = np.zeros((2, 2, 3), np.uint8)
print("ready", flush=True)
sys.stdin.readline()
for number in (1, 2):
    asked = Asking(number, 1, "click", "Mail [1]", ("It sends.",), picture, seconds, watch)
    print("ANSWER", TerminalAsker()(asked, stop), flush=True)
"""


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, seconds: float, watch: bool) -> None:
        self.master, slave = pty.openpty()
        words = [sys.executable, "-c", _PROGRAM, str(seconds), "watch" if watch else "ask"]
        self.process = subprocess.Popen(
            words, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave,
            env={**os.environ, "COLUMNS": "200"},
        )  # fmt: skip
        os.close(slave)
        self.text = ""

    def reaches(self, words: str) -> str:
        """Wait until the words are printed; what was printed up to them."""
        end = time.monotonic() + AMPLE
        while words not in self.text:
            assert time.monotonic() < end, self.text
            try:
                self.text += os.read(self.master, 4096).decode()
            except OSError as closed:
                raise AssertionError(self.text) from closed
        before, _, self.text = self.text.partition(words)
        return before

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    terminal = Terminal(*getattr(request, "param", (AMPLE, False)))
    terminal.reaches("ready")
    yield terminal
    terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.master)


def test_answers(terminal: Terminal) -> None:
    # What was typed before the question was there is no answer to it.
    os.write(terminal.master, b"\no\nt\n")
    said = terminal.reaches("): ")
    assert "It sends." in said
    assert "in “Mail [1]”" in said
    terminal.type("perhaps")
    terminal.reaches("): ")
    terminal.type("t")
    terminal.reaches("ANSWER task")
    terminal.reaches("): ")
    terminal.type("")
    terminal.reaches("ANSWER deny")
    assert terminal.process.wait(AMPLE) == 0


@pytest.mark.parametrize("terminal", [(0.3, False)], indirect=True)
def test_silence_means_no(terminal: Terminal) -> None:
    terminal.type("")
    terminal.reaches("ANSWER None")
    terminal.reaches("ANSWER None")


@pytest.mark.parametrize("terminal", [(AMPLE, True)], indirect=True)
def test_watching(terminal: Terminal) -> None:
    terminal.type("")
    assert "Do it yourself" in terminal.reaches("): ")
    terminal.type("")
    terminal.reaches("ANSWER once")
    terminal.reaches("): ")
    terminal.type("s")
    terminal.reaches("ANSWER deny")
