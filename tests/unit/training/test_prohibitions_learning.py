"""How it is learnt which phrases of a task forbid something."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agent.constraints.prohibitions import WEIGHTS
from models.meaning.regression import Regression
from training.prohibitions.__main__ import TASKS, UNREAD, figures, judged, rows, tasks
from training.requests.__main__ import learnt


def test_what_is_told_of_the_tasks_stands_in_them() -> None:
    for told in (*tasks(TASKS), *tasks(UNREAD)):
        for one in told["forbids"]:
            assert one["said"] in told["task"]
            assert all(word in told["task"] for word in one["spared"])


def test_no_unread_task_is_learnt_from() -> None:
    known = {told["task"] for told in tasks(TASKS)}
    assert not known & {told["task"] for told in tasks(UNREAD)}


def test_a_phrase_forbids_where_most_of_it_does() -> None:
    said = "Ann gets none"
    told = {"task": f"Send it to all, {said}.", "forbids": [{"said": said, "spared": ["Ann"]}]}
    assert [forbids for _, forbids in judged(told)] == [False, True]


def test_the_weights_in_use_tell_the_two_apart(tmp_path: Path) -> None:
    known = tasks(TASKS)[:60]
    numbers, forbids = rows(known)
    held = Regression.read(WEIGHTS)
    assert numbers.shape == (len(forbids), len(held.weights))
    right = (np.array(held.chances(numbers)) >= 0.5) == (forbids == 1)
    assert right.mean() > 0.8
    weights = learnt(numbers, forbids)
    assert figures(known, weights).startswith("found in")


@pytest.mark.parametrize("text", ["", "Save."])
def test_a_task_without_a_prohibition_has_none(text: str) -> None:
    assert not any(forbids for _, forbids in judged({"task": text, "forbids": []}))
