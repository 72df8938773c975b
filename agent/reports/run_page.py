"""A stored run as a page that stands alone: one HTML file with its pictures, without any script."""

from __future__ import annotations

import html
from importlib.resources import files
from pathlib import Path

from agent.records.reader import Decision, StoredRun, StoredStep
from agent.records.run_seen import picture_in, seen
from agent.records.summary import KIND_WORDS
from agent.reports.plain_words import CHOSEN_BY, STAGES, counted, duration, moment
from vision.capture.jpeg import jpeg_address
from vision.capture.screen import Pixels, ScreenError
from vision.draw import draw

# Pixels. What is exported is read, not measured.
_WIDEST = 1280
_QUALITY = 72
_GOOD = ("done", "confirmed")
_BAD = ("failed", "error", "not allowed")


def as_page(run: StoredRun) -> str:
    """The whole file. Pictures are as they are stored, with what must not be seen painted over."""
    style = files("agent.reports").joinpath("run_page.css").read_text("utf-8")
    title = _safe(run.summary.task or run.folder.name)
    parts = [_head(run), *(_step(run, step) for step in run.steps), _end(run)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        # The file asks nobody for anything, whatever a text in it says.
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{style}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _head(run: StoredRun) -> str:
    told = run.summary
    facts = [
        moment(told.started),
        f"Model {_safe(told.model)}" if told.model else "",
        counted(told.steps, "step"),
        duration(told.seconds),
    ]
    said = f": {_safe(told.message)}" if told.message else ""
    plan = "".join(f"<li>{_safe(line)}</li>" for line in run.plan)
    return (
        f"<header><p class='facts'>{' · '.join(filter(None, facts))}</p>"
        f"<h1>{_safe(told.task) or 'The task is not known'}</h1>"
        f"<p><b class='{_colour(told.kind)}'>{KIND_WORDS[told.kind]}</b>{said}</p>"
        f"{_verdict(run)}{_problems(run.problems)}"
        f"{f'<h2>Plan</h2><ul class=plan>{plan}</ul>' if plan else ''}</header>"
    )


def _verdict(run: StoredRun) -> str:
    if run.verdict is None:
        return ""
    word = "It was right." if run.verdict.right else "It was not right."
    return f"<p><b>{word}</b> {_safe(run.verdict.note)}</p>"


def _step(run: StoredRun, step: StoredStep) -> str:
    reason = f"<p class='why'>{_safe(step.reason)}</p>" if step.reason else ""
    stages = ", ".join(
        f"{_safe(STAGES.get(name, name))} {seconds:.2f} s" for name, seconds in step.timings.items()
    )
    facts = filter(None, [CHOSEN_BY[step.by], duration(step.seconds)])
    asked = "".join(_decision(one) for one in run.decisions if one.step == step.number)
    return (
        f"<section><h2>{step.number}. {_safe(step.description) or 'The action is not known'}</h2>"
        f"{reason}<p><b class='{_colour(step.effect)}'>{_safe(step.effect)}</b> "
        f"<span class='why'>{_safe(step.evidence)}</span></p>{_problems(step.problems)}{asked}"
        f"{_picture_of_step(run, step)}"
        f"<p class='facts'>{' · '.join(facts)}{f' ({stages})' if stages else ''}</p>"
        f"{_words('What the model read', step.prompt)}{_words('What it replied', step.reply)}"
        "</section>"
    )


def _picture_of_step(run: StoredRun, step: StoredStep) -> str:
    if step.picture is None:
        return ""
    try:
        pixels = draw(seen(run.folder, step), step.targets)
    except ScreenError:
        return f"<p class='why'>The picture {_safe(step.picture.name)} is damaged.</p>"
    return f"<img alt='The screen before step {step.number}' src='{_address(pixels)}'>"


def _decision(decision: Decision) -> str:
    head = {True: "Allowed", False: "Not allowed", None: "Not answered"}[decision.allowed]
    where = f" in “{_safe(decision.where)}”" if decision.where else ""
    why = "".join(f"<li>{_safe(reason)}</li>" for reason in decision.reasons)
    picture = _file(decision.picture, "The place on the screen") if decision.picture else ""
    return (
        f"<div class='decision'><b>{head}</b>: {_safe(decision.description)}{where}. "
        f"{_safe(decision.why)}{f'<ul>{why}</ul>' if why else ''}{picture}</div>"
    )


def _end(run: StoredRun) -> str:
    told = run.summary
    refused = "".join(f"<li>{_safe(line)}</li>" for line in run.refused)
    connections = (
        f"{counted(told.outbound, 'connection')} to other machines went out, "
        f"{told.refused:,} refused."
    )
    what = "The screen at the end"
    last = f"<h2>{what}</h2>{_file(run.final, what)}" if run.final else ""
    return (
        f"<footer>{last}<p class='facts'>{connections}</p>"
        f"{f'<ul class=facts>{refused}</ul>' if refused else ''}</footer>"
    )


def _file(path: Path, what: str) -> str:
    try:
        return f"<img alt='{what}' src='{_address(picture_in(path).pixels)}'>"
    except ScreenError:
        return f"<p class='why'>The picture {_safe(path.name)} is damaged.</p>"


def _address(pixels: Pixels) -> str:
    return jpeg_address(pixels, _WIDEST, _QUALITY)


def _words(head: str, text: str) -> str:
    if not text.strip():
        return ""
    return f"<details><summary>{head}</summary><pre>{_safe(text)}</pre></details>"


def _problems(problems: tuple[str, ...]) -> str:
    return "".join(f"<p class='bad'>{_safe(problem)}</p>" for problem in problems)


def _colour(kind: str) -> str:
    return "good" if kind in _GOOD else "bad" if kind in _BAD else "mixed"


def _safe(text: str) -> str:
    return html.escape(text)
