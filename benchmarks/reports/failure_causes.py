"""Why a task was not done, found by comparing what was seen and done with what was really there.

The order of the questions is the order of a step: was it seen, was it read, was the right thing
chosen, was the right text entered, did it end too early, did it go round in circles, did time or
steps run out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Select, Tap, TypeText
from agent.memory import key
from agent.task.action_words import words_of
from agent.task.literals import alike, literals, mentions, normal
from agent.trajectory import Outcome, Step
from benchmarks.harness.jobs import Failure
from vision.core.elements import Element, ElementMap
from vision.core.geometry import iou

_LIKE = 0.8
OFTEN = 3
"""An action that was done so often in one state was done in a loop."""


@dataclass(slots=True)
class Watched:
    """What an episode was like: `looks` are the maps that the agent saw with the elements that
    were there at that moment (empty when the program does not tell)."""

    task: str
    texts: tuple[str, ...] = ()
    steps: list[Step] = field(default_factory=list)
    looks: list[tuple[ElementMap, tuple[Element, ...]]] = field(default_factory=list)
    ended_by_program: bool = False
    timed_out: bool = False


def classify(watched: Watched, outcome: Outcome) -> Failure:
    """The first thing that went wrong in an episode that did not succeed."""
    if outcome.kind == "error" and not watched.looks:
        return "harness"
    unseen, misread = _of_the_last_look(watched)
    if unseen:
        return "not seen"
    if misread:
        return "misread"
    if _wrong_text(watched):
        return "wrong text"
    if watched.ended_by_program:
        return _of_the_end(watched)
    if outcome.kind == "done":
        return "premature done"
    if outcome.kind in ("failed", "stopped", "step limit") and _circles(watched.steps):
        return "loop"
    if outcome.kind == "step limit" or watched.timed_out:
        return "limit"
    # It gave up although what it needed was on its map.
    return "wrong choice"


def _of_the_last_look(watched: Watched) -> tuple[bool, bool]:
    """Whether something that the task names was there, but not on the last map; or was on it under
    another name."""
    if not watched.looks:
        return False, False
    map_, truth = watched.looks[-1]
    needed = [e for e in truth if e.interactive and e.text and mentions(watched.task, e.text)]
    used = [word for step in watched.steps for word in words_of(step.action, step.map)]
    needed = [e for e in needed if not any(alike(e.text, word, _LIKE) for word in used)]
    unseen = misread = False
    for element in needed:
        there = _at(element, map_)
        if any(alike(other.text, element.text, _LIKE) for other in there):
            continue
        if any(other.text for other in there):
            misread = True
        else:
            unseen = True
    return unseen, misread


def _at(element: Element, map_: ElementMap) -> list[Element]:
    """What the map has at the place of a true element. Labels of fields and boxes may lie beside
    them, so a map's element of the same name counts wherever it is."""
    return [
        other
        for other in map_.elements
        if other.interactive
        and (
            iou(other.box, element.box) > 0.3
            or element.box.contains(other.box.center)
            or other.box.contains(element.box.center)
            or alike(other.text, element.text, 0.95)
        )
    ]


def _wrong_text(watched: Watched) -> bool:
    """Whether something was entered that neither the task nor its results spell."""
    allowed = normal(" ".join([watched.task, *watched.texts]))
    for step in watched.steps:
        match step.action:
            case TypeText(text=text) | Tap(text=text):
                if normal(text) not in allowed:
                    return True
            case Select(option=option):
                if normal(option) not in allowed:
                    return True
            case _:
                pass
    return False


def _of_the_end(watched: Watched) -> Failure:
    """Why the program ended the episode without success. When the last action was one of the
    task's own (its "Submit"), what came before it was at fault."""
    last = watched.steps[-1] if watched.steps else None
    number = getattr(last.action, "target", None) if last else None
    name = last.map.by_id(number).text if last and isinstance(number, int) else ""
    if not name or not mentions(watched.task, name):
        return "wrong choice"
    said = normal(" ".join(step.description for step in watched.steps))
    if any(normal(value) not in said for value in literals(watched.task)):
        return "premature done"
    entered = any(isinstance(step.action, TypeText | Tap | Select) for step in watched.steps)
    return "wrong text" if entered else "wrong choice"


def most_repeated(steps: Sequence[Step]) -> int:
    """How often one action was done in one state: of all the most."""
    done = Counter((step.map.fingerprint(), key(step.action)) for step in steps)
    return max(done.values(), default=0)


def _circles(steps: Sequence[Step]) -> bool:
    """Whether one action was done again and again in the same state, or most were in vain."""
    vain = sum(step.effect.kind != "confirmed" for step in steps)
    return most_repeated(steps) >= OFTEN or 2 * vain > max(len(steps), OFTEN)
