"""Errors about models, for people: what happened, to what, and what to do."""

from __future__ import annotations


class ModelError(Exception):
    """A model cannot be used. `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message} {self.hint}".strip()


class OutOfMemory(ModelError):
    """A model does not fit into the memory that is free."""


class UnfitReply(ModelError):
    """A server's model answered nothing that fits the grammar, although it was asked again."""
