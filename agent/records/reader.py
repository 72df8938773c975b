"""A stored run as values, read back from its folder. What is missing or damaged is said, and the
rest is there all the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from agent.records import loose
from agent.records.pieces import PIECES, read_pieces
from agent.records.summary import Summary, summary
from agent.records.verdict import Verdict, verdict
from agent.trajectory import By
from models.runtime.llm import Piece

_STEP = re.compile(r"step-(\d+)[.-]")


@dataclass(frozen=True, slots=True)
class StoredStep:
    """One step as it was recorded; `stem` is how the names of its files begin ("step-001").

    `by` says who chose it, "" in records of versions that did not write it. `kind` is the type of
    the action ("Click"), `targets` the ids of the elements that it used, `timings` are seconds by
    stage, `picture` is None when there is none. `problems` say what cannot be read, in sentences.
    """

    number: int
    stem: str
    description: str
    reason: str
    kind: str
    targets: tuple[int, ...]
    effect: str
    evidence: str
    timings: dict[str, float]
    prompt: str = ""
    reply: str = ""
    grammar: str = ""
    picture: Path | None = None
    problems: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    by: By | Literal[""] = ""

    @property
    def seconds(self) -> float:
        return sum(self.timings.values())


@dataclass(frozen=True, slots=True)
class Decision:
    """A question with its answer, or a refusal without a question. `allowed` is None while nobody
    answered."""

    step: int
    description: str
    where: str
    reasons: tuple[str, ...]
    allowed: bool | None
    why: str
    picture: Path | None = None


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A whole run. `plan` are its lines as last ticked, `refused` what was kept from going to other
    machines, `final` the last picture. `problems` say what cannot be read."""

    folder: Path
    summary: Summary
    plan: tuple[str, ...]
    steps: tuple[StoredStep, ...]
    decisions: tuple[Decision, ...]
    replies: int
    unusable: int
    refused: tuple[str, ...]
    final: Path | None
    verdict: Verdict | None
    problems: tuple[str, ...]

    def step(self, number: int) -> StoredStep | None:
        return next((step for step in self.steps if step.number == number), None)


def read_run(folder: Path) -> StoredRun:
    """The run in this folder.

    Raises:
        OSError: the folder is gone, or cannot be listed.
    """
    told = summary(folder)
    problems = []
    if loose.object_in(folder / "task.json") is None:
        problems.append("The file task.json is missing or damaged: the task is not known.")
    end = loose.object_in(folder / "outcome.json")
    if end is None and (folder / "outcome.json").exists():
        problems.append("The file outcome.json is damaged: how the run ended is not known.")
    decisions, unread = _decisions(folder)
    if unread:
        problems.append(f"{unread} of the lines in decisions.jsonl cannot be read.")
    plan = loose.text_in(folder / "plan.txt")
    return StoredRun(
        folder=folder,
        summary=told,
        plan=tuple(line for line in plan.splitlines() if line.strip()),
        steps=tuple(_step(folder, number, stem) for number, stem in _stems(folder)),
        decisions=tuple(decisions),
        replies=loose.count(end or {}, "replies"),
        unusable=loose.count(end or {}, "unusable"),
        refused=loose.texts(end or {}, "refused"),
        final=_there(folder / "final.png"),
        verdict=verdict(folder),
        problems=tuple(problems),
    )


def _stems(folder: Path) -> list[tuple[int, str]]:
    """The numbers of the steps of which any file is there, in order, each with how its names
    begin."""
    found = {}
    for path in folder.iterdir():
        if (match := _STEP.match(path.name)) and path.is_file():
            found[int(match[1])] = f"step-{match[1]}"
    return sorted(found.items())


def _step(folder: Path, number: int, stem: str) -> StoredStep:
    data = loose.object_in(folder / f"{stem}.json")
    problems = []
    if data is None:
        problems.append(f"The file {stem}.json is missing or damaged: the action is not known.")
        data = {}
    picture = _there(folder / f"{stem}.png")
    if picture is None:
        problems.append(f"The picture {stem}.png is missing.")
    action, effect = loose.inner(data, "action"), loose.inner(data, "effect")
    timings = loose.inner(data, "timings")
    named = (loose.number(action, "target"), *loose.numbers(action, "targets"))
    return StoredStep(
        number=number,
        stem=stem,
        description=loose.text(data, "description"),
        reason=loose.text(data, "reason"),
        kind=loose.text(action, "type"),
        targets=tuple(int(target) for target in named if target is not None),
        effect=loose.text(effect, "kind"),
        evidence=loose.text(effect, "evidence"),
        timings={
            stage: seconds
            for stage in timings
            if (seconds := loose.number(timings, stage)) is not None
        },
        prompt=loose.text_in(folder / f"{stem}-prompt.txt"),
        reply=loose.text_in(folder / f"{stem}-reply.txt"),
        grammar=loose.text_in(folder / f"{stem}-grammar.gbnf"),
        picture=picture,
        problems=tuple(problems),
        pieces=read_pieces(folder / f"{stem}{PIECES}"),
        by=next((by for by in get_args(By) if by == data.get("by")), ""),
    )


def _decisions(folder: Path) -> tuple[list[Decision], int]:
    """Questions joined with their answers, in order, and how many lines could not be read."""
    asked: dict[int, loose.Plain] = {}
    order: list[tuple[loose.Plain, loose.Plain]] = []
    unread = 0
    for entry in _lines(folder / "decisions.jsonl"):
        if entry is None:
            unread += 1
        elif (number := loose.number(entry, "asked")) is not None:
            asked[int(number)] = entry
        else:
            of = loose.number(entry, "number")
            order.append((asked.pop(int(of), {}) if of is not None else {}, entry))
    # A run that ended while it waited left a question without an answer.
    order += [(question, {}) for question in asked.values()]
    return [_decision(folder, *pair) for pair in order], unread


def _decision(folder: Path, question: loose.Plain, answer: loose.Plain) -> Decision:
    allowed = answer.get("allowed")
    name = loose.text(question, "picture")
    # The name comes from a file: it may not lead out of the folder.
    picture = _there(folder / name) if re.fullmatch(r"ask-\d+\.png", name) else None
    return Decision(
        step=loose.count(answer or question, "step"),
        description=loose.text(answer or question, "description"),
        where=loose.text(question, "where"),
        reasons=loose.texts(question, "why"),
        allowed=allowed if isinstance(allowed, bool) else None,
        why=loose.text(answer, "why"),
        picture=picture,
    )


def _lines(path: Path) -> Iterator[loose.Plain | None]:
    """The objects of a file of JSON lines; None for each line that holds none."""
    for line in loose.text_in(path).split("\n"):
        if line.strip():
            try:
                data = json.loads(line)
            except (ValueError, RecursionError):
                data = None
            yield data if isinstance(data, dict) else None


def _there(path: Path) -> Path | None:
    return path if path.is_file() else None
