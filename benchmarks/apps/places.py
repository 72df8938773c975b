"""Parts of the screen, and windows put into them."""

from __future__ import annotations

import subprocess
import time

from benchmarks.apps.base import Episode
from benchmarks.episodes.programs import variables
from vision.capture.windows import Window
from vision.core.geometry import Box

WHOLE = Box(0, 0, 1280, 800)
LEFT, RIGHT = Box(0, 0, 640, 800), Box(640, 0, 1280, 800)
UPPER_RIGHT = Box(640, 0, 1280, 380)

_FRAME = (2, 30)  # pixels of the window manager's frame, both sides together


def arrange(stage: Episode, window: Window, box: Box) -> None:
    """Put a window, with its frame, into a part of the screen."""
    # Gravity 1: the place is that of the frame's corner, whatever the program would have it be.
    place = f"1,{box.left},{box.top},{box.width - _FRAME[0]},{box.height - _FRAME[1]}"
    for change in (["-b", "remove,maximized_vert,maximized_horz"], ["-e", place]):
        subprocess.run(
            ["wmctrl", "-i", "-r", str(window.handle), *change],
            check=True,
            env=variables(stage.desktop),
        )
    time.sleep(0.3)
