"""What the person says while a run goes on: words that go before the rest of the task."""

from __future__ import annotations

import threading

from agent.errors import AgentError
from agent.secrets.placeholders import names_in
from agent.task.task_text import readable_task

LONGEST = 1000
"""Characters."""


class Sayings:
    """Given by any thread, taken by the thread of the run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._given: list[str] = []

    def give(self, text: str) -> None:
        """Have the run heed these words before its next action.

        Raises:
            AgentError: nothing is said, it is too long, no text, or names a secret.
        """
        if not text.strip():
            raise AgentError("The text is empty.", "Write in a few words what to do differently.")
        if len(text) > LONGEST:
            raise AgentError(
                f"The text is longer than {LONGEST} characters.",
                "Stop the run, and start a new task with this text.",
            )
        if names_in(text):
            # Whether the keyring has it was asked at the beginning, for those of the task.
            raise AgentError(
                "A secret can be used only in the task itself.",
                "Stop the run, and start a task that uses the secret.",
            )
        with self._lock:
            self._given.append(readable_task(text).strip())

    @property
    def waiting(self) -> bool:
        return bool(self._given)

    def take(self) -> list[str]:
        """What was said since the last call, oldest first."""
        with self._lock:
            given, self._given = self._given, []
        return given
