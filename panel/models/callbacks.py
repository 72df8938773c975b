"""The callbacks of the tab. Gradio gives what was pressed and the request, which names the page, to
functions that have them among their annotations.

Only imported together with gradio.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import gradio as gr

from panel.page.events import page_name


class Tab(Protocol):
    """What the page of the tab can do; `by` is the name of the page."""

    def tick(self, shown: Any, filters: tuple[Any, ...], by: str) -> tuple[Any, ...]: ...

    def press(
        self, filters: tuple[Any, ...], pressed: dict[str, Any], by: str
    ) -> tuple[Any, ...]: ...

    def add(self, fields: tuple[Any, ...], by: str) -> None: ...

    def bring(self, fields: tuple[Any, ...], by: str) -> None: ...

    def connect(self, fields: tuple[Any, ...], by: str) -> None: ...


def tick_of(tab: Tab) -> Callable[..., tuple[Any, ...]]:
    def tick(
        shown: Any, search: Any, role: Any, fits: Any, here: Any, request: gr.Request
    ) -> tuple[Any, ...]:
        return tab.tick(shown, (search, role, fits, here), page_name(request))

    return tick


def running_of(name: str) -> Callable[..., gr.Timer]:
    """Lets a timer run while the tab with this name is the open one."""

    def running(event: gr.SelectData) -> gr.Timer:
        return gr.Timer(active=event.value == name)

    return running


def press_of(tab: Tab) -> Callable[..., tuple[Any, ...]]:
    def press(
        search: Any,
        role: Any,
        fits: Any,
        here: Any,
        event: gr.EventData,
        request: gr.Request,
    ) -> tuple[Any, ...]:
        data = getattr(event, "_data", None)
        pressed = data if isinstance(data, dict) else {}
        return tab.press((search, role, fits, here), pressed, page_name(request))

    return press


def add_of(tab: Tab) -> Callable[..., None]:
    def add(
        place: Any, file: Any, projector: Any, sha256: Any, detector: Any, request: gr.Request
    ) -> None:
        tab.add((place, file, projector, sha256, detector), page_name(request))

    return add


def bring_of(tab: Tab) -> Callable[..., None]:
    def bring(path: Any, projector: Any, link: Any, detector: Any, request: gr.Request) -> None:
        tab.bring((path, projector, link, detector), page_name(request))

    return bring


def connect_of(tab: Tab) -> Callable[..., None]:
    def connect(address: Any, model: Any, key: Any, request: gr.Request) -> None:
        tab.connect((address, model, key), page_name(request))

    return connect
