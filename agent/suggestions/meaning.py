"""Likeness in meaning between what a task says and the names of things, in many languages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.meaning.encoder import Vectors, encoder
from models.meaning.scoring import control_scores, request, skill_scores


def likeness(text: str, others: Sequence[str]) -> list[float]:
    """How much each of `others` means the same as `text`: cosines, about -0.2 to 1."""
    return encoder().similarity(text, others) if others else []


def likeness_of_controls(text: str, names: Sequence[str]) -> list[float]:
    """How well a part of a task fits each control, by its name."""
    return control_scores(encoder(), text, names) if names else []


def likeness_table(names: Sequence[str], others: Sequence[str]) -> Vectors:
    """How much n names of controls mean the same as m others: cosines, shape (n, m)."""
    known = encoder()
    ours, theirs = (known.embed([request(each) for each in texts]) for texts in (names, others))
    found: Vectors = np.einsum("ij,kj->ik", ours, theirs)
    return found


def likeness_of_skills(text: str, skills: Sequence[Sequence[str]]) -> list[float]:
    """How well a part of a task fits each skill, by the texts that say what it does."""
    return skill_scores(encoder(), text, skills) if skills else []
