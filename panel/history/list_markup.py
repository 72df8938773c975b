"""The list of stored runs as HTML."""

from __future__ import annotations

from agent.records.listing import Found
from agent.records.summary import Summary
from agent.reports.plain_words import counted, size
from panel.history.shared_markup import NO_TASK, button, ending, facts, notice, question
from panel.history.view import ALL, PAGE, View
from panel.page.html import safe


def listing(found: Found, view: View) -> str:
    """The runs of one page, newest first, with what can be done with them."""
    if not found.stored:
        return (
            f"{notice(view.said)}<div class='dh-h-none'><p>No runs are stored yet.</p>"
            "<p>What a run saw, decided and did is kept on this machine and appears here.</p></div>"
        )
    rows = "".join(_row(run, view) for run in found.runs)
    none = "" if rows else "<div class='dh-h-none'><p>No run matches. Change the search or the "
    none += "" if rows else "filters above.</p></div>"
    return (
        f"{_top(found, view)}{notice(view.said)}{none}"
        f"<ol class='dh-h-rows'>{rows}</ol>{_pages(found, view)}"
    )


def _top(found: Found, view: View) -> str:
    shown = f"{found.matching:,} of " if found.matching != found.stored else ""
    total = f"{shown}{counted(found.stored, 'run')}, {size(found.bytes)} on this machine"
    count = len(view.picked)
    ready = "" if count == 2 else "disabled"
    words = ("Compare two runs", "Compare: choose one more", "Compare the two")[count]
    if view.asking == ALL:
        asked = question(f"Delete all {counted(found.stored, 'run')}?", "Delete all")
    else:
        asked = ""
    return (
        f"<div class='dh-h-top'><span class='dh-why'>{total}</span><span class='dh-h-acts'>"
        f"{button('compare', words, more=ready)}{button('delete', 'Delete all…', ALL)}"
        f"</span></div>{asked}"
    )


def _row(run: Summary, view: View) -> str:
    task = safe(" ".join(run.task.split())) or NO_TASK
    said = f" {safe(run.message)}" if run.message else ""
    picked = run.name in view.picked
    pressed = f"aria-pressed='{'true' if picked else 'false'}'"
    label = f"aria-label='Compare: {task}'"
    delete = f"aria-label='Delete: {task}'"
    asked = question("Delete this run?", "Delete") if view.asking == run.name else ""
    return (
        "<li><div class='dh-h-row'>"
        f"<button type='button' class='dh-h-open' data-act='open' data-value='{safe(run.name)}'>"
        f"<span class='dh-h-task'>{task}</span>"
        f"<span class='dh-h-end'>{ending(run)}<span class='dh-why'>{said}</span></span>"
        f"<span class='dh-why dh-h-facts'>{facts(run)}</span></button>"
        f"<span class='dh-h-acts'>{button('pick', 'Compare', run.name, more=f'{pressed} {label}')}"
        f"{button('delete', 'Delete', run.name, more=delete)}</span>"
        f"</div>{asked}</li>"
    )


def _pages(found: Found, view: View) -> str:
    pages = -(-found.matching // PAGE)
    if pages <= 1:
        return ""
    page = min(view.page, pages - 1)
    first = page * PAGE + 1
    last = min(first + PAGE - 1, found.matching)
    newer = button("page", "Newer", str(page - 1), more="" if page else "disabled")
    older = button("page", "Older", str(page + 1), more="" if page + 1 < pages else "disabled")
    return (
        f"<div class='dh-h-pages'>{newer}<span class='dh-why'>{first:,} to {last:,} of "
        f"{found.matching:,}</span>{older}</div>"
    )
