"""Teaches the network that ranks suggestions, from recorded, made and written decisions.

python -m training.suggestions [--out FILE]

Every suggestion of a decision has features (agent/suggestions); a right one should have the highest
score: the network maximises the share of the right ones in a softmax over all suggestions of a
decision. Learnt from are the written scenes (training/decisions/scenes.jsonl.gz), the recorded
decisions of the half "dev", as they are and with the bar of a browser above them, and decisions on
made screens. Of the scenes in tests/data/decisions, of the half "locked" and of other made screens
only figures are shown. Needs torch (the extra `training`) and 14 GB of memory, and takes twenty
minutes on two cores.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agent.actions import UseSkill
from agent.deciding.situation import Suggestion
from agent.suggestions.weights import MOST, RANKING, Features
from benchmarks.decide.adapter import Product
from benchmarks.decide.cases import chosen
from benchmarks.decide.format import Case
from training.decisions import pages
from training.decisions.cases import in_a_browser, made_cases
from training.decisions.scenes import SCENES, UNREAD, Moment, moments, read_lines

Array = NDArray[np.float32]
# Made decisions to learn from and to measure with, and the seeds of both.
_MADE, _SEEDS = (1200, 250), (11, 12)
# What recorded decisions (all of one page together) and made ones count beside those of scenes:
# most tasks of people are told as plainly as theirs. With 1 and 0.5, 57.8 % of recorded ones that
# nothing was learnt from were right first, with 8 and 2 66.7 %, and as many of the scenes.
_RECORDED, _OF_MADE, _OF_PAGES = 8.0, 2.0, 4.0
_WIDTH, _DROPPED, _HOLD, _PASSES, _BATCH, _RATE = 64, 0.3, 0.1, 20, 32, 2e-3
_LEAST_SPREAD = 1e-3


@dataclass(frozen=True, slots=True)
class Example:
    """One decision: the features of its suggestions, and which of them are right. `weight` is less
    where a page has many decisions. `run` are the scene and the wording of a written one, `last`
    whether the task is done then."""

    features: tuple[Features, ...]
    right: tuple[bool, ...]
    source: str
    weight: float = 1.0
    run: tuple[int, int] | None = None
    last: bool = False


def of_scene(numbered: tuple[int, dict[str, Any]]) -> list[Example]:
    """The decisions of one written scene, in all wordings."""
    return _played(moments, numbered, "scene", 1.0)


def of_page(numbered: tuple[int, dict[str, Any]]) -> list[Example]:
    """The same of a page that was seen."""
    return _played(pages.moments, numbered, "page", _OF_PAGES)


def _played(
    play: Callable[[dict[str, Any], int, Random], Iterator[Moment]],
    numbered: tuple[int, dict[str, Any]],
    source: str,
    weight: float,
) -> list[Example]:
    number, scene = numbered
    product = Product(None)
    found = []
    for wording in range(len(scene["tasks"])):
        chance = Random(number * 7 + wording)
        for moment in play(scene, wording, chance):
            judged = product.judge(
                product.suggestions(moment.now, 10_000), moment.now, moment.right
            )
            features, right = steps_of(judged)
            run = (number, wording)
            found.append(Example(features, right, source, weight, run, moment.last))
    return found


def steps_of(
    judged: Sequence[tuple[Suggestion, bool]],
) -> tuple[tuple[Features, ...], tuple[bool, ...]]:
    """The features of the single steps, and which of them are right."""
    steps = [(each, fits) for each, fits in judged if not isinstance(each.action, UseSkill)]
    return tuple(dict(each.features) for each, _ in steps), tuple(fits for _, fits in steps)


def of_case(weighed: tuple[Case, float]) -> list[Example]:
    """A recorded or made decision in all wordings, with a weight."""
    case, weight = weighed
    product = Product(None)
    found = []
    for wording in range(len(case.tasks)):
        judged = product.judged(case, wording)
        found.append(Example(*steps_of(judged), case.source, weight))
    return found


def weighed(cases: Sequence[Case], least: float = 1.0) -> list[tuple[Case, float]]:
    """Each case with what it counts, `least` at most."""
    counts = Counter(case.source for case in cases)
    return [(case, least * counts[case.source] ** -0.5) for case in cases]


class Network(nn.Module):
    """See agent.suggestions.weights.Ranking."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.alone = nn.Linear(inputs, 1, bias=False)
        self.inner, self.middle = nn.Linear(inputs, _WIDTH), nn.Linear(_WIDTH, _WIDTH)
        self.out = nn.Linear(_WIDTH, 1, bias=False)
        self.drop = nn.Dropout(_DROPPED)
        nn.init.zeros_(self.alone.weight)
        nn.init.zeros_(self.out.weight)

    def forward(self, rows: Tensor) -> Tensor:
        """The scores of n suggestions, from their features: shape (n, inputs)."""
        told = self.drop(torch.relu(self.inner(rows)))
        told = self.drop(torch.relu(self.middle(told)))
        found: Tensor = self.alone(rows).squeeze(-1) + self.out(told).squeeze(-1)
        return found


