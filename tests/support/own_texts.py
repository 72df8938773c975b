"""Cases of texts that a task does not give (tests/data/own_texts): a screen, where the text goes,
and what is right. Somebody wrote them who did not know the prompt."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from agent.actions import Action, Answer, TypeText
from agent.deciding.situation import Situation, Suggestion
from agent.memory import Memory
from agent.task.plan import Outline, cut
from training.decisions.screens import Screen

_DATA = Path(__file__).parents[1] / "data" / "own_texts"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text that is wanted. `right` are all that are right, without counting case unless the task
    is about it; where there are none, the text `has` a word of each of these."""

    now: Situation
    taken: Suggestion
    right: tuple[str, ...]
    has: tuple[str, ...]

    def fits(self, text: str) -> bool:
        if not self.right:
            said = text.casefold()
            return all(any(word in said for word in either.split("|")) for either in self.has)
        # Two of them differ in nothing but their case only where case is all that is asked for.
        capitals = any(each.isupper() and len(each) > 4 and each.isalpha() for each in self.right)
        return _plain(text, capitals) in [_plain(each, capitals) for each in self.right]


def _plain(text: str, capitals: bool) -> str:
    text = text.strip().rstrip(".")
    return text if capitals else text.casefold()


def wanted(name: str) -> list[Wanted]:
    """Those of `dev` (the prompt was made with them) or `locked`."""
    lines = (_DATA / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [_of(json.loads(line)) for line in lines]


def _of(told: dict[str, Any]) -> Wanted:
    screen = Screen(Random(1), told["title"])
    numbers: dict[str, int] = {}
    for row in told["screen"]:
        for name, kind, text, *state in row:
            numbers[name] = screen.add(kind, text, **(state[0] if state else {})).id
        screen.row()
    now = Situation(told["task"], Outline(cut(told["task"])), Memory(), screen.as_map(0.0))
    into = told["into"]
    action: Action = TypeText("", numbers[into]) if into else Answer("")
    taken = Suggestion(action, "a text", open_text=True)
    return Wanted(now, taken, tuple(told.get("right", ())), tuple(told.get("has", ())))
