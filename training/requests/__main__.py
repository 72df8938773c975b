"""Learn which clauses of a task ask for something, from clauses.toml, in a few seconds of one core.
The figures are cross-validated: each tenth is told by what the others taught. Clauses that mean
nearly the same, such as translations, are in the same tenth, so that none is told by its twin.
Clauses of tests/data/requests are never learnt from."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components

from agent.task.requests import ONLY_TELLS, WEIGHTS, numbers
from models.meaning.regression import write
from training.requests.sentences import UNREAD, Sentence, sentences

Numbers = NDArray[np.float64]
# How strongly the weights are held near 0: the best of 0.03 to 1 in cross-validation.
_HOLD = 0.2
_FOLDS = 10
# So many numbers of a row, the first ones, are the vector of the whole clause.
_VECTOR = 512
# Clauses mean nearly the same from this cosine on.
_TWINS = 0.75
_DIGITS = 2


def learnt(rows: Numbers, asking: Numbers, hold: float = _HOLD) -> Numbers:
    """The weights of n rows of numbers, with the start behind them. `asking` is 1 where a row is of
    a clause that asks, else 0. Both classes count alike, however many clauses they have. `hold`
    keeps the weights near 0."""
    share = asking.mean()
    counts = np.where(asking == 1, 0.5 / share, 0.5 / (1 - share))

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        odds = rows @ weights[:-1] + weights[-1]
        wrong = counts * (1 / (1 + np.exp(-odds)) - asking)
        value = counts @ (np.logaddexp(0, odds) - asking * odds)
        held = hold * np.append(weights[:-1], 0.0)
        return float(value + held @ weights / 2), np.append(rows.T @ wrong, wrong.sum()) + held

    start = np.zeros(rows.shape[1] + 1)
    found: Numbers = minimize(loss, start, jac=True, method="L-BFGS-B").x
    return found


def chances(rows: Numbers, weights: Numbers) -> Numbers:
    """How likely each row is of a clause that asks, from 0 to 1."""
    told: Numbers = 1 / (1 + np.exp(-(rows @ weights[:-1] + weights[-1])))
    return told


def tenths(rows: Numbers) -> NDArray[np.int64]:
    """Which tenth each row is in, from 0 to 9: twins, and the twins of twins, in the same one."""
    vectors = rows[:, :_VECTOR]
    groups: NDArray[np.int64] = connected_components(vectors @ vectors.T >= _TWINS)[1]
    return np.random.default_rng(0).permutation(len(rows))[groups] % _FOLDS


def cross_validated(rows: Numbers, asking: Numbers) -> Numbers:
    """The chance of each clause by weights that have seen neither it nor its twins."""
    tenth = tenths(rows)
    found = np.zeros(len(rows))
    for number in range(_FOLDS):
        apart = tenth == number
        found[apart] = chances(rows[apart], learnt(rows[~apart], asking[~apart]))
    return found


def figures(known: Sequence[Sentence], found: Numbers) -> list[str]:
    """A line for each language and one for all: what is right at one half, and at the threshold in
    use which requests are called background, and how much of the background is found."""
    languages = list(dict.fromkeys(each.language for each in known))
    lines = ["     clauses  right at 0.5  requests called background  background found"]
    for name in [*languages, "all"]:
        here = np.array([name in (each.language, "all") for each in known])
        asking = np.array([each.asks for each in known])[here]
        told = found[here] < ONLY_TELLS
        right = ((found[here] > 0.5) == asking).mean()
        lost, got = told[asking], told[~asking]
        lines.append(
            f"{name:<4} {len(asking):>7} {right:>12.1%}  {lost.sum():>9} of {len(lost)}"
            f" ({lost.mean():.1%})  {got.sum():>9} of {len(got)} ({got.mean():.1%})"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.requests", description=__doc__)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file to write")
    given = parser.parse_args()
    known = sentences()
    rows = numbers([each.text for each in known])
    asking = np.array([each.asks for each in known], np.float64)
    found = cross_validated(rows, asking)
    print(f"Cross-validated, threshold {ONLY_TELLS}", *figures(known, found), sep="\n")
    weights = learnt(rows, asking).round(_DIGITS)
    what = "how likely a clause of a task asks for something to be done; by training/requests"
    write(given.out, what, weights, clauses=len(known))
    if UNREAD.exists():
        unread = sentences(UNREAD)
        told = chances(numbers([each.text for each in unread]), weights)
        print("", "Unread", *figures(unread, told), sep="\n")


if __name__ == "__main__":
    main()
