"""Learn which names of buttons say that pressing them cannot be taken back, from labels.jsonl, in a
few seconds of one core. Labels of tests/data/buttons, by another author, are never learnt from; the
figures are of those."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.policy.committing import WEIGHTS, numbers
from models.meaning.regression import write
from training.requests.__main__ import chances, learnt

_LABELS = Path(__file__).with_name("labels.jsonl")
_UNREAD = Path("tests", "data", "buttons", "unread.jsonl")
# How strongly the weights are held near 0: of 0.3, 1 and 3 the one with the fewest mistakes.
_HOLD = 1.0
_DIGITS = 2


def labels(path: Path) -> Sequence[dict[str, Any]]:
    """The labels of a file, each with its `language` and whether it `commits`."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.buttons", description=__doc__)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file to write")
    given = parser.parse_args()
    known = labels(_LABELS)
    commits = np.array([one["commits"] for one in known], np.float64)
    rows = numbers([one["label"] for one in known])
    weights = learnt(rows, commits, _HOLD).round(_DIGITS)
    what = "how likely pressing a button of a name cannot be taken back; by training/buttons"
    write(given.out, what, weights, labels=len(known))
    unread = labels(_UNREAD)
    told = chances(numbers([one["label"] for one in unread]), weights) >= 0.5
    right = np.array([one["commits"] for one in unread])
    print(
        f"Unread: right {(told == right).mean():.1%} of {len(right)}; "
        f"of those that commit found {told[right].mean():.1%}, "
        f"of the others called so {told[~right].mean():.1%}"
    )


if __name__ == "__main__":
    main()
