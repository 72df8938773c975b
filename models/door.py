"""The one door to other machines: open only in the thread that fetches, and only while it does.

What keeps everything else inside stands in agent/guard.py; here is only the door itself.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_here = threading.local()


@contextmanager
def opened() -> Iterator[None]:
    """While it lasts, this thread may connect to other machines."""
    _here.depth = getattr(_here, "depth", 0) + 1
    try:
        yield
    finally:
        _here.depth -= 1


def is_open() -> bool:
    """Whether the thread that asks may connect to other machines now."""
    return getattr(_here, "depth", 0) > 0
