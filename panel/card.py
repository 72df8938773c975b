"""The card for a decision: what its buttons say, and what it shows now."""

from __future__ import annotations

from typing import Any

from agent.events import Answer, Asking

# What a person may say to a question, with the words on the buttons.
ANSWERS: dict[Answer, str] = {
    "once": "Allow once",
    "task": "Allow for this task",
    "deny": "Deny",
}
SAFETY = [
    ("as the rules say (usually: ask before risky actions)", ""),
    ("watch only: it says what to do, you do it", "watch"),
    ("ask before every action", "ask"),
    ("ask before risky actions", "risky"),
    ("trusted: ask nothing", "trusted"),
]


def card_now(asked: Asking | None, watching: bool = False) -> list[Any]:
    """The card, the number of its question and its three buttons as they are now; a page that only
    watches cannot use them."""
    import gradio as gr

    watch = asked is not None and asked.watch
    return [
        gr.Column(visible=asked is not None),
        asked.number if asked is not None else 0,
        gr.Button("I did it" if watch else ANSWERS["once"], interactive=not watching),
        gr.Button(ANSWERS["task"], visible=not watch, interactive=not watching),
        gr.Button("Skip it" if watch else ANSWERS["deny"], interactive=not watching),
    ]
