"""Learn which phrases of a task forbid or exempt something, from tasks.jsonl, in half a minute of
one core. The figures are of tests/data/prohibitions, tasks by other authors that nothing was learnt
from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.constraints.parsing import quotes_masked
from agent.constraints.prohibitions import FORBIDS, WEIGHTS, Span, cut, features
from models.meaning.regression import write
from training.requests.__main__ import chances, learnt

TASKS = Path(__file__).with_name("tasks.jsonl")
UNREAD = Path("tests", "data", "prohibitions", "unread.jsonl")
"""Below the root of the checkout."""
# How strongly the weights are held near 0: of 0.1, 0.3 and 1 all are alike.
_HOLD = 0.3
_DIGITS = 2
Task = dict[str, Any]


def tasks(path: Path) -> list[Task]:
    """The tasks of a file, each with its language `lang` and what it `forbids`: the words that say
    so (`said`), and which of them tell what is `spared`."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def judged(told: Task) -> list[tuple[Span, bool]]:
    """The phrases of a task, and which of them forbid: at least half of their signs do."""
    text = told["task"]
    starts = [(text.find(one["said"]), len(one["said"])) for one in told["forbids"]]
    found = []
    for start, end in cut(quotes_masked(text)):
        inside = sum(max(0, min(end, at + size) - max(start, at)) for at, size in starts)
        found.append(((start, end), inside * 2 >= len(text[start:end].strip())))
    return found


def rows(known: Sequence[Task]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The numbers of all phrases, and 1 for those that forbid."""
    found = [(told, judged(told)) for told in known]
    numbers = [
        features(quotes_masked(told["task"]), [span for span, _ in each]) for told, each in found
    ]
    forbids = [float(forbids) for _, each in found for _, forbids in each]
    return np.vstack(numbers), np.array(forbids)


def figures(known: Sequence[Task], weights: NDArray[np.float64]) -> str:
    """Of the tasks that forbid something those in which a phrase that does was found, of the others
    those in which one was."""
    found: dict[bool, list[bool]] = {True: [], False: []}
    for told in known:
        each = judged(told)
        numbers = features(quotes_masked(told["task"]), [span for span, _ in each])
        said = chances(numbers, weights) >= FORBIDS
        forbids = bool(told["forbids"])
        fitting = (fits or not forbids for _, fits in each)
        found[forbids].append(any(one and fits for one, fits in zip(said, fitting, strict=True)))
    hit, false = found[True], found[False]
    return f"found in {sum(hit)} of {len(hit)}, in {sum(false)} of {len(false)} that forbid nothing"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.prohibitions", description=__doc__)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file to write")
    given = parser.parse_args()
    known = tasks(TASKS)
    weights = learnt(*rows(known), _HOLD).round(_DIGITS)
    what = "how likely a phrase of a task forbids something; by training/prohibitions"
    write(given.out, what, weights, tasks=len(known))
    print("Unread:", figures(tasks(UNREAD), weights))


if __name__ == "__main__":
    main()
