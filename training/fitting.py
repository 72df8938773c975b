"""The command line of what fits trees to numbers of labelled pictures: `ask` for the numbers, which
takes minutes, and `fit`, which takes seconds."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.boosting import boosted
from training.labels import Sample, samples
from vision.core.gbdt import Numbers
from vision.detection.roi_classifier import WEIGHTS as CLOSEUP
from vision.detection.roi_classifier import Looker

Asked = tuple[Numbers, NDArray[np.bool_]]
"""Rows of numbers, and for each of them whether it is so."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How trees are grown: how many, of how many questions each, and by how much one counts."""

    trees: int = 200
    depth: int = 3
    rate: float = 0.1
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Fitted:
    """What trees are fitted to: `what` says what they tell, `rows` and `right` what a row is of and
    what is so of some of them, `of_picture` the numbers of a labelled picture (None where there is
    nothing), `weights` where the product keeps the trees."""

    what: str
    rows: str
    right: str
    of_picture: Callable[[Path, Sample, Looker], Asked | None]
    weights: Path
    recipe: Recipe


def run(fitted: Fitted, prog: str, about: str | None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        prog=prog, description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="the numbers of labelled pictures")
    asking.add_argument("folders", type=Path, nargs="+", help="folders of samples")
    asking.add_argument("--out", type=Path, required=True)
    asking.add_argument("--families", nargs="*", default=[], help="only these")
    asking.add_argument("--closeup", type=Path, default=CLOSEUP, help="weights of the closer look")
    fitting = commands.add_parser("fit", help="trees from what was asked")
    fitting.add_argument("numbers", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, default=fitted.weights, help="the file to write")
    given = parser.parse_args()
    if given.command == "ask":
        looker = Looker(given.closeup)
        asked = [
            fitted.of_picture(folder, one, looker)
            for folder in given.folders
            for one in samples(folder)
            if not given.families or one.family in given.families
        ]
        parts = [part for part in asked if part is not None]
        rows, right = (np.concatenate(column) for column in zip(*parts, strict=True))
        np.savez(given.out, rows=rows, right=right, pictures=len(parts))
    else:
        kept = [np.load(path) for path in given.numbers]
        rows, right = (np.concatenate([e[name] for e in kept]) for name in ("rows", "right"))
        trees = boosted(rows, right, **asdict(fitted.recipe))
        card = {
            "what": fitted.what,
            "date": datetime.date.today().isoformat(),
            "pictures": sum(int(each["pictures"]) for each in kept),
            fitted.rows: len(right),
            fitted.right: int(right.sum()),
            **asdict(fitted.recipe),
        }
        trees.save(given.out, card)
    print(f"{len(rows)} {fitted.rows}, {right.mean():.1%} of them {fitted.right}")
