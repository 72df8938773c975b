"""The screen as a choice among suggestions needs it: short rows of what stands side by side."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from vision.core.elements import Element, ElementMap, one_line, quote

_LONGEST_TEXT, _LONGEST_ROW, _LONGEST_TITLE = 70, 170, 60
# Characters of all rows together. No screen of the unread scenes has more.
ROOM = 900
_LEFT_OUT = "…"
# A row that begins as a line of the prompt does is put in quotes.
_LIKE_THE_PROMPT = re.compile(
    r"- |[A-L]\. |(?:Task|Window|Done so far|Mind|What could be done next):"
)


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side in one window."""

    elements: tuple[Element, ...]

    @property
    def text(self) -> str:
        text = one_line(" | ".join(filter(None, map(said, self.elements))), _LONGEST_ROW)
        return quote(text, _LONGEST_ROW) if _LIKE_THE_PROMPT.match(text) else text

    @property
    def is_frame(self) -> bool:
        """Whether it is the title of a window with its buttons."""
        return any(element.kind == "window title" for element in self.elements)

    def holds(self, chosen: Collection[int]) -> bool:
        return any(element.id in chosen for element in self.elements)


def glance(
    map_: ElementMap, chosen: Collection[int], room: int = ROOM, *, titled: bool = True
) -> str:
    """The window in front and its rows, from top to bottom, those of other windows behind them. If
    they are longer than `room` characters, the last ones are left out that hold nothing of `chosen`
    (ids). What is in the frames of windows is left out, unless it is `titled`."""
    front = next((window for window in map_.windows if window.active), None)
    title = f"Window: {quote(front.title, _LONGEST_TITLE)}\n" if titled and front else ""
    rows = [row for row in rows_of(map_) if row.text and (titled or not row.is_frame)]
    return title + _within(rows, chosen, room)


def glance_of(elements: Sequence[Element], room: int) -> str:
    """The rows of what one window showed, from top to bottom."""
    return _within([row for row in _rows(elements) if row.text], (), room)


def _within(rows: Sequence[Row], chosen: Collection[int], room: int) -> str:
    kept: set[int] = set()
    for number in sorted(range(len(rows)), key=lambda n: not rows[n].holds(chosen)):
        room -= len(rows[number].text) + 1
        if room < 0:
            break
        kept.add(number)
    return "\n".join(_lines(rows, kept))


def _lines(rows: Sequence[Row], kept: Collection[int]) -> Iterable[str]:
    gap = False
    for number, row in enumerate(rows):
        if number in kept:
            if gap:
                yield _LEFT_OUT
            yield row.text
        gap = number not in kept


def rows_of(map_: ElementMap) -> list[Row]:
    """The rows of a screen, window by window from front to back."""
    order = {window.title: place for place, window in enumerate(map_.windows)}
    groups = sorted({e.group for e in map_.elements}, key=lambda g: order.get(g, len(order)))
    return [
        row for group in groups for row in _rows([e for e in map_.elements if e.group == group])
    ]


def _rows(elements: Sequence[Element]) -> list[Row]:
    """The rows of one window."""
    found = []
    rest = sorted(
        (e for e in elements if e.kind != "scroll bar"),
        key=lambda e: (e.box.top + e.box.bottom, e.box.left),
    )
    while rest:
        first = rest[0]
        beside = [e for e in rest if _is_beside(e, first)]
        rest = [e for e in rest if not _is_beside(e, first)]
        found.append(Row(tuple(sorted(beside, key=lambda e: e.box.left))))
    return found


def _is_beside(element: Element, other: Element) -> bool:
    """Whether the middle of each is within the height of the other: a card is no neighbour of what
    stands in it."""
    middle, others = element.box.center.y, other.box.center.y
    return (
        other.box.top <= middle <= other.box.bottom
        and element.box.top <= others <= element.box.bottom
    )


def said(element: Element) -> str:
    """An element in few signs: [x] ticked, [ ] not, "*" selected, "(off)" disabled, and what an
    entry holds behind its name."""
    text, state = one_line(element.text, _LONGEST_TEXT), element.state
    if element.kind in ("field", "dropdown", "slider") or state.value is not None:
        text = f"{text}: [{one_line(state.value or '', _LONGEST_TEXT)}]".removeprefix(": ")
    if state.checked is not None:
        text = f"[{'x' if state.checked else ' '}] {text}"
    if state.selected:
        text = f"*{text}*"
    return f"{text} (off)" if state.disabled and text else text
