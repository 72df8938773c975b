"""Intervals of figures by drawing the pages anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

DRAWS = 2000
_SEED = 0


def interval(
    pages: Sequence[Mapping[str, float]],
    names: Sequence[str],
    figure: Callable[[Mapping[str, float]], float],
    draws: int = DRAWS,
) -> tuple[float, float]:
    """The 95 % interval of `figure`, which is made of sums of the counts `names` over all pages.

    Pages are drawn with replacement, as whole: what is seen on one page hangs together. The same
    pages give the same interval.

    Raises:
        ValueError: there are no pages.
    """
    if not pages:
        raise ValueError("there are no pages to draw from")
    table = np.array([[page.get(name, 0.0) for name in names] for page in pages])
    chance = np.random.default_rng(_SEED)
    times = chance.multinomial(len(pages), np.full(len(pages), 1 / len(pages)), size=draws)
    values = [figure(dict(zip(names, sums, strict=True))) for sums in times @ table]
    low, high = np.percentile(values, (2.5, 97.5))
    return float(low), float(high)