@dataclass(frozen=True)
class Table:
    """How features become numbers."""

    names: tuple[str, ...]
    mean: Array
    spread: Array

    @classmethod
    def of(cls, known: Iterable[Example]) -> Table:
        rows = [features for example in known for features in example.features]
        names = tuple(sorted({name for features in rows for name in features}))
        table = cls(names, np.zeros(len(names), np.float32), np.ones(len(names), np.float32))
        numbers = table.rows(rows)
        return cls(names, numbers.mean(0), numbers.std(0) + np.float32(_LEAST_SPREAD))

    def rows(self, features: Sequence[Features]) -> Array:
        """Standardised numbers, shape (n, inputs)."""
        place = {name: number for number, name in enumerate(self.names)}
        found = np.zeros((len(features), len(place)), np.float32)
        for row, each in zip(found, features, strict=True):
            for name, value in each.items():
                if name in place:
                    row[place[name]] = value
        numbers: Array = np.clip((found - self.mean) / self.spread, -MOST, MOST)
        return numbers


def taught(known: Sequence[Example], table: Table, onto: Network | None = None) -> Network:
    """A network that learnt the examples, from the start or going on from another."""
    torch.manual_seed(0)
    chance = Random(0)
    network = onto or Network(len(table.names))
    most, passes = (_RATE, _PASSES) if onto is None else (_RATE / 4, _PASSES // 2)
    usable = [example for example in known if any(example.right)]
    steps = passes * -(-len(usable) // _BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=most, weight_decay=_HOLD)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, most, total_steps=steps)
    network.train()
    for _ in range(passes):
        chance.shuffle(usable)
        for begin in range(0, len(usable), _BATCH):
            batch = usable[begin : begin + _BATCH]
            features = [each for example in batch for each in example.features]
            scores = network(torch.from_numpy(table.rows(features)))
            loss = torch.zeros(())
            for example, own in zip(
                batch, scores.split([len(e.right) for e in batch]), strict=True
            ):
                right = own.log_softmax(0)[torch.tensor(example.right)]
                loss = loss - example.weight * right.logsumexp(0)
            optimiser.zero_grad()
            (loss / len(batch)).backward()
            optimiser.step()
            rate.step()
    network.eval()
    return network


def places(found: Sequence[Example], network: Network, table: Table) -> list[int | None]:
    """The place, from 0, of the first right suggestion of each decision; None without one."""
    result: list[int | None] = []
    for example in found:
        with torch.no_grad():
            scores = network(torch.from_numpy(table.rows(example.features)))
        order = scores.argsort(descending=True).tolist()
        hits = [place for place, number in enumerate(order) if example.right[number]]
        result.append(hits[0] if hits else None)
    return result


def told(found: Sequence[Example], network: Network, table: Table) -> str:
    """First, among three, among eight: shares of all decisions, by family, and of written scenes
    also those of which every decision is right."""
    ranks = places(found, network, table)
    lines = []
    for family in [*sorted({e.source.partition("/")[0] for e in found}), ""]:
        own = [r for r, e in zip(ranks, found, strict=True) if e.source.startswith(family)]
        lines.append(f"{family or 'all':9} {_shares(own)}")
    if all(e.run for e in found):
        for name, last in (("next step", False), ("done", True)):
            own = [r for r, e in zip(ranks, found, strict=True) if e.last == last]
            lines.append(f"{name:9} {_shares(own)}")
        runs: dict[object, list[int | None]] = {}
        for rank, example in zip(ranks, found, strict=True):
            runs.setdefault(example.run, []).append(rank)
        for most in (1, 3):
            whole = sum(all(r is not None and r < most for r in run) for run in runs.values())
            lines.append(f"all decisions of a task right among {most}: {whole / len(runs):.3f}")
    return "\n".join(lines)


def _shares(ranks: Sequence[int | None]) -> str:
    shares = (sum(r is not None and r < n for r in ranks) / len(ranks) for n in (1, 3, 8))
    return f"{len(ranks):5}  " + "  ".join(f"{share:.3f}" for share in shares)


def save(network: Network, table: Table, file: Path) -> None:
    """Write what agent.suggestions.weights reads."""
    layers = {
        "alone": network.alone.weight[0],
        "in": network.inner.weight.T,
        "in_start": network.inner.bias,
        "mid": network.middle.weight.T,
        "mid_start": network.middle.bias,
        "out": network.out.weight[0],
    }
    numbers = {name: layer.detach().numpy() for name, layer in layers.items()}
    numbers |= {"mean": table.mean, "spread": table.spread}
    halves = {name: each.astype(np.float16) for name, each in numbers.items()}
    np.savez_compressed(file, names=np.array(table.names), **halves)


def load(file: Path) -> tuple[Network, Table]:
    """What `save` wrote."""
    with np.load(file) as held:
        known = {name: held[name] for name in held.files}
    names = tuple(str(name) for name in known.pop("names"))
    numbers = {name: each.astype(np.float32) for name, each in known.items()}
    network = Network(len(names))
    given = {name: torch.from_numpy(each) for name, each in numbers.items()}
    network.load_state_dict(
        {
            "alone.weight": given["alone"][None],
            "inner.weight": given["in"].T,
            "inner.bias": given["in_start"],
            "middle.weight": given["mid"].T,
            "middle.bias": given["mid_start"],
            "out.weight": given["out"][None],
        }
    )
    network.eval()
    return network, Table(names, numbers["mean"], numbers["spread"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.suggestions", description=__doc__)
    parser.add_argument("--out", type=Path, default=RANKING, help="the file to write")
    parser.add_argument("--onto", type=Path, help="go on from this file")
    parser.add_argument("--every", type=int, default=1, help="of the older ones, one of so many")
    given = parser.parse_args()
    chance, every = Random(_SEEDS[0]), given.every
    dev, locked = chosen("dev")[::every], chosen("locked")
    barred = [in_a_browser(case, chance) for case in dev]
    made, others = (list(made_cases(*each)) for each in zip(_MADE, _SEEDS, strict=True))
    apart = [in_a_browser(case, chance) for case in locked]
    with multiprocessing.Pool() as pool:

        def all_of(function: Any, items: Iterable[Any]) -> list[Example]:
            return [each for found in pool.imap(function, items, 4) for each in found]

        measured = {
            "pages, unread": all_of(of_page, enumerate(read_lines(pages.UNREAD))),
            "written scenes, unread": all_of(of_scene, enumerate(read_lines(UNREAD)[::every])),
            "recorded, not learnt from": all_of(of_case, weighed(locked[::every])),
            "the same in a browser's window": all_of(of_case, weighed(apart[::every])),
            "other made screens": all_of(of_case, weighed(others[::every])),
        }
        known = all_of(of_scene, enumerate(read_lines(SCENES)[::every]))
        known += all_of(of_page, enumerate(read_lines(pages.PAGES)))
        known += all_of(of_case, weighed([*dev, *barred], _RECORDED))
        known += all_of(of_case, [(case, _OF_MADE) for case in made[::every]])
    if given.onto is None:
        table = Table.of(known)
        network = taught(known, table)
    else:
        network, table = load(given.onto)
        for title, found in measured.items():
            print(f"before: {title}\n{told(found, network, table)}", flush=True)
        network = taught(known, table, network)
    for title, found in measured.items():
        print(f"{title} (first, among 3, among 8)\n{told(found, network, table)}", flush=True)
    save(network, table, given.out)


if __name__ == "__main__":
    main()
