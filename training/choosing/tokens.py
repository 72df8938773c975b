"""Conversations as the tokens that the product reads, packed for training on another machine."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFReader, dequantize

from models.runtime.conversation import Vocabulary, conversation_tokens
from models.runtime.llama import chat_template, library
from models.runtime.llm import LETTERS, Message
from training.choosing.decisions import Example, read

MEASURED = ("unread", "locked", "others", "calls", "pages")
# A made decision counts half of a written or recorded one.
_OF_MADE = 0.5
_ROLES = ("system", "user")


def pack(folder: Path, weights: Path, out: Path) -> None:
    """Write the tokens of what `gather` wrote to `folder`, and the rows of the vocabulary that they
    need. `weights` is the model's GGUF file."""
    tokens, reader = Tokens(weights), GGUFReader(weights)
    sets = {name: read(folder / f"{name}.gz") for name in ("train", *MEASURED)}
    read_as = {name: [tokens.of(each) for each in found] for name, found in sets.items()}
    used = sorted({token for lists in read_as.values() for each in lists for token in each})
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    table, output = tensors["token_embd.weight"], tensors["output.weight"]
    packed: dict[str, Any] = {
        "embedding": dequantize(table.data[used], table.tensor_type).astype(np.float16),
        "letters": dequantize(output.data[tokens.letters()], output.tensor_type),
    }
    place = {token: number for number, token in enumerate(used)}
    for name, lists in read_as.items():
        packed |= _packed(name, sets[name], [[place[t] for t in each] for each in lists])
    np.savez_compressed(out, **packed)


def _packed(name: str, known: Sequence[Example], lists: Sequence[Sequence[int]]) -> dict[str, Any]:
    right = np.zeros((len(known), len(LETTERS)), np.bool_)
    scores = np.full(right.shape, np.nan, np.float32)
    for row, example in enumerate(known):
        right[row, : len(example.right)] = example.right
        scores[row, : len(example.scores)] = example.scores
    return {
        f"{name}_tokens": np.concatenate([np.array(each, np.uint16) for each in lists]),
        f"{name}_lengths": np.array([len(each) for each in lists], np.int32),
        f"{name}_right": right,
        f"{name}_shown": np.array([len(example.right) for example in known], np.int16),
        f"{name}_scores": scores,
        f"{name}_weight": np.array(list(_weights(known)), np.float32),
    }


def _weights(known: Iterable[Example]) -> Iterable[float]:
    return (_OF_MADE if each.source.startswith("made") else 1.0 for each in known)


class Tokens:
    """The vocabulary of a model file, without its weights."""

    def __init__(self, weights: Path) -> None:
        c = library()
        params = c.llama_model_default_params()
        params.vocab_only = True
        self._model: ctypes.c_void_p = c.llama_model_load_from_file(os.fsencode(weights), params)
        self._vocabulary = Vocabulary(c, self._model)
        self._template = chat_template(self._vocabulary)

    def of(self, example: Example) -> list[int]:
        """The tokens of a conversation, up to where the letter comes."""
        messages = [Message(*each) for each in zip(_ROLES, example.messages, strict=True)]  # type: ignore[arg-type]
        return conversation_tokens(messages, self._vocabulary, self._template)

    def letters(self) -> list[int]:
        return [self._vocabulary.tokenize(letter, special=False)[0] for letter in LETTERS]
