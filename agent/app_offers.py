"""Which applications may be opened as one of the next actions."""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions import OpenApp
from agent.apps.application import Application
from agent.literals import alike, mentions, normal
from agent.memory import Memory
from agent.outline import Outline
from vision.elements import ElementMap, one_line


def to_open(
    installed: Sequence[Application],
    needed: Sequence[Application],
    outline: Outline,
    map_: ElementMap,
    memory: Memory,
) -> dict[str, Application]:
    """Applications that the rest of the task names and that have no window yet; all of them when
    the desktop is empty, nothing was done yet and none is named; and those that are needed."""
    text = outline.remaining
    open_now = {normal(window.application) for window in map_.windows}
    closed = [a for a in installed if not _is_open(a, open_now)]
    named = [a for a in closed if mentions(text, a.name) or mentions(text, a.id.split(".")[-1])]
    # A window that went away is no reason to open just any program.
    begins = not memory.deeds and all(window.popup for window in map_.windows)
    wanted = named or (closed if begins else [])
    free = (a for a in (*wanted, *needed) if not memory.is_blocked(OpenApp(a.name), map_))
    # The names come from files of others, like text on the screen.
    return {name: a for a in free if (name := one_line(a.name))}


def _is_open(application: Application, open_now: set[str]) -> bool:
    names = {normal(application.name), normal(application.id.split(".")[-1])}
    return any(alike(name, window, 0.9) for name in names for window in open_now)
