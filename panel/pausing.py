"""The buttons that pause a run, let it go on, or let it do one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from panel.progress import Progress

if TYPE_CHECKING:
    import gradio as gr


def pause_buttons() -> list[gr.Button]:
    """Pause, Go on, One step; hidden as long as nothing runs."""
    import gradio as gr

    small: dict[str, Any] = {"size": "sm", "visible": False, "scale": 0, "min_width": 110}
    return [
        gr.Button("Pause", elem_id="dh-pause", **small),
        gr.Button("Resume", variant="primary", elem_id="dh-resume", **small),
        gr.Button("One step", elem_id="dh-step", **small),
    ]


def buttons_now(now: Progress) -> list[Any]:
    """The three buttons as they are now."""
    import gradio as gr

    paused = bool(now.paused)
    return [gr.Button(visible=shown) for shown in (now.busy and not paused, paused, paused)]
