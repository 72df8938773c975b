"""One stored run as HTML: its head with the film strip, one step large, the facts below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.records.reader import Decision, StoredRun, StoredStep
from agent.reports.plain_words import CHOSEN_BY, STAGES, counted, duration
from panel.history.shared_markup import (
    NO_TASK,
    button,
    effect,
    ending,
    facts,
    notice,
    problems,
    question,
)
from panel.history.view import View
from panel.page.html import safe


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the film: a step, or the end (`step` is None)."""

    step: StoredStep | None
    picture: Path | None

    @property
    def name(self) -> str:
        return f"Step {self.step.number}" if self.step else "The end"


def frames(run: StoredRun) -> list[Frame]:
    """The film of a run: every step, and what was seen last."""
    film = [Frame(step, step.picture) for step in run.steps]
    return [*film, Frame(None, run.final)] if run.final else film


def head(run: StoredRun, view: View, thumbs: Sequence[str | None], more: bool, files: str) -> str:
    """The task, how it ended, what can be done with the run, and the film strip. `thumbs` are data
    addresses ('' cannot be read, None not made yet), `more` whether some are still to come, `files`
    are the links to what was exported."""
    told = run.summary
    message = f"<span class='dh-why'> {safe(told.message)}</span>" if told.message else ""
    asked = question("Delete this run?", "Delete") if view.asking == told.name else ""
    export = button("export", "Export") if not view.export else ""
    return (
        f"<div class='dh-h-top'>{button('back', '← All runs')}"
        f"<h2 class='dh-h-title'>{safe(told.task) or NO_TASK}</h2>"
        f"<span class='dh-h-acts'>{export}{button('delete', 'Delete…', told.name)}</span></div>"
        f"{asked}{notice(view.said)}{files}<p class='dh-h-end'>{ending(told)}{message}</p>"
        f"<div class='dh-h-known'><span class='dh-why'>{facts(told)}</span>{_verdict(run)}</div>"
        f"{problems(run.problems)}{_film(run, view, thumbs, more)}"
    )


def _verdict(run: StoredRun) -> str:
    right = run.verdict.right if run.verdict else None
    note = f"<span class='dh-why'> {safe(run.verdict.note)}</span>" if run.verdict else ""
    choices = "".join(
        button("verdict", words, value, more=f"aria-pressed='{str(right is meant).lower()}'")
        for words, value, meant in (("Yes", "yes", True), ("No", "no", False))
    )
    return f"<span class='dh-h-verdict'>Was this right? {choices}{note}</span>"


def _film(run: StoredRun, view: View, thumbs: Sequence[str | None], more: bool) -> str:
    film = frames(run)
    if not film:
        return "<div class='dh-h-none'><p>No step of this run is stored.</p></div>"
    items = "".join(
        _thumb(number, frame, address)
        for number, (frame, address) in enumerate(zip(film, thumbs, strict=True), start=1)
    )
    boxes = f"aria-pressed='{str(view.boxes).lower()}'"
    there = sum(address is not None for address in thumbs)
    return (
        "<div class='dh-h-controls' role='group' aria-label='Replay'>"
        f"{button('previous', '◀ Previous')}"
        f"{button('play', '▶ Play', kind='dh-b-main')}{button('next', 'Next ▶')}"
        f"<span class='dh-h-keys dh-why'>Arrow keys step, the space bar plays.</span>"
        f"{button('boxes', 'Numbered boxes', more=boxes)}</div>"
        f"<div class='dh-h-strip' data-frames='{len(film)}' data-more='{there if more else ''}'>"
        f"{items}</div>"
    )


def _thumb(number: int, frame: Frame, address: str | None) -> str:
    if address:
        picture = f"<img src='{address}' alt='' draggable='false'>"
    else:
        picture = f"<span class='dh-h-nothing'>{'no picture' if address == '' else '…'}</span>"
    mark = effect(frame.step.effect) if frame.step else ""
    return (
        f"<button type='button' data-act='frame' data-value='{number}' "
        f"aria-label='{frame.name}: {safe(_what(frame))}'>{picture}"
        f"<span class='dh-h-no'>{frame.step.number if frame.step else 'End'}</span>{mark}</button>"
    )


def _what(frame: Frame) -> str:
    if frame.step is None:
        return "the last screen"
    return frame.step.description or "the action is not known"


