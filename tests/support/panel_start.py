"""Starts the panel on a free port, asks for its page, ends it, and prints the seconds until the
page was there: for tests/test_offline_proof.py, which runs it where there is no network."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import urllib.request

from tests.support.served_panel import free_port
from tests.support.timing import AMPLE

_PANEL = 'from commands.main import main; main(["panel", "--no-browser", "--port", "{port}"])'


def main() -> None:
    port, begin = free_port(), time.monotonic()
    words = [sys.executable, "-c", _PANEL.format(port=port)]
    panel = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert panel.stdout is not None
        while "panel:" not in (line := panel.stdout.readline()):
            assert line, "the panel ended before it was ready"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=AMPLE) as page:
            assert b"Deskhand" in page.read()
        print(time.monotonic() - begin, flush=True)
    finally:
        panel.send_signal(signal.SIGINT)
        panel.wait(AMPLE)


if __name__ == "__main__":
    main()
