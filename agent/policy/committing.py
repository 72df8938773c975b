"""Buttons that cannot be taken back: they send, order, book, pay, publish, hand in or delete.

A logistic regression on the vectors of the sentence encoder tells by the name of a button, in 16
languages. Its weights come from `python -m training.buttons`; it learnt from names in eight.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.meaning.encoder import encoder
from models.meaning.regression import regression
from vision.core.elements import Element

WEIGHTS = Path(__file__).with_name("committing.json")
# How much the vector of a word counts.
_WORD = 0.7
_LONGEST = 8  # words: what is longer is a text
# What these pictures are called.
_SIGNS = ("add", "remove")


@functools.lru_cache(1024)
def commits(label: str) -> bool:
    """Whether pressing a button of this name cannot be taken back. Of 240 names by an author whose
    names it did not learn from, 89 % are told right. Raises ModelError if the encoder is not
    installed."""
    if not any(sign.isalpha() for sign in label) or len(label.split()) > _LONGEST:
        return False
    return regression(WEIGHTS).chances(numbers([label]))[0] > 0.5


def only_counts(button: Element) -> bool:
    """Whether a button is a plus or a minus of which only the picture is seen. On 152 unread
    pages it was right to press one 10 times where that was refused as beyond recall."""
    return button.kind == "icon" and button.text in _SIGNS


def numbers(labels: Sequence[str]) -> NDArray[np.float64]:
    """What is known of n names, shape (n, 1536): the vector of each, and those of its first and its
    last word: one of them is most often the verb."""
    known = [label.strip() for label in labels]
    first = [label[:1].lower() + label.split()[0][1:] for label in known]
    last = [label.split()[-1] for label in known]
    vectors = (encoder().embed(known), *(_WORD * encoder().embed(one) for one in (first, last)))
    return np.hstack(vectors).astype(np.float64)
