"""A stop that is pressed at the first piece of a reply."""

from __future__ import annotations

import threading
import time

LONG = "root ::= [a-z ]{800,}"
"""A grammar of replies that no model ends while a test looks."""


class StopAtFirstPiece:
    """Given as `on_token`; `at` is when it pressed `stop`, in seconds of the monotonic clock."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.at = 0.0

    def __call__(self, piece: str) -> None:
        self.at = self.at or time.monotonic()
        self.stop.set()
