"""The closer look at a box: what it is shown and what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support.drawn import Page
from vision.capture.screen import Pixels
from vision.core.elements import Kind
from vision.core.geometry import Box
from vision.core.views import View
from vision.detection.roi_classifier import SEEN, SIDE, Looker, own_looker, shown, surroundings

RED, BLUE = (200, 0, 0), (0, 0, 200)


def looked_at(box: Box, pixels: Pixels) -> tuple[Pixels, tuple[float, float]]:
    around, beyond = surroundings(box, pixels)
    crop = pixels[max(0, around.top) : around.bottom, max(0, around.left) : around.right]
    return shown(crop, beyond)


def two_ends(box: Box, *, below: bool = False) -> Pixels:
    """A picture on which the first end of a box is red and the other one blue."""
    pixels = np.zeros((300, 300, 3), np.uint8)
    pixels[box.top : box.bottom, box.left : box.right] = RED
    if below:
        pixels[box.center.y : box.bottom, box.left : box.right] = BLUE
    else:
        pixels[box.top : box.bottom, box.center.x : box.right] = BLUE
    return pixels


@pytest.mark.parametrize(
    ("box", "below"),
    [
        (Box(40, 100, 240, 124), False),
        (Box(0, 0, 200, 30), False),
        (Box(150, 280, 300, 300), False),
        (Box(100, 20, 110, 260), True),
    ],
)
def test_both_ends_of_a_box_are_shown_with_what_is_around(box: Box, below: bool) -> None:
    ends, _ = looked_at(box, two_ends(box, below=below))
    assert ends.shape == (SIDE, 2 * SIDE, 3)
    first, last = ends[:, :SIDE], ends[:, SIDE:]
    middle = slice(SIDE // 2 - 4, SIDE // 2 + 4)
    assert (first[middle, middle] == RED).all()
    assert (last[middle, middle] == BLUE).all()
    assert not (first == BLUE).all(axis=2).any()


def test_a_small_box_is_shown_whole_with_its_surroundings_on_all_sides() -> None:
    pixels = np.zeros((100, 100, 3), np.uint8)
    pixels[40:56, 44:56] = RED
    ends, _ = looked_at(Box(44, 40, 56, 56), pixels)
    red = (ends[:, :SIDE] == RED).all(axis=2)
    assert red[SIDE // 2, SIDE // 2]
    assert not red[0].any()
    assert not red[:, 0].any()
    assert not red[:, -1].any()


def test_size_and_form_are_told_also_at_the_edge_of_the_picture() -> None:
    pixels = np.zeros((100, 100, 3), np.uint8)
    for box in (Box(30, 40, 50, 60), Box(0, 0, 20, 20)):
        assert looked_at(box, pixels)[1] == (0.0, 0.0)


def looked(page: Page, box: Box) -> tuple[Kind | None, float]:
    """What is likeliest there, None for nothing."""
    seen = own_looker().look(box, View(page.pixels))
    assert sum(seen.kinds) + seen.none == pytest.approx(1, abs=1e-4)
    best = max(range(len(SEEN)), key=lambda n: seen.kinds[n])
    return (None, seen.none) if seen.none > 0.5 else (SEEN[best], seen.kinds[best])


def test_our_own_weights_tell_a_button_from_a_field_and_from_nothing() -> None:
    page = Page()
    button, field = Box(40, 40, 140, 72), Box(200, 40, 420, 72)
    page.pen.rectangle((40, 40, 139, 71), "#2563eb", "#2563eb")
    page.pen.text((66, 48), "Save", fill="white")
    page.pen.rectangle((200, 40, 419, 71), "white", "#888888")
    assert looked(page, button)[0] == "button"
    assert looked(page, field)[0] == "field"
    assert looked(page, Box(40, 200, 140, 230))[0] is None


def test_missing_and_foreign_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.onnx"):
        Looker(tmp_path / "gone.onnx")
    icons = Path("vision/weights/icons.onnx")
    with pytest.raises(ValueError, match=r"gives \d+ answers.*training\.closeup train"):
        Looker(icons)
    (tmp_path / "broken.onnx").write_bytes(icons.read_bytes()[:1000])
    with pytest.raises(ValueError, match="cannot be read as an ONNX file"):
        Looker(tmp_path / "broken.onnx")
