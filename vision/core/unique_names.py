"""Names by which elements are chosen: short, and no two the same on one screen."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.elements import Element, one_line, quote
from vision.core.pieces import same_row

_LONGEST_NEAR, _LONGEST_HINT, _LONGEST_ROW = 24, 30, 50
# Without a label, what stands near says nothing about them.
_NAMED_BY_KIND = ("field", "dropdown", "scroll bar")


def unique_names(elements: Sequence[Element]) -> dict[int, str]:
    """A name on one line for every interactive element, by id.

    Text first, kind after: small models choose by the words, which come from the task. Equal names
    are told apart by what holds them when that tells all of them apart, else by numbers.
    """
    plain = {e.id: f"{_called(e, elements)} {e.kind}".strip() for e in elements if e.interactive}
    alike: dict[str, list[Element]] = {}
    for element in elements:
        if element.interactive:
            alike.setdefault(plain[element.id], []).append(element)
    names: dict[int, str] = {}
    taken = set(plain.values())
    for name, same in alike.items():
        hinted = [f"{name} ({hint})" if hint else "" for hint in _hints(same, elements)]
        told = all(hinted) and len({*hinted}) == len(same) and not taken & {*hinted}
        for number, element in enumerate(same, start=1):
            if len(same) == 1:
                names[element.id] = name
            elif told:
                names[element.id] = hinted[number - 1]
            else:
                names[element.id] = name if number == 1 else f"{name} #{number}"
    return {element.id: names[element.id] for element in elements if element.interactive}


def _hints(same: Sequence[Element], elements: Sequence[Element]) -> list[str]:
    """Where each of some elements with one name is; "" for those that nothing tells about."""
    if len(same) < 2:
        return [""]
    for each in (
        [one_line(e.within, _LONGEST_HINT) for e in same],
        [_row_of(e, elements) for e in same],
        [one_line(e.group, _LONGEST_HINT) for e in same],
        [_beside(e, elements) for e in same],
    ):
        if all(each) and len(set(each)) == len(same):
            return each
    return [""] * len(same)


def _beside(element: Element, elements: Sequence[Element]) -> str:
    """What else stands on the line of an element in its window, from the left."""
    row = [
        e
        for e in elements
        if e.group == element.group
        and e.text not in ("", element.text)
        and same_row(e.box, element.box)
    ]
    texts = [e.text for e in sorted(row, key=lambda e: e.box.left)]
    return one_line(" ".join(texts), _LONGEST_ROW)


def _row_of(element: Element, elements: Sequence[Element]) -> str:
    """The row of an element in its table, with the first text that stands in it."""
    if element.cell is None:
        return ""
    row = [
        e
        for e in elements
        if e.cell and e.cell[0] == element.cell[0] and e is not element and e.text
        and e.group == element.group and same_row(e.box, element.box)
    ]  # fmt: skip
    texts = [e for e in row if any(c.isalnum() for c in e.text) and e.text != element.text]
    first = min(texts, key=lambda e: e.box.left, default=None)
    called = f": {one_line(first.text, _LONGEST_HINT)}" if first is not None else ""
    return f"row {element.cell[0]}{called}"


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
