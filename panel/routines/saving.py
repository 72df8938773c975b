"""Saving the run that has just ended as a routine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gradio as gr

from agent.errors import AgentError
from agent.routines import store
from agent.routines.learn import routine_of
from agent.routines.routine import LONGEST_NAME
from panel.page.control import Control
from panel.page.events import DIRECT, page_name
from panel.routines import markup

_WATCHING = "Another page is in control, so nothing was saved here."


def keep_now(keepable: bool) -> list[Any]:
    """Row, form and message as they are now: a form that is open stays so while it may."""
    if keepable:
        return [gr.Row(visible=True), gr.skip(), gr.skip()]
    return [gr.Row(visible=False), gr.Column(visible=False), ""]


def keeping(folder: Callable[[], str], control: Control) -> list[Any]:
    """Put row, form and message on the page; `folder` is that of the run that ended last."""
    with gr.Row(visible=False, elem_id="dh-keep") as row:
        begin = gr.Button("Save as routine…", size="sm", scale=0, min_width=160)
    with gr.Column(visible=False, elem_id="dh-keep-form") as form:
        shown = gr.HTML(padding=False)
        name = gr.Textbox(
            label="Name of the routine",
            max_length=LONGEST_NAME,
            max_lines=1,
            elem_id="dh-keep-name",
        )
        with gr.Row():
            yes = gr.Button("Save it", variant="primary", size="sm", min_width=100)
            no = gr.Button("Cancel", size="sm", min_width=100)
    said = gr.HTML(padding=False, elem_id="dh-keep-said")

    def ask() -> tuple[Any, ...]:
        try:
            routine = routine_of(Path(folder()))
        except AgentError as problem:
            return "", gr.Column(visible=False), markup.said(str(problem), good=False)
        return markup.draft(routine), gr.Column(visible=True), ""

    def save(called: str, request: gr.Request) -> tuple[Any, ...]:
        if not control.take(page_name(request)):
            return gr.skip(), markup.said(_WATCHING, good=False)
        try:
            routine = replace(routine_of(Path(folder())), name=str(called or ""))
            store.keep(routine)
        except AgentError as problem:
            return gr.skip(), markup.said(str(problem), good=False)
        words = f"Saved: “{' '.join(called.split())}”. It is now in the tab Routines."
        return gr.Column(visible=False), markup.said(words)

    begin.click(ask, outputs=[shown, form, said], **DIRECT)
    gr.on([yes.click, name.submit], save, name, [form, said], **DIRECT)
    no.click(lambda: (gr.Column(visible=False), ""), outputs=[form, said], **DIRECT)
    return [row, form, said]
