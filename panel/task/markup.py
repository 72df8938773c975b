"""The progress of a run as HTML. Every text comes through `safe`: the screen's and the task's are
data."""

from __future__ import annotations

import math

from agent.events import Asking
from agent.reports.plain_words import CHOSEN_BY, duration
from panel.page.html import EFFECT_COLOURS, safe
from panel.task.progress import Progress, StepLine

_OUTCOMES = {
    "done": ("good", "Done"),
    "unsure": ("mixed", "Perhaps done"),
    "stopped": ("mixed", "Stopped"),
    "step limit": ("mixed", "Step limit reached"),
    "failed": ("bad", "Not done"),
    "error": ("bad", "Error"),
}


def state_line(now: Progress) -> str:
    """What goes on at the moment, in one line."""
    colour, words = _state(now)
    clock = f"<span class='dh-clock'>{duration(now.seconds)}</span>" if now.busy else ""
    bar = "" if now.paused or now.pausing or now.stopping else _bar(now)
    dot = f"<span class='dh-dot dh-{colour}{' dh-busy' if now.busy else ''}'></span>"
    return f"<div class='dh-state' role='status'>{dot}<span>{words}</span>{bar}{clock}</div>"


def watching_line(watching: bool) -> str:
    """What a page reads while another one steers; nothing else."""
    if not watching:
        return ""
    words = (
        "Another page is in control. Here you can watch and stop the run. Close the other page to"
        " use Run here."
    )
    return f"<div class='dh-why' id='dh-watching'>{words}</div>"


def _state(now: Progress) -> tuple[str, str]:
    if now.problem:
        return "bad", safe(now.problem)
    if now.outcome is not None:
        colour, word = _OUTCOMES[now.outcome.kind]
        message = f": {safe(now.outcome.message)}" if now.outcome.message else ""
        return colour, f"<b>{word} in {duration(now.seconds)}</b>{message}"
    if now.stopping:
        return "bad", "Stopping…"
    if now.paused:
        return "mixed", f"<b>Paused</b>: {safe(now.paused)}."
    if now.pausing:
        return "work", "Pausing before the next action…"
    place = f"<b>Step {now.step} of {now.max_steps}</b> · " if now.step else ""
    if now.working is not None:
        return "work", f"{place}{safe(now.working.what)}…"
    words = {
        "idle": f"{safe(now.note)} Ready. Type a task and press Run.".strip(),
        "starting": safe(now.note) or "Getting the model ready…",
        "looking": f"{place}looking at the screen…",
        "thinking": f"{place}thinking…",
        "asking": f"{place}<b>waiting for your answer</b>",
        "acting": f"{place}{safe(now.acting)}",
        "ended": "Ended.",
    }
    return ("work" if now.busy else "nothing"), words[now.phase]


def _bar(now: Progress) -> str:
    """How far something is that takes a second or longer, and the time left, by what it took last
    time; nothing when that is not known."""
    usual = now.working.seconds if now.working is not None else None
    if usual is None or usual < 1:
        return ""
    left = usual - now.worked
    said = f"about {_whole(left)} left" if left > 0 else "longer than last time"
    share = min(99, round(100 * now.worked / usual))
    return (
        f"<span class='dh-left'><progress max='100' value='{share}' aria-label='How far it is'>"
        f"</progress> {said}</span>"
    )


def _whole(seconds: float) -> str:
    return f"{math.ceil(seconds)} s" if seconds < 60 else duration(seconds)


def plan(now: Progress) -> str:
    """The plan as a numbered list with ticks; nothing without one."""
    if not now.plan:
        return ""
    items = "".join(map(_part, now.plan))
    return f"<section class='dh-plan'><h2>Plan</h2><ol>{items}</ol></section>"


