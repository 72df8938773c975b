"""The real panel with the real model: a task typed into the page, and Stop while it thinks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from browsers import chromium
from playwright.sync_api import expect
from test_panel import _ROOT, free_port
from timing import AMPLE, within

from models.paths import data_folder as user_data_folder

pytestmark = [pytest.mark.weights, pytest.mark.slow]

_PANEL = 'from commands.main import main; main(["panel", "--no-browser", "--port", "{port}"])'


def test_a_run_is_stopped_from_the_page_while_the_model_generates(tmp_path: Path) -> None:
    (tmp_path / "models").symlink_to(user_data_folder() / "models")
    port = free_port()
    hidden = ("DISPLAY", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    panel = subprocess.Popen(
        [sys.executable, "-c", _PANEL.format(port=port)],
        cwd=_ROOT,
        env={**environment, "DESKHAND_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert panel.stdout is not None
        while "panel:" not in (line := panel.stdout.readline()):
            assert line, "the panel ended before it was ready"
        with chromium() as browser:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{port}")
            task = page.locator("#dh-task textarea")
            task.fill('Open the editor, write "a long letter to the town" and then save it')
            task.press("Enter")
            # Tokens stream into the page: the model is generating now.
            expect(page.locator(".dh-reply")).to_be_visible()
            page.locator("#dh-stop").click()
            pressed = time.time()
            expect(page.locator(".dh-state")).to_contain_text("Stopped")
        [record] = list(tmp_path.glob("runs/*/outcome.json"))
        outcome = json.loads(record.read_text("utf-8"))
        assert outcome["kind"] == "stopped"
        assert outcome["message"] == "Stopped by the Stop button."
        # The record is written when the run has ended.
        within(record.stat().st_mtime - pressed, 1.0)
    finally:
        panel.send_signal(signal.SIGINT)
        panel.wait(AMPLE)
