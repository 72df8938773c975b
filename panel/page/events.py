"""How the events of a page reach their functions, and which page an event comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import gradio as gr

# Past the queue: Stop must not wait behind anything, nor the page behind a run. Private: no API.
DIRECT: dict[str, Any] = {
    "queue": False,
    "show_progress": "hidden",
    "api_visibility": "private",
}


def page_name(request: gr.Request) -> str:
    """The name of the page, which it made up when it was opened; '' when it gave none."""
    return str(request.session_hash or "")
