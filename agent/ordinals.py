"""Things that a task counts: "the 3rd checkbox", "the second link", "the last button"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.pager import is_last
from vision.elements import Element, Kind

_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
          "tenth")  # fmt: skip
# What people call the kinds.
_CALLED: dict[str, tuple[Kind, ...]] = {
    "button": ("button",),
    "field": ("field",),
    "textbox": ("field",),
    "input": ("field",),
    "checkbox": ("checkbox",),
    "radio": ("radio",),
    "dropdown": ("dropdown",),
    "tab": ("tab",),
    "link": ("link",),
    "menu": ("menu",),
    "icon": ("icon",),
    "item": ("list item", "menu", "link"),
    "entry": ("list item", "link"),
    "result": ("link", "list item"),
    "hit": ("link", "list item"),
    "option": ("radio", "checkbox", "list item", "menu"),
}
_LISTED = ("result", "hit")
_IN_LINE = 8  # pixels
_MANY = 1000  # results
ORDINAL = rf"(\d+(?:st|nd|rd|th)|last|{'|'.join(_WORDS)})"
_SAID = re.compile(
    rf"\b{ORDINAL}\s+(?:(?:text|check|radio|input|drop-?down|list|menu|search)\s*)?"
    rf"({'|'.join(_CALLED)}|box|list|word)(?:es|s)?\b",
    re.IGNORECASE,
)
# A box or a list is of the kind that the word before it says.
_BOXES: dict[str, tuple[Kind, ...]] = {
    "check": ("checkbox",),
    "drop": ("dropdown",),
    "text": ("field",),
    "input": ("field",),
    "search": ("field",),
}


def places(text: str) -> list[tuple[int, int]]:
    """Where the text counts things out: start and end of each such "3rd"."""
    return [said.span(1) for said in _SAID.finditer(text)]


def pointed_at(text: str, elements: Sequence[Element], page: int = 1) -> Element | None:
    """The element that the text counts out among those of its kind in reading order; None when it
    counts none, or there are not as many. Results of a search are counted over their pages, of
    which this is `page`, from 1."""
    for said in _SAID.finditer(text):
        called = said.group(2).casefold()
        for kind in _kinds(said.group().casefold(), called):
            alike = [element for element in elements if element.kind == kind]
            if called in _LISTED:
                alike = results(elements, kind)
            place = place_of(said.group(1).casefold(), len(alike))
            if called in _LISTED and page > 1:
                ends = is_last(elements, page)
                place = _on_page(said.group(1).casefold(), len(alike), page, ends=ends)
            if place is not None:
                return alike[place]
    return None


def results(elements: Sequence[Element], kind: Kind = "link") -> list[Element]:
    """The results of a search that are in sight."""
    return _largest_column([element for element in elements if element.kind == kind])


def result_asked_for(text: str) -> int | None:
    """Which result of a search the text asks for, counted from 0; None if none, or the last."""
    for said in _SAID.finditer(text):
        if said.group(2).casefold() in _LISTED:
            return place_of(said.group(1).casefold(), _MANY)
    return None


def _on_page(ordinal: str, count: int, page: int, *, ends: bool) -> int | None:
    """The place of a result among the `count` on a later page. All pages but the last, which
    `ends` the list, hold as many."""
    number = place_of(ordinal, _MANY)
    if ordinal == "last" or number is None:
        return count - 1 if count else None
    held = [each for each in range(1, number + 1) if number // each == page - 1]
    if count in held or not ends:
        held = [count] if count in held else []
    places = [number - each * (page - 1) for each in held]
    return next((place for place in places if place < count), None)


def _largest_column(elements: Sequence[Element]) -> list[Element]:
    """Those that begin where most of them begin: of all links of a page the results stand in one
    column."""
    columns = [
        [e for e in elements if abs(e.box.left - one.box.left) <= _IN_LINE] for one in elements
    ]
    return max(columns, key=len, default=[])


def _kinds(said: str, called: str) -> tuple[Kind, ...]:
    if called in ("box", "list"):
        return next((kinds for word, kinds in _BOXES.items() if word in said), ())
    # A word is no thing on the map.
    return ("radio",) if "radio" in said else _CALLED.get(called, ())


def place_of(ordinal: str, count: int) -> int | None:
    """The place from 0 of an ordinal in small letters ("3rd", "last") among `count` things; None
    when there are not as many."""
    if ordinal == "last":
        return count - 1 if count else None
    number = _WORDS.index(ordinal) if ordinal in _WORDS else int(ordinal[:-2]) - 1
    return number if 0 <= number < count else None
