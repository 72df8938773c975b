"""The card for a decision: what its buttons say, and what it shows now."""

from __future__ import annotations

from typing import Any

from agent.events import Answer, Asking
from agent.policy.picking import NUMBERS

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
