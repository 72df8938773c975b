"""Ids that stay with the thing from frame to frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.difference import pair
from vision.elements import Element, ElementMap


def keep_ids(previous: ElementMap, elements: Sequence[Element]) -> tuple[Element, ...]:
    """The elements with the ids that the same things had on the previous map; new things get
    numbers that the previous map did not use."""
    old_of = {id(new): old.id for old, new in pair(previous.elements, tuple(elements))}
    highest = max((element.id for element in previous.elements), default=0)
    kept: list[Element] = []
    for element in elements:
        number = old_of.get(id(element))
        if number is None:
            highest += 1
            number = highest
        kept.append(replace(element, id=number))
    return tuple(kept)
