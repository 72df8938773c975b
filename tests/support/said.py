"""Commands of deskhand in this process: what they say, and how they end."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pytest

from commands.main import main


@dataclass(frozen=True)
class Said:
    """The exit code, and output and messages in one line without boxes."""

    code: int
    text: str


class Models:
    """`deskhand models`; `answer` is what the person types."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys, self._patch = capsys, patch

    def __call__(self, *words: str, answer: str = "") -> Said:
        self._patch.setattr("sys.stdin", io.StringIO(answer))
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main(["models", *words])
        output, messages = self._capsys.readouterr()
        text = " ".join(f"{output} {messages}".replace("│", " ").split())
        code = end.value.code
        return Said(code if isinstance(code, int) else 0, text)
