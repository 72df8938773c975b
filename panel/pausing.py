"""The buttons that pause a run, let it go on, or let it do one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from panel.progress import Progress

if TYPE_CHECKING:
    import gradio as gr


def pause_buttons() -> list[gr.Button]:
    """Pause, Go on, One step; hidden as long as nothing runs."""
    import gradio as gr

    with gr.Row(elem_id="dh-pausing"):
        return [
            gr.Button("Pause", size="sm", visible=False, elem_id="dh-pause"),
            gr.Button("Go on", size="sm", visible=False, variant="primary", elem_id="dh-resume"),
            gr.Button("One step", size="sm", visible=False, elem_id="dh-step"),
        ]


def buttons_now(now: Progress) -> list[Any]:
    """The three buttons as they are now."""
    import gradio as gr

    paused = bool(now.paused)
    return [gr.Button(visible=shown) for shown in (now.busy and not paused, paused, paused)]
