"""Ids that stay with the thing from frame to frame, also when it scrolls or its window moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box, iou
from vision.core.map_diff import similar
from vision.core.pieces import same_row

_SAME_PLACE = 0.45
# Kinds that stand in rows of their like: their place alone does not tell them apart.
_BY_TEXT = ("text", "link", "menu", "list item")
_Pairs = dict[int, Element]
"""The old element by the place of the new one."""


def keep_ids(previous: ElementMap, elements: Sequence[Element]) -> tuple[Element, ...]:
    """The elements with the ids that the same things had on the previous map; new things get
    numbers that the previous map did not use."""
    old_of = matched(previous.elements, elements)
    highest = max((element.id for element in previous.elements), default=0)
    kept: list[Element] = []
    for place, element in enumerate(elements):
        old = old_of.get(place)
        if old is None:
            highest += 1
        kept.append(replace(element, id=highest if old is None else old.id))
    return tuple(kept)


def matched(before: Sequence[Element], after: Sequence[Element]) -> _Pairs:
    """Which old element each new one is, by the new one's place; each stands for one at most.

    Things with a name that is there once are found by it. They tell how far what is near them has
    moved: the third "Delete" of a list is the second one after a row has gone. Then comes what is
    where it was, and last what has its name somewhere else.
    """
    pairs = _named_once(before, after)
    anchors = [(old, after[place]) for place, old in pairs.items()]
    nearest = _nearest(before, [old for old, _ in anchors])
    moved = [
        _moved_along(e.box, *anchors[n]) if n is not None else e.box
        for e, n in zip(before, nearest, strict=True)
    ]
    in_row = [
        n is not None and same_row(anchors[n][0].box, e.box)
        for e, n in zip(before, nearest, strict=True)
    ]
    # First what a name in its own row tells about: a row that has gone must not take the next.
    _add_placed(
        pairs, before, after, [b if r else None for b, r in zip(moved, in_row, strict=True)]
    )
    _add_placed(pairs, before, after, moved)
    _add_placed(pairs, before, after, [e.box for e in before])
    _add_named(pairs, before, after)
    return pairs


def _name(element: Element) -> tuple[str, str]:
    return element.kind, element.text


def _named_once(before: Sequence[Element], after: Sequence[Element]) -> _Pairs:
    old, new = _by_name(before), _by_name(after)
    return {
        places[0]: before[old[name][0]]
        for name, places in new.items()
        if len(places) == 1 and len(old.get(name, ())) == 1
    }


def _by_name(elements: Sequence[Element]) -> dict[tuple[str, str], list[int]]:
    places: dict[tuple[str, str], list[int]] = {}
    for place, element in enumerate(elements):
        if element.text:
            places.setdefault(_name(element), []).append(place)
    return places


def _nearest(elements: Sequence[Element], anchors: Sequence[Element]) -> list[int | None]:
    """For each element the place of the anchor next to it, best in its row; None without any. One
    in its own window counts before all others."""
    if not anchors or not elements:
        return [None] * len(elements)
    ours, theirs = _centres(elements), _centres(anchors)
    away = np.abs(ours[:, None] - theirs[None]) @ np.array([1, 4])
    groups = np.array([a.group for a in anchors])
    apart = np.array([e.group for e in elements])[:, None] != groups[None]
    best = (away + apart * (away.max() + 1)).argmin(axis=1)
    return [int(n) for n in best]


def _centres(elements: Sequence[Element]) -> NDArray[np.int64]:
    return np.array([(e.box.center.x, e.box.center.y) for e in elements])


def _moved_along(box: Box, old: Element, new: Element) -> Box:
    return box.moved(new.box.left - old.box.left, new.box.top - old.box.top)


def _add_placed(
    pairs: _Pairs,
    before: Sequence[Element],
    after: Sequence[Element],
    expected: Sequence[Box | None],
) -> None:
    """Pair what is at its expected place, if it has one, and may be the same."""
    taken = {old.id for old in pairs.values()}
    for element, box in zip(before, expected, strict=True):
        if element.id in taken or box is None:
            continue
        reach = [n for n, e in enumerate(after) if n not in pairs and _is_near(e.box, box)]
        overlaps = [(iou(after[n].box, box), -n) for n in reach if _may_be(element, after[n])]
        share, place = max(overlaps, default=(0.0, 0))
        if share > _SAME_PLACE:
            pairs[-place] = element


def _is_near(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def _may_be(a: Element, b: Element) -> bool:
    if a.kind == b.kind and a.kind not in _BY_TEXT:
        return not (a.text and b.text) or similar(a.text, b.text) or a.kind == "field"
    return bool(a.text) and similar(a.text, b.text)


def _add_named(pairs: _Pairs, before: Sequence[Element], after: Sequence[Element]) -> None:
    """Pair what has the same kind and text somewhere else, the nearest first."""
    taken = {old.id for old in pairs.values()}
    free = {place: e for place, e in enumerate(after) if place not in pairs}
    for element in before:
        if element.id in taken or not element.text:
            continue
        same = [place for place, e in free.items() if _name(e) == _name(element)]
        if same:
            y = element.box.center.y
            nearest = min(same, key=lambda place: abs(free[place].box.center.y - y))
            pairs[nearest] = element
            del free[nearest]
