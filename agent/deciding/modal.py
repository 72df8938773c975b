"""Dialogs that must be answered first: what is behind them takes no click and no key."""

from __future__ import annotations

from dataclasses import replace

from vision.core.elements import ElementMap
from vision.core.reading_order import window_of


def in_reach(map_: ElementMap) -> ElementMap:
    """The map without the elements of windows that a modal dialog in front holds back; itself when
    there is no such dialog."""
    dialog = next((window for window in map_.windows if window.active and window.modal), None)
    if dialog is None:
        return map_
    held = {
        number
        for number, window in enumerate(map_.windows)
        if window is not dialog
        and not window.popup
        and (window.handle == dialog.owner or 0 != window.program == dialog.program)
    }
    kept = tuple(e for e in map_.elements if window_of(e.box, map_.windows) not in held)
    return replace(map_, elements=kept)
