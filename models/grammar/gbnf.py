"""Reads a GBNF grammar: for servers that cannot take one, and to check what they answered.

It knows what Deskhand's grammars use: literals, character classes, names of rules, groups,
alternatives, and the repetitions ?, *, + and {m,n}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_TOKEN = re.compile(
    r'\s+|#[^\n]*|(?P<rule>[A-Za-z][\w-]*)\s*::=|(?P<literal>"(?:[^"\\]|\\.)*")'
    r"|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<name>[A-Za-z][\w-]*)"
    r"|(?P<sign>[()|]|[?*+]|\{\d+(?:,\d*)?\})",
    re.DOTALL,
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class Literal:
    text: str


@dataclass(frozen=True, slots=True)
class Characters:
    """One character of a class; `text` is the class as written, which Python's `re` reads too."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    rule: str


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    ways: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """`most` is None where there is no limit."""

    part: Node
    least: int
    most: int | None


Node = Literal | Characters | Name | Sequence | OneOf | Repeated
Rules = Mapping[str, Node]


def parse(grammar: str) -> Rules:
    """The rules of a grammar by their names.

    Raises:
        ValueError: it cannot be read, or a rule is missing or leads back to itself.
    """
    tokens: dict[str, list[tuple[str, str]]] = {}
    place, current = 0, ""
    while place < len(grammar):
        found = _TOKEN.match(grammar, place)
        if found is None:
            raise ValueError(f"this is no GBNF: {grammar[place : place + 40]!r}")
        place = found.end()
        if found["rule"]:
            current = found["rule"]
            tokens[current] = []
        elif found.lastgroup:
            tokens.setdefault(current, []).append((found.lastgroup, found[found.lastgroup]))
    rules = {name: _Reader(name, those).rule() for name, those in tokens.items()}
    _require_sound("root", rules, ())
    return rules


class _Reader:
    """Reads the tokens of one rule from left to right."""

    def __init__(self, name: str, tokens: list[tuple[str, str]]) -> None:
        self._name, self._tokens, self._place = name, tokens, 0

    def rule(self) -> Node:
        node = self._alternatives()
        if self._place < len(self._tokens):
            raise ValueError(f"the rule {self._name} does not end")
        return node

    def _next(self) -> tuple[str, str] | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _alternatives(self) -> Node:
        ways = [self._sequence()]
        while self._next() == ("sign", "|"):
            self._place += 1
            ways.append(self._sequence())
        return ways[0] if len(ways) == 1 else OneOf(tuple(ways))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while (token := self._next()) is not None and token not in (("sign", "|"), ("sign", ")")):
            self._place += 1
            kind, text = token
            if kind == "sign" and text != "(":
                if not parts:
                    raise ValueError(f"nothing stands before {text} in the rule {self._name}")
                parts[-1] = Repeated(parts[-1], *_limits(text))
            else:
                parts.append(self._part(kind, text))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _part(self, kind: str, text: str) -> Node:
        if kind == "literal":
            return Literal(_unescaped(text[1:-1]))
        if kind == "set":
            return Characters(text)
        if kind == "name":
            return Name(text)
        inner = self._alternatives()
        if self._next() != ("sign", ")"):
            raise ValueError(f"a bracket of the rule {self._name} is not closed")
        self._place += 1
        return inner


def _limits(sign: str) -> tuple[int, int | None]:
    plain: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}
    if sign in plain:
        return plain[sign]
    least, comma, most = sign[1:-1].partition(",")
    return int(least), (int(most) if most else None) if comma else int(least)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text, flags=re.DOTALL)


def _require_sound(name: str, rules: Rules, above: tuple[str, ...]) -> None:
    if name not in rules:
        raise ValueError(f"the rule {name} is missing")
    if name in above:
        raise ValueError(f"the rule {name} leads back to itself")
    for each in _names_in(rules[name]):
        _require_sound(each, rules, (*above, name))


def _names_in(node: Node) -> set[str]:
    match node:
        case Name(rule):
            return {rule}
        case Sequence(parts) | OneOf(parts):
            return set().union(*map(_names_in, parts))
        case Repeated(part):
            return _names_in(part)
    return set()
