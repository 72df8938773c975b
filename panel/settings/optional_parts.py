"""What a setting needs that is not installed: said beside its field, with a button to install it.

Only imported together with gradio.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gradio as gr

from panel.models import actions, optional_parts_markup
from panel.models.shared_markup import PRESSES
from panel.models.work import optional_parts
from panel.models.work.service import Service
from panel.page.control import Control
from panel.page.events import DIRECT, page_name

NEEDED = {"ocr": "easyocr", "detector": "omniparser"}
"""Optional parts, by the settings that can choose them."""
_TICK = 0.4


@dataclass(frozen=True, slots=True)
class Extra:
    """The line of one part for all pages."""

    name: str
    service: Service
    control: Control
    views: actions.Views = field(default_factory=actions.Views)

    def html(self, by: str) -> str:
        jobs = {one.about: one for one in reversed(self.service.jobs.read())}
        job = jobs.get(optional_parts.about(self.name))
        off = self.control.watches(by)
        return optional_parts_markup.line(
            optional_parts.part(self.name), job, self.views.of(by), off
        )

    def now(self, by: str) -> list[Any]:
        """The line, and the timer, which goes on as long as it is being installed."""
        busy = self.service.jobs.busy(optional_parts.about(self.name))
        return [self.html(by), gr.Timer(active=busy)]

    def press(self, pressed: object, by: str) -> list[Any]:
        data = pressed if isinstance(pressed, dict) else {}
        actions.press(self.service, self.control, self.views, data, by)
        return self.now(by)


def extra_line(name: str, tab: Any, service: Service, control: Control) -> tuple[gr.HTML, Extra]:
    """Put the line of a part on the page; it is brought up to date when `tab` is opened."""
    own = Extra(name, service, control)
    shown = gr.HTML(js_on_load=PRESSES, elem_id=f"dh-extra-{name}", elem_classes="dh-extra-line")
    timer = gr.Timer(_TICK, active=False)

    def now(request: gr.Request) -> list[Any]:
        return own.now(page_name(request))

    def pressed(event: gr.EventData, request: gr.Request) -> list[Any]:
        return own.press(event._data, page_name(request))

    tab.select(now, None, [shown, timer], **DIRECT)
    timer.tick(now, None, [shown, timer], **DIRECT)
    shown.press(pressed, None, [shown, timer], **DIRECT)
    return shown, own
