"""The counts of one picture for what stands first in the tables: found and of the right kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from benchmarks.perception.pictures import Labelled
from evaluation.average_precision import scored
from evaluation.found import found_counts
from evaluation.matching import matched
from evaluation.targets import target_counts
from evaluation.things import Thing, is_ignored
from training.labels import Label
from vision.core.elements import PASSIVE, Element

_AP = "ap"


def agreement(picture: Labelled, elements: Sequence[Element]) -> Counter[str]:
    """What is there and was seen, by `evaluation`; all are counts, which `tables` adds up."""
    sample = picture.sample
    true = [_thing(label) for label in sample.labels if label.interactive]
    used = [_thing(element) for element in elements if element.interactive]
    found = found_counts(true, used, picture.ignored)
    counts = Counter({f"f1 {name}": count for name, count in found.items()})
    everything = [_thing(element) for element in elements]
    counts += target_counts(true, everything, (sample.width, sample.height), PASSIVE)
    for thing in true:
        counts[f"{_AP} {thing.kind}"] += 1
    for (kind, step, right), count in scored(true, used, picture.ignored).items():
        counts[ap_name(kind, step, right)] += count
    return counts


def not_ignored(picture: Labelled, elements: Sequence[Element]) -> list[Element]:
    """The elements that count: those in no ignore region, and those that a label is overlapped by.
    Which regions are ignored is said with the picture."""
    true = [_thing(label) for label in picture.sample.labels]
    seen = [_thing(element) for element in elements]
    partners = set(matched(true, seen).values())
    return [
        element
        for n, element in enumerate(elements)
        if n in partners or not is_ignored(seen[n], picture.ignored)
    ]


def ap_name(kind: str, step: int, right: bool) -> str:
    return f"{_AP} {kind} {step} {'right' if right else 'wrong'}"


def ap_counts(
    total: Mapping[str, float], side: str, kind: str
) -> dict[tuple[str, int, bool], float]:
    """The counts of a kind by score, as `average_precision` takes them. `side` is whose they are,
    the first word of the figures."""
    return {
        (kind, step, right): count
        for step in range(101)
        for right in (True, False)
        if (count := total.get(f"{side} {ap_name(kind, step, right)}", 0.0))
    }


def _thing(one: Label | Element) -> Thing:
    return Thing(one.box, one.kind, one.score if isinstance(one, Element) else 1.0)
