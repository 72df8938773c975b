"""The tab Routines: its part on the page, and what its buttons call.

Only imported together with gradio.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.context import Context

from agent.routines.routine import LONGEST_NAME
from panel.page.control import Control
from panel.page.events import DIRECT, page_name
from panel.page.html import LOADING
from panel.routines.actions import Actions
from panel.routines.view import Act, View
from panel.server.opening import Parts


def routines_tab(control: Control) -> Callable[[], Parts]:
    """Put the tab on the page. Returns what gives its contents when the page is opened."""
    tab, actions = Context.block, Actions(control)
    script = Path(__file__).with_name("routines.js").read_text("utf-8")
    view = gr.State(View())
    shown = gr.HTML(LOADING, elem_id="dh-r-list", js_on_load=script, apply_default_css=False)

    def acted(view: View, event: gr.EventData, request: gr.Request) -> tuple[View, str]:
        view = actions.after(view, _act(event._data), page_name(request))
        return view, actions.shown(view)

    def opened(view: View) -> str:
        return actions.shown(view)

    shown.click(acted, view, [view, shown], trigger_mode="multiple", **DIRECT)
    tab.select(opened, view, shown, **DIRECT)
    return lambda: {shown: {"value": actions.shown(View())}}


def _act(data: Any) -> Act:
    """What the page says was pressed; anything that makes no sense is no act."""
    if not isinstance(data, Mapping):
        return Act("")
    told = (data.get(key) for key in ("act", "value", "text"))
    name, key, text = (one[:400] if isinstance(one, str) else "" for one in told)
    return Act(name, key, text[: 2 * LONGEST_NAME])
