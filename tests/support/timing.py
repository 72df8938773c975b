"""Limits of time in tests.

Whatever else a machine is doing can hold up one test for a second. So a limit that was missed is
tried again, twice at most (pytest-rerunfailures, in pyproject.toml); a program that is really too
slow misses it three times. Nothing but a missed limit is tried again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
# Far more than anything takes: for waits that end as soon as what they wait for is there.
AMPLE = 60.0


class TooLate(AssertionError):
    """Something came, but not within its limit."""


def within(seconds: float, limit: float) -> None:
    """Fail when something that must take less than `limit` seconds took longer."""
    if seconds >= limit:
        raise TooLate(f"it took {seconds:.2f} s; the limit is {limit} s")


def waited_for(what: Callable[[], T | None], seconds: float = AMPLE) -> T:
    """What `what()` gives as soon as it is true; AssertionError when it does not come true."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
    return found
