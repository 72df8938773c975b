"""Who steers: one page at a time. The others watch, and may stop a run."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

# A page that was not heard of for so many seconds is gone. Browsers let a page that nobody sees
# ask only once a minute.
SILENT = 150.0


class Control:
    """The page that has taken control keeps it until it is closed or silent."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._page = ""
        self._heard = 0.0

    def take(self, page: str) -> bool:
        """Take control for a page; False while another one has it. A page without a name, which
        cannot be told from others, never gets it."""
        with self._lock:
            if not page or self._other(page):
                return False
            self._page, self._heard = page, self._clock()
            return True

    def watches(self, page: str) -> bool:
        """Whether another page has control; that this one asks shows that it is still there."""
        with self._lock:
            if page and page == self._page:
                self._heard = self._clock()
            return self._other(page)

    def leave(self, page: str) -> None:
        """The page was closed."""
        with self._lock:
            if page == self._page:
                self._page = ""

    def _other(self, page: str) -> bool:
        return self._page not in ("", page) and self._clock() - self._heard <= SILENT
