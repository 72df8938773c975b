"""Which clauses of a task ask for something to be done, and which only tell something.

People tell background with their wish: "Marta still hasn't paid, please send her a reminder". A
logistic regression on the vectors of the sentence encoder tells the two apart in 16 languages. Its
weights come from `python -m training.requests`; it learnt from clauses in eight of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.task.literals import normal
from agent.task.verbs import DOING, JOINTS
from models.meaning.encoder import encoder
from models.meaning.regression import regression

WEIGHTS = Path(__file__).with_name("requests.json")
# Clauses that ask with a smaller chance only tell something. It is far below one half on purpose: a
# request that is taken for background is not carried out, while background that is taken for a
# request costs a needless step, and a task has many more requests. Chosen by cross-validation.
ONLY_TELLS = 0.12
# A clause that is at least so likely asks for something.
ASKS = 0.5
# What the cutting leaves at the end of a clause says nothing. A colon or question mark does.
_ENDS = " ,;."
# How much the vectors of the first words count. They say more of the mood than all words together.
_OPENING = 0.7


def asks(clauses: Sequence[str]) -> list[float]:
    """The chance of each clause, from 0 to 1, that it asks for something to be done: "add the red
    one too", "June 12". Background, reasons, states, asides, who somebody is, and that all the rest
    stays as it is, have a small one. Raises ModelError if the encoder is not installed."""
    return regression(WEIGHTS).chances(numbers(clauses))


def only_tells(clause: str) -> bool:
    """Whether a clause clearly asks for nothing. In doubt it does ask, and so does an empty one."""
    return bool(clause.strip(_ENDS)) and asks([clause])[0] < ONLY_TELLS


def numbers(clauses: Sequence[str]) -> NDArray[np.float64]:
    """What is known of n clauses, shape (n, 1538): the vector of each clause (512), those of its
    first word and of its first three words (512 each), and as 0 or 1 whether it begins with a verb
    by which a part of a task may begin, and whether it is a question. Neither a capital at the
    beginning nor a comma or full stop at the end counts."""
    plain = [clause.strip().rstrip(_ENDS) for clause in clauses]
    plain = [each[:1].lower() + each[1:] for each in plain]
    openings = [
        _OPENING * encoder().embed([" ".join(each.split()[:words]) for each in plain])
        for words in (1, 3)
    ]
    marks = [(begins_with_verb(each), each.endswith("?")) for each in plain]
    marked = np.array(marks, np.float64).reshape(-1, 2)
    return np.hstack([encoder().embed(plain), *openings, marked]).astype(np.float64)


def begins_with_verb(clause: str) -> bool:
    """Whether a clause begins with a verb by which a part of a task may begin."""
    words = (normal(word.strip(",.;:!?")) for word in clause.split())
    return next((word in DOING for word in words if word not in JOINTS), False)
