"""All decision cases: those recorded under cases/ and those written under written_screens/."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from agent.errors import AgentError
from benchmarks.decide.format import HALVES, Case, read_cases
from benchmarks.decide.written import read_written

FOLDER = Path(__file__).parent / "cases"
WRITTEN = Path(__file__).parent / "written_screens"
ALL = "all"


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case: recorded ones first, in the order of their files.

    Raises:
        OSError, ValueError, KeyError, TypeError: a file cannot be read.
    """
    recorded = [case for path in sorted(FOLDER.glob("*.jsonl.gz")) for case in read_cases(path)]
    written = [c for half in HALVES for c in read_written(WRITTEN / f"{half}.txt", half)]
    return (*recorded, *written)


def chosen(half: str = ALL, sources: Sequence[str] = (), every: int = 1) -> list[Case]:
    """The cases of a half ("dev", "locked" or "all") and of these sources: a source is a whole one
    such as "miniwob/choose-list" or the beginning of several ("written"). `every` keeps one in so
    many, the same ones each time.

    Raises:
        AgentError: there is no such half or source.
    """
    if half not in (*HALVES, ALL):
        raise AgentError(f"There is no set {half}.", f"Choose one of: {', '.join(HALVES)}, {ALL}.")
    for source in sources:
        if not any(_is_of(case, source) for case in all_cases()):
            names = ", ".join(dict.fromkeys(case.family for case in all_cases()))
            raise AgentError(f"There is no source {source}.", f"Sources begin with: {names}")
    kept = [
        case
        for case in all_cases()
        if half in (case.half, ALL) and (not sources or any(_is_of(case, s) for s in sources))
    ]
    return kept[::every]


def _is_of(case: Case, source: str) -> bool:
    return case.source == source or case.source.startswith(f"{source}/")
