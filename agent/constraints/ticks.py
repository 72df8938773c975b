"""Boxes and switches that are as the task wants them already: a click would turn them round."""

from __future__ import annotations

import re

from agent.actions import Action, Click
from agent.constraints.forbidden import Objection
from agent.constraints.lexicon import words
from agent.policy.wording import canonical
from agent.task.literals import mentions
from agent.task.verbs import PRESSING
from vision.core.elements import ElementMap

_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")
# Words behind a name in which its state may stand: "switch Bluetooth off".
_BEHIND = 3


def objection(action: Action, map_: ElementMap, task: str) -> Objection | None:
    """Why a box is not clicked: it is ticked, or not, as the task says. Where the task only asks
    for a click, or says nothing of the box, there is no objection."""
    target = map_.by_id(action.target) if isinstance(action, Click) else None
    if target is None or target.kind != "checkbox" or target.state.checked is None:
        return None
    wanted = wanted_state(target.text, task)
    if wanted is None or wanted != target.state.checked:
        return None
    state = "on" if wanted else "off"
    return Objection(f"“{target.text}” is {state} already, as the task wants it", sure=True)


def wanted_state(name: str, task: str) -> bool | None:
    """Whether a task wants a box to be ticked; None where it does not say so, or not surely."""
    if not name:
        return None
    said = [each for each in _SENTENCE.split(task) if mentions(each, name)]
    states = {_state(name, sentence) for sentence in said}
    return states.pop() if len(states) == 1 else None


def _state(name: str, sentence: str) -> bool | None:
    text = canonical(sentence)
    before, _, behind = text.partition(canonical(name))
    near = " ".join(behind.split()[:_BEHIND])
    if words("toggle").search(text):
        return None
    last: tuple[int, bool | None] = (-1, None)
    for state, kind in ((True, "on"), (False, "off")):
        ends = [one.end() for one in words(kind).finditer(before)]
        last = max(last, (max(ends, default=-1), state), key=lambda one: one[0])
    pressed = max((before.rfind(f"{verb} ") for verb in PRESSING), default=-1)
    if pressed > last[0]:
        return None
    if words("is off").search(near):
        return False
    return True if words("is on").search(near) else last[1]
