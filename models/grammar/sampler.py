"""The best token that a grammar allows, found without checking the whole vocabulary.

The likeliest token is tried first, then the likeliest few, and all only when none of them fits.
The choice is the same as that of checking all: the likeliest allowed token.
"""

from __future__ import annotations

import copy
import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from models.runtime.errors import ModelError
from models.runtime.native import last_problem

_FEW = 256


def greedy(logits: Any, n_vocab: int) -> int:
    """The likeliest token. `logits` points to `n_vocab` 32-bit floats."""
    return int(_as_array(logits, n_vocab).argmax())


def probability(logits: Any, n_vocab: int, token: int) -> float:
    """What the model gives a token among all of its vocabulary, 0 to 1."""
    values = _as_array(logits, n_vocab)
    return float(1.0 / np.exp(values - values[token]).sum())


def scores_of(logits: Any, n_vocab: int, tokens: Sequence[int]) -> list[float]:
    """How likely some tokens are: logarithms, but for a constant."""
    values = _as_array(logits, n_vocab)
    return [float(values[token]) for token in tokens]


class GrammarSampler:
    """A compiled GBNF grammar and the place that was reached in it.

    Raises:
        ModelError: the grammar does not compile.
    """

    def __init__(self, c: Any, vocab: Any, grammar: str) -> None:
        self._c, self._vocab = c, vocab
        self._n_vocab: int = c.llama_vocab_n_tokens(vocab)
        if not grammar.strip():
            raise ModelError("The grammar is empty.")  # llama.cpp would allow everything.
        self._sampler = c.llama_sampler_init_grammar(vocab, grammar.encode(), b"root")
        if not self._sampler:
            raise ModelError(f"The grammar does not compile: {last_problem()}")
        self._entries = np.zeros(self._n_vocab, np.dtype(c.llama_token_data))

    def close(self) -> None:
        self._c.llama_sampler_free(self._sampler)

    def choose(self, logits: Any, n_vocab: int) -> int:
        """The likeliest token that the grammar allows."""
        values = _as_array(logits, n_vocab)
        best = int(values.argmax())
        if self._allowed(np.array([best])).size:
            return best
        for tokens in (np.argpartition(values, -_FEW)[-_FEW:], np.arange(n_vocab)):
            allowed = self._allowed(tokens)
            if allowed.size:
                return int(allowed[values[allowed].argmax()])
        raise ModelError("The grammar allows no token here, not even the end.")

    def clone(self) -> GrammarSampler:
        """The same place in the same grammar, to look ahead from. Close it too."""
        made = copy.copy(self)
        made._sampler = self._c.llama_sampler_clone(self._sampler)
        return made

    def only(self, tokens: np.ndarray[Any, Any]) -> int | None:
        """The only one of these tokens that the grammar allows here; None for none or several."""
        allowed = self._allowed(tokens)
        return int(allowed[0]) if allowed.size == 1 else None

    def lets(self, token: int) -> bool:
        """Whether the grammar allows this token here."""
        return bool(self._allowed(np.array([token])).size)

    def take(self, token: int) -> None:
        """Go on behind a token that is allowed."""
        self._c.llama_sampler_accept(self._sampler, token)

    def _allowed(self, tokens: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        entries = self._entries[: tokens.size]
        entries["id"], entries["logit"], entries["p"] = tokens, 0, 0
        array = self._c.llama_token_data_array(
            data=entries.ctypes.data_as(ctypes.POINTER(self._c.llama_token_data)),
            size=tokens.size, selected=-1, sorted=False,
        )  # fmt: skip
        self._c.llama_sampler_apply(self._sampler, ctypes.byref(array))
        fits = entries["logit"] == 0
        return np.asarray(tokens[fits])


def _as_array(logits: Any, n_vocab: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.ctypeslib.as_array(logits, shape=(n_vocab,))
