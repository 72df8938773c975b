"""The tab's HTML. Every text comes through `safe`."""

from __future__ import annotations

import time
from collections.abc import Sequence

from agent.diagnostics.checkup import Checked, Clicked
from agent.diagnostics.click_test import ClickReport
from agent.diagnostics.preflight import CLOSE, Check
from agent.diagnostics.repair import Mended
from agent.reports.statistics import LastRuns
from panel.health.chart import seconds_text, stage_chart
from panel.page.html import safe

# Sign, word and colour of a check: never colour alone.
_GOOD, _WARNING, _BAD = ("✓", "good", "good"), ("!", "warning", "mixed"), ("✗", "bad", "bad")


def checks(now: Checked) -> str:
    """The checks so far as a list, each with what to do, and a button where it can be done here."""
    if not now.checks and not now.busy:
        return "<p class='dh-empty'>Nothing has been checked yet.</p>"
    lines = "".join(_line(check) for check in now.checks)
    return f"<p role='status'>{_summary(now)}</p><ul class='dh-checks'>{lines}</ul>"


def _summary(now: Checked) -> str:
    if now.busy:
        return "<span class='dh-dot dh-work dh-busy'></span> Checking…"
    bad = sum(_state(check) == _BAD for check in now.checks)
    warnings = sum(_state(check) == _WARNING for check in now.checks)
    at = time.strftime("%H:%M:%S", time.localtime(now.ended))
    if bad:
        words = f"<b class='dh-bad'>✗ {bad} of {len(now.checks)} checks failed.</b>"
    elif warnings:
        words = f"<b class='dh-mixed'>! Runs work, with {_things(warnings)} to look at.</b>"
    else:
        words = "<b class='dh-good'>✓ Everything that a run needs is there.</b>"
    return f"{words} <span class='dh-why'>Checked at {at}</span>"


def _things(count: int) -> str:
    return "one thing" if count == 1 else f"{count} things"


def _state(check: Check) -> tuple[str, str, str]:
    if check.problem is None:
        return _GOOD
    return _BAD if check.problem.essential else _WARNING


def _line(check: Check) -> str:
    sign, word, colour = _state(check)
    what = f"<div>{safe(check.found)}</div>" if check.found else ""
    button = ""
    if check.problem is not None:
        what += f"<div>{safe(check.problem.text)}</div>"
        what += f"<div class='dh-why'>What to do: {safe(check.problem.hint)}</div>"
        if check.problem.fix:
            label = "Close them" if check.problem.fix == CLOSE else "Download it…"
            button = (
                f"<button type='button' data-key='{safe(check.problem.fix)}' "
                f"aria-label='{safe(f'{check.name}: {label}')}'>{label}</button>"
            )
    return (
        f"<li><span class='dh-sign dh-{colour}'>{sign} {word}</span>"
        f"<div class='dh-body'><b>{safe(check.name)}</b>{what}</div>{button}</li>"
    )


def mended(now: Mended) -> str:
    """What is being mended, or what came of it."""
    if not now.words:
        return ""
    if now.busy:
        dot = "<span class='dh-dot dh-work dh-busy'></span>"
        return f"<p role='status'>{dot} {safe(now.words)}</p>"
    sign, colour = ("✓", "good") if now.good else ("✗", "bad")
    return f"<p role='status' class='dh-said dh-{colour}'>{sign} {safe(now.words)}</p>"


def clicks(now: Clicked) -> str:
    """What the click test found on each monitor."""
    parts = []
    if now.monitors:
        rows = "".join(_monitor(each) for each in now.monitors)
        parts.append(
            "<table class='dh-table'><thead><tr><th>Monitor</th><th>Size</th><th>Scale</th>"
            f"<th>Clicks</th><th>Largest error</th><th></th></tr></thead><tbody>{rows}</tbody>"
            "</table>"
        )
    if now.busy:
        parts.append("<p role='status'><span class='dh-dot dh-work dh-busy'></span> Clicking…</p>")
    if now.problem:
        parts.append(f"<p class='dh-said dh-bad' role='status'>✗ {safe(now.problem)}</p>")
    if not now.busy and any(not each.good for each in now.monitors):
        parts.append(
            "<p>Clicks do not land where they should. Set the display's scaling to 100 %, or "
            "report this table with your system and its scaling.</p>"
        )
    return "".join(parts)


def _monitor(each: ClickReport) -> str:
    monitor, worst = each.monitor, each.worst
    off = "a click was lost" if worst is None else f"{worst:.1f} pixels"
    sign, word, colour = _GOOD if each.good else _BAD
    return (
        f"<tr><td>{monitor.index}</td><td>{monitor.box.width} × {monitor.box.height}</td>"
        f"<td>{monitor.scale:g}</td><td>{each.landed}</td><td>{off}</td>"
        f"<td class='dh-{colour}'>{sign} {word}</td></tr>"
    )


def stages(runs: LastRuns) -> str:
    """Where the time of a step goes."""
    if not runs.steps:
        return "<p class='dh-empty'>No steps have been recorded yet. Run a task first.</p>"
    what = f"{runs.steps} steps of {_runs(runs)}"
    return (
        f"<figure class='dh-figure'>{stage_chart(runs.stages)}<figcaption class='dh-why'>Median "
        f"seconds of a step by stage; a whole step took {seconds_text(runs.step)}. {what}."
        "</figcaption></figure>"
    )


def _runs(runs: LastRuns) -> str:
    return "the last run" if runs.runs == 1 else f"the last {runs.runs} runs"


def connections(runs: LastRuns) -> str:
    """What went out and what was refused."""
    if not runs.runs:
        return "<p class='dh-empty'>No runs have been recorded yet.</p>"
    plural = "" if runs.outbound == 1 else "s"
    said = f"{runs.outbound} outbound connection{plural}, {runs.refusals} refused"
    names = "".join(f"<li><code>{safe(each)}</code></li>" for each in runs.refused)
    listed = f"<p class='dh-why'>Refused:</p><ul class='dh-plain'>{names}</ul>" if names else ""
    return f"<p><b>{said}</b> in {_runs(runs)}.</p>{listed}"


def ends(runs: LastRuns) -> str:
    """How runs ended that were not done, the latest first."""
    if not runs.ends:
        return "<p class='dh-empty'>Nothing: every run succeeded, or there were none yet.</p>"
    lines = "".join(
        f"<li><b>{safe(each.kind)}</b> {safe(each.message)} "
        f"<span class='dh-why'>{safe(each.run)}</span></li>"
        for each in runs.ends
    )
    return f"<ul class='dh-plain'>{lines}</ul>"


def versions(rows: Sequence[tuple[str, str]]) -> str:
    """Names and versions, as a text that can be copied."""
    width = max(len(name) for name, _ in rows)
    text = "\n".join(f"{name:<{width}}  {value}" for name, value in rows)
    return f"<pre class='dh-pre' id='dh-versions' tabindex='0'>{safe(text)}</pre>"


def log(lines: Sequence[str]) -> str:
    if not lines:
        return "<p class='dh-empty'>None. Deskhand keeps no log other than the records of runs.</p>"
    text = "\n".join(lines)
    return f"<pre class='dh-pre' tabindex='0'>{safe(text)}</pre>"
