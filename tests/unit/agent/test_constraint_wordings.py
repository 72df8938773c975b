"""What a task forbids and what it asks for, in sentences by an author who did not know the program:
a prohibition that comes first, exceptions from what stays, clauses without commas, and words that
only look like a prohibition (tests/data/constraints, 20 of each; six languages)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from agent.constraints.forbidden import called
from agent.constraints.parsing import constraints_of
from agent.task.plan import Outline, cut

_TOLD = Path(__file__).parents[2] / "data" / "constraints" / "wordings.jsonl"
# Of 80 so many were right when this was written; before, 70, 55 and 71.
_ASKED, _FREE, _PROTECTED = 76, 66, 71


def judged(told: dict[str, Any]) -> tuple[bool, bool, bool]:
    """Whether it is known that something is asked for, whether what is to be changed is free, and
    whether what is to stay is protected."""
    constraints = constraints_of(told["task"])
    outline = Outline(cut(told["task"]))
    outline.keep_to(constraints)
    limits = [one for one in constraints.found if one.kind in ("not", "except")]
    named = [name for one in limits for name in one.names]
    allows = any(one.kind == "only" and one.names for one in constraints.found)

    def is_safe(name: str) -> bool:
        described = any(
            one.vague or name.casefold() in " ".join(one.things).casefold() for one in limits
        )
        return allows or described or any(called(each, name) for each in named)

    return (
        told["asks"] is not outline.finished,
        not any(called(each, name) for each in named for name in told["acts_on"]),
        all(map(is_safe, told["protected"])),
    )


def test_most_sentences_are_understood() -> None:
    told = [json.loads(line) for line in _TOLD.read_text("utf-8").splitlines()]
    assert len(told) == 80
    asked, free, protected = (sum(each) for each in zip(*map(judged, told), strict=True))
    assert asked >= _ASKED
    assert free >= _FREE
    assert protected >= _PROTECTED
