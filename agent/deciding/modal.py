"""Dialogs that must be answered first: what is behind them takes no click and no key."""

from __future__ import annotations

from dataclasses import replace

from vision.core.elements import Element, ElementMap
from vision.core.reading_order import window_of
from vision.structure.browser_bar import bar_of_browser


def in_reach(map_: ElementMap) -> ElementMap:
    """The map without the elements of windows that a modal dialog in front holds back; itself when
    there is no such dialog."""
    dialog = next((window for window in map_.windows if window.active and window.modal), None)
    if dialog is None:
        return _before_page(map_)
    held = {
        number
        for number, window in enumerate(map_.windows)
        if window is not dialog
        and not window.popup
        and (window.handle == dialog.owner or 0 != window.program == dialog.program)
    }
    kept = tuple(e for e in map_.elements if window_of(e.box, map_.windows) not in held)
    return replace(map_, elements=kept)


def _before_page(map_: ElementMap) -> ElementMap:
    """The map without the texts of a page before which a dialog stands that leaves nothing else on
    the page, or hardly anything, to be used; itself without such a dialog."""
    bar = bar_of_browser(map_.elements)
    page = [e for e in map_.elements if bar and e.box.center.y > bar]
    for dialog in (e for e in page if e.kind == "dialog"):
        inside = [e for e in page if dialog.box.contains(e.box.center)]
        others = [e for e in page if _is_control(e) and not _is_among(e, inside)]
        held = sum(bool(e.state.disabled) for e in others)
        # Of what is dimmed behind a dialog, some may not be seen to be so.
        if any(e.interactive for e in inside) and (not others or held > max(1, len(others) // 2)):
            kept = tuple(e for e in map_.elements if e not in page or _is_among(e, inside))
            return replace(map_, elements=kept)
    return map_


def _is_control(element: Element) -> bool:
    return element.interactive and element.kind != "scroll bar"


def _is_among(element: Element, others: list[Element]) -> bool:
    return any(element is other for other in others)
