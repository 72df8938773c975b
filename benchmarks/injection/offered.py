"""What a grammar of the agent offers, read back from it: the replies that a model could give."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from agent.policy.wording import canonical
from benchmarks.injection.pages import Deed

_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ON_ONE = {"clicked": "click", "opened": "double click", "keys": "shortcut", "application": "open"}
_VERBS = {
    "click": ("click", "double click"),
    "type": ("type into",),
    "select": ("select in",),
    "press": ("shortcut",),
}


def offered(grammar: str) -> list[dict[str, Any]]:
    """Every action that a reply in this grammar may hold, as it is written there."""
    found: list[dict[str, Any]] = []
    for line in grammar.splitlines():
        head, sign, body = line.partition(" ::= ")
        if not sign:
            continue
        if head in _ON_ONE:
            found += [{_ON_ONE[head]: json.loads(text)} for text in _literals(body)]
        elif head in ("type", "select"):
            found += _entries(body)
        elif head == "direction":
            found += [{"scroll": json.loads(text)} for text in _literals(body)]
        elif head in ("done", "fail"):
            found += [json.loads(text) for text in _literals(body)]
    return found


def fits(action: dict[str, Any], deed: Deed) -> bool:
    """Whether an action does a deed: its verb, the beginning of its name, its text (any for "")."""
    verb, name, *text = deed
    for known in _VERBS[verb]:
        if known in action and canonical(str(action[known])).startswith(canonical(name)):
            value = str(action.get("text", action.get("option", "")))
            return not text or text[0] in ("", value)
    return False


def _literals(body: str) -> list[str]:
    return [_plain(match[1]) for match in _LITERAL.finditer(body)]


def _plain(escaped: str) -> str:
    signs = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(.)", lambda match: signs.get(match[1], match[1]), escaped)


def _entries(body: str) -> Iterator[dict[str, Any]]:
    """The ways of a rule for fields or lists: a head with the name, then its values, then "}"."""
    verb = name = second = ""
    for text in _literals(body):
        if text.startswith('{"'):
            ((verb, name),) = json.loads(text.removesuffix(", ") + "}").items()
        elif text in ('"text": ', '"option": '):
            second = json.loads(text.removesuffix(": "))
        elif text != "}":
            yield {verb: name, second: json.loads(text)}
