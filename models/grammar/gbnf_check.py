"""Whether a text is a sentence of a GBNF grammar. Rules that lead back to themselves are refused,
so a grammar is a regular expression."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable

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


@functools.lru_cache(maxsize=16)
def pattern(grammar: str) -> str:
    """The grammar as a regular expression, for `fullmatch`.

    Raises:
        ValueError: the grammar cannot be read.
    """
    rules = parse(grammar)
    return _expression(rules["root"], rules)


def fitting(text: str, grammar: str) -> str | None:
    """The sentence of `grammar` that `text` is; None when it is none.

    JSON that is spaced in another way, or fenced as code, counts as what it says: it is given back
    in the form of the grammar.

    Raises:
        ValueError: the grammar cannot be read.
    """
    fits = _compiled(grammar)
    for one in (text, text.strip(), text.strip() + "\n", _plain_json(text)):
        if one is not None and fits(one):
            return one
    return None


@functools.lru_cache(maxsize=4)
def _compiled(grammar: str) -> Callable[[str], object]:
    return re.compile(pattern(grammar)).fullmatch


def _plain_json(text: str) -> str | None:
    """The JSON in an answer in the way that our grammars write it."""
    bare = re.sub(r"^```(?:json)?\s*|\s*```$", "", text.strip())
    try:
        return json.dumps(json.loads(bare), ensure_ascii=False)
    except ValueError:
        return None


def _expression(node: Node, rules: Rules) -> str:
    match node:
        case Literal(text):
            return re.escape(text)
        case Characters(text):
            return text.replace("[[", r"[\[")
        case Name(rule):
            return f"(?:{_expression(rules[rule], rules)})"
        case Sequence(parts):
            return "".join(_expression(part, rules) for part in parts)
        case OneOf(ways):
            return f"(?:{'|'.join(_expression(way, rules) for way in ways)})"
        case Repeated(part, least, most):
            many = f"{{{least},{'' if most is None else most}}}"
            return f"(?:{_expression(part, rules)}){many}"