def stage(run: StoredRun, view: View, address: str, crops: dict[Path, str]) -> str:
    """One step large; `address` is that of its picture ('' without one), `crops` are those of the
    pictures beside questions."""
    film = frames(run)
    if not film:
        return ""
    frame = film[view.frame - 1]
    name = frame.name + (f" of {run.steps[-1].number}" if frame.step else "")
    if address:
        words = f"The screen before step {frame.step.number}" if frame.step else "The last screen"
        picture = f"<figure class='dh-live'><img src='{address}' alt='{words}'></figure>"
    else:
        why = "The picture is missing or damaged." if frame.picture else "There is no picture."
        picture = f"<div class='dh-live dh-dark'><p>{why}</p></div>"
    said = _told(run, frame.step, crops) if frame.step else _last(run)
    return (
        f"<div class='dh-h-stage' data-frame='{view.frame}'>{picture}"
        f"<div class='dh-h-told' aria-live='polite'><h3>{name}</h3>{said}</div></div>"
    )


def _told(run: StoredRun, step: StoredStep, crops: dict[Path, str]) -> str:
    what = safe(step.description) or "The action is not known"
    reason = f"<p class='dh-why'>{safe(step.reason)}</p>" if step.reason else ""
    evidence = f" <span class='dh-why'>{safe(step.evidence)}</span>" if step.evidence else ""
    who = f"<p class='dh-why dh-by'>{CHOSEN_BY[step.by]}</p>" if step.by else ""
    asked = "".join(decision(one, crops) for one in run.decisions if one.step == step.number)
    return (
        f"<p class='dh-what'>{what}</p>{reason}<p>{effect(step.effect)}{evidence}</p>{who}"
        f"{problems(step.problems)}{asked}{_stages(step)}"
        f"{_words('What the model read', step.prompt)}{_words('What it replied', step.reply)}"
    )


def _last(run: StoredRun) -> str:
    message = f"<p class='dh-why'>{safe(run.summary.message)}</p>" if run.summary.message else ""
    return f"<p>{ending(run.summary)}</p>{message}"


def _stages(step: StoredStep) -> str:
    """Seconds by stage, the longest first, with bars."""
    if not step.timings:
        return ""
    longest = max([*step.timings.values(), 0.001])
    rows = "".join(
        f"<tr><th scope='row'>{safe(STAGES.get(name, name))}</th><td><span style='width:"
        f"{max(0.0, 100 * seconds / longest):.0f}%'></span></td><td>{seconds:.2f} s</td></tr>"
        for name, seconds in sorted(step.timings.items(), key=lambda pair: -pair[1])
        if seconds >= 0.005
    )
    return (
        f"<details open><summary>{duration(step.seconds)} in total</summary>"
        f"<table class='dh-h-stages'>{rows}</table></details>"
    )


def decision(one: Decision, crops: dict[Path, str]) -> str:
    """A question with its answer, or a refusal."""
    colour, word = {
        True: ("good", "Allowed"),
        False: ("bad", "Not allowed"),
        None: ("nothing", "Not answered"),
    }[one.allowed]
    where = f" in “{safe(one.where)}”" if one.where else ""
    reasons = "".join(f"<li>{safe(reason)}</li>" for reason in one.reasons)
    address = crops.get(one.picture, "") if one.picture else ""
    picture = f"<img src='{address}' alt='The place on the screen'>" if address else ""
    return (
        f"<div class='dh-h-decision'><b class='dh-{colour}'>{word}</b> {safe(one.description)}"
        f"{where} <span class='dh-why'>{safe(one.why)}</span>"
        f"{f'<ul>{reasons}</ul>' if reasons else ''}{picture}</div>"
    )


def _words(title: str, text: str) -> str:
    if not text.strip():
        return ""
    return f"<details><summary>{title}</summary><pre>{safe(text)}</pre></details>"


def below(run: StoredRun) -> str:
    """Plan, decisions, connections, the model's replies and where the record lies."""
    plan = "".join(f"<li>{safe(line)}</li>" for line in run.plan)
    decisions = "".join(decision(one, {}) for one in run.decisions)
    told = run.summary
    refused = "".join(f"<li>{safe(line)}</li>" for line in run.refused)
    connections = f"{counted(told.outbound, 'connection')} to other machines, {told.refused:,} "
    unusable = f", {run.unusable} could not be used" if run.unusable else ""
    ended = told.kind not in ("goes on", "interrupted", "unknown")
    traffic = f"<p>{connections} refused.</p><ul class='dh-why'>{refused}</ul>" if ended else (
        "<p class='dh-why'>Not known: the run did not finish.</p>"
    )  # fmt: skip
    replies = f"<p class='dh-why'>{counted(run.replies, 'reply').replace('replys', 'replies')} of "
    replies += f"the model{unusable}.</p>"
    sections = [
        ("Plan", f"<ul class='dh-h-plan'>{plan}</ul>" if plan else ""),
        ("Decisions", decisions),
        ("Connections", traffic),
        ("Record", f"{replies if ended else ''}<p class='dh-why'>{safe(str(run.folder))}</p>"),
    ]
    return "<div class='dh-h-below'>" + "".join(
        f"<section><h3>{name}</h3>{text}</section>" for name, text in sections if text
    ) + "</div>"  # fmt: skip
