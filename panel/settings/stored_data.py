"""Stored data other than settings that can be removed: records of runs, names of icons, secrets.

Only imported together with gradio.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import gradio as gr

from agent.errors import AgentError
from agent.perception import icon_names
from agent.records import archive
from agent.records.listing import Wanted, find_runs
from agent.records.summary import summary
from agent.reports.plain_words import counted, size
from agent.secrets import keyring_store as vault
from models.files.paths import runs_folder
from panel.page.control import Control
from panel.page.events import DIRECT, page_name
from panel.page.html import LOADING, safe
from panel.settings import markup
from vision.icons.user_names import Correction

WATCHING = "Another page is in control. Nothing was changed."
_NO_ICONS = "None yet. Name an icon with: deskhand see --name ID NAME"
_NO_SECRETS = "None yet. Store one with: deskhand secrets set NAME"


def records(control: Control) -> gr.HTML:
    """How much room the records take, and deleting them all. Returns the part that shows
    `storage_line`."""
    with gr.Column(elem_id="dh-records"):
        taken = gr.HTML(LOADING)
        ask = gr.Button("Delete all records…", size="sm", elem_id="dh-delete-all")
        with gr.Row(visible=False, elem_id="dh-delete-sure") as sure:
            question = gr.HTML()
            yes = gr.Button("Delete them", variant="stop", size="sm", elem_id="dh-delete-yes")
            no = gr.Button("Keep them", size="sm", elem_id="dh-delete-no")
        said = gr.HTML(elem_id="dh-delete-said")

    def asked() -> list[Any]:
        runs = archive.stored(runs_folder())
        if not runs:
            return [gr.skip(), gr.skip(), markup.message("There are no records.")]
        words = f"Delete {_count(runs)}? This cannot be undone."
        return [gr.Row(visible=True), f"<p class='dh-what'>{safe(words)}</p>", ""]

    def delete(request: gr.Request) -> list[Any]:
        if not control.take(page_name(request)):
            return [gr.Row(visible=False), gr.skip(), markup.message(WATCHING, False)]
        words, good = delete_all()
        return [gr.Row(visible=False), storage_line(), markup.message(words, good)]

    ask.click(asked, None, [sure, question, said], **DIRECT)
    yes.click(delete, None, [sure, taken, said], **DIRECT)
    no.click(lambda: gr.Row(visible=False), None, sure, **DIRECT)
    return taken


def storage_line() -> str:
    """What the records take, in a sentence."""
    try:
        found = find_runs(runs_folder(), Wanted(count=0))
    except OSError as problem:
        return markup.problem(f"The records cannot be read: {problem.strerror or problem}.")
    what = "No records yet. They will be stored in"
    if found.stored:
        what = f"{counted(found.stored, 'record')}, {size(found.bytes)}, in"
    return f"<p>{safe(what)} <code>{safe(str(runs_folder()))}</code></p>"


def _count(runs: Sequence[archive.StoredRun]) -> str:
    return f"{counted(len(runs), 'record')}, {size(sum(run.bytes for run in runs))}"


def delete_all() -> tuple[str, bool]:
    """Delete every record but that of a run that goes on; what was done, and whether it worked."""
    runs = archive.stored(runs_folder())
    gone: list[archive.StoredRun] = []
    busy = 0
    try:
        for run in runs:
            if summary(run.path).kind == "goes on":
                busy += 1
                continue
            archive.delete(run)
            gone.append(run)
    except OSError as problem:
        return f"Deleted: {_count(gone)}. The rest could not be deleted: {problem}", False
    kept = " The record of the run in progress was kept." if busy else ""
    return f"Deleted: {_count(gone)}.{kept}", True


def icons(control: Control) -> gr.HTML:
    """The names that the person gave to icons, with buttons to remove them. Returns the part that
    shows `icon_rows`."""
    shown = _list(LOADING, "dh-icons")
    said = gr.HTML(elem_id="dh-icons-said")

    def remove(event: gr.EventData, request: gr.Request) -> list[Any]:
        if not control.take(page_name(request)):
            return [icon_rows(), markup.message(WATCHING, False)]
        words = remove_icon(str(event.key))
        return [icon_rows(), words]

    shown.click(remove, None, [shown, said], **DIRECT)
    return shown


def icon_rows() -> str:
    """The names of icons as a list."""
    try:
        known = icon_names.corrections().all()
    except OSError as problem:
        return markup.problem(str(problem))
    rows = [
        (icon_key(each), each.name, f"in {each.application}" if each.application else "",
         markup.icon_picture(each))
        for each in known
    ]  # fmt: skip
    return markup.removable(rows, _NO_ICONS, "Names of icons", "Really remove?")


def remove_icon(key: str) -> str:
    """Remove the name with this key; what was done, as a message."""
    try:
        known = icon_names.corrections()
        found = next((each for each in known.all() if icon_key(each) == key), None)
        if found is None or not known.drop(found):
            return markup.message("That name has already been removed.")
        return markup.message(f"The name “{found.name}” was removed.")
    except OSError as problem:
        return markup.message(str(problem), False)


def icon_key(correction: Correction) -> str:
    return hashlib.sha256(repr(correction).encode()).hexdigest()[:16]


def secrets(control: Control) -> None:
    """The names of the secrets, shown when asked for: the keyring may want to be unlocked."""
    show = gr.Button("Show the names", size="sm", elem_id="dh-secrets-show")
    shown = _list("", "dh-secrets")
    said = gr.HTML(elem_id="dh-secrets-said")

    def remove(event: gr.EventData, request: gr.Request) -> list[Any]:
        if not control.take(page_name(request)):
            return [secret_rows(), markup.message(WATCHING, False)]
        try:
            words = markup.message(f"The secret “{vault.remove(str(event.key))}” was removed.")
        except AgentError as problem:
            words = markup.message(str(problem), False)
        return [secret_rows(), words]

    show.click(lambda: [secret_rows(), ""], None, [shown, said], **DIRECT)
    shown.click(remove, None, [shown, said], **DIRECT)


def secret_rows() -> str:
    """The names of the secrets as a list; never their values."""
    try:
        names = vault.names()
    except AgentError as problem:
        return markup.problem(str(problem))
    rows = [(name, name, f"in a task: {{secret:{name}}}", "") for name in names]
    return markup.removable(rows, _NO_SECRETS, "Names of secrets", "Really delete it?")


def _list(value: str, name: str) -> gr.HTML:
    script = files("panel.settings").joinpath("remove.js").read_text("utf-8")
    return gr.HTML(value, js_on_load=script, elem_id=name)
