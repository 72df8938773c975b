"""Ids that stay with the thing from frame to frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.difference import pair
from vision.elements import Element


def keep_ids(
    previous: Sequence[Element], elements: Sequence[Element], *, numbered: bool = False
) -> tuple[Element, ...]:
    """The elements with the ids that the same things had on the previous map; new things get
    numbers that the previous map did not use, or keep their own when they are `numbered`: they were
    seen some time before, and come to light again."""
    old_of = {id(new): old.id for old, new in pair(tuple(previous), tuple(elements))}
    used = {element.id for element in previous}
    if numbered:
        own = {id(e): e.id for e in elements if id(e) not in old_of and e.id not in used}
        used.update(own.values())
        old_of |= own
    highest = max(used, default=0)
    kept: list[Element] = []
    for element in elements:
        number = old_of.get(id(element))
        if number is None:
            highest += 1
            number = highest
        kept.append(replace(element, id=number))
    return tuple(kept)
