"""The section of what goes on: downloads, and other work on models."""

from __future__ import annotations

from models.fetch.job import progress_text
from panel.models.shared_markup import Press, View, bar, button, buttons, chip, question
from panel.models.work.chores import Chore, Offer
from panel.models.work.fetcher import Fetching, State
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


def work(downloads: Downloads, chores: tuple[Chore, ...], view: View, off: bool) -> str:
    """The section; nothing when nothing goes on."""
    parts = [_chore(one, off) for one in chores]
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


def _chore(chore: Chore, off: bool) -> str:
    number = str(chore.number)
    made = ""
    for offer in chore.offers:
        about = number if offer == "give-up" else chore.about
        made += button(Press(offer, _OFFERS[offer], about), off)
    if chore.state != "working":
        made += button(Press("dismiss", "Close", number, name=chore.title), off)
    kind = {"working": "work", "done": "good", "failed": "bad"}[chore.state]
    word = {"working": "Working", "done": "Done", "failed": "Failed"}[chore.state]
    shown = bar(chore.fraction, chore.title) if chore.state == "working" else ""
    role = "alert" if chore.state == "failed" else "status"
    return (
        f"<li class='dh-task' data-chore='{chore.state}'><div class='dh-task-head'>"
        f"<b>{safe(chore.title)}</b>{chip(word, kind)}</div>{shown}"
        f"<div class='dh-task-foot'><span class='dh-said' role='{role}'>{safe(chore.said)}</span>"
        f"<div class='dh-presses'>{made}</div></div></li>"
    )
