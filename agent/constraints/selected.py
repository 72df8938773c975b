"""Deleting or moving what is ticked or selected: where the task names some of the rows of
a list, no other row goes along. In doubt a person is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.actions import Action, Pressing
from agent.constraints.ambiguous import is_twin
from agent.constraints.deeds import deeds_of, in_window, is_row
from agent.constraints.forbidden import Objection, called
from agent.constraints.lexicon import Deed
from agent.policy.reach import window_at
from agent.policy.risk import elements_of
from agent.policy.rules import Rules
from agent.task.literals import literals, mentions, normal
from vision.core.elements import Element, ElementMap, one_line
from vision.core.pieces import same_row

_DEEDS: frozenset[Deed] = frozenset({"delete", "move"})


def objection(action: Action, map_: ElementMap, task: str, rules: Rules) -> Objection | None:
    """Why a button is not pressed: what is ticked is not what the task names."""
    if not isinstance(action, Pressing) or not _DEEDS & deeds_of(action, map_, rules):
        return None
    used = elements_of(action, map_)
    if any(is_twin(e, one) and e is not one for one in used for e in map_.elements):
        return None  # Such a button is for its own row.
    names = [n for n in literals(task) if all(normal(n) != normal(e.text) for e in used)]
    window = window_at(used[0].box.center, map_.windows) if used else None
    rows = list(_rows(in_window(window, map_), used))
    meant = [texts for _, texts in rows if any(called(n, t) for n in names for t in texts)]
    ticked = [texts for on, texts in rows if on and texts not in meant]
    wrong = next((t for t in ticked if not any(mentions(task, each) for each in t)), None)
    if not meant or wrong is None:
        return None
    shown = one_line(" ".join(wrong), 60)
    return Objection(f"“{shown}” is selected too, and the task does not name it", sure=False)


def _rows(
    inside: Sequence[Element], used: Sequence[Element]
) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Each row that can be ticked or selected: whether it is, and its texts."""
    for element in inside:
        box = element.kind == "checkbox" and element.state.checked is not None
        if element in used or not (box or is_row(element)):
            continue
        beside = [e for e in inside if e not in used and same_row(e.box, element.box)]
        beside = beside if not element.text else [element]
        texts = tuple(e.text for e in beside if e.text)
        if texts:
            yield bool(element.state.checked if box else element.state.selected), texts
