"""Names by which elements are chosen: short, and no two the same on one screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from vision.core.elements import Element, one_line, quote
from vision.core.pieces import same_row
from vision.structure.repeated_items import telling_items, twins_of

_LONGEST_NEAR, _LONGEST_HINT, _LONGEST_ROW = 24, 30, 60
# Without a label, what stands near says nothing about them.
_NAMED_BY_KIND = ("field", "dropdown", "scroll bar")


def unique_names(elements: Sequence[Element]) -> dict[int, str]:
    """A name on one line for every interactive element, by id.

    Text first, kind after: small models choose by the words, which come from the task. Equal names
    are told apart by what holds them or stands with them in a row, card or line, else by numbers.
    """
    used = [e for e in elements if e.interactive]
    groups = twins_of(used, elements)
    alone = {e.id for e in used} - {e.id for twins in groups for e in twins}
    names = {e.id: f"{_called(e, elements)} {e.kind}".strip() for e in used if e.id in alone}
    for twins in groups:
        name = f"{one_line(twins[0].text)} {twins[0].kind}".strip()
        for element, hint in zip(twins, _hints(twins, elements), strict=True):
            names[element.id] = f"{name} ({hint})" if hint else name
    return numbered({element.id: names[element.id] for element in used}, elements)


def numbered(names: Mapping[int, str], elements: Sequence[Element]) -> dict[int, str]:
    """The names, where each that another one has too tells what stands in its line, or at last its
    number."""
    by_id = {element.id: element for element in elements}
    counts = Counter(names.values())
    told: dict[int, str] = {}
    for number, name in names.items():
        line = _line(by_id[number], elements) if counts[name] > 1 else ""
        told[number] = f"{name} ({line})" if line else name
    often = Counter(told.values())
    # Those of one line are not told apart by it.
    found = {n: told[n] if often[told[n]] == 1 else name for n, name in names.items()}
    taken, given = {*found.values()}, set[str]()
    for number, name in found.items():
        twins = 1
        while found[number] in given or (twins > 1 and found[number] in taken):
            twins += 1
            found[number] = f"{name} #{twins}"
        given.add(found[number])
    return found


def _line(element: Element, elements: Sequence[Element]) -> str:
    """What stands in the line of an element, from the left."""
    beside = [
        e
        for e in elements
        if e.group == element.group
        and e.called not in ("", element.called)
        and same_row(e.box, element.box)
    ]
    text = " ".join(e.called for e in sorted(beside, key=lambda e: e.box.left))
    return one_line(text, _LONGEST_ROW)


def _hints(same: Sequence[Element], elements: Sequence[Element]) -> list[str]:
    """Where each of some elements with one name is; "" for those that nothing tells about."""
    for each in (
        [one_line(e.within, _LONGEST_HINT) for e in same],
        [one_line(e.group, _LONGEST_HINT) for e in same],
    ):
        if all(each) and len(set(each)) == len(same):
            return each
    beside = _beside(same, elements)
    heads = [_heading(e, elements) for e in same]
    told = all(beside) and len(set(beside)) == len(same)
    if not told and all(heads) and len(set(heads)) == len(same) and _are_side_by_side(same):
        return heads
    # A picture in a tool bar may have the same name as those in rows.
    return beside if sum(map(bool, beside)) > 1 else [""] * len(same)


def _beside(same: Sequence[Element], elements: Sequence[Element]) -> list[str]:
    """What tells the row or card of each of some elements with one name from the others'."""
    items = telling_items(same, elements)
    return [one_line(" ".join(e.text for e in items[each.id]), _LONGEST_ROW) for each in same]


def _are_side_by_side(same: Sequence[Element]) -> bool:
    return all(same_row(each.box, same[0].box) for each in same)


def _heading(element: Element, elements: Sequence[Element]) -> str:
    """What heads the column of an element: the text next above it; "" for none."""
    above = [
        e
        for e in elements
        if e.text
        and e.group == element.group
        and e.box.bottom <= element.box.top
        and e.box.left <= element.box.center.x <= e.box.right
    ]
    head = max(above, key=lambda e: e.box.bottom, default=None)
    return one_line(head.text, _LONGEST_HINT) if head is not None else ""


def _called(element: Element, elements: Sequence[Element]) -> str:
    text = one_line(element.text)
    if text or element.kind in _NAMED_BY_KIND:
        return text
    near = _nearest_text(element, elements)
    return f"(near {quote(near)})" if near else ""


def _nearest_text(element: Element, elements: Sequence[Element]) -> str:
    def distance(other: Element) -> int:
        a, b = element.box.center, other.box.center
        return abs(a.x - b.x) + 2 * abs(a.y - b.y)

    named = [e for e in elements if e.text and e is not element]
    named = [e for e in named if e.group == element.group] or named
    nearest = min(named, key=distance, default=None)
    if nearest is None or distance(nearest) > 14 * max(element.box.width, element.box.height, 16):
        return ""
    return one_line(nearest.text, _LONGEST_NEAR)
