"""What tests share: a real virtual desktop, a browser, the panel, a data folder of their own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.support.event_window import lines_so_far
from tests.support.places import ROOT, SUPPORT
from tests.support.skips import (  # noqa: F401 - hooks
    pytest_make_collect_report,
    pytest_runtest_makereport,
)
from tests.support.timing import AMPLE, waited_for

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

from agent.computer.controller import PyAutoGuiController  # noqa: E402
from agent.desktop.virtual_desktop import Desktop, start  # noqa: E402
from agent.diagnostics import offline  # noqa: E402
from vision.ocr.engine import TextRecognizer, recognizer  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.support.served_panel import Server

# As the commands do, before anything imports a library that would look outside.
offline.apply()


FOLDERS = ("unit", "integration", "e2e")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by its folder, so that nobody has to remember it; files that use the browser
    run last."""
    for item in items:
        kind = item.path.relative_to(ROOT / "tests").parts[0]
        if kind in FOLDERS:
            item.add_marker(kind)
    # Playwright's loop runs in this thread until the session ends: asyncio.run and a second
    # Playwright would fail.
    browsing = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path in browsing)


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    """One virtual desktop for the whole session; this process is on it (DISPLAY and so on).

    pyautogui looks at DISPLAY when it is imported, so tests share one display.
    """
    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        yield desktop


@pytest.fixture(scope="session")
def rapid() -> TextRecognizer:
    """The usual reader of text, loaded once."""
    return recognizer("rapid")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests: each opens contexts of its own."""
    from tests.support.browsers import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One panel for all tests of its pages. Whatever they did, it reached for no other machine."""
    from tests.support.served_panel import served

    with served(tmp_path_factory.mktemp("panel")) as server:
        yield server
        foreign = server.foreign()
    assert foreign == [], "the panel reached for another machine in some test of this session"


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, for tests that write settings or runs. There are no weights in it."""
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def controller(desktop: Desktop) -> PyAutoGuiController:
    """The real mouse and keyboard of the virtual desktop."""
    return PyAutoGuiController()


@pytest.fixture
def events(desktop: Desktop, tmp_path: Path) -> Iterator[Callable[[], list[str]]]:
    """A window at 100, 100 that writes down what arrives; call it for the lines so far."""
    log = tmp_path / "events"
    argv = [sys.executable, str(SUPPORT / "event_window.py"), str(log)]
    process = desktop.launch(argv, env={"PYTHONPATH": str(ROOT)})
    waited_for(lambda: log.exists() and "ready" in log.read_text())
    yield lambda: lines_so_far(log)
    process.terminate()
    process.wait(AMPLE)
