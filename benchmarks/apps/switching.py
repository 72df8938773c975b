"""Going from one application to another, as a person does it."""

from __future__ import annotations

import time
from pathlib import Path

from agent.apps import applications
from benchmarks.apps.base import active, new_window
from benchmarks.apps.person import Person
from benchmarks.episodes.waiting import wait_until
from vision.capture.windows import Window, activate, list_windows

_REST = 0.6  # seconds in which a new window comes to rest


def front(window: Window) -> None:
    """Bring a window to the front. Raises TimeoutError when it does not get the focus."""
    wait_until(lambda: activate(window), f"{window.title} did not come to the front")
    time.sleep(0.2)


def open_application(person: Person, name: str, title: str) -> Window:
    """Open an installed application by its name; `title` is in its window's title, which has the
    focus then. Raises TimeoutError."""
    before = {window.handle for window in list_windows()}
    application = applications.find(name)[0]
    applications.launch(application, person.episode.desktop.environment())
    window = new_window(before, title)
    wait_until(lambda: active() == window.handle, f"{title} did not get the focus")
    time.sleep(_REST)
    return window


def save_text_as(person: Person, path: Path) -> None:
    """Save a new text of mousepad under a path."""
    person.press_for_window("ctrl+s", "Save")
    person.press("ctrl+a")
    person.type(str(path))
    person.press("enter")
    wait_until(path.is_file, f"{path.name} was not saved")


def type_path(person: Person, path: Path) -> None:
    """Type a path into a dialog that opens files. Its field shows when asked for; one that opens at
    the first sign typed may lose the next."""
    person.press("ctrl+l", "ctrl+a")
    person.type(str(path))
