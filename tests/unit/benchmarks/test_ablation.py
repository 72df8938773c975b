"""What a pass earns is measured on made pictures: one that it helps, one that it leaves alone."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.perception.ablation import Ablated, ablated, counted, gains, table
from tests.support.made_maps import element
from tests.support.made_scenes import form
from training.labels import Label
from vision.core.elements import State
from vision.core.geometry import Box

OK, KEEP = Box(10, 10, 90, 34), Box(10, 50, 24, 64)


def test_a_picture_is_counted_by_kinds_and_facts():
    labels = [
        Label("button", OK, "OK", "OK", disabled=True),
        Label("checkbox", KEEP, "Keep", checked=True),
        Label("image", Box(200, 10, 260, 70)),
    ]
    seen = [
        element(1, "button", "O K", OK, State(disabled=True)),
        element(2, "checkbox", "Kept", KEEP, State(checked=True)),
        element(3, "link", "Help", Box(10, 90, 60, 104)),
    ]
    # Of the button name and state, of the box to tick two of three.
    assert counted(labels, seen).tolist() == [2, 3, 2, 5, 4]


def test_labels_are_what_the_pass_of_that_name_earns():
    scene = form(3)
    marks = [Box(260, 25 + 30 * n, 274, 39 + 30 * n) for n in range(3)]
    labels = [Label("checkbox", box, f"Keep {n}", checked=False) for n, box in enumerate(marks)]
    seen = ablated(scene, labels)
    assert seen.whole[2] == 3
    _, facts = gains([seen], "labels")
    assert facts.points == pytest.approx(100 / 3)
    assert facts.low <= facts.points <= facts.high
    assert "numbering" not in seen.without
    assert "| labels | 1 |" in table([seen])


def test_a_picture_that_a_pass_leaves_alone_widens_the_interval():
    helped = Ablated(np.array([2.0, 2, 2, 2, 2]), {"labels": np.array([2.0, 2, 1, 2, 2])})
    alone = Ablated(np.array([2.0, 2, 2, 2, 2]), {})
    found, facts = gains([helped, alone, alone, alone], "labels")
    assert found.points == pytest.approx(12.5)
    assert found.low == 0 < found.points < found.high
    assert facts == type(facts)(0, 0, 0)
