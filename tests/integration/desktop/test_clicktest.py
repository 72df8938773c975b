"""The click test: clicks land on the targets, and it notices when they do not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from agent.computer.controller import Button, PyAutoGuiController, RecordingController
from agent.desktop.virtual_desktop import Desktop
from agent.diagnostics.click_test import click_test
from agent.errors import ActionFailed
from tests.support.places import ROOT
from vision.capture.screen import Monitor, MssScreen
from vision.core.geometry import Box, Point


class Beside(PyAutoGuiController):
    """Clicks beside the target, as on a screen whose scaling is not known."""

    def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
        super().click(Point(at.x + 3, at.y + 4), button, count, held)


def test_clicks_land_within_a_pixel(desktop: Desktop) -> None:
    screen = MssScreen()
    [monitor] = screen.monitors()
    report = click_test(monitor, screen, PyAutoGuiController(monitor.scale))
    assert len(report.errors) == 9
    assert report.worst is not None
    assert report.worst <= 1.0, report


def test_a_part_of_the_screen_is_tested_alone(desktop: Desktop) -> None:
    right = Monitor(2, Box(640, 100, 1240, 700))
    report = click_test(right, MssScreen(), PyAutoGuiController())
    assert report.worst is not None
    assert report.worst <= 1.0, report


def test_clicks_beside_the_target_are_measured(desktop: Desktop) -> None:
    screen = MssScreen()
    report = click_test(screen.monitors()[0], screen, Beside())
    assert report.worst == pytest.approx(5.0, abs=1.0)


def test_lost_clicks_are_said(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.diagnostics.click_test._PATIENCE", 1.5)
    screen = MssScreen()
    report = click_test(screen.monitors()[0], screen, RecordingController())
    assert report.worst is None
    assert report.errors == (None,)


def test_escape_ends_it(desktop: Desktop) -> None:
    screen, hand = MssScreen(), PyAutoGuiController()

    class Escaping(RecordingController):
        def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
            hand.press("esc")

    with pytest.raises(ActionFailed, match="cancelled with Escape"):
        click_test(screen.monitors()[0], screen, Escaping())


def test_the_command_prints_a_table(desktop: Desktop) -> None:
    code = 'from commands.main import main; main(["doctor", "--clicks"])'
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "9 of 9 landed" in done.stdout


def test_without_a_display_it_says_so() -> None:
    gone = {"DISPLAY", "WAYLAND_DISPLAY"}
    code = 'from commands.main import main; main(["doctor", "--clicks"])'
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120,
        env={name: value for name, value in os.environ.items() if name not in gone},
    )  # fmt: skip
    assert done.returncode == 1
    assert "no usable display" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
