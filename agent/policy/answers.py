"""Where the answers to questions come from: a mailbox that the panel fills, a terminal, nobody."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from agent.control.stop import StopSwitch
from agent.events import Answer, Asking

_POLL = 0.05


class Asker(Protocol):
    """Gets a person's answer."""

    def __call__(self, question: Asking, stop: StopSwitch) -> Answer | None:
        """The answer, or None when none came within the question's seconds.

        Raises:
            Stopped: the run was stopped meanwhile.
        """
        ...


class Mailbox:
    """Answers that another thread gives, each to the question with its number."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._open: int | None = None
        self._answer: Answer | None = None

    def give(self, number: int, answer: Answer) -> bool:
        """Answer a question. False when that one is not open (any more): a late or doubled press
        must not answer another question."""
        with self._lock:
            if self._open != number or self._answer is not None:
                return False
            self._answer = answer
            return True

    def __call__(self, question: Asking, stop: StopSwitch) -> Answer | None:
        end = self._clock() + question.seconds
        with self._lock:
            self._open, self._answer = question.number, None
        try:
            while self._answer is None and self._clock() < end:
                stop.sleep(_POLL)
        finally:
            with self._lock:
                answer, self._open = self._answer, None
        return answer
