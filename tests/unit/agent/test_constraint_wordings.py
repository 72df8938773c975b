"""What a task forbids and what it asks for, in sentences by an author who did not know the program:
a prohibition that comes first, exceptions from what stays, clauses without commas, and words that
only look like a prohibition (tests/data/constraints, 20 of each; six languages)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.actions import Action, OpenApp, TypeText
from agent.constraints.forbidden import called
from agent.constraints.parsing import constraints_of
from agent.control.stop import StopSwitch
from agent.policy.gate import Gate
from agent.policy.rules import Rules
from agent.task.plan import Outline, cut
from tests.support.made_maps import made_map
from vision.capture.windows import Window
from vision.core.geometry import Box

_DATA = Path(__file__).parents[2] / "data" / "constraints"
# Of 80 so many were right when this was written; 70, 55 and 71 before any rule was made with half
# of them, 76, 66 and 71 before prohibitions were learnt.
_ASKED, _FREE, _PROTECTED = 76, 64, 72
# Of 56 programs that a task forbids by name 38 are refused, by words of the lexicon alone 27; of 35
# documents that it only reads 17 and 15.
_NOT_OPENED, _NOT_CHANGED = 38, 17
_PROGRAMS = {
    "PCManFM": "File Manager PCManFM",
    "Chromium": "Chromium Web Browser",
    "galculator": "Galculator",
    "xterm": "XTerm",
}


def sentences(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def refused(action: Action, task: str, title: str = "") -> bool:
    shown = (Window(1, title, "", Box(0, 0, 800, 600), active=True),) if title else ()
    map_ = replace(made_map(), elements=(), windows=shown)
    gate = Gate(Rules(), lambda _: None, StopSwitch(), task=task)
    return gate.refuses(action, map_)


def judged(told: dict[str, Any]) -> tuple[bool, bool, bool]:
    """Whether it is known that something is asked for, whether what is to be changed is free, and
    whether what is to stay is protected."""
    constraints = constraints_of(told["task"])
    outline = Outline(cut(told["task"]))
    outline.keep_to(constraints)
    limits = [one for one in constraints.found if one.kind in ("not", "except")]
    named = [name for one in limits for name in one.names]
    allows = any(one.kind == "only" and one.names for one in constraints.found)

    def is_safe(name: str) -> bool:
        described = any(
            one.vague or name.casefold() in " ".join(one.things).casefold() for one in limits
        )
        return allows or described or any(called(each, name) for each in named)

    return (
        told["asks"] is not outline.finished,
        not any(called(each, name) for each in named for name in told["acts_on"]),
        all(map(is_safe, told["protected"])),
    )


def test_most_sentences_are_understood() -> None:
    told = sentences("wordings")
    assert len(told) == 80
    asked, free, protected = (sum(each) for each in zip(*map(judged, told), strict=True))
    assert asked >= _ASKED
    assert free >= _FREE
    assert protected >= _PROTECTED


def test_programs_that_a_task_forbids_are_not_opened_and_no_others() -> None:
    told = [one for one in sentences("opening") if one["kind"] != "all"]
    for one in told:
        for name in one["may"]:
            assert not refused(OpenApp(_PROGRAMS.get(name, name)), one["task"]), one["task"]
    forbidden = [(one["task"], name) for one in told for name in one["must_not"]]
    assert len(forbidden) == 56
    kept = [refused(OpenApp(_PROGRAMS.get(name, name)), task) for task, name in forbidden]
    assert sum(kept) >= _NOT_OPENED


def test_a_document_that_a_task_only_reads_is_not_written_into() -> None:
    told = sentences("changing")
    for one in told:
        if one["may_write"]:
            assert not refused(TypeText("x"), one["task"], one["title"]), one["task"]
    only_read = [one for one in told if not one["may_write"]]
    assert len(only_read) == 35
    kept = [refused(TypeText("x"), one["task"], one["title"]) for one in only_read]
    assert sum(kept) >= _NOT_CHANGED
