"""Likeness in meaning without the encoder of sentences: by the words that two texts share."""

from __future__ import annotations

import re
from collections.abc import Sequence


def by_words(text: str, others: Sequence[str]) -> list[float]:
    """For each of `others` the share of its and the text's words that both have, 0 to 1."""
    said = set(re.findall(r"\w+", text.casefold()))
    shares = (set(re.findall(r"\w+", other.casefold())) for other in others)
    return [len(said & words) / len(said | words) for words in shares]
