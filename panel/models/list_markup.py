"""The list of models, grouped by what they are for, with what can be done with each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.catalogue import extras
from models.catalogue.spec import Role
from panel.models import optional_parts_markup
from panel.models.shared_markup import Press, View, buttons, chip, fit_mark, fit_sentence, question
from panel.models.work.fetcher import Fetching
from panel.models.work.jobs import Job
from panel.models.work.optional_parts import Part
from panel.models.work.overview import Overview, Row
from panel.models.work.words import size
from panel.models.work_markup import STATES
from panel.page.html import LOADING, safe

ROLES: dict[Role, tuple[str, str]] = {
    "language": ("Language models", "They decide what to do. One is in use."),
    "vision-language": ("Models for pictures", "They name icons that have no text."),
    "detector": ("Detectors", "They find buttons, fields and icons on the screen."),
    "ocr": ("Text recognition", "It reads the text on the screen."),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """What is shown: models whose name, id, licence or notes hold each word of `search`; of one
    `role` ("": of all); only those that fit, only those that are here."""

    search: str = ""
    role: str = ""
    fits: bool = False
    here: bool = False

    def lets(self, row: Row) -> bool:
        model = row.model
        text = f"{model.name} {model.id} {model.licence} {model.notes}".lower()
        return (
            all(word in text for word in self.search.lower().split())
            and self.role in ("", model.role)
            and not (self.fits and row.fit is not None and row.fit.colour == "red")
            and not (self.here and not (row.here or row.begun or model.engine))
        )

    def lets_part(self, part: Part) -> bool:
        named = extras.extra(part.name)
        text = f"{named.title} {named.name} {named.licence} {named.purpose}".lower()
        found = all(word in text for word in self.search.lower().split())
        return found and not self.role and not (self.here and part.missing)


@dataclass(frozen=True, slots=True)
class Doing:
    """What goes on with models, or has just ended, by their ids: downloads, newest jobs."""

    fetching: Mapping[str, Fetching]
    jobs: dict[str, Job]

    @classmethod
    def of(cls, fetching: Sequence[Fetching], jobs: Sequence[Job]) -> Doing:
        """`jobs` have the newest first."""
        newest = {one.about: one for one in reversed(jobs)}
        return cls({one.model.id: one for one in fetching}, newest)


def models(now: Overview | None, filters: Filters, doing: Doing, view: View, off: bool) -> str:
    """All groups."""
    if now is None:
        return LOADING
    rows = [row for row in now.rows if filters.lets(row)]
    parts = tuple(part for part in now.parts if filters.lets_part(part))
    if not (rows or parts):
        return "<p class='dh-empty'>No model matches. Change the search or the filters.</p>"
    made = ""
    for role, (heading, what) in ROLES.items():
        mine = [row for row in rows if row.model.role == role]
        if mine:
            items = "".join(_row(row, doing, view, off) for row in mine)
            made += (
                f"<section class='dh-models'><h2>{heading}</h2><p class='dh-why'>{what}</p>"
                f"<ul>{items}</ul></section>"
            )
    return made + (optional_parts_markup.section(parts, doing.jobs, view, off) if parts else "")


def _row(row: Row, doing: Doing, view: View, off: bool) -> str:
    model = row.model
    fetching, job = doing.fetching.get(model.id), doing.jobs.get(model.id)
    notes = f"<div class='dh-why'>{safe(model.notes)}</div>" if model.notes else ""
    trouble = f"<div class='dh-trouble'>{safe(row.trouble)}</div>" if row.trouble else ""
    if row.needs:
        title = extras.extra(row.needs).title
        trouble += (
            f"<div class='dh-trouble'>It needs {safe(title)}, which is not installed. See “Optional"
            " parts” below.</div>"
        )
    presses = [] if fetching else _presses(row)
    asked = "" if fetching else _question(row, view, off)
    return (
        f"<li class='dh-model' data-model='{safe(model.id)}'><div class='dh-model-body'>"
        f"<div class='dh-model-name'><b>{safe(model.name)}</b>{_chips(row, fetching)}</div>"
        f"<div class='dh-facts'>{_facts(row)}</div>{_fit(row)}{notes}{trouble}{_job(job)}</div>"
        f"{buttons(presses, off, view)}{asked}</li>"
    )


def _chips(row: Row, fetching: Fetching | None) -> str:
    made = chip("In use", "work") if row.in_use and row.ready else ""
    if row.in_use and not row.ready:
        made += chip("Chosen", "mixed")
    if row.held:
        made += chip("In memory", "work")
    if fetching:
        made += chip(*STATES[fetching.state])
    elif row.trouble:
        made += chip("Cannot be used", "bad")
    elif row.model.engine is not None:
        made += chip(f"On {row.model.engine.host}:{row.model.engine.port}")
    elif row.here:
        made += chip("On this machine", "good")
    elif row.begun:
        made += chip("Partly downloaded", "mixed")
    return made + (chip("Added by you") if row.model.own else "")


def _job(job: Job | None) -> str:
    """What goes on with the model, without how far it is: that stands above."""
    if job is None:
        return ""
    if job.state == "working":
        return f"<div class='dh-work'>{safe(job.title)}…</div>"
    kind = "good" if job.state == "done" else "bad"
    return f"<div class='dh-said dh-{kind}'>{safe(job.said)}</div>"


def _facts(row: Row) -> str:
    model = row.model
    facts = [size(model.bytes)] if model.files else []
    facts.append(safe(model.licence.partition(" (")[0]))
    if model.context_tokens:
        facts.append(f"reads up to {model.context_tokens:,} tokens")
    if row.score:
        right = f"{row.score.right} of {row.score.questions} choices correct"
        facts.append(f"<b>{row.score.write_rate:.1f} tokens/s, {right}</b>")
    return " · ".join(facts)


def _fit(row: Row) -> str:
    if row.fit is None:
        return ""
    return (
        f"<div class='dh-fit-line'>{fit_mark(row.fit)}"
        f" <span class='dh-why'>{safe(fit_sentence(row.fit))}</span></div>"
    )


def _presses(row: Row) -> list[Press]:
    about, name = row.model.id, row.model.name
    take_out = [Press("ask-forget", "Remove from the list", about, name=name)]
    if not row.model.own or row.in_use:
        take_out = []
    if row.model.engine is not None:
        use = [] if row.in_use else [Press(_use(row), "Use", about, "main", name)]
        return use + take_out
    if not row.here:
        if row.needs and row.model.role == "ocr":
            # Its files come with the part.
            return take_out
        if row.begun:
            go_on = Press("get", "Resume", about, "main", name)
            return [
                go_on,
                Press("ask-cancel", "Delete the partial download", about, name=name),
                *take_out,
            ]
        return [Press("ask-get", "Download", about, "main", name), *take_out]
    made = []
    if row.model.role == "language" and not row.trouble:
        if not row.in_use:
            made.append(Press(_use(row), "Use", about, "main", name))
        elif not row.held:
            made.append(Press("load", "Load now", about, name=name))
        made.append(Press("measure", "Measure", about, name=name))
    made.append(Press("check", "Check", about, name=name))
    if row.frees or row.model.own:
        made.append(Press("ask-remove", "Remove", about, name=name))
    return made + take_out


def _use(row: Row) -> str:
    """Whether something must be known before it is used."""
    leaves = row.model.engine is not None and row.model.engine.warning
    too_large = row.fit is not None and row.fit.colour == "red"
    return "ask-use" if leaves or too_large else "use"


def _question(row: Row, view: View, off: bool) -> str:
    if view.about != row.model.id:
        return ""
    model, about = row.model, row.model.id
    match view.question:
        case "get" if not row.here:
            red = row.fit is not None and row.fit.colour == "red"
            more = f"<p>{safe(row.fit.sentence)}</p>" if row.fit and red else ""
            text = f"<p>{size(model.bytes)}. Licence: <b>{safe(model.licence)}</b></p>{more}"
            words = "Accept and download" + (" anyway" if red else "")
            return question(text, [Press("get", words, about, "main")], off)
        case "use":
            said = model.engine.warning if model.engine else row.fit.sentence if row.fit else ""
            press = Press("use", "Use it anyway", about, "main")
            return question(f"<p>{safe(said)}</p>", [press], off)
        case "remove" if row.here:
            used = " It is the model in use." if row.in_use else ""
            text = f"<p>Remove its files? That frees {size(row.frees)}.{used}</p>"
            return question(text, [Press("remove", "Remove", about, "risky")], off)
        case "forget":
            frees = f" Its files go too, which frees {size(row.frees)}." if row.frees else ""
            text = f"<p>Remove it from the list?{frees}</p>"
            return question(text, [Press("forget", "Remove it", about, "risky")], off)
        case "cancel" if row.begun and not row.here:
            text = f"<p>Delete the {size(row.begun)} downloaded so far?</p>"
            return question(text, [Press("cancel", "Delete", about, "risky")], off)
    return ""
