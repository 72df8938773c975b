"""Things that a task counts: "the 3rd checkbox", "the second link", "the last button"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vision.core.elements import Element, Kind

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


def pointed_at(text: str, elements: Sequence[Element]) -> Element | None:
    """The element that the text counts out among those of its kind in reading order; None when it
    counts none, or there are not as many."""
    for said in _SAID.finditer(text):
        called = said.group(2).casefold()
        for kind in _kinds(said.group().casefold(), called):
            alike = [element for element in elements if element.kind == kind]
            if called in _LISTED:
                alike = _largest_column(alike)
            place = place_of(said.group(1).casefold(), len(alike))
            if place is not None:
                return alike[place]
    return None


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
