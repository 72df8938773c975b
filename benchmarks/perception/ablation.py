"""What each pass of seeing earns: labelled pictures seen with it and without it.

    python -m benchmarks.perception.ablation FOLDER ...

A pass that changes nothing on a picture earns nothing there, so only what comes after a pass that
does is run again. All differences are of the same pictures, with an interval by resampling them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.perception.perceiver import make_perceiver
from benchmarks.perception.matching import overlapping
from training.labels import Label, samples
from vision.capture.screen import load_image
from vision.core.elements import Element
from vision.pipeline.candidates import CANDIDATES
from vision.pipeline.phases import assembly_of, passes
from vision.pipeline.runner import Pass, run
from vision.pipeline.scene import Scene
from vision.pipeline.states import STATES, STRUCTURE
from vision.pipeline.text import TEXT

_EARLY = (*TEXT.passes, *CANDIDATES.passes)
_LATE = (*STATES.passes, *STRUCTURE.passes)
_RESAMPLED = 2_000
_TAILS = (2.5, 97.5)

Counts = NDArray[np.float64]
"""Of one picture: controls there, controls seen, seen with the right kind and an IoU of 0.5; what
is labelled of these (name, states), and what of that is right."""


@dataclass(frozen=True, slots=True)
class Ablated:
    """The counts of a picture with all passes, and without each of those that changed the scene."""

    whole: Counts
    without: Mapping[str, Counts]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a pass earns in points, 0 to 100, with the ends of the interval of 95 %."""

    points: float
    low: float
    high: float


def ablated(scene: Scene, labels: Sequence[Label]) -> Ablated:
    """A picture, as the engines read it, seen with all passes and without each of them."""
    steps, end = _steps(scene)
    befores = [before for _, before in steps]
    without = {}
    for (one, before), after in zip(steps, [*befores[1:], end], strict=True):
        same = all(getattr(before, name) == getattr(after, name) for name in one.writes)
        if not same and not one.needed:
            without[one.name] = counted(labels, _resumed(before, one).elements)
    return Ablated(counted(labels, end.elements), without)


def counted(labels: Sequence[Label], elements: Sequence[Element]) -> Counts:
    """The counts of one picture."""
    true = [label for label in labels if label.interactive]
    seen = [element for element in elements if element.interactive]
    right = there = told = 0
    for kind in sorted({label.kind for label in true}):
        own = [label for label in true if label.kind == kind]
        offered = [element for element in seen if element.kind == kind]
        pairs = overlapping(own, offered)
        right += len(pairs)
        for label, element in pairs.items():
            facts = list(_facts(own[label], offered[element]))
            there += len(facts)
            told += sum(facts)
    return np.array([len(true), len(seen), right, there, told], np.float64)


def _facts(label: Label, element: Element) -> Iterator[bool]:
    """Of what is labelled of a control, whether each is told rightly."""
    yield label.disabled == bool(element.state.disabled)
    for true, seen in (
        (label.checked, element.state.checked),
        (label.selected, element.state.selected),
    ):
        if true is not None:
            yield true == bool(seen)
    if label.focused:
        yield bool(element.state.focused)
    if label.name and label.kind != "icon":
        yield _plain(label.name) == _plain(element.text)


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


def _steps(scene: Scene) -> tuple[list[tuple[Pass, Scene]], Scene]:
    """Each pass with the scene before it, and the scene after all."""
    found = []
    for one in _EARLY:
        found.append((one, scene))
        scene = one(scene)
    for one in (*assembly_of(scene).passes, *_LATE):
        found.append((one, scene))
        scene = one(scene)
    return found, scene


def _resumed(scene: Scene, left_out: Pass) -> Scene:
    """The scene before a pass, after all passes that follow it."""
    if left_out in _EARLY:
        scene = run(_EARLY[_EARLY.index(left_out) + 1 :], scene)
        return run((*assembly_of(scene).passes, *_LATE), scene)
    late = (*assembly_of(scene).passes, *_LATE)
    return run(late[late.index(left_out) + 1 :], scene)


def found(counts: Counts) -> Counts:
    """Of pictures (… x pictures x 5) the F1 of controls found with the right kind, 0 to 100."""
    there, seen, right = (counts[..., n].sum(-1) for n in range(3))
    return np.asarray(200 * right / np.maximum(1, there + seen))


def told(counts: Counts) -> Counts:
    """Of pictures the share of names and states that are right, 0 to 100."""
    return np.asarray(100 * counts[..., 4].sum(-1) / np.maximum(1, counts[..., 3].sum(-1)))


def gains(pictures: Sequence[Ablated], name: str) -> tuple[Gain, Gain]:
    """What a pass earns of controls found, and of names and states."""
    whole = np.array([one.whole for one in pictures])
    without = np.array([one.without.get(name, one.whole) for one in pictures])
    chosen = np.random.default_rng(1).integers(0, len(whole), (_RESAMPLED, len(whole)))
    made = []
    for figure in (found, told):
        low, high = np.percentile(figure(whole[chosen]) - figure(without[chosen]), _TAILS)
        made.append(Gain(float(figure(whole) - figure(without)), float(low), float(high)))
    return made[0], made[1]


def table(pictures: Sequence[Ablated]) -> str:
    """Markdown: each pass that changed a scene, those that earn most first; and the others."""
    rows = []
    idle = []
    for name, one in passes().items():
        changed = sum(name in each.without for each in pictures)
        if changed:
            rows.append((name, changed, *gains(pictures, name)))
        elif not one.needed:
            idle.append(name)
    rows.sort(key=lambda row: -row[2].points)
    whole = np.array([one.whole for one in pictures])
    lines = [
        f"{len(pictures)} pictures: F1 {float(found(whole)):.2f}, "
        f"names and states {float(told(whole)):.2f} %.",
        "",
        "| pass | pictures it changes | F1 earned | names and states earned |",
        "|---|--:|--:|--:|",
        *(f"| {n} | {c} | {_points(first)} | {_points(other)} |" for n, c, first, other in rows),
        "",
        f"Changed nothing: {', '.join(idle) or 'none'}.",
    ]
    return "\n".join(lines)


def _points(gain: Gain) -> str:
    return f"{gain.points:+.2f} ({gain.low:+.2f} to {gain.high:+.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perception.ablation")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of labelled screenshots")
    given = parser.parse_args()
    eyes = make_perceiver()
    pictures = []
    for folder in given.folders:
        for sample in samples(folder):
            scene = eyes.read(load_image(folder / sample.picture))
            pictures.append(ablated(scene, sample.labels))
            print(sample.picture, flush=True)
    print(table(pictures))


if __name__ == "__main__":
    main()
