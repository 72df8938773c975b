"""A pause on a real terminal: what is printed, and which keys end it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time

from tests.support.places import ROOT
from tests.support.timing import AMPLE

_PROGRAM = """
import sys
from agent.control.stop import StopSwitch
from commands.runs.pausing import TerminalPause, say_pause
from rich.console import Console
console, pause = Console(soft_wrap=True), TerminalPause()
def tell(event):
    say_pause(console, event)
print("ready", flush=True)
sys.stdin.readline()
pause.press("you moved the mouse", limited=True)
pause.wait(StopSwitch(), tell, 60)
pause.acted()
print("ONE", pause.pressed, flush=True)
pause.resume()
pause.press("again")
pause.wait(StopSwitch(), tell, 60)
pause.acted()
print("TWO", pause.pressed, flush=True)
"""


def test_enter_goes_on_and_s_does_one_action() -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], cwd=ROOT, stdin=slave, stdout=slave, stderr=slave,
        env={**os.environ, "COLUMNS": "200", "TERM": "dumb"},
    )  # fmt: skip
    os.close(slave)
    text = ""

    def reaches(words: str) -> str:
        nonlocal text
        end = time.monotonic() + AMPLE
        while words not in text:
            assert time.monotonic() < end, text
            text += os.read(master, 4096).decode()
        before, _, text = text.partition(words)
        return before

    reaches("ready")
    # The second line was typed before the pause: it must not end it.
    os.write(master, b"\n\n")
    said = reaches("deskhand stop")
    assert "Paused: you moved the mouse. The run stops in 60 s." in said
    assert "Enter: resume; s and Enter: do one action; Ctrl+C: stop" in said
    time.sleep(0.3)
    os.write(master, b"what\n")
    time.sleep(0.3)
    os.write(master, b"s\n")
    reaches("Resumed.")
    reaches("ONE True")
    assert "Paused: again.\r\n" in reaches("deskhand stop"), "it has no limit"
    os.write(master, b"\n")
    reaches("TWO False")
    assert process.wait(AMPLE) == 0
    os.close(master)
