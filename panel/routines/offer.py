"""The line under the task: which routine does such a task. Nothing starts by itself."""

from __future__ import annotations

from typing import Any

import gradio as gr

from agent.routines import store
from agent.routines.template import fill, gap
from panel.page.events import DIRECT
from panel.page.html import safe


def offer(task: gr.Textbox) -> gr.Button:
    """Put the line on the page, for what stands in `task`; its button is to start the routine."""
    with gr.Row(visible=False, elem_id="dh-offer") as row:
        words = gr.HTML(padding=False)
        button = gr.Button("Run the routine", size="sm", scale=0, min_width=150, elem_id="dh-do")
    # `change` hears too what the lists of tasks put into the box.
    task.change(_offered, task, [words, button, row], trigger_mode="always_last", **DIRECT)
    return button


def choosing(task: gr.Textbox) -> None:
    """A list of the routines, which puts the task of the chosen one into the box, with the values
    that were kept: there they can be changed."""
    chosen = gr.Dropdown([], label="Routines", value=None, elem_id="dh-routines")
    chosen.focus(lambda: gr.Dropdown(choices=_names()), outputs=chosen, **DIRECT)
    chosen.input(_task_of, chosen, [task, chosen], **DIRECT)


def _offered(task: str) -> tuple[Any, ...]:
    found = store.like(str(task or ""))
    if found is None:
        return "", gr.Button(), gr.Row(visible=False)
    routine, values = found
    empty = [each.name for each in routine.parameters if values[each.name] == gap(each.name)]
    return line(routine.name, empty), gr.Button(interactive=not empty), gr.Row(visible=True)


def line(name: str, empty: list[str]) -> str:
    """What is offered; `empty` are the parameters whose gaps are still in the task."""
    if empty:
        gaps = ", ".join(gap(each) for each in empty)
        more = f"Replace <b>{safe(gaps)}</b> with the value first."
    else:
        more = "Its steps are found on the screen; the model is asked only when one is missing."
    return f"<p class='dh-offered'>You have a routine for this: <b>{safe(name)}</b>. {more}</p>"


def _names() -> list[str]:
    return [each.name for each in _kept()]


def _task_of(chosen: str) -> tuple[Any, None]:
    found = next((each.routine for each in _kept() if each.name == chosen), None)
    return (fill(found.task, found.usual) if found else gr.skip()), None


def _kept() -> list[store.Kept]:
    try:
        return [each for each in store.kept() if each.routine is not None]
    except OSError:
        return []
