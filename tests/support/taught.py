"""A model of a script that was taught to choose: its lines have a share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from models.runtime.llm import Choices, Completion, Message
from models.runtime.scripted import ScriptedModel


class TaughtModel(ScriptedModel):
    """Chooses these lines in order, each with its share."""

    def __init__(self, *chosen: tuple[str, float]) -> None:
        super().__init__([line for line, _ in chosen])
        self._shares = [share for _, share in chosen]

    def complete(
        self, messages: Sequence[Message], *, choices: Choices | None = None, **given: Any
    ) -> Completion:
        said = super().complete(messages, choices=choices, **given)
        return replace(said, share=self._shares.pop(0)) if choices is not None else said
