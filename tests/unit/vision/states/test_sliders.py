"""Sliders without the colour that others have."""

from __future__ import annotations

import numpy as np
import pytest

from vision.core.elements import Element, State
from vision.core.geometry import Box
from vision.core.views import View
from vision.states.sliders import disabled_sliders

BLUE, GREY, BLACK = (13, 110, 253), (173, 181, 189), (20, 20, 20)
Colour = tuple[int, int, int]


def seen(*thumbs: Colour, button: Colour = GREY) -> set[int]:
    """Which of some sliders are disabled, beside a button of a colour."""
    pixels = np.full((300, 400, 3), 255, np.uint8)
    elements = []
    for place, thumb in enumerate(thumbs):
        box = Box(20, 20 + 40 * place, 220, 44 + 40 * place)
        pixels[box.top + 10 : box.top + 14, box.left : box.right] = (225, 228, 230)
        pixels[box.top + 4 : box.top + 20, 100:116] = thumb
        elements.append(Element(place, "slider", "", box, State()))
    pixels[240:270, 20:120] = button
    elements.append(Element(99, "button", "Save", Box(20, 240, 120, 270), State()))
    return disabled_sliders(elements, View(pixels))


@pytest.mark.parametrize(
    ("thumbs", "button", "found"),
    [
        ((BLUE, GREY), GREY, {1}),
        ((GREY,), BLUE, {0}),
        ((GREY,), GREY, set()),  # a style without colours
        ((BLACK,), BLUE, set()),  # it is as dark as it gets
        ((BLUE,), BLUE, set()),
    ],
)
def test_a_pale_slider_where_others_have_a_colour(
    thumbs: tuple[Colour, ...], button: Colour, found: set[int]
):
    assert seen(*thumbs, button=button) == found


def test_a_slider_outside_of_the_picture_is_none():
    gone = Element(1, "slider", "", Box(500, 500, 600, 520), State())
    assert disabled_sliders([gone], View(np.zeros((10, 10, 3), np.uint8))) == set()
