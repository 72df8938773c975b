"""Spaces that the reader of lines saw and did not dare to write ("Buynow")."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# The chance of a space between two letters. Where none is, it is below 0.01; where one is, it is
# mostly above 0.9, and above 0.01 where it is narrow.
_LEAST = 0.03
_NOTHING = 0
"""The place of "no sign here" among the signs."""


class SoftSpaces:
    """Takes the place of RapidOCR's decoder of what its network says about a line."""

    def __init__(self, decoder: Any) -> None:
        self._decoder = decoder
        self._space: int = decoder.dict[" "]

    def __call__(self, chances: NDArray[np.float32], *given: Any, **named: Any) -> Any:
        for line in chances:
            dare_spaces(line, self._space)
        return self._decoder(chances, *given, **named)


def dare_spaces(chances: NDArray[np.float32], space: int) -> None:
    """Makes the space the likeliest sign (in place) where it is likely enough between two letters
    that have none between them; `chances` are columns x signs."""
    likely = np.flatnonzero(chances[:, space] >= _LEAST)
    if not len(likely):
        return
    best = chances.argmax(axis=1)
    letters = np.flatnonzero(best != _NOTHING)
    for column in likely:
        after = int(np.searchsorted(letters, column))
        if best[column] != _NOTHING or after in (0, len(letters)):
            continue
        beside = letters[after - 1], letters[after]
        between = slice(beside[0] + 1, beside[1])
        if space in best[list(beside)] or chances[column, space] < chances[between, space].max():
            continue
        chances[column, space] = chances[column].max() + 1e-6
