"""Grammars as files (GBNF), read by name."""

from __future__ import annotations

from importlib.resources import files


def read(name: str) -> str:
    """The text of `grammars/<name>.gbnf`. Raises FileNotFoundError."""
    return files(__name__).joinpath(f"{name}.gbnf").read_text(encoding="utf-8")
