"""The few pieces of GBNF that are built by program. Escaping happens here and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Iterable


def literal(text: str) -> str:
    """A GBNF literal that matches exactly `text`."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    # llama.cpp reads grammars up to the first zero.
    return '"' + escaped.replace("\0", "\\x00") + '"'


def json_string(text: str) -> str:
    """A GBNF literal that matches `text` as a JSON string, with its quotes."""
    return literal(json.dumps(text, ensure_ascii=False))


def one_of(texts: Iterable[str]) -> str:
    """Alternatives of JSON strings."""
    return " | ".join(json_string(text) for text in texts)
