"""Which of several things with one name is meant: the one beside what the task names.

"Delete report.txt" on a page with a Delete in every row means the one in the row of report.txt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.task.literals import alike, normal
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.core.pieces import same_row

# A text that holds a value among so many more characters is not about this value alone.
_MORE = 12


def meant(twins: Sequence[Element], elements: Sequence[Element], values: Iterable[str]) -> set[int]:
    """The ids of those twins (elements with one name) that stand beside one of the values, as the
    screen shows them; all of their ids when that cannot be told."""
    nearest = (_nearest(twins, anchor) for anchor in _anchors(twins, elements, values))
    found = {twin.id for twin in nearest if twin is not None}
    return found or {twin.id for twin in twins}


def is_cut_off(
    twins: Sequence[Element], elements: Sequence[Element], values: Iterable[str]
) -> bool:
    """Whether one of the values is in sight, but no twin beside or below it: the end of its row or
    card is further down."""
    anchors = _anchors(twins, elements, values)
    return bool(anchors) and all(_nearest(twins, anchor) is None for anchor in anchors)


def stands_by(element: Element, elements: Sequence[Element], value: str) -> bool:
    """Whether a value tells where an element stands: it is in its row, holds it, or is the heading
    above it, with nothing of the same name nearer to that."""
    if alike(element.within, value, 0.9):
        return True
    twins = [e for e in elements if e.kind == element.kind and alike(e.text, element.text, 0.9)]
    anchors = [e for e in _anchors(twins, elements, [value]) if e.id != element.id]
    return any(_nearest(twins, anchor) is element for anchor in anchors)


def _anchors(
    twins: Sequence[Element], elements: Sequence[Element], values: Iterable[str]
) -> list[Element]:
    """What shows one of the values, and little else."""
    names = {normal(twin.text) for twin in twins}
    wanted = [value for value in values if len(value) > 1 and normal(value) not in names]
    return [
        element
        for element in elements
        if normal(element.text) not in names
        and any(_shows(element.text, value) for value in wanted)
    ]


def _shows(text: str, value: str) -> bool:
    if alike(text, value, 0.9):
        return True
    return normal(value) in normal(text) and len(text) <= len(value) + _MORE


def _nearest(twins: Sequence[Element], anchor: Element) -> Element | None:
    """In the anchor's row, else the next one below it, as in a card. None when there are only such
    above: in a list that is cut off, these belong to other rows."""

    def rank(twin: Element) -> tuple[int, int]:
        if same_row(twin.box, anchor.box):
            return 0, abs(twin.box.center.x - anchor.box.center.x)
        return (1 if twin.box.top >= anchor.box.top else 2), _apart(twin.box, anchor.box)

    best = min(twins, key=rank, default=None)
    return best if best is not None and rank(best)[0] < 2 else None


def _apart(a: Box, b: Box) -> int:
    return 2 * abs(a.center.y - b.center.y) + abs(a.center.x - b.center.x)
