"""A stored run as one file: JSON lines for programs, or a page for people (see run_page)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from agent.records import loose
from agent.records.reader import Decision, StoredRun, StoredStep


def as_json_lines(run: StoredRun) -> str:
    """One object a line, each with its "type": the run, its steps with their elements, the
    decisions, the outcome. All texts, no pictures (their names are told)."""
    lines = [_run(run), *(_step(run, step) for step in run.steps)]
    lines += [_decision(decision) for decision in run.decisions]
    lines.append(_outcome(run))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _run(run: StoredRun) -> dict[str, Any]:
    told = run.summary
    return {
        "type": "run",
        "name": told.name,
        "task": told.task,
        "model": told.model,
        "started": told.started,
        "plan": list(run.plan),
        "not_readable": list(run.problems),
    }


def _step(run: StoredRun, step: StoredStep) -> dict[str, Any]:
    stored = loose.object_in(run.folder / f"{step.stem}.json") or {}
    map_ = loose.object_in(run.folder / f"{step.stem}-map.json") or {}
    return {
        **stored,
        "type": "step",
        "step": step.number,
        "by": step.by,
        "picture": step.picture.name if step.picture else None,
        "prompt": step.prompt,
        "reply": step.reply,
        "grammar": step.grammar,
        "elements": map_.get("elements"),
        "not_readable": list(step.problems),
    }


def _decision(decision: Decision) -> dict[str, Any]:
    name = decision.picture.name if decision.picture else None
    return {"type": "decision", **asdict(decision), "picture": name}


def _outcome(run: StoredRun) -> dict[str, Any]:
    told = run.summary
    return {
        "type": "outcome",
        "kind": told.kind,
        "message": told.message,
        "seconds": told.seconds,
        "steps": told.steps,
        "replies": run.replies,
        "unusable": run.unusable,
        "outbound_connections": told.outbound,
        "refused_connections": told.refused,
        "refused": list(run.refused),
        "verdict": asdict(run.verdict) if run.verdict else None,
    }


def file_name(run: StoredRun, kind: str) -> str:
    """A name for the exported file, such as "20260301-100000-save-it.html"; `kind` is "html" or
    "jsonl". Folders' names hold only signs that every system takes."""
    return f"{''.join(_plain_signs(run.folder.name))}.{kind}"


def _plain_signs(name: str) -> Iterator[str]:
    for sign in name[:100]:
        yield sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-"
