"""Which windows belong to which application: by their class, else by the end of their title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from agent.apps.application import Application
from agent.apps.categories import kind_of
from agent.task.literals import alike
from vision.capture.windows import Window

_EDITOR = "text editor"


def belongs(window: Window, application: Application) -> bool:
    """Whether a window is one of the application's own. A menu or list is nobody's."""
    if window.popup:
        return False
    if window.application:
        return _same_class(window.application, application)
    return bool(window.title) and window.title.casefold().endswith(application.name.casefold())


def _same_class(name: str, application: Application) -> bool:
    if application.window_class:
        return name.casefold() == application.window_class.casefold()
    names = {application.id, application.id.split(".")[-1], application.name}
    if application.command:
        names.add(Path(application.command[0]).name)
    return any(alike(name, own, 0.9) for own in names if own)


def windows_of(application: Application, windows: Sequence[Window]) -> list[Window]:
    """The windows of an application, front to back."""
    return [window for window in windows if belongs(window, application)]


def running(applications: Sequence[Application], windows: Sequence[Window]) -> list[Application]:
    """Those that have a window, in the order of their windows, front to back."""
    found = dict.fromkeys(a for window in windows for a in applications if belongs(window, a))
    return list(found)


def editors_told(
    windows: Callable[[], tuple[Window, ...]], installed: Sequence[Application]
) -> Callable[[], tuple[Window, ...]]:
    """The same windows, with those of text editors told to be that: rows of a list and lines of a
    text look alike."""
    editors = [a for a in installed if (kind := kind_of(a)) and kind.name == _EDITOR]

    def told() -> tuple[Window, ...]:
        return tuple(
            replace(window, editor=any(belongs(window, one) for one in editors))
            for window in windows()
        )

    return told
