"""Errors of runs. People read message and hint; the model reads ActionFailed as an effect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from models.runtime.errors import ModelError


class AgentError(Exception):
    """Something a person must know or mend. `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message} {self.hint}".strip()


@contextmanager
def of_models() -> Iterator[None]:
    """Raise what is raised as a ModelError as an AgentError, in the same words."""
    try:
        yield
    except ModelError as error:
        raise AgentError(error.args[0], error.hint) from error


class DisplayError(AgentError):
    """There is no usable display (none at all, Wayland, no permission)."""


class ActionFailed(AgentError):
    """An action could not be carried out; the run goes on and the model is told."""


class Stopped(Exception):
    """The person stopped the run. `by` says how, in plain words."""

    def __init__(self, by: str = "you") -> None:
        super().__init__(f"stopped by {by}")
        self.by = by
