"""Learn which requests want a file manager: from requests.jsonl, requests of another author with
names of files in eight languages, and from the tasks for programs in training/decisions. A minute
of one core. The requests of tests/data/managing are never learnt from.

python -m training.managing [--out FILE]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from agent.apps.managing import SURE, WEIGHTS, chances, numbers
from models.meaning.regression import write
from training.decisions.calls import CALLS
from training.decisions.scenes import read_lines
from training.requests.__main__ import learnt

UNREAD = Path("tests", "data", "managing", "unread.jsonl")
_REQUESTS = Path(__file__).with_name("requests.jsonl")
_PROGRAMS = ("files", "editor", "writer", "sheet")
# What only opens a file needs no file manager; what only looks for one tells nothing.
_OPENS, _LOOKING = "open", ("go", "select", "show")
# How strongly the weights are held near 0: of 0.1, 0.3 and 1 the best on unread requests.
_HOLD, _DIGITS = 0.1, 2

Request = tuple[str, bool]
"""A text, and whether it wants a file manager."""


def of_file(path: Path) -> list[Request]:
    told = map(json.loads, path.read_text("utf-8").splitlines())
    return [(one["text"], one["files"]) for one in told]


def of_programs() -> Iterator[Request]:
    for told in read_lines(CALLS):
        does = [call["say"].split()[0] for call in told["calls"]]
        files = told["program"] == "files" and does != [_OPENS]
        if told["program"] in _PROGRAMS and not any(one in _LOOKING for one in does):
            yield from ((text, files) for text in told["texts"])


def figures(requests: Sequence[Request], found: Sequence[float]) -> str:
    for_files = [each >= SURE for (_, files), each in zip(requests, found, strict=True) if files]
    others = [each >= SURE for (_, files), each in zip(requests, found, strict=True) if not files]
    return (
        f"a file manager for {sum(for_files)} of {len(for_files)} requests that want one, "
        f"and for {sum(others)} of {len(others)} others"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.managing", description=__doc__)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file to write")
    given = parser.parse_args()
    known = [*of_file(_REQUESTS), *of_programs()]
    rows = numbers([text for text, _ in known])
    weights = learnt(rows, np.array([files for _, files in known], np.float64), _HOLD)
    weights = weights.round(_DIGITS)
    what = "how likely a task wants a file manager; by training/managing"
    write(given.out, what, weights, requests=len(known))
    if given.out == WEIGHTS:
        unread = of_file(UNREAD)
        print("Unread:", figures(unread, chances([text for text, _ in unread])))


if __name__ == "__main__":
    main()
