"""Tasks told in several clauses, with asides and reasons, by an author who did not know the
program: how many of their calls are offered when each is due (tests/data/skill_wordings)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.constraints.parsing import constraints_of
from agent.deciding.modal import in_reach
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.skills.procedures.course import Course
from agent.skills.procedures.procedures import Procedures
from agent.task.plan import Outline, cut
from tests.support.made_programs import FILES, INSTALLED, program, sheet
from training.decisions.calls import fits
from vision.core.elements import ElementMap

_TOLD = Path(__file__).parents[2] / "data" / "skill_wordings" / "clauses.jsonl"
_LIST = "bread\nmilk\nthree lemons\ncall the plumber"
_LETTER = "Annual report. Profit rose in spring. Please contact the head office before Friday. "
# Of 118 calls 88 are offered in time; with the next part of the task alone 60 were.
_LEAST = 84


def screen(told: dict[str, Any]) -> ElementMap:
    title = told["title"]
    match told["program"]:
        case "editor":
            return program("pad", value="" if "Untitled" in title else _LIST, title=title)
        case "writer":
            return program("libreoffice-writer", value=f"{_LETTER}With kind regards, Tom",
                           title=title)  # fmt: skip
        case "files":
            return program("thunar", *FILES, title=title)
    return sheet()


def offered(told: dict[str, Any]) -> int:
    """How many of the calls of a task are offered, each after those before it were done."""
    map_, outline = in_reach(screen(told)), Outline(cut(told["text"]))
    outline.keep_to(constraints_of(told["text"]))
    procedures, memory, found = Procedures(INSTALLED), Memory(), 0
    for meant in told["calls"]:
        procedures.offers(Situation(told["text"], outline, memory, map_, INSTALLED))
        words = next((w for w, c in procedures._offered.items() if fits(c, meant)), None)
        if words is None:
            continue
        found += 1
        call = replace(procedures._offered[words], values=(dict(meant["values"]),), asked=())
        part = procedures._part = procedures._asking[words]
        procedures._course = Course(call, part.text, map_)
        procedures._end(outline, map_, done=True)
        memory.written.extend(map(str, meant["values"].values()))
    return found


def test_most_calls_are_offered_when_they_are_due() -> None:
    told = [json.loads(line) for line in _TOLD.read_text("utf-8").splitlines()]
    assert sum(len(each["calls"]) for each in told) == 118
    found = sum(map(offered, told))
    print(f"{found} of 118 calls are offered.")
    assert found >= _LEAST
