"""What belongs to each of several controls with one name: the texts of its row or card.

The page is cut into cells, one for each of them, at the widest gaps between them: first into bands
from top to bottom, then each band from left to right (as in XY-cut, Nagy and Seth 1984). This
holds for rows of tables, lists and grids of cards, wherever in its card a button stands.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.core.geometry import Box
from vision.core.pieces import same_row
from vision.navigation.title_bars import BUTTON_NAMES
from vision.structure.browser_bar import bar_of_browser

if TYPE_CHECKING:
    from vision.core.elements import Element

_NO_ITEMS = ("window title", "dialog", "scroll bar")
# How far a text may stick out of its cell, in pixels.
_SLACK = 4
# With one band only: lines above and below belong to it while no gap is wider, in line heights.
_WIDEST = 1.6
_FAR = 10**6
# In pixels: what begins within one lies in one column.
_COLUMN = 16
# By how much of its height a title may be higher or lower than another one.
_AS_HIGH = 0.3


@dataclass(frozen=True, slots=True)
class _Band:
    """Twins in one row, from the left, and the room from `top` to `bottom` that is theirs."""

    twins: tuple[Element, ...]
    top: float = -_FAR
    bottom: float = _FAR


def twins_of(elements: Sequence[Element], shown: Sequence[Element]) -> list[list[Element]]:
    """Groups of two or more of some elements with one kind and name; those without a name in one
    column. What is in the bar of a browser is no twin of what is on the page. `shown` is all that
    the screen shows."""
    bar = bar_of_browser(shown)
    groups: dict[tuple[str, ...], list[Element]] = {}
    for element in elements:
        column = "" if element.text else str((element.box.left + _COLUMN // 2) // _COLUMN)
        place = "bar" if element.box.center.y <= bar else ""
        key = (element.kind, "".join(element.text.split()).casefold(), column, place)
        groups.setdefault(key, []).append(element)
    return [group for group in groups.values() if len(group) > 1]


def items_of(
    twins: Sequence[Element], elements: Sequence[Element]
) -> dict[int, tuple[Element, ...]]:
    """The elements with a text that belong to each of two or more `twins`, by the twins' ids, in
    the order of `elements`. What lies across several cells belongs to none; and nothing to twins
    in different windows."""
    group, names = twins[0].group, {*BUTTON_NAMES, *(twin.text for twin in twins)}
    bar = bar_of_browser(elements)
    if any(twin.group != group for twin in twins):
        return {twin.id: () for twin in twins}
    others = [
        e
        for e in elements
        if e.text
        and e.text not in names
        and e.group == group
        and e.kind not in _NO_ITEMS
        and (e.box.center.y > bar or twins[0].box.center.y <= bar)
        and sum(_holds(e.box, twin.box) for twin in twins) < 2
    ]
    titles = _titles(others, twins)
    others = [e for e in others if not _is_row_of_its_own(e, others, twins, titles)]
    found: dict[int, set[int]] = {twin.id: set() for twin in twins}
    for band in _bands(twins, [e for e in others if not _holds_one(e, twins)]):
        within = [e for e in others if _is_between(e.box.top, e.box.bottom, band.top, band.bottom)]
        edges = [-_FAR, *_edges(band, within), _FAR]
        for number, twin in enumerate(band.twins):
            left, right = edges[number], edges[number + 1]
            own = (e.id for e in within if _is_between(e.box.left, e.box.right, left, right))
            found[twin.id] |= {*own}
    for twin in twins:  # A row or card that is an element itself holds its button.
        found[twin.id] |= {e.id for e in others if _holds(e.box, twin.box)}
    return {key: tuple(e for e in others if e.id in ids) for key, ids in found.items()}


def _is_row_of_its_own(
    element: Element,
    others: Sequence[Element],
    twins: Sequence[Element],
    titles: Sequence[Element],
) -> bool:
    """Whether an element stands in a row of a list that has no such control: its title begins where
    the `titles` in the rows of the twins begin, and is as high."""
    if len(titles) < len(twins) or any(same_row(element.box, t.box) for t in twins):
        return False
    row = [e for e in others if same_row(e.box, element.box)]
    return any(_is_like(e.box, title.box) for e in row for title in titles)


def _titles(others: Sequence[Element], twins: Sequence[Element]) -> list[Element]:
    """What stands at the left of each row with a twin; empty where one stands in no row."""
    rows = [[e for e in others if same_row(e.box, twin.box)] for twin in twins]
    return [min(row, key=lambda e: e.box.left) for row in rows if row]


def _is_like(one: Box, other: Box) -> bool:
    high = abs(one.height - other.height) <= _AS_HIGH * other.height
    return high and abs(one.left - other.left) <= 2 * _SLACK


def telling_items(
    twins: Sequence[Element], elements: Sequence[Element]
) -> dict[int, tuple[Element, ...]]:
    """As `items_of`, without texts that stand with each of the twins and tell nothing apart."""
    found = items_of(twins, elements)
    texts = [{e.text for e in items} for items in found.values()]
    common = set.intersection(*texts) if len(texts) > 1 else set()
    return {key: tuple(e for e in items if e.text not in common) for key, items in found.items()}


def _bands(twins: Sequence[Element], others: Sequence[Element]) -> list[_Band]:
    rows = _rows(twins)
    if len(rows) == 1:
        return [_alone(rows[0], others)]
    cuts: list[float] = []
    for upper, lower in itertools.pairwise(rows):
        start, end = max(t.box.bottom for t in upper), min(t.box.top for t in lower)
        between = [e.box for e in others if e.box.top < end and e.box.bottom > start]
        spans = [(b.top, b.bottom) for b in [*between, *(t.box for t in (*upper, *lower))]]
        cuts.append(_widest_gap(spans, start, end))
    # The first and the last reach as far as the others do.
    up = max(min(t.box.top for t in row) - cut for row, cut in zip(rows[1:], cuts, strict=True))
    down = max(cut - max(t.box.bottom for t in row) for row, cut in zip(rows, cuts, strict=False))
    first = min(t.box.top for t in rows[0]) - up
    last = max(t.box.bottom for t in rows[-1]) + down
    edges = [first, *cuts, last]
    return [_Band(row, edges[n], edges[n + 1]) for n, row in enumerate(rows)]


def _alone(row: tuple[Element, ...], others: Sequence[Element]) -> _Band:
    """The only band: the lines above, or else below, that no wide gap parts from it, and nothing
    that lies across several of the twins."""
    top, bottom = min(t.box.top for t in row), max(t.box.bottom for t in row)
    widest = _WIDEST * max(t.box.height for t in row)
    for box in sorted((e.box for e in others), key=lambda b: -b.bottom):
        if box.top < top and box.bottom >= top - widest:
            if _lies_across(box, row):
                break
            top = box.top
    below = [] if top < min(t.box.top for t in row) else others  # The buttons of a card stand last.
    for box in sorted((e.box for e in below), key=lambda b: b.top):
        if box.bottom > bottom and box.top <= bottom + widest:
            if _lies_across(box, row):
                break
            bottom = box.bottom
    return _Band(row, top - _SLACK, bottom + _SLACK)


def _lies_across(box: Box, row: Sequence[Element]) -> bool:
    return sum(box.left < twin.box.center.x < box.right for twin in row) > 1


def _rows(twins: Sequence[Element]) -> list[tuple[Element, ...]]:
    rows: list[list[Element]] = []
    for twin in sorted(twins, key=lambda t: t.box.center.y):
        if rows and rows[-1][0].box.top < twin.box.center.y < rows[-1][0].box.bottom:
            rows[-1].append(twin)
        else:
            rows.append([twin])
    return [tuple(sorted(row, key=lambda t: t.box.left)) for row in rows]


def _edges(band: _Band, within: Sequence[Element]) -> list[float]:
    """Where a band is cut between neighbours."""
    found: list[float] = []
    parts = [e for e in within if not _lies_across(e.box, band.twins)]
    spans = [(e.box.left, e.box.right) for e in (*parts, *band.twins)]
    for left, right in itertools.pairwise(band.twins):
        found.append(_widest_gap(spans, left.box.right, right.box.left))
    return found


def _widest_gap(spans: Iterable[tuple[int, int]], start: float, end: float) -> float:
    """The middle of the widest room between `start` and `end` that no span covers; of equal ones
    the first. The middle of both when all is covered."""
    at, widest, middle = start, 0.0, (start + end) / 2
    for first, last in sorted((*spans, (int(end), int(end)))):
        if last <= start:
            continue
        gap = min(first, end) - at
        if gap > widest:
            widest, middle = gap, at + gap / 2
        at = max(at, last)
    return middle


def _is_between(first: int, last: int, start: float, end: float) -> bool:
    return start - _SLACK <= first and last <= end + _SLACK


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
        and outer != inner
    )


def _holds_one(element: Element, twins: Sequence[Element]) -> bool:
    return any(_holds(element.box, twin.box) for twin in twins)
