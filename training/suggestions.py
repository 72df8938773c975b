"""Learns the weights of suggestions from recorded and made decisions.

python -m training.suggestions [FILE]

Every suggestion of a decision has features (agent/suggestions); a right one should have the highest
score. The weights maximise the share of the right ones in a softmax over all suggestions of a
decision, with a penalty on large weights. Learnt from are the recorded decisions of the half "dev",
as they are and with the bar of a browser above them, and decisions on made screens; of the half
"locked" and of other made screens only figures are shown. Needs scipy (the extra `bench`), and
takes about five minutes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import agent.suggestions
from agent.actions import PartDone
from agent.task.plan import boundaries, parse_split
from benchmarks.decide.adapter import Product
from benchmarks.decide.cases import chosen
from benchmarks.decide.format import Case
from training.decisions.cases import in_a_browser, made_cases

Array = NDArray[np.float64]
_PENALTY = 0.0007
# Made decisions to learn from and to measure with, and the seeds of both.
_MADE, _SEEDS = (1200, 250), (11, 12)
# What is rarely right in the recorded decisions, so that they tell too little of it: what it counts
# before they are looked at.
_BEFORE = {
    "right": -6.0,
    "right meant": 12.0,
    "double": -5.0,
    "double meant": 10.0,
    "drag": -3.0,
    "drag meant": 12.0,
    "key": -4.0,
    "key meant": 8.0,
    "key said": 3.0,
    "keypad": 9.0,
    "calendar": 9.0,
    "was ticked": -3.0,
    "was picked": -2.0,
    "was filled": -4.0,
    "counted": 5.0,
    "value open": 3.0,
    "value used": -3.0,
    "its value": 2.0,
    "like its sort": 4.0,
    "own enter named": 2.0,
    "enter counted": 3.0,
    "holds it": -3.0,
    "done": -1.0,
    "done, worked": 1.0,
    "done, like the last": 3.0,
    "done, shown": 6.0,
    "confirms, values left": -2.0,
    "frame": -6.0,
    "frame meant": 12.0,
    "only explained": 6.0,
    "nameless": -2.0,
    "click nameless": -2.0,
    "answers": 4.0,
    "entry later, unnamed": -1.0,
    "cut off": -2.0,
    "done, waited": 10.0,
    "row cut off": 3.0,
}
_FILE = Path(agent.suggestions.__file__).parent / "weights.json"


@dataclass(frozen=True, slots=True)
class Example:
    """One decision: the features of its suggestions, and which of them are right. `weight` is less
    where a page has many decisions."""

    features: tuple[dict[str, float], ...]
    right: tuple[bool, ...]
    source: str
    weight: float = 1.0


def examples(cases: Sequence[Case]) -> list[Example]:
    """Decisions in all wordings."""
    product = Product(None)
    product.cut = parts_of
    found: list[Example] = []
    counts: dict[str, int] = {}
    for case in cases:
        counts[case.source] = counts.get(case.source, 0) + 1
    for case in cases:
        for wording in range(len(case.tasks)):
            judged = product.judged(case, wording)
            # The plan of a case is ticked as it should be: a part is never said to be done.
            judged = [one for one in judged if not isinstance(one[0].action, PartDone)]
            features = tuple(dict(each.features) for each, _ in judged)
            right = tuple(is_right for _, is_right in judged)
            found.append(Example(features, right, case.source, counts[case.source] ** -0.5))
    return found


def parts_of(task: str) -> tuple[str, ...]:
    """The parts of a task, cut at every joint."""
    text = ""
    for word, begins in boundaries(task):
        text += f"\n- {word}" if begins or not text else f" {word}"
    return tuple(parse_split(f"{text.strip()}\n"))


def learnt(found: Sequence[Example], penalty: float = _PENALTY) -> dict[str, float]:
    """The weights that suit the examples best."""
    said = {name for example in found for each in example.features for name in each}
    names = sorted(said | set(_BEFORE))
    place = {name: number for number, name in enumerate(names)}
    tables = [(_table(e, place), np.array(e.right), e.weight) for e in found if any(e.right)]
    total = sum(weight for _, _, weight in tables)
    before = np.array([_BEFORE.get(name, 0.0) for name in names])

    def loss(weights: Array) -> tuple[float, Array]:
        value, slope = 0.0, np.zeros_like(weights)
        for table, right, weight in tables:
            scores = table @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            good = chances[right].sum()
            value -= weight * np.log(good + 1e-12)
            share = np.where(right, chances / (good + 1e-12), 0.0)
            slope += weight * (table.T @ (chances - share))
        away = weights - before
        value = value / total + penalty * float(away @ away) / 2
        return value, slope / total + penalty * away

    best: Any = minimize(loss, before, jac=True, method="L-BFGS-B")
    return {name: round(float(best.x[number]), 3) for name, number in place.items()}


def _table(example: Example, place: dict[str, int]) -> Array:
    table = np.zeros((len(example.features), len(place)))
    for row, features in enumerate(example.features):
        for name, value in features.items():
            if name in place:
                table[row, place[name]] = value
    return table


def places(found: Sequence[Example], weights: dict[str, float]) -> list[int | None]:
    """The place, from 0, of the first right suggestion of each decision; None without one."""
    result: list[int | None] = []
    for example in found:
        scores = [sum(weights.get(n, 0.0) * v for n, v in f.items()) for f in example.features]
        order = np.argsort(-np.array(scores), kind="stable")
        hits = [place for place, number in enumerate(order) if example.right[number]]
        result.append(hits[0] if hits else None)
    return result


def told(found: Sequence[Example], weights: dict[str, float]) -> str:
    """First, among three, among eight: shares of all decisions, by family."""
    lines = []
    ranks = places(found, weights)
    for family in [*sorted({e.source.partition("/")[0] for e in found}), ""]:
        own = [r for r, e in zip(ranks, found, strict=True) if e.source.startswith(family)]
        shares = (sum(r is not None and r < n for r in own) / len(own) for n in (1, 3, 8))
        lines.append(f"{family or 'all':9} {len(own):5}  " + "  ".join(f"{s:.3f}" for s in shares))
    return "\n".join(lines)


def main() -> None:
    chance = Random(_SEEDS[0])
    dev, locked = chosen("dev"), chosen("locked")
    made = list(made_cases(_MADE[0], _SEEDS[0]))
    others = list(made_cases(_MADE[1], _SEEDS[1]))
    known = [*dev, *(in_a_browser(case, chance) for case in dev), *made]
    weights = learnt(examples(known))
    print("not learnt from (first, among 3, among 8)")
    print(told(examples(locked), weights))
    print("the same in a browser's window")
    print(told(examples([in_a_browser(case, chance) for case in locked]), weights))
    print(f"other made screens\n{told(examples(others), weights)}")
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else _FILE
    kept = {name: value for name, value in weights.items() if abs(value) >= 0.01}
    file.write_text(json.dumps(kept, indent=0, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
