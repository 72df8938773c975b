"""An optional part as HTML: whether it is installed, the command and the button that install it,
how far that is, and what came of it."""

from __future__ import annotations

from models.catalogue import extras
from panel.models.shared_markup import Press, View, bar, button, buttons, chip, question
from panel.models.work.jobs import Job
from panel.models.work.optional_parts import Part, about
from panel.page.html import safe


def section(parts: tuple[Part, ...], jobs: dict[str, Job], view: View, off: bool) -> str:
    """The list of all optional parts."""
    items = "".join(_item(part, jobs.get(about(part.name)), view, off) for part in parts)
    return (
        "<section class='dh-models'><h2>Optional parts</h2><p class='dh-why'>Deskhand works without"
        f" them. pip installs them when you want them.</p><ul>{items}</ul></section>"
    )


def _item(part: Part, job: Job | None, view: View, off: bool) -> str:
    name = extras.extra(part.name)
    state = chip("Not installed") if part.missing else chip("Installed", "good")
    return (
        f"<li class='dh-model' data-extra='{safe(part.name)}'><div class='dh-model-body'>"
        f"<div class='dh-model-name'><b>{safe(name.title)}</b>{state}</div>"
        f"<div class='dh-facts'>{safe(name.purpose)}</div></div>{line(part, job, view, off)}</li>"
    )


def line(part: Part, job: Job | None, view: View, off: bool) -> str:
    """What is said and offered about a part; nothing when it is installed and nothing is to be
    said."""
    if job is not None and job.state == "working":
        return _working(job, off)
    ended = ""
    if job is not None:
        kind, role = ("good", "status") if job.state == "done" else ("bad", "alert")
        ended = f"<p class='dh-said dh-{kind}' role='{role}'>{safe(job.said)}</p>"
    if not part.missing:
        return f"<div class='dh-extra'>{ended}</div>" if ended else ""
    again = job is not None and job.state == "failed"
    title = extras.extra(part.name).title
    words = "Try again" if again else "Install…"
    press = Press("ask-extra", words, part.name, "" if again else "main", title)
    return (
        f"<div class='dh-extra'>{ended}<p>{safe(title)} is not installed. Install it with the"
        f" button, or with this command: <code>deskhand extras get {safe(part.name)}</code>"
        f" ({safe(part.size)})</p>{buttons([press], off, view)}{_asked(part, view, off)}</div>"
    )


def _working(job: Job, off: bool) -> str:
    cancel = ""
    if "give-up" in job.offers:
        cancel = button(Press("give-up", "Cancel", str(job.number), name=job.title), off)
    return (
        f"<div class='dh-extra' data-going>{bar(job.fraction, job.title)}"
        f"<div class='dh-task-foot'><span role='status'>{safe(job.said)}</span>{cancel}</div>"
        "</div>"
    )


def _asked(part: Part, view: View, off: bool) -> str:
    if not view.asks("extra", part.name):
        return ""
    licences = safe(extras.extra(part.name).licence)
    text = (
        f"<p>This takes {safe(part.size)} of the disk; pip downloads about two thirds of that."
        f" Licences: {licences}</p>"
    )
    press = Press("extra", "Accept the licences and install", part.name, "main")
    return question(text, [press], off)
