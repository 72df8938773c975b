"""A page that shows the task itself, as exercises and tickets do: its lines are no things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.task.literals import alike, normal
from vision.core.elements import Element, ElementMap

# So much of the task the lines hold together, and so many there are at least.
_MOST_OF_IT = 0.6
_LIKE = 0.85


def without_task(map_: ElementMap, task: str) -> ElementMap:
    """The map without the lines that together repeat the task; itself when there are none."""
    wanted = normal(task)
    for run in _runs(map_.elements, wanted):
        said = sum(len(normal(_said(e))) for e in run)
        lone = len(run) == 1 and run[0].interactive and not _holds_it(run[0], wanted)
        if said >= _MOST_OF_IT * len(wanted) and not lone:
            lines = {e.id for e in run}
            kept = tuple(e for e in map_.elements if e.id not in lines)
            return replace(map_, elements=kept)
    return map_


def _runs(elements: Sequence[Element], wanted: str) -> Iterator[list[Element]]:
    """Elements one after the other, in reading order, whose texts follow each other in the task."""
    run: list[Element] = []
    at = 0
    for element in elements:
        text = normal(_said(element))
        place = _place(text, wanted, at) if len(text) > 1 else None
        if place is None and run:
            yield run
            run, at = [], 0
            place = _place(text, wanted, 0) if len(text) > 1 else None
        if place is not None:
            run.append(element)
            at = place
    if run:
        yield run


def _said(element: Element) -> str:
    return element.text or element.state.value or ""


def _holds_it(element: Element, wanted: str) -> bool:
    """Whether an entry without a name holds the task from its first word: what the task tells to
    write comes behind a verb."""
    return not element.text and _place(normal(element.state.value or ""), wanted, 0) is not None


def _place(text: str, wanted: str, at: int) -> int | None:
    """Where a text ends in the task that begins about `at`, but for what was misread."""
    found = wanted.find(text, at)
    if 0 <= found <= at + 3:
        return found + len(text)
    piece = wanted[at : at + len(text)]
    return at + len(text) if len(text) > 5 and alike(piece, text, _LIKE) else None
