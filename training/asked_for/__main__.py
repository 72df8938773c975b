"""Learn whether a task asks for what a button does that cannot be taken back: from pairs.jsonl,
tasks of another author beside names of buttons, and from the scenes and pages of
training/decisions, where such a button is asked for when pressing it is right on some screen of the
task. Five minutes of one core. The figures are of pairs by a third author and of scenes, which are
never learnt from, and of those pages whose names begin with --apart.

python -m training.asked_for [--apart NAME] [--out FILE]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.constraints.once import is_serious
from agent.constraints.unasked import LIKELY, SELDOM, WEIGHTS, numbers
from benchmarks.decide.format import Act, screen_from_plain
from models.meaning.regression import write
from training.decisions import pages
from training.decisions.scenes import SCENES, UNREAD, read_lines, screens
from training.requests.__main__ import chances, learnt
from vision.core.elements import ElementMap

_PRESSED = ("button", "link", "icon", "menu")
_FIRST_OF_BAR = 900
_PAIRS = Path(__file__).with_name("pairs.jsonl")
_UNREAD = Path("tests", "data", "asked_for", "unread.jsonl")
# How strongly the weights are held near 0, and how much a page and a pair count beside a scene: of
# 0, 3, 10 and 30 for pairs the most tells the unread pairs best.
_HOLD, _OF_PAGES, _OF_PAIRS = 3.0, 3, 30
_DIGITS = 3

Pair = tuple[str, str, bool]
"""A task, the name of a button, and whether the task asks for it."""
Screens = Iterable[tuple[ElementMap, Sequence[Act]]]


def pairs(tasks: Sequence[str], seen: Screens) -> list[Pair]:
    """The buttons of some screens that cannot be taken back, with each wording of their task."""
    asked: dict[str, bool] = {}
    for map_, right in seen:
        pressed = {act.target for act in right if act.verb in ("click", "double_click")}
        for each in map_.elements:
            if each.kind not in _PRESSED or not each.called or each.id >= _FIRST_OF_BAR:
                continue
            if not each.state.disabled and is_serious(each):
                asked[each.called] = asked.get(each.called, False) or each.id in pressed
    return [(task, label, own) for task in tasks for label, own in asked.items()]


def of_scenes(path: Path) -> Iterator[Pair]:
    for number, scene in enumerate(read_lines(path)):
        yield from pairs(scene["tasks"], screens(scene, Random(number)))


def of_page(page: dict[str, Any]) -> list[Pair]:
    states = page["states"]
    seen = ((screen_from_plain(s["screen"]), [*map(Act.from_plain, s["right"])]) for s in states)
    return pairs(page["tasks"], seen)


def of_file(path: Path) -> list[Pair]:
    told = map(json.loads, path.read_text("utf-8").splitlines())
    return [(one["task"], one["label"], one["asked"]) for one in told]


def rows_of(found: Sequence[Pair]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rows = numbers([(task, label) for task, label, _ in found])
    return rows, np.array([asked for *_, asked in found], np.float64)


def told(title: str, found: Sequence[Pair], weights: NDArray[np.float64]) -> None:
    rows, asked = rows_of(found)
    likely, own = chances(rows, weights), asked == 1
    for limit in (SELDOM, LIKELY):
        print(
            f"{title}, at least {limit}: of {own.sum()} that are asked for "
            f"{(likely[own] >= limit).mean():.1%}, of {(~own).sum()} others "
            f"{(likely[~own] >= limit).mean():.1%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.asked_for", description=__doc__)
    parser.add_argument("--apart", default="", help="pages that are only measured with")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file to write")
    given = parser.parse_args()
    every = read_lines(pages.PAGES)
    apart = [page for page in every if given.apart and page["name"].startswith(given.apart)]
    of_pages = [pair for page in every if page not in apart for pair in of_page(page)]
    known = [*of_scenes(SCENES), *(_OF_PAGES * of_pages), *(_OF_PAIRS * of_file(_PAIRS))]
    rows, asked = rows_of(known)
    weights = learnt(rows, asked, _HOLD).round(_DIGITS)
    what = "how likely a task asks for what a button does; by training/asked_for"
    write(given.out, what, weights, pairs=len(known))
    told("Pairs", of_file(_UNREAD), weights)
    told("Scenes", [*of_scenes(UNREAD)], weights)
    if apart:
        told("Pages", [pair for page in apart for pair in of_page(page)], weights)


if __name__ == "__main__":
    main()
