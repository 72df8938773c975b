"""How often the captioner is right: by set, by concept, and for icons that it must not know."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from training.icons.calibrate import Floats, scores, temperature, threshold
from training.icons.concepts import UNKNOWN, Concepts
from training.icons.crops import made_views, views
from training.icons.masters import Master
from vision.capture.screen import Pixels

Logits = Callable[[Pixels], Floats]
"""N x 48 x 48 x 3 pixels to N logits rows: a network, whatever runs it."""
VIEWS = 3
_MADE = 600


@dataclass(frozen=True, slots=True)
class SetFigures:
    """Shares 0..1 over the crops of one set. `named` counts a synonym as right, `exact` does not;
    `kept` is the share named right and not rejected."""

    crops: int
    named: float
    exact: float
    kept: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What one side of the split shows. `unknown_icons` and `unknown_made` are the shares of
    unknown icons and made-up crops that are called unknown."""

    sets: dict[str, SetFigures]
    total: SetFigures
    by_concept: float
    unknown_icons: float
    unknown_made: float
    unknown_count: int
    confusions: list[tuple[str, str, int]] = field(default_factory=list)


def calibrated(network: Logits, masters: Sequence[Master], seed: int = 7) -> tuple[float, float]:
    """Temperature and threshold from the masters of the validation side.

    Raises:
        ValueError: there are no known or no unknown masters among them.
    """
    known = [master for master in masters if master.concept != UNKNOWN]
    unknown = [master for master in masters if master.concept == UNKNOWN]
    if not known:
        raise ValueError("the validation side has no icon of any concept")
    truth = np.repeat(np.array([master.concept for master in known], dtype=np.int64), VIEWS)
    heat = temperature(network(views(known, VIEWS, seed)), truth)
    if not unknown:
        return heat, threshold(np.empty(0, dtype=np.float32))
    _, strange = scores(network(views(unknown, VIEWS, seed)), heat)
    return heat, threshold(strange)


def measure(
    network: Logits,
    masters: Sequence[Master],
    concepts: Concepts,
    heat: float,
    least: float,
    seed: int = 11,
) -> Figures:
    """The figures of one side; `least` is the threshold. The crops are the same each time."""
    known = [master for master in masters if master.concept != UNKNOWN]
    strangers = [master for master in masters if master.concept == UNKNOWN]
    best, score = scores(network(views(known, VIEWS, seed)), heat)
    truth = np.repeat(np.array([master.concept for master in known]), VIEWS)
    right = np.array(
        [concepts.same(int(a), int(b)) for a, b in zip(best, truth, strict=True)], dtype=bool
    )
    sources = np.repeat(np.array([master.source for master in known]), VIEWS)
    exact, kept = best == truth, right & (score >= least)

    def figures(rows: np.ndarray) -> SetFigures:
        parts = (right[rows], exact[rows], kept[rows])
        return SetFigures(int(rows.sum()), *(round(float(part.mean()), 4) for part in parts))

    by_concept: dict[int, list[bool]] = defaultdict(list)
    for number, good in zip(truth, right, strict=True):
        by_concept[int(number)].append(bool(good))
    wrong = Counter(
        (concepts.all[int(t)].id, concepts.all[int(b)].id)
        for t, b, good in zip(truth, best, right, strict=True)
        if not good
    )
    return Figures(
        {name: figures(sources == name) for name in sorted(set(sources.tolist()))},
        figures(np.ones(len(truth), dtype=bool)),
        round(float(np.mean([np.mean(each) for each in by_concept.values()])), 4),
        _rejected(network, views(strangers, VIEWS, seed), heat, least),
        _rejected(network, made_views(_MADE, known, seed), heat, least),
        len(strangers) * VIEWS,
        [(*pair, count) for pair, count in wrong.most_common(40)],
    )


def _rejected(network: Logits, crops: Pixels, heat: float, least: float) -> float:
    """The share of crops called unknown; nan where there are none."""
    if not len(crops):
        return float("nan")
    _, score = scores(network(crops), heat)
    return round(float((score < least).mean()), 4)


def told(title: str, figures: Figures) -> str:
    """The figures as lines of text."""
    lines = [f"{title}: crops, named right (synonyms count), exact, right and not rejected"]
    for name, each in [*figures.sets.items(), ("all", figures.total)]:
        lines.append(
            f"  {name:32} {each.crops:6} {each.named:7.3f} {each.exact:7.3f} {each.kept:7.3f}"
        )
    lines += [
        f"  mean over concepts, named right   {figures.by_concept:.3f}",
        f"  unknown icons called unknown      {figures.unknown_icons:.3f} "
        f"({figures.unknown_count} crops)",
        f"  made-up crops called unknown      {figures.unknown_made:.3f}",
    ]
    return "\n".join(lines)
