"""The section of what goes on: downloads, and other work on models."""

from __future__ import annotations

from models.fetch.job import progress_text
from panel.models.shared_markup import Press, View, bar, button, buttons, chip, question
from panel.models.work.fetcher import Fetching, State
from panel.models.work.jobs import Job, Offer
from panel.models.work.service import Downloads
from panel.models.work.words import size
from panel.page.html import safe

STATES: dict[State, tuple[str, str]] = {
    "fetching": ("Downloading", "work"),
    "waiting": ("Waiting for other downloads", "nothing"),
    "stopping": ("Stopping…", "nothing"),
    "paused": ("Paused", "mixed"),
    "unfinished": ("Unfinished", "mixed"),
    "failed": ("Download failed", "bad"),
    "elsewhere": ("Downloading in another program", "work"),
}
_OFFERS: dict[Offer, str] = {
    "stop-run": "Stop the run",
    "give-up": "Cancel",
    "mend": "Download it again",
    "get": "Accept the licence and download",
}


def work(downloads: Downloads, jobs: tuple[Job, ...], view: View, off: bool) -> str:
    """The section; nothing when nothing goes on."""
    parts = [_job(one, off) for one in jobs]
    parts += [_fetching(one, view, off) for one in downloads.models]
    trouble = downloads.trouble
    if trouble:
        parts.insert(0, f"<li class='dh-trouble' role='alert'>{safe(trouble)}</li>")
    if not parts:
        return ""
    return f"<ul class='dh-work-list' aria-label='Work in progress'>{''.join(parts)}</ul>"


def _fetching(one: Fetching, view: View, off: bool) -> str:
    words, kind = STATES[one.state]
    model = one.model
    fraction = one.done / one.total if one.total else None
    moves = one.done > 0 or one.state == "fetching"
    shown = bar(fraction, f"{model.name}: {words}") if moves else ""
    said = progress_text(one.done, one.total, one.speed) if moves else size(one.total)
    reason = f"<p class='dh-trouble'>{safe(one.reason)}</p>" if one.state == "failed" else ""
    presses = _fetch_presses(one)
    asked = ""
    if view.asks("cancel", model.id):
        text = f"<p>Cancel the download and delete the {size(one.done)} downloaded so far?</p>"
        asked = question(text, [Press("cancel", "Delete them", model.id, "risky")], off)
    return (
        f"<li class='dh-task' data-model='{safe(model.id)}'><div class='dh-task-head'>"
        f"<b>{safe(model.name)}</b>{chip(words, kind)}</div>{shown}{reason}"
        f"<div class='dh-task-foot'><span class='dh-why dh-numbers'>{said}</span>"
        f"{buttons(presses, off, view)}</div>{asked}</li>"
    )


def _fetch_presses(one: Fetching) -> list[Press]:
    about, name = one.model.id, one.model.name
    go_on = Press("get", "Resume", about, "main", name)
    pause = Press("pause", "Pause", about, name=name)
    # With nothing here there is nothing to lose.
    cancel = Press("ask-cancel" if one.done else "cancel", "Cancel", about, name=name)
    match one.state:
        case "fetching" | "waiting" | "elsewhere":
            return [pause, cancel]
        case "stopping":
            return []
        case "failed":
            again = Press("get", "Try again", about, "main", name)
            return [again, cancel]
        case _:
            return [go_on, cancel]


def _job(job: Job, off: bool) -> str:
    number = str(job.number)
    made = ""
    for offer in job.offers:
        about = number if offer == "give-up" else job.about
        made += button(Press(offer, _OFFERS[offer], about), off)
    if job.state != "working":
        made += button(Press("dismiss", "Close", number, name=job.title), off)
    kind = {"working": "work", "done": "good", "failed": "bad"}[job.state]
    word = {"working": "Working", "done": "Done", "failed": "Failed"}[job.state]
    shown = bar(job.fraction, job.title) if job.state == "working" else ""
    role = "alert" if job.state == "failed" else "status"
    return (
        f"<li class='dh-task' data-job='{job.state}'><div class='dh-task-head'>"
        f"<b>{safe(job.title)}</b>{chip(word, kind)}</div>{shown}"
        f"<div class='dh-task-foot'><span class='dh-said' role='{role}'>{safe(job.said)}</span>"
        f"<div class='dh-presses'>{made}</div></div></li>"
    )
