"""What the markup of the history shares: colours, buttons, facts in one line."""

from __future__ import annotations

from collections.abc import Iterable

from agent.records.summary import KIND_WORDS, RunKind, Summary
from agent.reports.plain_words import counted, duration, moment, size
from panel.page.html import EFFECT_COLOURS, safe

KIND_COLOURS: dict[RunKind, str] = {
    "done": "good",
    "unsure": "mixed",
    "failed": "bad",
    "stopped": "mixed",
    "step limit": "mixed",
    "error": "bad",
    "interrupted": "bad",
    "goes on": "work",
    "unknown": "nothing",
}
NO_TASK = "The task cannot be read"


def button(act: str, words: str, value: str = "", *, kind: str = "", more: str = "") -> str:
    """A button that tells the page's function `act` and `value`; `words` and `more` (attributes)
    are markup."""
    return (
        f"<button type='button' class='dh-b {kind}' data-act='{act}' "
        f"data-value='{safe(value)}' {more}>{words}</button>"
    )


def ending(run: Summary) -> str:
    """How the run ended, in its colour."""
    return f"<b class='dh-{KIND_COLOURS[run.kind]}'>{KIND_WORDS[run.kind]}</b>"


def effect(kind: str) -> str:
    """The effect of a step, in its colour."""
    if not kind:
        return ""
    colour = EFFECT_COLOURS.get(kind, "nothing")
    return f"<span class='dh-effect dh-{colour}'>{safe(kind)}</span>"


def facts(run: Summary) -> str:
    """When, by which model, how much: in one line."""
    refused = counted(run.refused, "connection") + " refused" if run.refused else ""
    out = counted(run.outbound, "outbound connection") if run.outbound else ""
    said = {None: "", True: "you said: right", False: "you said: not right"}[run.right]
    return dotted(
        [moment(run.started), run.model, counted(run.steps, "step"), duration(run.seconds),
         size(run.bytes), out, refused, said]
    )  # fmt: skip


def dotted(parts: Iterable[str]) -> str:
    """Texts in one line with dots between them; empty ones are left out."""
    return " · ".join(safe(part) for part in parts if part)


def problems(sentences: Iterable[str]) -> str:
    return "".join(f"<p class='dh-h-problem'>{safe(sentence)}</p>" for sentence in sentences)


def notice(said: str) -> str:
    return f"<p class='dh-h-said' role='status'>{safe(said)}</p>" if said else ""


def question(words: str, yes: str) -> str:
    """Asks before something is deleted; `words` and `yes` are markup."""
    return (
        f"<div class='dh-h-ask' role='alertdialog' aria-label='Delete?'><p>{words} "
        "This cannot be undone.</p>"
        f"{button('delete-yes', yes, kind='dh-b-bad')}{button('delete-no', 'Keep')}</div>"
    )
