"""Boxes and switches that are as the task wants them already: a click would turn them round."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection

from agent.actions import Action, Click
from agent.constraints import lexicon
from agent.constraints.forbidden import Objection
from agent.constraints.parsing import Constraints
from agent.policy.wording import canonical
from agent.suggestions.beside import shared, words
from agent.suggestions.meaning import likeness
from agent.task.literals import alike, literals, mentions, spans
from agent.task.verbs import JOINTS, PRESSING
from vision.core.elements import MARKS, Element, ElementMap, one_line
from vision.structure.repeated_items import items_of, twins_of

_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")
# Words behind a name in which its state may stand: "switch Bluetooth off".
_BEHIND = 3
# What is so near to the meaning, or to the letters, of what a task says may be what it speaks of.
_MEANT, _MISREAD = 0.55, 0.8


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


def unasked(action: Action, map_: ElementMap, task: str, own: Collection[str]) -> Objection | None:
    """Why a box is not clicked: the task does not speak of it, in whatever words; and a radio
    button, when it speaks of another answer. A box without a name is called by its row. `own` are
    the names of boxes that the run itself clicked, which it may put right."""
    target = map_.by_id(action.target) if isinstance(action, Click) else None
    if target is None or target.kind not in MARKS:
        return None
    if target.kind == "radio" and not _another_is_named(target, map_, task):
        return None
    if lexicon.words("every").search(canonical(task)):
        return None
    name = called(target.id, map_)
    if not name or (target.kind == "checkbox" and name in own):
        return None
    if _is_named(name, task) or (not _another_is_named(target, map_, task) and _means(name, task)):
        return None
    why = f"the task does not speak of “{one_line(name)}”"
    return Objection(why, sure=False, slight=True)


def exempt(action: Action, map_: ElementMap, constraints: Constraints) -> Objection | None:
    """Why a box is not ticked: the task speaks of it only where it forbids or exempts something, as
    of the taxi in "approve what is within the limit, but not the taxi"."""
    target = map_.by_id(action.target) if isinstance(action, Click) else None
    if target is None or target.kind != "checkbox" or target.state.checked:
        return None
    limits = [one for one in constraints.found if one.kind in ("not", "except")]
    name = words(called(target.id, map_)) if limits else set[str]()
    if not name or shared(words(constraints.rest()), name):
        return None
    hit = next((one for one in limits if shared(words(one.said), name)), None)
    if hit is None:
        return None
    return Objection(f"The task says “{one_line(hit.said)}”, so this was not done.", sure=False)


def _another_is_named(box: Element, map_: ElementMap, task: str) -> bool:
    """Whether the task names another box; of a radio button, another answer to its question."""
    others = [e for e in map_.elements if e.kind == box.kind and e is not box]
    if box.kind == "radio":
        others = [e for e in others if e.within == box.within]
    return any(shared(words(task), words(e.text)) for e in others)


def called(number: int, map_: ElementMap) -> str:
    """The name of an element, or else the texts of its row."""
    target = map_.by_id(number)
    if target.text or target.kind != "checkbox":
        return target.text
    twins = next(
        (each for each in twins_of(map_.elements, map_.elements) if target in each), [target]
    )
    return " ".join(e.text for e in items_of(twins, map_.elements)[target.id])


def _is_named(name: str, task: str) -> bool:
    """Whether a task says a word of a name, which may be misread."""
    said = (*literals(task), *spans(task, 3))
    return bool(shared(words(task), words(name))) or any(alike(name, v, _MISREAD) for v in said)


def _means(name: str, task: str) -> bool:
    return max(likeness(name, [task, *spans(task, 3)])) >= _MEANT


def wanted_state(name: str, task: str) -> bool | None:
    """Whether a task wants a box to be ticked; None where it does not say so, or not surely."""
    if not name:
        return None
    said = [each for each in _SENTENCE.split(task) if mentions(each, name)]
    states = {_state(name, sentence) for sentence in said}
    return states.pop() if len(states) == 1 else None


def _state(name: str, sentence: str) -> bool | None:
    text = lexicon.cue("reminder").sub(" ", canonical(sentence))
    before, _, behind = text.partition(canonical(name))
    before = lexicon.words("but").split(before)[-1]
    if lexicon.words("toggle").search(text):
        return None
    near = _up_to_joint(behind)
    if lexicon.words("is off").search(near):
        return False
    if lexicon.words("is on").search(near):
        return True
    state, end = None, -1
    for found in _switching().finditer(before):
        off = lexicon.words("off").fullmatch(found.group()) is not None
        # "Remove the tick", "do not tick": what undoes stands before what does.
        between = before[end : found.start()].split()
        undone = state is False and _up_to_joint(" ".join(between)).split() == between
        state, end = not (off or undone), found.end()
    pressed = max((before.rfind(f"{verb} ") for verb in PRESSING), default=-1)
    return None if pressed > end else state


@functools.cache
def _switching() -> re.Pattern[str]:
    return re.compile(
        f"{lexicon.words('on').pattern}|{lexicon.words('off').pattern}", re.IGNORECASE
    )


def _up_to_joint(text: str) -> str:
    """The next words of a text, up to where it goes on with something else."""
    kept: list[str] = []
    for word in re.sub(r"[\"“”„«»]", " ", text).split()[:_BEHIND]:
        if word.strip(",.;:!") in JOINTS or word[:1] in ",;":
            break
        kept.append(word)
        if word[-1] in ",;":
            break
    return " ".join(kept)
