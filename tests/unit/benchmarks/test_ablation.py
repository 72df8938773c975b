"""What a pass earns is measured on made pictures: one that it helps, one that it leaves alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.perception.ablation import FOUND, TOLD, Ablated, ablated, counted, gains, table
from benchmarks.perception.pictures import Labelled
from benchmarks.perception.replay import replayed
from tests.support.made_maps import element
from tests.support.made_scenes import form
from training.labels import Label, Sample, Word
from vision.capture.screen import Screenshot
from vision.core.elements import State
from vision.core.geometry import Box, Point

OK, KEEP = Box(10, 10, 90, 34), Box(10, 50, 24, 64)


def picture(*labels: Label, words: tuple[Word, ...] = ()) -> Labelled:
    return Labelled(Sample("a.png", "web/pico", 300, 200, 1.0, labels, words), Path("a.png"))


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
    words = (Word("Help", Box(10, 90, 60, 104)), Word("OK", OK))
    # Of the button name and state, of the box to tick two of three; both are hit; one word of two.
    assert counted(picture(*labels, words=words), seen).tolist() == [2, 3, 2, 5, 4, 2, 2, 2, 1]


def test_labels_are_what_the_pass_of_that_name_earns():
    scene = form(3)
    marks = [Box(260, 25 + 30 * n, 274, 39 + 30 * n) for n in range(3)]
    labels = [Label("checkbox", box, f"Keep {n}", checked=False) for n, box in enumerate(marks)]
    seen = ablated(scene, picture(*labels))
    assert seen.whole[2] == 3
    gain = gains([seen], "labels")[TOLD]
    assert gain.points == pytest.approx(100 / 3)
    assert gain.error == pytest.approx(0)
    assert "numbering" not in seen.without
    assert "| labels | 1 |" in table([seen])


def test_a_picture_that_a_pass_leaves_alone_widens_the_error():
    right, wrong = np.full(9, 2.0), np.full(9, 2.0)
    wrong[2] = 1
    helped = Ablated("web/pico", right, {"labels": wrong})
    alone = Ablated("web/pico", right, {})
    found = gains([helped, alone, alone, alone], "labels")
    assert found[FOUND].points == pytest.approx(12.5)
    assert 0 < found[FOUND].error < 12.5
    assert (found[TOLD].points, found[TOLD].error) == (0, 0)


def test_what_the_engines_read_is_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pixels = form(1).pixels
    shot = Screenshot(pixels, Point(0, 0))
    asked: list[Screenshot] = []

    def read(shot: Screenshot) -> tuple[tuple[()], tuple[()], tuple[()]]:
        asked.append(shot)
        return (), (), ()

    monkeypatch.setattr("benchmarks.perception.replay._read", read)
    for _ in range(2):
        with replayed(tmp_path, shot) as scene:
            assert scene.looker is not None
            assert scene.looker.look(Box(100, 20, 240, 44), scene.view).kinds
    assert len(asked) == 1
    assert len(list(tmp_path.iterdir())) == 1
