"""Many cases, one after the other; what went wrong is collected, with the number to try again."""

from __future__ import annotations

import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from agent.policy.rules import Rules
from benchmarks.fuzz.cases import Case
from models.grammar.reader import GrammarReader

# Every so many cases llama.cpp checks a whole reply, or writes one itself.
_THOROUGH, _RAMBLES = 5, 1000


@dataclass(frozen=True, slots=True)
class Failure:
    """Case `number` went wrong; `what` is one line, `where` the innermost place in the code."""

    number: int
    what: str
    where: str


@dataclass
class Hunt:
    """What came of the cases so far. `cpu_seconds` is the time of this process."""

    seed: int
    cases: int = 0
    cpu_seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def summary(self) -> str:
        """In one line."""
        counted = ", ".join(f"{count:,} {name}" for name, count in sorted(self.counts.items()))
        return (
            f"{self.cases:,} random tasks (seed {self.seed}), {counted}: "
            f"{len(self.failures)} failures, {self.cpu_seconds:.0f} s of one processor"
        )


def hunt(
    numbers: Iterable[int],
    seed: int,
    weights: Path | None,
    tell: Callable[[Hunt], None] = lambda hunt: None,
) -> Hunt:
    """Carry out the cases with these numbers. `weights` is the GGUF file whose vocabulary
    llama.cpp reads the grammars with (None: it is not asked). `tell` hears after each case.

    Raises:
        ModelError: the weights cannot be loaded.
    """
    reader = GrammarReader(weights) if weights is not None else None
    rules = Rules.read(Path(os.devnull))  # as shipped: the same for everybody
    found = Hunt(seed)
    began = time.process_time()
    try:
        for number in numbers:
            case = Case(seed, number, rules, reader, number % _THOROUGH == 0,
                        number % _RAMBLES == 0, found.counts)  # fmt: skip
            try:
                case.go()
            except Exception as problem:  # any is a finding: that is what this looks for
                found.failures.append(_failure(number, problem))
            found.cases += 1
            found.cpu_seconds = time.process_time() - began
            tell(found)
    finally:
        if reader is not None:
            reader.close()
    return found


def _failure(number: int, problem: Exception) -> Failure:
    place = traceback.extract_tb(problem.__traceback__)[-1]
    what = ascii(f"{type(problem).__name__}: {problem}")[:400]
    return Failure(number, what, f"{Path(place.filename).name}:{place.lineno}")
