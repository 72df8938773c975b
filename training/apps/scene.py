"""A picture of the desktop and, at the very same state, its windows and widgets."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import atspi
from benchmarks.apps.atspi import Node
from training.apps.frames import Frame, frames
from vision.capture.screen import MssScreen, Pixels

_REST = 0.35  # seconds without change
_PATIENCE = 5.0  # seconds until it must rest
_CARET = 500  # pixels that may change: a caret that blinks, a small picture that turns


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Windows from front to back; nodes as the programs tell them."""

    pixels: Pixels
    frames: tuple[Frame, ...]
    nodes: tuple[Node, ...]


class UnrestError(RuntimeError):
    """The screen or the widgets changed while they were read."""


def read(desktop: Desktop, screen: MssScreen) -> Scene:
    """The scene of a screen that rests: picture and windows are the same before and after the
    widgets are read, which takes most of the time.

    Raises:
        UnrestError: they are not.
        benchmarks.apps.atspi.NoAccessError: AT-SPI does not work here.
    """
    windows = frames(desktop.display)
    pixels = screen.grab().pixels
    nodes = atspi.nodes(desktop, details=True)
    if differing(pixels, screen.grab().pixels) > _CARET:
        raise UnrestError("the picture changed while the widgets were read")
    if windows != frames(desktop.display):
        raise UnrestError("the windows changed while the widgets were read")
    return Scene(pixels, windows, nodes)


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
