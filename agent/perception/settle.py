"""Waiting until the screen has come to rest."""

from __future__ import annotations

import time
from collections.abc import Callable

from agent.control.stop import StopSwitch
from vision.capture.change_detection import changed_boxes, same_place
from vision.capture.screen import Screenshot

_INTERVAL = 0.08
_CALM = 0.24
_LONGEST = 6.0


def settle(
    grab: Callable[[], Screenshot],
    stop: StopSwitch,
    *,
    before: Screenshot | None = None,
    patience: float = 0.0,
    longest: float = _LONGEST,
) -> Screenshot:
    """Grab until the picture has not changed for a quarter of a second; returns the last grab.

    A blinking caret does not count as a change. With `before`, waits up to `patience` seconds for a
    first change against it. Gives up after `longest` seconds: an animation never rests.
    """
    start = time.monotonic()
    last = grab()
    calm_since = time.monotonic()
    while (now := time.monotonic()) - start < longest:
        waiting = before is not None and now - start < patience and not differs(before, last)
        if now - calm_since >= _CALM and not waiting:
            break
        stop.sleep(_INTERVAL)
        shot = grab()
        if differs(last, shot):
            calm_since = time.monotonic()
        last = shot
    return last


def differs(a: Screenshot, b: Screenshot) -> bool:
    return not same_place(a, b) or bool(changed_boxes(a, b))
