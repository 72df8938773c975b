"""What each pass of seeing earns: labelled pictures seen with it and without it.

    python -m benchmarks.perception.ablation [FOLDER ...] [--real dev] [--kept FOLDER]

A pass that changes nothing on a picture earns nothing there, so only what comes after a pass that
does is run again. All differences are of the same pictures, with an interval by resampling them.
What the engines read of a picture is kept, so that a second run costs the time of the passes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.perception.agreement import agreement
from benchmarks.perception.matching import found_words, overlapping
from benchmarks.perception.pictures import Labelled, generated
from benchmarks.perception.real.labels import labelled
from benchmarks.perception.real.manifest import picture_folder
from benchmarks.perception.replay import replayed
from models.files.paths import data_folder
from training.labels import Label
from vision.capture.screen import load_image
from vision.core.elements import Element
from vision.ocr.engine import TextSpan
from vision.pipeline.phases import PHASES, passes
from vision.pipeline.runner import run
from vision.pipeline.scene import Scene

_PASSES = tuple(one for phase in PHASES for one in phase.passes)
_RESAMPLED = 2_000
_REAL = "real/"

Counts = NDArray[np.float64]
"""Of one picture: controls there, seen, and seen with the right kind and an IoU of 0.5; what is
labelled of these (name, states), and what of that is right; targets, and those that a click hits;
words there, and those that the elements tell."""
FOUND, TOLD, HIT, WORDS = "F1", "names and states", "clicks", "words"
FIGURES = (FOUND, TOLD, HIT, WORDS)


@dataclass(frozen=True, slots=True)
class Ablated:
    """The counts of a picture with all passes, and without each of those that changed the scene.
    `family` is where it comes from."""

    family: str
    whole: Counts
    without: Mapping[str, Counts]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a pass earns in points, 0 to 100, with its standard error."""

    points: float
    error: float


def ablated(scene: Scene, picture: Labelled) -> Ablated:
    """A picture, as the engines read it, seen with all passes and without each of them."""
    before = [scene]
    for one in _PASSES:
        before.append(one(before[-1]))
    without = {}
    for n, one in enumerate(_PASSES):
        same = all(getattr(before[n], name) == getattr(before[n + 1], name) for name in one.writes)
        if not same and not one.needed:
            without[one.name] = counted(picture, run(_PASSES[n + 1 :], before[n]).elements)
    return Ablated(picture.sample.family, counted(picture, before[-1].elements), without)


def counted(picture: Labelled, elements: Sequence[Element]) -> Counts:
    """The counts of one picture."""
    true = [label for label in picture.sample.labels if label.interactive]
    seen = [element for element in elements if element.interactive]
    facts: list[bool] = []
    for kind in sorted({label.kind for label in true}):
        own = [label for label in true if label.kind == kind]
        offered = [element for element in seen if element.kind == kind]
        for label, element in overlapping(own, offered).items():
            facts += _facts(own[label], offered[element])
    counts = agreement(picture, elements)
    words = picture.sample.words if picture.sample.complete else ()
    spans = [TextSpan(said, e.box) for e in elements for said in (e.text, e.state.value) if said]
    told = (len(facts), sum(facts), counts["targets"], counts["hit"])
    read = (len(words), len(found_words(words, spans)))
    return np.array([*(counts[f"f1 {n}"] for n in ("there", "seen", "right")), *told, *read], float)


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


def figures(counts: Counts) -> Counts:
    """Of pictures (… x pictures x 9) the figures of FIGURES, 0 to 100 (… x 4)."""
    there, seen, right, facts, told, targets, hit, words, read = np.moveaxis(counts.sum(-2), -1, 0)
    pairs = ((2 * right, there + seen), (told, facts), (hit, targets), (read, words))
    return np.stack([100 * part / np.maximum(1, whole) for part, whole in pairs], axis=-1)


def gains(pictures: Sequence[Ablated], name: str) -> dict[str, Gain]:
    """What a pass earns of each figure, by resampling the pictures."""
    whole = np.array([one.whole for one in pictures])
    without = np.array([one.without.get(name, one.whole) for one in pictures])
    chosen = np.random.default_rng(1).integers(0, len(whole), (_RESAMPLED, len(whole)))
    points = figures(whole) - figures(without)
    errors = (figures(whole[chosen]) - figures(without[chosen])).std(axis=0)
    return {figure: Gain(float(points[n]), float(errors[n])) for n, figure in enumerate(FIGURES)}


def table(pictures: Sequence[Ablated]) -> str:
    """Markdown: each pass that changed a scene, those that earn most of F1 first, generated pages
    beside real screens; and the others."""
    sets = {
        "generated": [one for one in pictures if not one.family.startswith(_REAL)],
        "real": [one for one in pictures if one.family.startswith(_REAL)],
    }
    sets = {name: some for name, some in sets.items() if some}
    rows = []
    idle = []
    for name, one in passes().items():
        changed = sum(name in each.without for each in pictures)
        if changed:
            rows.append((name, changed, [gains(some, name) for some in sets.values()]))
        elif not one.needed:
            idle.append(name)
    rows.sort(key=lambda row: -sum(gain[FOUND].points for gain in row[2]))
    lines = [
        *(f"{name}, {len(some)} pictures: {_whole(some)}." for name, some in sets.items()),
        "",
        f"| pass | pictures it changes | {' | '.join(_heads(sets))} |",
        f"|---|--:|{'--:|' * len(list(_heads(sets)))}",
        *(f"| {name} | {n} | {' | '.join(_cells(gained))} |" for name, n, gained in rows),
        "",
        f"Changed nothing: {', '.join(idle) or 'none'}.",
    ]
    return "\n".join(lines)


def _whole(pictures: Sequence[Ablated]) -> str:
    values = figures(np.array([one.whole for one in pictures]))
    return ", ".join(f"{name} {value:.2f}" for name, value in zip(FIGURES, values, strict=True))


def _heads(sets: Mapping[str, Sequence[Ablated]]) -> Iterator[str]:
    for figure in FIGURES:
        yield from (f"{figure}, {name}" for name in sets)


def _cells(gained: Sequence[Mapping[str, Gain]]) -> Iterator[str]:
    for figure in FIGURES:
        for one in gained:
            gain = one[figure]
            yield f"{gain.points:+.2f} ± {gain.error:.2f}" if gain.points or gain.error else "0"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perception.ablation")
    parser.add_argument("folders", type=Path, nargs="*", help="folders of labelled screenshots")
    parser.add_argument("--real", choices=("dev",), help="real screens, too")
    kept = data_folder() / "benchmarks" / "readings"
    parser.add_argument("--kept", type=Path, default=kept, help="what the engines read, kept")
    given = parser.parse_args()
    chosen = [picture for folder in given.folders for picture in generated(folder)]
    if given.real:
        chosen += labelled(given.real, picture_folder())
    pictures = []
    for picture in chosen:
        shot = load_image(picture.path)
        with replayed(given.kept, shot) as scene:
            pictures.append(ablated(scene, picture.fair(shot.pixels)))
        print(picture.path.name, flush=True)
    print(table(pictures))


if __name__ == "__main__":
    main()
