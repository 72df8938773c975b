"""A GBNF grammar whose sentences are JSON, as a JSON schema: for servers that take only those."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from models.grammar.gbnf import (
    Characters,
    Literal,
    Name,
    Node,
    OneOf,
    Repeated,
    Rules,
    Sequence,
    parse,
)

Schema = dict[str, Any]
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None}


def schema(grammar: str) -> Schema | None:
    """The schema of the same JSON values; None when the grammar is not one of JSON.

    It says nothing of spaces and the like, and not all servers read patterns in it: replies must be
    checked with the grammar all the same.

    Raises:
        ValueError: the grammar cannot be read.
    """
    rules = parse(grammar)
    try:
        return _value(rules["root"], rules)
    except _NoJson:
        return None


class _NoJson(Exception):
    """The rule does not write JSON, or not in a way that is understood."""


def _value(node: Node, rules: Rules) -> Schema:
    """The schema of one whole JSON value."""
    node = _resolved(node, rules)
    if isinstance(node, OneOf):
        return _any_of([_value(way, rules) for way in node.ways])
    cursor = _Cursor(node, rules)
    result = cursor.value()
    if cursor.items:
        raise _NoJson
    return result


def _any_of(schemas: list[Schema]) -> Schema:
    if all(set(one) <= {"const"} for one in schemas):
        return {"enum": [one["const"] for one in schemas]}
    if all(set(one) <= {"const", "enum"} for one in schemas):
        return {"enum": [value for one in schemas for value in one.get("enum", [one.get("const")])]}
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _resolved(node: Node, rules: Rules) -> Node:
    while isinstance(node, Name):
        node = rules[node.rule]
    return node


class _Cursor:
    """Reads JSON from characters of literals and from nodes between them."""

    def __init__(self, node: Node, rules: Rules) -> None:
        self._rules = rules
        self.items: list[str | Node] = list(self._flat(node))

    def _flat(self, node: Node) -> Iterable[str | Node]:
        match node:
            case Literal(text):
                yield from text
            case Sequence(parts):
                for part in parts:
                    yield from self._flat(part)
            case Name() if isinstance(
                inner := _resolved(node, self._rules), Literal | Sequence | Repeated
            ):
                yield from self._flat(inner)
            case _:
                yield _resolved(node, self._rules)

    def _skip(self) -> None:
        while self.items and self.items[0] in (" ", "\n"):
            self.items.pop(0)

    def _take(self, sign: str) -> bool:
        """Whether `sign` stood next; then it is read."""
        self._skip()
        if self.items and self.items[0] == sign:
            self.items.pop(0)
            return True
        return False

    def _require(self, sign: str) -> None:
        if not self._take(sign):
            raise _NoJson

    def value(self) -> Schema:
        self._skip()
        if not self.items:
            raise _NoJson
        if isinstance(node := self.items[0], OneOf):
            self.items.pop(0)
            return _value(node, self._rules)
        if self._take("{"):
            return self._object()
        if self._take("["):
            return self._array()
        if self._take('"'):
            return self._string()
        return self._word()

    def _object(self) -> Schema:
        properties: dict[str, Schema] = {}
        while not self._take("}"):
            if properties:
                self._require(",")
            self._require('"')
            key = self._string()
            self._require(":")
            properties[str(key.get("const"))] = self.value()
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    def _array(self) -> Schema:
        """One value, and others of the same form behind commas."""
        first = self.value()
        least, most = 1, 1
        if self.items and isinstance(more := self.items[0], Repeated):
            self.items.pop(0)
            inner = _Cursor(more.part, self._rules)
            inner._require(",")
            if inner.value() != first or more.most is None:
                raise _NoJson
            least, most = 1 + more.least, 1 + more.most
        self._require("]")
        return {"type": "array", "items": first, "minItems": least, "maxItems": most}

    def _string(self) -> Schema:
        """Up to the closing quote: text as it is, or free characters."""
        if self.items and isinstance(free := self.items[0], Repeated):
            if not isinstance(one := _resolved(free.part, self._rules), Characters):
                raise _NoJson
            self.items.pop(0)
            self._require('"')
            most = "" if free.most is None else free.most
            return {"type": "string", "pattern": f"^{one.text}{{{free.least},{most}}}$"}
        written = ""
        while self.items and self.items[0] != '"':
            sign = self.items.pop(0)
            if not isinstance(sign, str):
                raise _NoJson
            written += sign
            if sign == "\\" and self.items:
                written += str(self.items.pop(0))
        self._require('"')
        try:
            return {"const": json.loads(f'"{written}"')}
        except ValueError:
            raise _NoJson from None

    def _word(self) -> Schema:
        ahead = "".join(one if isinstance(one, str) else "\0" for one in self.items)
        found = re.match(r"[a-z]+", ahead)
        if found is None or found[0] not in _WORDS:
            raise _NoJson
        del self.items[: len(found[0])]
        return {"const": _WORDS[found[0]]}