def _part(line: str) -> str:
    mark, _, words = line.partition(" ")
    if mark not in ("✓", "·"):
        return f"<li>{safe(line)}</li>"
    if mark == "·":
        return f"<li>{safe(words)}</li>"
    tick = "<span class='dh-good' role='img' aria-label='done'>✓</span>"
    return f"<li class='dh-ticked'>{safe(words)} {tick}</li>"


def reply(now: Progress) -> str:
    """The reply that the model is writing; nothing when it writes none."""
    if not (now.busy and now.reply):
        return ""
    return f"<pre class='dh-reply' aria-label='The reply'>{safe(now.reply)}</pre>"


def steps(now: Progress) -> str:
    """The steps and what the person said between them, newest first."""
    parts = ["<h2>Steps</h2>"]
    if not (now.steps or now.said):
        parts.append("<p class='dh-empty'>Each step appears here as it happens.</p>")
    lines = [(line.number - 0.5, _step(line)) for line in now.steps]
    lines += [(float(after), _said(text)) for after, text in now.said]
    ordered = sorted(lines, key=lambda line: line[0], reverse=True)
    parts.append("<ol class='dh-steps'>" + "".join(text for _, text in ordered) + "</ol>")
    if now.phase == "ended" and now.folder:
        folder = f"Saved in <code>{safe(now.folder)}</code>. {safe(now.traffic)}."
        parts.append(f"<p class='dh-folder'>{folder}</p>")
    return f"<section>{''.join(parts)}</section>"


def _said(text: str) -> str:
    return (
        "<li class='dh-yours'><span class='dh-number'></span><div class='dh-body'>"
        f"<div class='dh-why'>You said</div><div>{safe(text)}</div></div></li>"
    )


def _step(line: StepLine) -> str:
    thumb = f"<img class='dh-thumb' src='{line.picture}' alt=''>" if line.picture else ""
    evidence = f" <span class='dh-why'>{safe(line.effect.evidence)}</span>"
    reason = f"<div class='dh-why'>{safe(line.reason)}</div>" if line.reason else ""
    return (
        f"<li><span class='dh-number'>{line.number}</span>{thumb}<div class='dh-body'>"
        f"<div class='dh-what'>{safe(line.description)}</div>{reason}"
        f"<div><span class='dh-effect dh-{EFFECT_COLOURS[line.effect.kind]}'>"
        f"{line.effect.kind}</span>"
        f"{evidence if line.effect.evidence else ''}</div>"
        f"<div class='dh-why dh-by'>{CHOSEN_BY[line.by]}</div></div>"
        f"<span class='dh-seconds'>{line.seconds:.1f} s</span></li>"
    )


def question(asked: Asking | None, picture: str) -> str:
    """The card for a decision; `picture` is the data address of its crop. Nothing without one."""
    if asked is None:
        return ""
    where = f" in “{safe(asked.where)}”" if asked.where else ""
    head = "Do this yourself" if asked.watch else "May I do this?"
    nothing = "it is not done"
    seen = f"<img src='{picture}' alt='The place on the screen, the target in a red frame'>"
    if asked.options:
        head, nothing, seen = "Which one?", "the task ends", ""
    why = "".join(f"<li>{safe(reason)}</li>" for reason in asked.why)
    return (
        f"<div class='dh-ask' role='alertdialog' aria-label='{head}'><h2>{head}</h2>"
        f"<div class='dh-what'>{safe(asked.description)}{where}</div><ul>{why}</ul>"
        f"{seen}"
        f"<p class='dh-why'>Without an answer within {asked.seconds:.0f} s {nothing}.</p>"
        "</div>"
    )


def picture(source: str, note: str, touch: bool = False) -> str:
    """The live view: `source` is a data address of an image or '', `note` says what it shows,
    `touch` whether a person may use what it shows through it."""
    if not source:
        return f"<div class='dh-live dh-dark'><p>{safe(note)}</p></div>"
    return (
        f"<figure class='dh-live{' dh-touch' * touch}'><img src='{source}' alt='The screen'>"
        f"<figcaption>{safe(note)}</figcaption></figure>"
    )
