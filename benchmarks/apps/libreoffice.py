"""LibreOffice in an episode: a quiet start, its windows, its true widgets, saving."""

from __future__ import annotations

import contextlib
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import atspi
from benchmarks.apps.base import Episode, episode
from benchmarks.apps.odf import OdfError
from benchmarks.apps.person import Person
from benchmarks.apps.places import WHOLE, arrange
from benchmarks.episodes.scene import Score, scored
from benchmarks.episodes.waiting import wait_until
from vision.capture.windows import Window
from vision.core.elements import Element
from vision.core.geometry import Box

# No tip of the day, no choice of a template, no bar about what is new.
_QUIET = (
    ("Office.Common/Misc", "ShowTipOfTheDay"),
    ("Office.Impress/Misc/NewDoc", "AutoPilot"),
    ("Office.UI.Infobar/Enabled", "Donate"),
    ("Office.UI.Infobar/Enabled", "GetInvolved"),
    ("Office.UI.Infobar/Enabled", "WhatsNew"),
)
_SETTINGS = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
    + "".join(
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        "<value>false</value></prop></item>"
        for path, name in _QUIET
    )
    + "</oor:items>"
)


class OfficeEpisode(Episode):
    """An episode that knows where LibreOffice's widgets really are."""

    __slots__ = ()

    def truth(self) -> tuple[Element, ...]:
        return atspi.elements(placed(self.nodes()))


@contextlib.contextmanager
def fresh_episode(desktop: Desktop) -> Iterator[OfficeEpisode]:
    """An episode in which LibreOffice and Chromium have new profiles, also when the agent opens
    them itself: it gives them profiles in the desktop's folder, so these are the ones."""
    profiles = [desktop.folder / "libreoffice", desktop.folder / "chromium"]
    for profile in profiles:
        shutil.rmtree(profile, ignore_errors=True)
    settings = profiles[0] / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(_SETTINGS, encoding="utf-8")
    try:
        with episode(desktop) as stage:
            yield OfficeEpisode(stage.desktop, stage.home, stage.started)
    finally:
        for profile in profiles:
            shutil.rmtree(profile, ignore_errors=True)


def start(stage: Episode, part: str, file: Path | None = None, box: Box = WHOLE) -> Window:
    """Start a part of LibreOffice ("Writer", "Calc", "Impress") with a new document or a file, in
    a part of the screen. Raises TimeoutError."""
    title = f"{file.name if file is not None else 'Untitled 1'} - LibreOffice {part}"
    window = stage.start(command(stage, part, file), title=title)
    wait_until_ready(stage)
    if box != WHOLE:
        arrange(stage, window, box)
    return window


def command(stage: Episode, part: str, file: Path | None = None) -> list[str]:
    """The words that start a part of LibreOffice quietly, with the profile of this desktop."""
    return [
        *("libreoffice", "--norestore", "--nologo"),
        f"-env:UserInstallation=file://{stage.desktop.folder}/libreoffice",
        f"--{part.casefold()}",
        *([str(file)] if file is not None else []),
    ]


def wait_until_ready(stage: Episode) -> None:
    """Wait until LibreOffice takes keys: for a while after its window came they are lost."""
    wait_until(
        lambda: any(n.program == "soffice" and "focused" in n.states for n in stage.nodes()),
        "LibreOffice did not get the focus",
        20,
    )


def placed(nodes: Sequence[atspi.Node]) -> tuple[atspi.Node, ...]:
    """The widgets with LibreOffice's put right: it forgets the height of its menu bar for all that
    stands below, and tells the menus a second time there."""
    heights = {
        node.window: node.box.height
        for node in nodes
        if node.role == "menu bar" and node.box and "root pane" not in _roles(node)
    }
    made = []
    for node in nodes:
        roles = _roles(node)
        if node.program != "soffice" or "root pane" not in roles:
            made.append(node)
        elif "menu bar" not in roles and node.role != "menu bar":
            made.append(replace(node, box=_lower(node.box, heights.get(node.window, 0))))
    return tuple(made)


def _lower(box: Box | None, pixels: int) -> Box | None:
    return box and box.moved(0, pixels)


def _roles(node: atspi.Node) -> set[str]:
    return {around.role for around in node.path}


def judged(wrong: Callable[[], str]) -> Callable[[], Score]:
    """A score from what is wrong with a document, in words; one that cannot be read is wrong."""

    def score() -> Score:
        try:
            return scored(wrong())
        except OdfError as problem:
            return scored(str(problem))

    return score


def save_as(person: Person, path: Path) -> None:
    """Save a new document under a path, as a person would."""
    person.press_for_window("ctrl+s", "Save")
    person.press("ctrl+a")
    person.type(str(path))
    person.press("enter")
    wait_until(lambda: zipfile.is_zipfile(path), f"{path.name} was not saved")


def save(person: Person, path: Path) -> None:
    """Save an opened document once more."""
    before = path.stat().st_mtime_ns
    person.press("ctrl+s")
    wait_until(
        lambda: path.stat().st_mtime_ns != before and zipfile.is_zipfile(path),
        f"{path.name} was not saved again",
    )
