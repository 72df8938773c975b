"""What tests share: a real virtual desktop, and a data folder of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples every time: whoever runs `make test` gets the answer that its author got. To
# look for new ones: pytest --hypothesis-profile=search
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=5000, deadline=None)
settings.load_profile("same")
# Started in the background by a script, Ctrl+C would be ignored here and in every program that the
# tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
# The suite must never move the person's mouse: it has no display until `desktop` gives it one.
for _name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(_name, None)
# Programs neither read nor keep settings: mousepad would ask to restore the last test's text.
os.environ["GSETTINGS_BACKEND"] = "memory"

from agent import offline  # noqa: E402
from agent.desktop import Desktop, start  # noqa: E402

# As the commands do, before anything imports a library that would look outside.
offline.apply()


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    """One virtual desktop for the whole session; this process is on it (DISPLAY and so on).

    pyautogui looks at DISPLAY when it is imported, so tests share one display.
    """
    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        yield desktop


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, for tests that write settings or runs. There are no weights in it."""
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path))
    return tmp_path
