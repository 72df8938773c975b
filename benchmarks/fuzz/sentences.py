"""Sentences of a GBNF grammar, drawn at random: an independent reading of what it allows.

Knows what our grammars use: literals, character classes, rule names, groups, alternatives, and the
repetitions ?, *, + and {m,n}.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

_TOKEN = re.compile(
    r'\s+|#[^\n]*|(?P<rule>[A-Za-z][\w-]*)\s*::=|(?P<literal>"(?:[^"\\]|\\.)*")'
    r"|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<name>[A-Za-z][\w-]*)|(?P<sign>[()|?*+]|\{\d+,\d+\})",
    re.DOTALL,
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_EXOTIC = "aZ 0.,;:é€ü漢🙂'`{}[]()|?*+#/\u2028\u200d"


@dataclass
class Sentences:
    """Draws sentences of the grammar `text`. Raises ValueError when it cannot be read."""

    text: str

    def __post_init__(self) -> None:
        self.rules: dict[str, list[tuple[str, str]]] = {}
        place, current = 0, ""
        while place < len(self.text):
            match = _TOKEN.match(self.text, place)
            if match is None:
                raise ValueError(f"no GBNF: {self.text[place : place + 40]!r}")
            place = match.end()
            if match["rule"]:
                current = match["rule"]
                self.rules[current] = []
            elif match.lastgroup:
                self.rules[current].append((match.lastgroup, match[match.lastgroup]))

    def draw(self, source: random.Random, rule: str = "root") -> str:
        """A sentence of the grammar, or what one of its rules allows."""
        return self._rule(rule, source)

    def _rule(self, name: str, source: random.Random) -> str:
        tree, rest = _alternatives(self.rules[name])
        if rest:
            raise ValueError(f"{name} does not end: {rest}")
        return self._said(tree, source)

    def _said(self, tree: Any, source: random.Random) -> str:
        match tree:
            case ("or", branches):
                return self._said(source.choice(branches), source)
            case ("and", parts):
                return "".join(self._said(part, source) for part in parts)
            case ("times", part, low, high):
                # Short sentences mostly, the longest sometimes.
                count = source.choice([low, min(low + 1, high), min(low + 3, high), high])
                return "".join(self._said(part, source) for _ in range(count))
            case ("literal", text):
                return unescaped(text[1:-1])
            case ("set", text):
                return source.choice(_members(text))
            case ("name", name):
                return self._rule(str(name), source)
        raise ValueError(f"unknown: {tree}")


def _alternatives(tokens: list[tuple[str, str]]) -> tuple[Any, list[tuple[str, str]]]:
    branches, rest = [], tokens
    while True:
        branch, rest = _sequence(rest)
        branches.append(branch)
        if not rest or rest[0] != ("sign", "|"):
            return ("or", branches), rest
        rest = rest[1:]


def _sequence(tokens: list[tuple[str, str]]) -> tuple[Any, list[tuple[str, str]]]:
    parts: list[Any] = []
    while tokens and tokens[0] not in (("sign", "|"), ("sign", ")")):
        (kind, text), tokens = tokens[0], tokens[1:]
        if text == "(" and kind == "sign":
            inner, tokens = _alternatives(tokens)
            parts.append(inner)
            tokens = tokens[1:]
        elif kind == "sign":
            low, high = {"?": (0, 1), "*": (0, 4), "+": (1, 4)}.get(text) or map(
                int, text[1:-1].split(",")
            )
            parts[-1] = ("times", parts[-1], low, high)
        else:
            parts.append((kind, text))
    return ("and", parts), tokens


def unescaped(text: str) -> str:
    """What a literal stands for."""
    return re.sub(
        r"\\(?:x([0-9A-F]{2})|(.))",
        lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPES.get(m[2], m[2]),
        text,
        flags=re.DOTALL,
    )


def _members(text: str) -> list[str]:
    """Some characters that a class allows; Python reads our classes as llama.cpp does."""
    pattern = re.compile(text)
    return [c for c in map(chr, range(128)) if pattern.match(c)] + [
        c for c in _EXOTIC if pattern.match(c)
    ]
