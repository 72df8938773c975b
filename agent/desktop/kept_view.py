"""What the panel's runs see and use: the last choice, and what there is to choose from now."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.desktop.view import View
from models.files.paths import data_folder
from models.files.whole_file import write_whole
from vision.capture.screen import Monitor
from vision.capture.windows import Window
from vision.core.geometry import overlap_area

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Chosen:
    """A desktop, and what of it."""

    virtual: bool = False
    view: View = field(default_factory=View)

    def text(self) -> str:
        """As one line of JSON; `chosen_of` reads it."""
        view = self.view
        return json.dumps([self.virtual, view.monitor, view.handle, view.title])


def chosen_of(text: str) -> Chosen:
    """Raises ValueError for anything but what `Chosen.text` gives."""
    data = json.loads(text)
    match data:
        case [bool(virtual), int(monitor), int(handle), str(title)]:
            return Chosen(virtual, View(monitor, title, handle))
    raise ValueError(f"this is no choice: {text!r}")


def read_chosen() -> Chosen:
    """The last choice; the usual one when none was kept, or what was kept is damaged."""
    try:
        return chosen_of(_file().read_text("utf-8"))
    except (OSError, ValueError):
        return Chosen()


def keep_chosen(chosen: Chosen) -> None:
    """Remember a choice; of a window its title, since its number is another one next time.

    Raises:
        OSError: it cannot be written.
    """
    view = chosen.view
    kept = Chosen(chosen.virtual, View(view.monitor, view.title))
    # A title may say what nobody else on this machine need know.
    write_whole(_file(), kept.text())


def offered(
    virtual: bool, monitors: Sequence[Monitor], windows: Sequence[Window]
) -> list[tuple[str, Chosen]]:
    """What can be chosen on a desktop, each with its words: all of it, each of several monitors,
    each window, front to back."""
    whole = "Virtual desktop" if virtual else "My screen"
    found = [(whole, Chosen(virtual))]
    for monitor in monitors if len(monitors) > 1 else ():
        size = f"{monitor.box.width} × {monitor.box.height}"
        found.append((f"Monitor {monitor.index} ({size})", Chosen(virtual, View(monitor.index))))
    for window in windows:
        seen = any(overlap_area(window.box, monitor.box) for monitor in monitors)
        if window.title.strip() and not window.popup and seen:
            view = View(title=window.title, handle=window.handle)
            found.append((f"Window “{_short(window.title)}”", Chosen(virtual, view)))
    return found


def in_words(chosen: Chosen) -> str:
    """A choice that is not offered now."""
    view = chosen.view
    if view.one_window:
        return f"Window “{_short(view.title)}” (not available now)"
    if view.monitor:
        return f"Monitor {view.monitor} (not available now)"
    return "Virtual desktop" if chosen.virtual else "My screen"


def _short(title: str) -> str:
    line = " ".join(title.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _file() -> Path:
    return data_folder() / "view.json"
