"""Items of open lists and menus, and what was opened to show them."""

from __future__ import annotations

from collections.abc import Sequence

from vision.capture.windows import Window
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.core.reading_order import window_of

# Pixels by which the edges of a list and of what opened it may differ.
_NEAR = 14


def open_lists(elements: Sequence[Element], windows: Sequence[Window]) -> dict[int, str]:
    """The name of the list or menu for each item that an open one shows, by id; items whose opener
    is not in sight are left out. All boxes are of one frame; windows come front to back."""
    found: dict[int, str] = {}
    popups = {n: w for n, w in enumerate(windows) if w.popup and not w.tooltip}
    if not popups:
        return found
    place = {e.id: window_of(e.box, windows) for e in elements}
    for number, popup in popups.items():
        opener = next((e for e in elements if place[e.id] != number and _opens(e, popup.box)), None)
        name = opener.text or opener.state.value or "" if opener is not None else ""
        if name:
            items = (e for e in elements if place[e.id] == number and e.interactive)
            found.update((item.id, name) for item in items)
    return found


def _opens(element: Element, popup: Box) -> bool:
    box = element.box
    if element.kind not in ("dropdown", "menu", "button", "field"):
        return False
    starts = min(abs(box.left - popup.left), abs(box.right - popup.right)) <= _NEAR
    below = abs(popup.top - box.bottom) <= _NEAR or abs(popup.bottom - box.top) <= _NEAR
    if starts and below:
        return True
    # A row of a menu opens another menu beside it.
    beside = min(abs(popup.left - box.right), abs(popup.right - box.left)) <= _NEAR
    return element.kind == "menu" and beside and abs(popup.top - box.top) <= box.height
