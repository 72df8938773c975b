"""The tab History: its parts on the page, and which function each event calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from panel.page.control import Control
from panel.page.events import DIRECT
from panel.page.html import LOADING


def history(control: Control) -> None:
    """Put the tab's parts on the page that is being built."""
    import gradio as gr

    from panel.history.actions import Actions
    from panel.history.callbacks import acted_of, filtered_of
    from panel.history.view import View

    actions = Actions(control)
    script = Path(__file__).with_name("history.js").read_text("utf-8")

    def html(name: str) -> gr.HTML:
        loading = LOADING if name == "list" else ""
        return gr.HTML(loading, elem_id=f"dh-h-{name}", js_on_load=script, apply_default_css=False)

    state = gr.State(View())
    with gr.Column(elem_id="dh-h-list-column") as list_column:
        with gr.Row(elem_id="dh-h-bar"):
            words = gr.Textbox(
                placeholder="Search in the tasks", show_label=False, container=False, max_lines=1,
                max_length=200, scale=4, min_width=200, elem_id="dh-h-search",
            )  # fmt: skip
            kind, model = (
                gr.Dropdown(
                    [(every, "")], value="", show_label=False, container=False, scale=2,
                    min_width=150, label=label, elem_id=f"dh-h-{name}",
                )
                for name, label, every in (
                    ("kind", "Outcome", "Every outcome"), ("model", "Model", "Every model")
                )
            )  # fmt: skip
        listing = html("list")
    with gr.Column(visible=False, elem_id="dh-h-run") as run_column:
        head, stage, below, again = (html(name) for name in ("head", "stage", "below", "again"))
    with gr.Column(visible=False) as compare_column:
        compare = html("compare")
    parts = [listing, head, stage, below, again, compare]
    columns = [list_column, run_column, compare_column]
    outputs: list[Any] = [state, *columns, kind, model, *parts]
    acted, filtered = acted_of(actions), filtered_of(actions)
    for part in parts:
        part.click(acted, state, outputs, trigger_mode="multiple", **DIRECT)
    # `change` hears what is pasted into the box too; the lists change by other hands.
    for event in (words.change, kind.input, model.input):
        event(
            filtered,
            [state, words, kind, model],
            [state, listing],
            trigger_mode="always_last",
            **DIRECT,
        )
