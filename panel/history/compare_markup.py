"""Two stored runs side by side as HTML."""

from __future__ import annotations

from agent.records.reader import StoredRun, StoredStep
from agent.reports.compare import Pair, difference_in_words, first_difference, pairs
from agent.reports.plain_words import CHOSEN_BY, duration
from panel.history.shared_markup import NO_TASK, button, effect, ending, facts, problems
from panel.page.html import safe


def compare(left: StoredRun, right: StoredRun) -> str:
    """Heads, where they differ, and the steps in rows; a step opens its run there."""
    steps = pairs(left, right)
    first = first_difference(steps)
    rows = "".join(_row(left, right, pair, first) for pair in steps)
    return (
        f"<div class='dh-h-top'>{button('back', '← All runs')}</div>"
        f"<p class='dh-h-differ'>{safe(difference_in_words(left, right))}</p>"
        "<table class='dh-h-compare'><thead><tr><th scope='col'></th>"
        f"<th scope='col'>{_head(left)}</th><th scope='col'>{_head(right)}</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _head(run: StoredRun) -> str:
    told = run.summary
    task = safe(told.task) or NO_TASK
    said = f"<span class='dh-why'> {safe(told.message)}</span>" if told.message else ""
    return (
        f"<div class='dh-h-task'>{task}</div><div>{ending(told)}{said}</div>"
        f"<div class='dh-why'>{facts(told)}</div>{problems(run.problems)}"
        f"{button('open', 'Open', told.name)}"
    )


def _row(left: StoredRun, right: StoredRun, pair: Pair, first: Pair | None) -> str:
    kind = "dh-h-first" if pair is first else "" if pair.same else "dh-h-other"
    mark = "<div class='dh-h-here'>differs</div>" if pair is first else ""
    return (
        f"<tr class='{kind}'><th scope='row'>{pair.number}{mark}</th>"
        f"<td>{_cell(left, pair.left)}</td><td>{_cell(right, pair.right)}</td></tr>"
    )


def _cell(run: StoredRun, step: StoredStep | None) -> str:
    if step is None:
        return "<span class='dh-why'>no such step</span>"
    place = [one.number for one in run.steps].index(step.number) + 1
    who = f"<span class='dh-why dh-by'>{CHOSEN_BY[step.by]}</span>" if step.by else ""
    what = safe(step.description) or "The action is not known"
    return (
        f"<button type='button' class='dh-h-step' data-act='open' "
        f"data-value='{safe(run.folder.name)}' data-frame='{place}'>"
        f"<span class='dh-what'>{what}</span><span>{effect(step.effect)} "
        f"<span class='dh-why'>{safe(step.evidence)}</span></span>"
        f"{who}<span class='dh-seconds'>{duration(step.seconds)}</span></button>"
    )
