"""A reply that is one of some lines, chosen with what is known of them beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from models.runtime.conversation import Vocabulary


class Listed:
    """The lines that are still possible behind what was said. `prior` are they with the logarithms
    of how likely each is beforehand, but for a constant: a token's logit counts as much as the
    likeliest line that goes on with it.

    Raises:
        ValueError: the vocabulary cannot write a line as it stands.
    """

    def __init__(self, vocabulary: Vocabulary, prior: Mapping[str, float]) -> None:
        self._left: list[tuple[list[int], float]] = []
        for line, known in prior.items():
            tokens = vocabulary.tokenize(line, special=False)
            if b"".join(map(vocabulary.piece, tokens)) != line.encode():
                raise ValueError(f"the vocabulary cannot write {line!r}")
            self._left.append(([*tokens, vocabulary.end], known))

    def choose(self, logits: Any, n_vocab: int) -> int:
        """The token that goes on with the line that is likeliest by both."""
        values = np.ctypeslib.as_array(logits, shape=(n_vocab,))
        best: dict[int, float] = {}
        for tokens, known in self._left:
            best[tokens[0]] = max(known, best.get(tokens[0], known))
        return max(best, key=lambda token: float(values[token]) + best[token])

    def take(self, token: int) -> None:
        """Go on behind a token of one of the lines."""
        self._left = [(tokens[1:], known) for tokens, known in self._left if tokens[:1] == [token]]

    def fixed(self) -> list[int]:
        """The tokens with which all lines go on; the lines are left behind them."""
        found: list[int] = []
        while len({tokens[0] for tokens, _ in self._left if tokens}) == 1:
            found.append(self._left[0][0][0])
            self.take(found[-1])
        return found

    def close(self) -> None:
        """Nothing is held."""
