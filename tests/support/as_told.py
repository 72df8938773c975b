"""The task of the guest book, a model that does as told, and the events of a run.

Needs no display: for tests of the loop and for whole runs.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grammars
from agent.deciding.reply import NONE_OF_THESE, argument_grammar
from agent.events import Acting, Ended, Event, Started, Stepped
from agent.trajectory import Outcome, Step
from models.grammar.gbnf_check import fitting
from models.runtime.llm import Message
from models.runtime.scripted import Answer

TASK = "Enter “Ann Lee” as full name, tick Newsletter and press Save"
WISHES: list[dict[str, Any]] = [
    {"type into": "Full name field", "text": "Ann Lee"},
    {"click": "Newsletter checkbox"},
    {"click": "Save button"},
    {"done": "it was saved"},
    {"press": "f1"},
    {"press": "tab"},
]
_ARGUMENT = re.compile(r'\\"(\w+)\\": " text')
# The first of the lines of a text, or of the names of files, that a grammar allows.
_FIRST = re.compile(r'^(?:line|name) ::= ("(?:[^"\\]|\\.)*")', re.MULTILINE)


def obliging(wishes: Sequence[dict[str, Any]] = WISHES) -> Answer:
    """Takes no suggestion, has no words for arguments and no text of its own, and does the wishes
    in their order: those that the grammar allows, each once, and again from the first after the
    last."""
    left = list(wishes)

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        assert grammar is not None
        if fitting(NONE_OF_THESE, grammar):
            return NONE_OF_THESE
        if grammar == grammars.read("own_text"):
            return '""'
        if (first := _FIRST.search(grammar)) is not None:
            one = json.loads(json.loads(first.group(1)))
            edits = grammar.startswith('root ::= "{')
            return json.dumps({"todo": "", "line": one, "new": one} if edits else [one])
        names = _ARGUMENT.findall(grammar.split("\n")[0])
        if names and grammar == argument_grammar(names):
            return json.dumps(dict.fromkeys(names, ""))
        if not any(allowed(wish, grammar) for wish in left):
            left[:] = wishes
        wish = next((wish for wish in left if allowed(wish, grammar)), None)
        assert wish is not None, f"none of the wishes is possible:\n{grammar}"
        left.remove(wish)
        return reply(wish)

    return answer


def reply(*actions: dict[str, Any]) -> str:
    """A reply with these actions."""
    said = {"thought": "as told", "actions": list(actions)}
    return json.dumps(said, ensure_ascii=False)


def allowed(wish: dict[str, Any], grammar: str) -> bool:
    """Whether a reply with this action fits the grammar."""
    return fitting(reply(wish), grammar) is not None


@dataclass
class Told:
    """The events of a run with the moments they came."""

    events: list[Event] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    on: Callable[[Event], None] = lambda event: None

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        self.moments.append(time.monotonic())
        self.on(event)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def steps(self) -> list[Step]:
        return [event.step for event in self.of(Stepped)]

    @property
    def descriptions(self) -> list[str]:
        return [event.description for event in self.of(Acting)]

    @property
    def outcome(self) -> Outcome:
        last = self.events[-1]
        assert isinstance(last, Ended)
        assert len(self.of(Ended)) == 1
        return last.outcome

    @property
    def folder_at_start(self) -> Path:
        (started,) = self.of(Started)
        assert isinstance(started.folder, Path)
        return started.folder

    @property
    def folder(self) -> Path:
        (ended,) = self.of(Ended)
        assert isinstance(ended.folder, Path)
        return ended.folder
