"""llama.cpp's own reading of grammars, with a model's vocabulary and without a computation."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from models.grammar.forced import ByteTokens, forced
from models.grammar.sampler import GrammarSampler
from models.runtime.conversation import Vocabulary
from models.runtime.errors import ModelError
from models.runtime.llama import library


class GrammarReader:
    """Says what a GBNF grammar allows. Only the vocabulary of the GGUF file `path` is loaded.

    Raises:
        ModelError: the file cannot be loaded.
    """

    def __init__(self, path: Path) -> None:
        self._c = library()
        params = self._c.llama_model_default_params()
        params.vocab_only = True
        self._model = self._c.llama_model_load_from_file(os.fsencode(path), params)
        if not self._model:
            raise ModelError(f"The vocabulary of {path} cannot be loaded.")
        self._vocabulary = Vocabulary(self._c, self._model)
        self._bytes = ByteTokens(self._vocabulary)

    def close(self) -> None:
        """Free the memory. The reader cannot be used afterwards."""
        self._c.llama_model_free(self._model)

    def tokens(self, text: str) -> list[int]:
        """The tokens of a text; none of them is a special one."""
        return self._vocabulary.tokenize(text, special=False)

    def read(self, grammar: str) -> None:
        """Raises ModelError when the grammar does not compile."""
        GrammarSampler(self._c, self._vocabulary.pointer, grammar).close()

    def allows(self, grammar: str, text: str) -> bool:
        """Whether the grammar lets a model write `text`, token by token, and end there.

        Raises:
            ModelError: the grammar does not compile.
        """
        sampler = GrammarSampler(self._c, self._vocabulary.pointer, grammar)
        try:
            for token in self.tokens(text):
                if not sampler.lets(token):
                    return False
                sampler.take(token)
            return sampler.lets(self._vocabulary.end)
        finally:
            sampler.close()

    def rambled(self, grammar: str, seed: int, most: int) -> tuple[str, bool]:
        """What a model without any sense would write: what the grammar leaves no choice about, else
        the likeliest allowed token of random logits. True when it came to an end within `most`
        tokens.

        Raises:
            ModelError: the grammar does not compile, or allows nothing at some place.
        """
        chance = np.random.default_rng(seed)
        sampler = GrammarSampler(self._c, self._vocabulary.pointer, grammar)
        said, written = b"", 0
        try:
            while written < most:
                for token in forced(sampler, self._bytes, self._vocabulary):
                    if self._vocabulary.ends(token):
                        return said.decode("utf-8", "replace"), True
                    said, written = said + self._vocabulary.piece(token), written + 1
                logits = chance.standard_normal(self._vocabulary.size, np.float32)
                pointer = np.ctypeslib.as_ctypes(logits)
                token = sampler.choose(pointer, self._vocabulary.size)
                if self._vocabulary.ends(token):
                    return said.decode("utf-8", "replace"), True
                sampler.take(token)
                said, written = said + self._vocabulary.piece(token), written + 1
            return said.decode("utf-8", "replace"), False
        finally:
            sampler.close()
