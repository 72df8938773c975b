"""A document that the task says not to change, or only to read: nothing is typed into it or deleted
from it."""

from __future__ import annotations

import functools
import re

from agent.actions import Action, Press, Tap, TypeText
from agent.constraints.deeds import DOCUMENT_HEIGHT, asks, combinations, front, in_window
from agent.constraints.forbidden import Objection, called
from agent.constraints.parsing import Constraint, Constraints, positive, touches
from agent.policy.reach import window_at
from agent.policy.risk import elements_of
from agent.suggestions.meaning import likeness
from agent.task.literals import is_file, literals
from vision.capture.windows import Window
from vision.core.elements import ElementMap, one_line

_ASKING = (
    "tell me",
    "let me know",
    "how much is it?",
    "what does it say?",
    "look it up",
    "check whether it is there",
)
_WRITING = (
    "write it into the document",
    "correct it",
    "add a line",
    "replace it",
    "put it into the file",
    "change it to",
)
# What a prohibition to write at all means, how near to that it must be, and how near the rest of
# the task to writing at most. Of 2,500 tasks of other authors that say some "not" eleven are so
# near, and none of them asks to write.
_NOTHING = ("do not write anything", "do not type anything")
_SO_NEAR, _WRITES = 0.65, 0.55
# What a question mark tells, and by how much asking must be likelier than writing.
_QUESTION, _CLEARLY = 0.6, 0.2
_CLAUSES = re.compile(r"[,.;:!?]| (?:and|und|et|y|e|en|i) ")
_EDITING = frozenset(("delete", "backspace", "ctrl+x", "ctrl+v", "enter", "tab", "ctrl+d"))


def objection(action: Action, map_: ElementMap, constraints: Constraints) -> Objection | None:
    """Why nothing is written here; None when the task does not say that."""
    limits = [one for one in constraints.found if one.kind != "only"]
    window = _written_into(action, map_) if limits else None
    if window is None:
        return None
    forbids = [one for one in limits if one.kind == "not" and touches(one.said)]
    hit = next((one for one in forbids if _is_named(one, window.title)), None)
    if hit is None:
        hit = next((one for one in limits if _forbids_to_write(one, constraints.task)), None)
    if hit is None and _names_a_file(window.title) and _only_asks(constraints.task):
        hit = limits[0]
    return (
        Objection(f"The task says “{one_line(hit.said)}”, so this was not done.") if hit else None
    )


def _written_into(action: Action, map_: ElementMap) -> Window | None:
    """The window with the document that an action would change."""
    if isinstance(action, Press):
        if _EDITING.isdisjoint(combinations(action.keys)):
            return None
    elif not isinstance(action, TypeText | Tap):
        return None
    used, window = elements_of(action, map_), front(map_)
    if used:
        window = window_at(used[0].box.center, map_.windows) or window
    if window is None or asks(window, map_):
        return None
    fields = [e for e in (used or in_window(window, map_)) if e.kind == "field"]
    focused = [e for e in fields if e.state.focused] or fields
    short = focused and all(e.box.height < DOCUMENT_HEIGHT for e in focused)
    return None if short else window


def _is_named(one: Constraint, title: str) -> bool:
    return any(called(name, one.said) and called(name, title) for name in one.names)


def _forbids_to_write(one: Constraint, task: str) -> bool:
    """Whether a prohibition is that nothing is written, in a task that asks for no writing."""
    asked = positive(task)
    # A text that the task tells stands there as a mark.
    if one.kind != "not" or not one.vague or "¤" in asked:
        return False
    return max(likeness(one.said, _NOTHING)) >= _SO_NEAR and _writes(asked) < _WRITES


def _names_a_file(title: str) -> bool:
    """Whether a title names a file: a new document has none, and may be written."""
    return any(is_file(word) for word in literals(f"x {title}"))


@functools.lru_cache(64)
def _only_asks(task: str) -> bool:
    """Whether a task, but for what it forbids, asks to be told something, more than to write."""
    said = positive(task)
    clauses = _clauses(said)
    asks_for = max((like for one in clauses for like in likeness(one, _ASKING)), default=0.0)
    if "?" in task:
        asks_for = max(asks_for, _QUESTION)
    return asks_for - (_writes(said) if clauses else 1.0) >= _CLEARLY


def _clauses(text: str) -> list[str]:
    return [one for one in _CLAUSES.split(text) if len(one.split()) > 1]


def _writes(text: str) -> float:
    """How near the clause of a text that is nearest to it is to writing."""
    return max((like for one in _clauses(text) for like in likeness(one, _WRITING)), default=0.0)
