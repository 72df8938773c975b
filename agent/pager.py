"""The numbers of the pages that a list is spread over: "1 2 3 >"."""

from __future__ import annotations

from collections.abc import Sequence

from vision.elements import Element, Kind
from vision.parts import same_row

TURNING: frozenset[Kind] = frozenset({"button", "link", "list item", "tab"})
NEXT = (">", "›", "»", "next", "next page")
_LEAST = 2


def pager(elements: Sequence[Element]) -> list[Element]:
    """The numbers of pages, side by side and one more each; empty where there are none."""
    numbers = [e for e in elements if e.kind in TURNING and e.text.isdecimal()]
    best: list[Element] = []
    for first in numbers:
        row = [e for e in numbers if same_row(e.box, first.box) and e.box.left >= first.box.left]
        run = [first]
        for element in sorted(row, key=lambda e: e.box.left)[1:]:
            if int(element.text) != int(run[-1].text) + 1:
                break
            run.append(element)
        best = max(best, run, key=len)
    return best if len(best) >= _LEAST else []


def next_page(elements: Sequence[Element]) -> Element | None:
    """What leads to the following page."""
    return next(
        (e for e in elements if e.text.strip().casefold() in NEXT and e.kind in TURNING), None
    )


def is_last(elements: Sequence[Element], page: int) -> bool:
    """Whether no page follows the one that is open, which is number `page`."""
    return next_page(elements) is None and all(int(e.text) <= page for e in pager(elements))
