"""The buttons for the answers to a question, and those that pause a run, let it go on, or let it do
one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agent.events import Answer, Asking
from agent.policy.picking import NUMBERS
from panel.task.progress import Progress

if TYPE_CHECKING:
    import gradio as gr

# What a person may say to a question, with the words on the buttons; those of options come with
# the question.
ANSWERS: dict[Answer, str] = {
    **dict.fromkeys(NUMBERS, ""),
    "once": "Allow once",
    "task": "Allow for this task",
    "deny": "Deny",
}
SAFETY = [
    ("as in Settings (default: ask before risky actions)", ""),
    ("watch only: it says what to do, you do it", "watch"),
    ("ask before every action", "ask"),
    ("ask before risky actions", "risky"),
    ("trusted: ask nothing", "trusted"),
]


def card_now(asked: Asking | None, watching: bool = False) -> list[Any]:
    """The card, the number of its question and a button for each of ANSWERS as they are now; a page
    that only watches cannot use them."""
    import gradio as gr

    words = buttons_of(asked)
    return [
        gr.Column(visible=asked is not None),
        asked.number if asked is not None else 0,
        *(
            gr.Button(words.get(answer, ""), visible=answer in words, interactive=not watching)
            for answer in ANSWERS
        ),
    ]


def buttons_of(asked: Asking | None) -> dict[Answer, str]:
    """The answers that a question takes, with the words on their buttons."""
    if asked is not None and asked.options:
        options: dict[Answer, str] = dict(zip(NUMBERS, asked.options, strict=False))
        return {**options, "deny": "None of them"}
    if asked is not None and asked.watch:
        return {"once": "I did it", "deny": "Skip it"}
    return {answer: words for answer, words in ANSWERS.items() if words}


def pause_buttons() -> list[gr.Button]:
    """Pause, Go on, One step; hidden as long as nothing runs."""
    import gradio as gr

    small: dict[str, Any] = {"size": "sm", "visible": False, "scale": 0, "min_width": 110}
    return [
        gr.Button("Pause", elem_id="dh-pause", **small),
        gr.Button("Resume", variant="primary", elem_id="dh-resume", **small),
        gr.Button("One step", elem_id="dh-step", **small),
    ]


def pause_buttons_now(now: Progress) -> list[Any]:
    """The buttons of `pause_buttons` as they are now."""
    import gradio as gr

    paused = bool(now.paused)
    return [gr.Button(visible=shown) for shown in (now.busy and not paused, paused, paused)]
