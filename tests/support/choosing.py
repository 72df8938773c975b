"""A model that takes certain suggestions, and else does as it is told."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from agent.deciding.reply import NONE_OF_THESE
from models.runtime.llm import Message
from models.runtime.scripted import Answer
from tests.support.as_told import obliging

_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')


def listed(grammar: str) -> list[str]:
    """The suggestions among which a model chooses by a grammar, best first; none where it is asked
    for something else."""
    if not grammar.startswith("root ::= ") or "\n" in grammar:
        return []
    words = [str(json.loads(each)) for each in _LITERAL.findall(grammar)]
    return words[:-1] if words[-1:] == [NONE_OF_THESE] else []


def choosing(
    *starts: str,
    wishes: Sequence[dict[str, Any]] = (),
    seen: list[str] | None = None,
) -> Answer:
    """Takes the first suggestion that begins with the first of some `starts` with which one does;
    without any it does the first wish that is possible. `seen` gets what it was offered."""
    told = obliging(wishes)

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        offered = listed(grammar or "")
        if not offered:
            return told(messages, grammar)
        if seen is not None:
            seen.extend(offered)
        taken = (each for start in starts for each in offered if each.startswith(start))
        return next(taken, NONE_OF_THESE)

    return answer
