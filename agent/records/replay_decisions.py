"""Deciding again: what another model would do on the recorded screens of a run. It is asked the
recorded question with the recorded grammar; the desktop is neither seen nor touched."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agent.records.reader import StoredRun, StoredStep
from models.runtime.errors import ModelError, UnfitReply
from models.runtime.llm import LanguageModel, Message

Agreement = Literal["the same", "begins the same", "different", "no answer"]
_SYSTEM, _USER = "[system]\n", "\n\n[user]\n"
_LONGEST_REPLY = 400
NO_GRAMMAR = (
    "This record does not contain the grammar of the reply, so the model cannot be asked again."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model decides at a recorded step, beside what was decided then: actions in plain
    words. `problem` says why there is no answer."""

    step: int
    recorded: tuple[str, ...]
    said: tuple[str, ...] = ()
    agreement: Agreement = "no answer"
    seconds: float = 0.0
    problem: str = ""


def questions(run: StoredRun) -> list[StoredStep]:
    """The steps at which a model was asked; of several that came from one reply the first."""
    asked = [step for step in run.steps if step.prompt.strip()]
    return [
        step
        for before, step in zip([None, *asked], asked, strict=False)
        if before is None or (before.prompt, before.reply) != (step.prompt, step.reply)
    ]


def decide_again(step: StoredStep, model: LanguageModel, stop: threading.Event) -> Answer | None:
    """Ask the model what it would do at this step; None when `stop` was set meanwhile."""
    recorded = _actions(step.reply)
    then = tuple(map(in_words, recorded))
    messages = _messages(step.prompt)
    if not step.grammar.strip() or messages is None:
        return Answer(step.number, then, problem=NO_GRAMMAR)
    began = time.perf_counter()
    try:
        longest = _LONGEST_REPLY + model.count_tokens(step.reply)
        reply = model.complete(messages, grammar=step.grammar, max_tokens=longest, stop=stop)
    except (ModelError, UnfitReply) as problem:
        return Answer(step.number, then, problem=str(problem))
    if reply.ending == "aborted":
        return None
    said = _actions(reply.text)
    seconds = time.perf_counter() - began
    if not said:
        return Answer(step.number, then, seconds=seconds, problem="The reply cannot be used.")
    return Answer(
        step.number, then, tuple(map(in_words, said)), _agreement(recorded, said), seconds
    )


def in_words(action: Mapping[str, Any]) -> str:
    """An action of a reply, such as 'type “Ann” into “Name field”'."""
    match action:
        case {"type into": name, "text": value}:
            return f"type “{value}” into “{name}”"
        case {"select in": name, "option": value}:
            return f"choose “{value}” in “{name}”"
        case {"done": _}:
            return "say that the task is done"
        case {"cannot": _}:
            return "give up"
    return ", ".join(f"{verb} “{name}”" for verb, name in action.items())


def _agreement(then: list[dict[str, Any]], now: list[dict[str, Any]]) -> Agreement:
    if then == now:
        return "the same"
    return "begins the same" if then[:1] == now[:1] else "different"


def _actions(reply: str) -> list[dict[str, Any]]:
    """The actions of a reply, in order; none when it is cut off or something else."""
    try:
        actions = json.loads(reply)["actions"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []
    return [a for a in actions if isinstance(a, dict)] if isinstance(actions, list) else []


def _messages(prompt: str) -> list[Message] | None:
    """The conversation out of its recorded text; None when it has another form."""
    system, found, user = prompt.partition(_USER)
    if not found or not system.startswith(_SYSTEM):
        return None
    return [Message("system", system.removeprefix(_SYSTEM)), Message("user", user)]
