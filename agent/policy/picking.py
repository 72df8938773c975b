"""Asking the person to choose: which of several programs is meant, what the model wants to know,
and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from agent.actions import OpenApp
from agent.events import Answer, Asking, Judged
from agent.policy.gate import Gate, next_number
from agent.policy.picture import spotlight
from vision.core.elements import ElementMap

NUMBERS: tuple[Answer, ...] = tuple(a for a in get_args(Answer) if a.isdigit())
"""The answers that choose: the first option, the second, …"""
MOST = len(NUMBERS)


def pick(gate: Gate, question: str, options: Sequence[str], map_: ElementMap) -> int | None:
    """The number, from 0, of the option that the person chose; None for none of them, no answer in
    time and nobody to ask. Where nothing is asked ("trusted"), the first.

    Raises:
        Stopped: the run was stopped while it waited.
    """
    if gate.level == "trusted":
        return 0
    if gate.asker is None:
        return None
    offered = tuple(options[:MOST])
    asked = Asking(
        next_number(),
        0,
        question,
        "",
        (),
        spotlight(OpenApp(offered[0]), gate.secrets.map(map_)),
        gate.rules.answer_seconds,
        options=offered,
    )
    gate.tell(asked)
    with gate.untimed():
        answer = gate.asker(asked, gate.stop)
    chosen = NUMBERS.index(answer) if answer in NUMBERS[: len(offered)] else None
    why = f"you chose {offered[chosen]}" if chosen is not None else "you chose none of them"
    why = why if answer is not None else "nobody answered in time"
    gate.tell(Judged(0, question, chosen is not None, why, asked.number, answer))
    return chosen


def ask_person(gate: Gate, question: str, choices: Sequence[str], map_: ElementMap) -> str | None:
    """What the person answers to a question of the model: one of its choices, or "yes" or "no";
    None for no answer in time and nobody to ask. Where nothing is asked ("trusted"), None too.

    Raises:
        Stopped: the run was stopped while it waited.
    """
    if gate.level == "trusted" or gate.asker is None:
        return None
    offered = tuple(choices[:MOST]) or ("yes", "no")
    number = pick(gate, question, offered, map_)
    return offered[number] if number is not None else None
