"""OmniParser's recipe for comparison: its rule of overlaps, and what is kept of its looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from benchmarks.perception.kept import Looks
from benchmarks.perception.recipe import Look, joined
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan

WITH_TEXT = Box(0, 0, 100, 30)
SAVE_TEXT, LINE = TextSpan("Save", Box(10, 8, 60, 22)), TextSpan("a line", Box(200, 8, 260, 24))


@pytest.mark.parametrize(
    ("boxes", "spans", "elements"),
    [
        ([], [], []),
        ([], [LINE], [("text", "a line", LINE.box)]),
        ([WITH_TEXT], [SAVE_TEXT], [("icon", "Save", WITH_TEXT)]),
        # Nearly the same: the larger goes.
        ([WITH_TEXT, Box(0, 0, 104, 34)], [], [("icon", "", WITH_TEXT)]),
        # A mark within a text goes, a box around its very letters is a link.
        ([Box(210, 12, 220, 20)], [LINE], [("text", "a line", LINE.box)]),
        ([Box(199, 7, 262, 25)], [LINE], [("icon", "a line", Box(199, 7, 262, 25))]),
        # A text in two boxes is the label of both.
        (
            [Box(0, 0, 62, 30), Box(9, 7, 200, 23)],
            [SAVE_TEXT],
            [("icon", "Save", Box(0, 0, 62, 30)), ("icon", "Save", Box(9, 7, 200, 23))],
        ),
    ],
)
def test_the_recipe_joins_text_and_boxes(
    boxes: list[Box], spans: list[TextSpan], elements: list[tuple[str, str, Box]]
):
    assert [(e.kind, e.text, e.box) for e in joined(boxes, spans)] == elements


def _picture(path: Path, colour: str) -> Path:
    Image.new("RGB", (8, 8), colour).save(path)
    return path


def test_a_look_of_the_recipe_is_kept_for_the_same_picture_and_settings(tmp_path: Path):
    file, asked = tmp_path / "made" / "recipe.jsonl", []

    def look(name: str) -> Look:
        asked.append(name)
        return Look((WITH_TEXT,), (TextSpan("Straße", Box(9, 9, 60, 22), 0.5),), len(asked), 0.25)

    red = _picture(tmp_path / "red.png", "red")
    blue = _picture(tmp_path / "blue.png", "blue")
    first = Looks(file, "one way").of(red, lambda: look("red"))
    # A run that was broken off in the middle of a line spoils nothing.
    with file.open("ab") as broken:
        broken.write(b'{"picture": "12')
    second = Looks(file, "one way").of(blue, lambda: look("blue"))
    assert asked == ["red", "blue"]
    again = Looks(file, "one way")
    assert again.of(red, lambda: look("red again")) == first
    assert again.of(_picture(tmp_path / "copy.png", "blue"), lambda: look("copy")) == second
    assert asked == ["red", "blue"]
    Looks(file, "another way").of(red, lambda: look("red otherwise"))
    assert asked == ["red", "blue", "red otherwise"]
