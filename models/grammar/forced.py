"""What a grammar leaves no choice about: text that need not be asked of the model token by token.

A reply in JSON under a grammar is mostly of that kind: names of keys, quotes, brackets, the rest
of a name that is told from all others by its first word. Such text is evaluated in one batch, as a
prompt is, which takes a fraction of the time. The method is known as "fast-forward tokens" or
"jump-forward decoding".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from models.grammar.sampler import GrammarSampler
from models.runtime.conversation import Vocabulary

_MOST_BYTES = 2000
_WITHIN = range(0x80, 0xC0)  # Bytes that begin no character of UTF-8.
_Ids = np.ndarray[Any, np.dtype[np.int32]]


class ByteTokens:
    """The tokens of a vocabulary that are one byte each, and that which ends a text.

    They tell whether a grammar leaves a choice, however the text would be cut into tokens. `whole`
    is false for a vocabulary that can write a byte only together with others.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        found: dict[int, int] = {}
        written: set[int] = set()
        # In most vocabularies all 256 stand near the beginning.
        for token in range(vocabulary.size):
            piece = vocabulary.piece(token)
            written.update(piece)
            if len(piece) == 1:
                found.setdefault(piece[0], token)
                if len(found) == 256:
                    break
        self.whole = written <= found.keys()
        self.byte_of = {token: byte for byte, token in found.items()}
        self.ids: _Ids = np.array([*self.byte_of, vocabulary.end], np.int32)


def forced(sampler: GrammarSampler, bytes_: ByteTokens, vocabulary: Vocabulary) -> list[int]:
    """The tokens that every reply goes on with from here; the sampler goes behind them.

    Where the text comes to a choice its last word and its last token are left to the model: it
    knows "Save" and "Send" as whole words, and a comma with the line break behind it as one token,
    and would judge badly behind a piece of them. Where only the end can follow, its token is the
    last one.
    """
    first = sampler.only(bytes_.ids) if bytes_.whole else None
    # None: there is a choice. Within a character, of which the model wrote a part, only it goes on.
    if first is None or bytes_.byte_of.get(first) in _WITHIN:
        return []
    said, ended = _said(sampler, bytes_)
    tokens = vocabulary.tokenize(said, special=False) if said else []
    # Some vocabularies begin every text with a space that is not there.
    if b"".join(map(vocabulary.piece, tokens)) != said.encode():
        return []
    if not ended:
        tokens = tokens[:-1]
    for token in tokens:
        sampler.take(token)
    return [*tokens, vocabulary.end] if ended else tokens


def _said(sampler: GrammarSampler, bytes_: ByteTokens) -> tuple[str, bool]:
    """The text that must follow, up to where a word is whole, and whether it ends the reply."""
    ahead = sampler.clone()
    said = bytearray()
    try:
        while len(said) < _MOST_BYTES:
            token = ahead.only(bytes_.ids)
            if token == bytes_.ids[-1]:
                return said.decode(), True
            if token is None:
                break
            ahead.take(token)
            said.append(bytes_.byte_of[token])
    finally:
        ahead.close()
    text = said.decode("utf-8", "ignore")  # Without a character of which only a part is forced.
    whole = text.rstrip().rstrip(_letters(text)) if text else ""
    return whole.rstrip(), False


def _letters(text: str) -> str:
    return "".join({sign for sign in text if sign.isalnum() or sign in "_-'"})
