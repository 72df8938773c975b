"""Whether a task is about files as whole things, which a file manager moves, renames or deletes, or
about what is in them: "delete old.txt" and "delete the old line in list.txt" use the same words.

A logistic regression on the vectors of the sentence encoder, whose weights come from `python -m
training.managing`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.task.literals import ENDING
from models.meaning.encoder import encoder
from models.meaning.regression import regression

WEIGHTS = Path(__file__).with_name("managing.json")
SURE = 0.65
"""From this chance on a file manager is wanted: so it is for 66 of 70 unread requests that want
one, and for 2 of 70 others."""
_SENTENCE, _ASIDE = re.compile(r"(?<=[.!?;])\s+"), re.compile(r"\([^)]*\)")
# What a file is called says nothing of what is done with it.
_NAME = re.compile(rf"[^\s\"“”„«»]*{ENDING}\b")


@functools.lru_cache(256)
def manages_files(task: str) -> bool:
    """Whether a task that names files is done in a file manager. Raises ModelError if the encoder
    is not installed."""
    return chances([task])[0] >= SURE


def chances(tasks: Sequence[str]) -> list[float]:
    """How likely each of some tasks wants a file manager, 0 to 1: the mean of the whole task and of
    its sentences, since one may only tell where a file is."""
    known = regression(WEIGHTS)
    found = []
    for task in tasks:
        parts = _SENTENCE.split(_ASIDE.sub("", task))
        parts = [part for part in parts if len(part.split()) > 1] or [task]
        whole, *each = known.chances(numbers([task, *parts]))
        found.append((whole + sum(each) / len(each)) / 2)
    return found


def numbers(tasks: Sequence[str]) -> NDArray[np.float64]:
    """The vectors of n tasks with "the file" for names of files, shape (n, 512)."""
    return encoder().embed([_NAME.sub("the file", task) for task in tasks]).astype(np.float64)
