"""A field for several lines is known by the grip in its corner."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.drawn import Page
from tests.support.drawn import one as found
from vision.controls.text_area_grips import has_grip
from vision.core.geometry import Box, iou

BOX = Box(40, 40, 300, 140)
ELSEWHERE = found("button", Box(20, 240, 100, 270))


def area(scale: int = 1, strokes: tuple[int, ...] = (7, 3), up: bool = True) -> Page:
    page = Page()
    page.frame(BOX, "#fbfcfc", "#d0d0d8")
    right, bottom = BOX.right - 4, BOX.bottom - 4
    for length in strokes:
        far = length * scale
        line = (right - far + 1, bottom, right, bottom - far + 1)
        if not up:
            line = (right - far + 1, bottom - far + 1, right, bottom)
        page.pen.line(line, fill="#656565", width=scale)
    page.text(56, 54, "Chloe Tanaka")
    return page


@pytest.mark.parametrize("scale", [1, 2])
def test_it_is_a_field_whatever_its_lines_were_taken_for(scale: int) -> None:
    row = found("list item", Box(44, 46, 296, 76), 0.6)
    seen = area(scale).seen([row, ELSEWHERE])
    (field,) = [e for e in seen if e.kind == "field"]
    assert (field.state.value, iou(field.box, BOX) > 0.9) == ("Chloe Tanaka", True)
    assert not [e for e in seen if e.kind == "list item"]


def test_a_doubtful_field_around_it_is_the_same_seen_too_large() -> None:
    around = Box(BOX.left - 6, BOX.top - 4, BOX.right + 8, BOX.bottom + 70)
    fields = [e for e in area().seen([found("field", around, 0.4), ELSEWHERE]) if e.kind == "field"]
    assert [iou(e.box, BOX) > 0.9 for e in fields] == [True]


@pytest.mark.parametrize(
    ("strokes", "up"), [((), True), ((7,), True), ((7, 7), True), ((7, 3), False)]
)
def test_other_strokes_are_no_grip(strokes: tuple[int, ...], up: bool) -> None:
    corner = area(strokes=strokes, up=up).pixels[
        BOX.bottom - 32 : BOX.bottom, BOX.right - 32 : BOX.right
    ]
    assert not has_grip(corner)
    whole = area().pixels[BOX.bottom - 32 : BOX.bottom, BOX.right - 32 : BOX.right]
    assert has_grip(whole)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 2**32 - 1))
def test_any_corner_is_looked_at(height: int, width: int, seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    assert has_grip(pixels) in (True, False)
