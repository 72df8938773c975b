"""Waiting for something that another program does."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_until(
    condition: Callable[[], object], otherwise: str, seconds: float = 10.0, pause: float = 0.05
) -> None:
    """Wait until something is so. Raises TimeoutError, which says `otherwise`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{otherwise} within {seconds:.0f} s")
        time.sleep(pause)
