"""Looking at one application only: its windows, what they open, and menus; nothing behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from agent.apps.application import Application
from agent.apps.windows import belongs
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap
from vision.core.reading_order import window_of


@dataclass
class Focus:
    """The application that is looked at; None: the whole screen. `hidden` are the handles of the
    windows of others that were there when it came to the front, `shown` those that are its own
    whatever their class says. What opens later is looked at too: a dialog may be anybody's."""

    application: Application | None = None
    hidden: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()

    def on(self, application: Application, own: Iterable[int], windows: Sequence[Window]) -> None:
        """Look at this application from now on. `own` are handles of its windows, `windows` all."""
        self.application, self.shown = application, frozenset(own)
        self.hidden = frozenset(w.handle for w in windows if not w.popup and not self._owns(w))

    def _owns(self, window: Window) -> bool:
        known = self.application is not None and belongs(window, self.application)
        return known or window.handle in self.shown

    def narrowed(self, map_: ElementMap) -> ElementMap:
        """The map with the elements of that application only; itself while it has no window."""
        if self.application is None or not any(self._owns(window) for window in map_.windows):
            return map_
        windows = map_.windows

        def seen(element: Element) -> bool:
            number = window_of(element.box, windows)
            return number < len(windows) and windows[number].handle not in self.hidden

        kept = tuple(element for element in map_.elements if seen(element))
        return map_ if len(kept) == len(map_.elements) else replace(map_, elements=kept)
