"""Installed applications: reading desktop entries, finding by name, starting."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from agent.apps.application import Application
from agent.apps.applications import find, launch
from agent.desktop.virtual_desktop import MARK, Desktop, start
from tests.support.timing import AMPLE
from vision.capture.windows import list_windows


def shows(title: str, seconds: float = 15.0) -> bool:
    end = time.monotonic() + seconds
    while not any(title in window.title for window in list_windows()):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def test_a_browser_starts_on_the_virtual_desktop(desktop: Desktop, tmp_path: Path):
    (browser,) = find("chromium")
    page = tmp_path / "page.html"
    page.write_text("<title>Our page</title>hello")
    process = launch(browser, desktop.environment(), [f"file://{page}"])
    try:
        assert shows("Our page")
        assert (desktop.folder / "chromium").is_dir()
    finally:
        process.terminate()
        process.wait(AMPLE)


def test_what_our_process_starts_on_its_desktop_ends_with_it(desktop: Desktop, tmp_path: Path):
    before = dict(os.environ)
    try:
        with start((640, 480)) as other:
            other.activate_environment()
            out = tmp_path / "env"
            app = Application("s", "S", command=("sh", "-c", f"env > {out}; exec sleep 100"))
            process = launch(app)
            while not out.exists() or f"{MARK}={other.folder}" not in out.read_text():
                time.sleep(0.05)
        assert process.wait(AMPLE) != 0
    finally:
        os.environ.clear()
        os.environ.update(before)


@pytest.mark.parametrize("virtual", [True, False])
def test_programs_do_not_get_what_our_libraries_put_into_the_environment(
    desktop: Desktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, virtual: bool
):
    libraries = tmp_path / "site-packages/cv2/qt/plugins"
    monkeypatch.setenv("QT_QPA_PLATFORM_PLUGIN_PATH", str(libraries))
    monkeypatch.setenv("QT_QPA_FONTDIR", "/opt/fonts")  # the person's own
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{libraries}:/opt/lib:")
    said = tmp_path / "said"
    script = f"env > {said}.part; mv {said}.part {said}"
    if virtual:
        desktop.launch(["sh", "-c", script])
    else:
        launch(Application("env", "env", command=("sh", "-c", script)))
    deadline = time.monotonic() + 10
    while not said.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    variables = dict(line.split("=", 1) for line in said.read_text().splitlines() if "=" in line)
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in variables
    assert variables["QT_QPA_FONTDIR"] == "/opt/fonts"
    assert variables["LD_LIBRARY_PATH"] == "/opt/lib"
