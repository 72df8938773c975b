"""A picture of the desktop and, at the very same state, its windows and widgets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agent.desktop import Desktop
from benchmarks.apps import atspi
from benchmarks.apps.atspi import Node
from training.apps.frames import Frame, frames
from vision.screen import MssScreen, Pixels

_REST = 0.35  # seconds without change
_PATIENCE = 5.0  # seconds until it must rest
_CARET = 300  # pixels that may change: a caret that blinks


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Windows from front to back; nodes as the programs tell them."""

    pixels: Pixels
    frames: tuple[Frame, ...]
    nodes: tuple[Node, ...]


class UnrestError(RuntimeError):
    """The screen or the widgets changed while they were read."""


def read(desktop: Desktop, screen: MssScreen) -> Scene:
    """The scene of a screen that rests. Raises UnrestError, or NoAccessError without AT-SPI."""
    before = atspi.nodes(desktop, details=True)
    windows = frames(desktop.display)
    pixels = screen.grab().pixels
    after = atspi.nodes(desktop, details=True)
    if _told(before) != _told(after):
        raise UnrestError("the widgets changed while they were read")
    if windows != frames(desktop.display):
        raise UnrestError("the windows changed while they were read")
    if differing(pixels, screen.grab().pixels) > _CARET:
        raise UnrestError("the picture changed while the widgets were read")
    return Scene(pixels, windows, after)


def rest(screen: MssScreen, patience: float = _PATIENCE) -> Pixels:
    """Wait until the picture stays the same. Raises UnrestError."""
    end = time.monotonic() + patience
    last, since = screen.grab().pixels, time.monotonic()
    while time.monotonic() - since < _REST:
        if time.monotonic() > end:
            raise UnrestError(f"the screen did not come to rest within {patience:.0f} s")
        time.sleep(0.1)
        now = screen.grab().pixels
        if differing(last, now) > _CARET:
            since = time.monotonic()
        last = now
    return last


def differing(one: Pixels, other: Pixels) -> int:
    """How many pixels of two pictures of the same size differ."""
    return int(np.count_nonzero((one != other).any(axis=2)))


def _told(nodes: Sequence[Node]) -> list[Any]:
    # Nodes hold the nodes around them: comparing them as they are would take for ever.
    return [(n.role, n.name, n.box, n.states, n.text, n.value, n.words, len(n.path)) for n in nodes]
