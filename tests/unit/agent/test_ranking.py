"""The network that ranks suggestions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agent.suggestions.reading import is_of_consequence
from agent.suggestions.weights import MOST, Ranking, ranking, weigh
from tests.support.made_maps import element
from vision.core.elements import Kind


def saved(path: Path) -> Path:
    """A network of two inputs: "good" counts for, "bad" against; both together cost more."""
    one = np.ones(1, np.float16)
    known: dict[str, Any] = {
        "names": np.array(["bad", "good"]),
        "mean": np.zeros(2, np.float16),
        "spread": np.ones(2, np.float16),
        "alone": np.array([-1.0, 1.0], np.float16),
        "in": np.ones((2, 1), np.float16),
        "in_start": -one,
        "mid": np.ones((1, 1), np.float16),
        "mid_start": 0 * one,
        "out": -one,
    }
    np.savez(path, **known)
    return path


def test_features_count_alone_and_together(tmp_path: Path) -> None:
    known = Ranking.load(saved(tmp_path / "ranking.npz"))
    told = [{}, {"good": 1.0}, {"bad": 1.0}, {"good": 1.0, "bad": 1.0}, {"unheard of": 9.0}]
    assert known.scores(told).tolist() == pytest.approx([0, 1, -1, -1, 0])


def test_what_is_far_from_usual_counts_no_more_than_the_most(tmp_path: Path) -> None:
    known = Ranking.load(saved(tmp_path / "ranking.npz"))
    much, most = known.scores([{"bad": 1000.0}, {"bad": MOST}])
    assert much == most


def test_what_was_learnt_knows_the_usual_features() -> None:
    assert {"like", "named", "came", "done", "enter"} <= set(ranking().places)
    assert weigh([]) == []
    named, other = weigh([{"click": 1.0, "named": 1.0, "like": 1.0}, {"click": 1.0}])
    assert named > other


@pytest.mark.parametrize(
    ("kind", "name", "has"),
    [
        ("button", "Place order", True),
        ("icon", "delete", True),
        ("link", "Löschen", True),
        ("button", "Details", False),
        ("list item", "Delete", False),
        ("button", "", False),
    ],
)
def test_names_say_whether_a_button_has_consequences(kind: Kind, name: str, has: bool) -> None:
    assert is_of_consequence(element(1, kind, name)) == has
