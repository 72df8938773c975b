"""How it is learnt which clauses of a task ask for something."""

from pathlib import Path

import numpy as np

from training.requests.__main__ import chances, cross_validated, learnt, tenths
from training.requests.sentences import Sentence, sentences


def rows_and_answers() -> tuple[np.ndarray, np.ndarray]:
    """Rows of which the first number tells the answer, three of four times yes."""
    chance = np.random.default_rng(3)
    asking = (np.arange(80) % 4 > 0).astype(np.float64)
    rows = chance.normal(0, 0.1, (80, 600))
    rows[:, 0] += 2 * asking - 1
    return rows / np.linalg.norm(rows[:, :512], axis=1, keepdims=True), asking


def test_what_tells_the_classes_apart_is_learnt_the_same_each_time() -> None:
    rows, asking = rows_and_answers()
    weights = learnt(rows, asking)

    assert np.array_equal(chances(rows, weights) > 0.5, asking == 1)
    assert np.array_equal(learnt(rows, asking), weights)
    assert ((cross_validated(rows, asking) > 0.5) == asking).mean() > 0.9


def test_twins_are_in_the_same_tenth() -> None:
    rows, _ = rows_and_answers()
    doubled = np.vstack([rows, rows + 1e-6])
    tenth = tenths(doubled)

    assert np.array_equal(tenth[:80], tenth[80:])
    assert set(tenth) <= set(range(10))


def test_a_clause_a_line_is_read(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text("[en]\nasks = '''\nsave \"it\",\n\n'''\ntells = '''\nit rains\n'''\n", "utf-8")

    assert sentences(path) == [
        Sentence('save "it",', True, "en"),
        Sentence("it rains", False, "en"),
    ]
