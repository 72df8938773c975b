"""Boxes of the detector that count by what is around them, and the trees that say so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support.drawn import Page
from training.boosting import boosted
from training.judge.__main__ import answers
from training.labels import Label
from vision.core.elements import ControlKind
from vision.core.gbdt import Trees
from vision.core.geometry import Box
from vision.core.trace import tracing
from vision.core.views import View
from vision.detection.box_scoring import judged, own_trees
from vision.detection.detector import Detection
from vision.detection.roi_classifier import own_looker
from vision.pixels.flat_regions import find_shapes

FAINT, DOUBT, SURE = 0.15, 0.3, 0.8


def found(kind: ControlKind, box: Box, score: float) -> Detection:
    return Detection(box, kind, score, kind)


def counted(page: Page, detections: list[Detection], trees: Trees | None = None) -> list[Detection]:
    view = View(page.pixels, looker=own_looker())
    shapes = find_shapes(page.pixels)
    return judged(detections, page.spans, shapes, view, trees or own_trees())


def column(page: Page, faint: float) -> list[Detection]:
    """Six links one below the other, the fourth of them faint."""
    boxes = [Box(20, 20 + 30 * n, 110, 48 + 30 * n) for n in range(6)]
    names = ("Settings", "Network", "Printers", "About us", "Security", "General")
    for box, name in zip(boxes, names, strict=True):
        page.text(box.left + 10, box.top + 7, name, fill="#1a4fba")
    return [found("link", box, faint if n == 3 else SURE) for n, box in enumerate(boxes)]


def test_a_faint_one_among_its_peers_counts():
    page = Page()
    entries = column(page, FAINT)
    with tracing() as trace:
        boxes = [one.box for one in counted(page, entries)]
    assert boxes.count(entries[3].box) == 1
    assert len(boxes) == 6
    assert "a link of score 0.15" in trace.events[0].why


def test_a_faint_one_in_the_middle_of_nothing_does_not():
    page = Page()
    lost = found("link", Box(400, 230, 460, 260), FAINT)
    assert lost.box not in [one.box for one in counted(page, [*column(page, SURE), lost])]


def test_what_nobody_clicks_stays_unless_it_is_faint():
    page = Page()
    image = found("image", Box(20, 20, 90, 90), DOUBT)
    faint = found("image", Box(200, 20, 290, 90), FAINT)
    assert counted(page, [image, faint]) == [image]


def test_a_label_over_its_field_is_no_entry_of_a_list():
    page = Page(ground="#ffffff")
    seen = []
    for number in range(3):
        top = 10 + 80 * number
        page.text(44, top + 8, "Company")
        field = page.frame(Box(40, top + 34, 300, top + 70), outline="#808080")
        seen.append(found("list item", Box(40, top, 300, top + 32), 0.4))
        seen.append(found("field", field, 0.9))
    with tracing() as trace:
        kinds = [one.kind for one in counted(page, seen)]
    assert set(kinds) == {"field"}
    assert kinds.count("field") == 3
    assert trace.events


def test_a_doubtful_kind_gives_way_to_what_a_closer_look_is_sure_of():
    page = Page(ground="#ffffff")
    boxes = [Box(40, 40 + 30 * n, 58, 58 + 30 * n) for n in range(4)]
    for box in boxes:
        page.pen.ellipse((box.left, box.top, box.right - 1, box.bottom - 1), "white", "#767676")
        page.text(66, box.top + 2, "By post")
    radios = [found("radio", box, SURE) for box in boxes[:3]]
    for score, kind in ((0.45, "radio"), (0.95, "checkbox")):
        with tracing() as trace:
            seen = counted(page, [*radios, found("checkbox", boxes[3], score)])
        assert [one.kind for one in seen if one.box == boxes[3]] == [kind]
        told = [e.why for e in trace.events if "closer look" in e.why]
        assert told[:1] == (["a closer look takes the checkbox for a radio"] * (kind == "radio"))
        # Where it is sure, neighbours do not decide any more.
        (counts,) = [one.score for one in seen if one.box == boxes[3]]
        assert counts == (max(score, 0.6) if any("is sure that" in why for why in told) else score)


def test_nothing_is_judged_where_nothing_was_seen():
    assert counted(Page(), []) == []


def test_boosting_learns_what_takes_two_questions(tmp_path: Path):
    chance = np.random.default_rng(3)
    rows = chance.random((600, 3))
    right = (rows[:, 0] > 0.5) & (rows[:, 2] > 0.3)
    trees = boosted(rows, right, trees=30, depth=2, rate=0.3, seed=1)
    path = tmp_path / "trees.json"
    trees.save(path, {"what": "a test"})
    likely = Trees.load(path).likely(np.array([[0.9, 0.5, 0.9], [0.9, 0.5, 0.1], [0.1, 0.5, 0.9]]))
    assert [one > 0.5 for one in likely] == [True, False, False]


def test_boosting_learns_from_what_one_row_in_a_hundred_has():
    rows = np.zeros((2000, 2))
    rows[::100, 1] = 1.0
    trees = boosted(rows, rows[:, 1] > 0.5, trees=30, depth=2, rate=0.3, seed=1)
    usual, rare = trees.likely(np.array([[0.0, 0.0], [0.0, 1.0]]))
    assert usual < 0.01
    assert rare > 0.5


def test_a_file_whose_forks_and_leaves_do_not_fit_is_no_trees(tmp_path: Path):
    path = tmp_path / "trees.json"
    path.write_text('{"start": 0, "features": [[0]], "limits": [[1]], "values": [[1, 2, 3]]}')
    with pytest.raises(ValueError, match="do not fit"):
        Trees.load(path)


def test_right_is_a_box_of_its_kind_on_a_control():
    labels = [Label("button", Box(10, 10, 90, 40)), Label("image", Box(100, 10, 190, 90))]
    boxes = [
        found("button", Box(12, 10, 92, 42), SURE),
        found("link", Box(12, 10, 92, 42), SURE),
        found("button", Box(60, 60, 140, 90), SURE),
    ]
    assert list(answers(boxes, labels)) == [True, False, False]
