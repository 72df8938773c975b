"""Frees a model that nobody has used for a while."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Rest:
    """Calls `free` some seconds after the last use. Its owner holds `lock` at every call here, and
    `free` is called while it is held."""

    def __init__(self, lock: threading.Condition, free: Callable[[], None]) -> None:
        self._lock, self._free = lock, free
        self._timer: threading.Timer | None = None

    def put_off(self) -> None:
        """The model is used: it is not freed until the next `begin`."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def begin(self, seconds: float) -> None:
        """The model rests: it is freed after so many seconds; 0: never."""
        self.put_off()
        if seconds:
            timer = threading.Timer(seconds, self._end)
            timer.daemon = True
            self._timer = timer
            timer.start()

    def _end(self) -> None:
        with self._lock:
            # Whoever has used the model since has put away this timer.
            if self._timer is threading.current_thread():
                self._timer = None
                self._free()
