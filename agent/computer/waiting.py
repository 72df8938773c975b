"""Waiting: for a time, for a text to appear, or for any change."""

from __future__ import annotations

import time
from collections.abc import Callable

from agent.actions import Wait
from agent.control.stop import StopSwitch
from agent.perception.settle import differs
from agent.task.literals import alike, mentions
from vision.capture.screen import Screen, Screenshot
from vision.core.elements import ElementMap

CHANGE = "change"
"""What a wait is for that ends with any change."""
LONGEST = 30.0
"""Seconds that something is waited for at most."""
_EVERY = 1.0


def wait(
    action: Wait, seen: ElementMap, screen: Screen, look: Callable[[], ElementMap], stop: StopSwitch
) -> None:
    """Wait as the action says. What was waited for may not have come: see the effect.

    Raises:
        Stopped: the person stopped the run.
    """
    if not action.until:
        stop.sleep(action.seconds)
        return
    end = time.monotonic() + LONGEST
    read: Screenshot = seen.screenshot
    if action.until != CHANGE and shows(action.until, seen):
        return
    while time.monotonic() < end:
        # Reading takes longer than comparing: only what changed is read anew.
        shot = screen.grab()
        if differs(read, shot):
            if action.until == CHANGE:
                return
            map_ = look()
            if shows(action.until, map_):
                return
            read = map_.screenshot
        stop.sleep(_EVERY)


def shows(text: str, map_: ElementMap) -> bool:
    """Whether a text like this is on the screen."""
    shown = (part for e in map_.elements for part in (e.text, e.state.value, e.group) if part)
    return any(mentions(one, text) or alike(one, text) for one in shown)
