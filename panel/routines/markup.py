"""Routines and notes as HTML. Every text comes through `safe`."""

from __future__ import annotations

import re

from agent.records.notes import Notes
from agent.reports.plain_words import counted
from agent.routines.routine import Routine, RoutineStep
from agent.routines.store import Kept
from panel.history.shared_markup import button, notice, question
from panel.page.html import safe
from panel.routines.view import View, key_of

_GAP = re.compile(r"(\{[\w-]{1,40}\})")


def said(words: str, *, good: bool = True) -> str:
    if not words:
        return ""
    role = "status" if good else "alert"
    return f"<p class='dh-{'good' if good else 'bad'}' role='{role}'>{safe(words)}</p>"


def draft(routine: Routine) -> str:
    """What would be kept of a run: its task with gaps, the parameters, the steps."""
    return (
        f"<div class='dh-r-draft'><p>{_task(routine)}</p>{_parameters(routine)}{_steps(routine)}"
        "</div>"
    )


def listing(routines: list[Kept], notes: list[Notes], view: View) -> str:
    """The whole tab."""
    return (
        f"{notice(view.said)}<section aria-label='Routines'><h2>Routines</h2>"
        "<p class='dh-why'>Choose one in the Task tab, change its values in the task, and press "
        "<i>Run the routine</i>. It is also offered when you type such a task.</p>"
        f"{_routines(routines, view)}</section>"
        "<section aria-label='Notes on applications'><h2>Notes on applications</h2>"
        "<p class='dh-why'>What had an effect in earlier runs and what had none. The model gets "
        "them only with the setting <i>Give notes to the model</i>.</p>"
        f"{_notes(notes, view)}</section>"
    )


def _routines(routines: list[Kept], view: View) -> str:
    if not routines:
        return (
            "<p class='dh-r-none'>There are none yet. After a run that did what you wanted, press "
            "<i>Save as routine…</i></p>"
        )
    return f"<ol class='dh-h-rows'>{''.join(_row(each, view) for each in routines)}</ol>"


def _row(kept: Kept, view: View) -> str:
    key, name = key_of(kept.path), safe(kept.name)
    routine = kept.routine
    if routine is None:
        told = f"<p class='dh-h-problem'>{safe(kept.problem)}</p>"
        acts = _delete(key, name)
        return _item(name, told, acts, _asked(key, view, name))
    facts = [counted(len(routine.steps), "step"), counted(len(routine.parameters), "parameter")]
    if routine.saved:
        facts.append(f"saved {routine.saved}")
    told = f"<p>{_task(routine)}</p><p class='dh-why'>{safe(' · '.join(facts))}</p>"
    acts = (
        f"{_show(key, name, view)}"
        f"{button('rename', 'Rename', key, more=_label('Rename', name))}{_delete(key, name)}"
    )
    below = _asked(key, view, name)
    if view.renaming == key:
        below += _renaming(key, name)
    if view.open == key:
        file = f"<p class='dh-why'>To edit: <code>{safe(str(kept.path))}</code></p>"
        below += f"<div class='dh-r-draft'>{_parameters(routine)}{_steps(routine)}{file}</div>"
    return _item(name, told, acts, below)


def _notes(notes: list[Notes], view: View) -> str:
    if not notes:
        return "<p class='dh-r-none'>There are none yet.</p>"
    return f"<ol class='dh-h-rows'>{''.join(_note(each, view) for each in notes)}</ol>"


def _note(notes: Notes, view: View) -> str:
    key, name = key_of(notes.path), safe(notes.application)
    told = f"<p class='dh-why'>{counted(len(notes.lines), 'line')}</p>"
    below = _asked(key, view, name)
    if view.open == key:
        lines = "".join(f"<li>{safe(line)}</li>" for line in notes.lines)
        file = f"<p class='dh-why'>To edit: <code>{safe(str(notes.path))}</code></p>"
        below += f"<div class='dh-r-draft'><ul>{lines}</ul>{file}</div>"
    return _item(name, told, _show(key, name, view) + _delete(key, name), below)


def _item(name: str, told: str, acts: str, below: str) -> str:
    return (
        f"<li><div class='dh-h-row dh-r-row'><div class='dh-r-told'><h3>{name}</h3>{told}</div>"
        f"<span class='dh-h-acts'>{acts}</span></div>{below}</li>"
    )


def _show(key: str, name: str, view: View) -> str:
    is_open = view.open == key
    state = f"aria-expanded='{'true' if is_open else 'false'}'"
    words = "Hide" if is_open else "Show"
    return button("show", words, key, more=f"{state} {_label(words, name)}")


def _delete(key: str, name: str) -> str:
    return button("delete", "Delete", key, more=_label("Delete", name))


def _label(words: str, name: str) -> str:
    return f"aria-label='{words}: {name}'"


def _asked(key: str, view: View, name: str) -> str:
    return question(f"Delete “{name}”?", "Delete") if view.asking == key else ""


def _renaming(key: str, name: str) -> str:
    more = "data-from='dh-r-name'"
    return (
        "<div class='dh-r-rename'><label for='dh-r-name'>New name</label>"
        f"<input id='dh-r-name' maxlength='60' value='{name}'>"
        f"{button('rename-yes', 'Rename it', key, kind='dh-b-main', more=more)}"
        f"{button('rename-no', 'Cancel')}</div>"
    )


def _task(routine: Routine) -> str:
    """The task with its gaps marked."""
    known = {f"{{{each.name}}}" for each in routine.parameters}
    pieces = _GAP.split(routine.task)
    return "".join(f"<mark>{safe(p)}</mark>" if p in known else safe(p) for p in pieces)


def _parameters(routine: Routine) -> str:
    rows = "".join(
        f"<li><b>{safe(each.name)}</b> "
        + ("<i>secret: not kept, asked for each time</i>" if each.secret else safe(each.value))
        + "</li>"
        for each in routine.parameters
    )
    if not rows:
        return "<p class='dh-why'>No parameters: it does the same each time.</p>"
    return f"<h4>Parameters</h4><ul>{rows}</ul>"


def _steps(routine: Routine) -> str:
    return f"<h4>Steps</h4><ol>{''.join(_step(step) for step in routine.steps)}</ol>"


def _step(step: RoutineStep) -> str:
    window = step.on.window if step.on is not None else ""
    where = f" <span class='dh-why'>in “{safe(window)}”</span>" if window else ""
    return f"<li>{safe(step.words())}{where}</li>"
