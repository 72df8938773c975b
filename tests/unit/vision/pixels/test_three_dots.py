"""Three dots that stand alone are a sign; points of a text and dots of a longer row are not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.pixels.three_dots import three_dots


def page(*dots: tuple[int, int], ground: int = 255, ink: int = 40) -> Pixels:
    pixels = np.full((120, 200, 3), ground, np.uint8)
    for x, y in dots:
        pixels[y : y + 3, x : x + 3] = ink
    return pixels


@pytest.mark.parametrize(("ground", "ink"), [(255, 40), (12, 230)])
def test_a_row_and_a_column_of_three(ground: int, ink: int):
    row = page((100, 60), (106, 60), (112, 60), ground=ground, ink=ink)
    assert three_dots(row) == [Box(100, 60, 115, 63)]
    column = page((100, 60), (100, 66), (100, 72), ground=ground, ink=ink)
    assert three_dots(column) == [Box(100, 60, 103, 75)]


def test_other_dots_and_letters_beside_them():
    assert three_dots(page((100, 60), (106, 60))) == []
    assert three_dots(page(*((100 + 6 * n, 60) for n in range(6)))) == []
    assert three_dots(page((100, 60), (106, 60), (118, 60))) == []
    handle = [(x, y) for x in (100, 106) for y in (60, 66, 72)]
    assert three_dots(page(*handle)) == []
    written = page((100, 60), (106, 60), (112, 60))
    written[50:63, 90:96] = 40  # the last letter of "Find..."
    assert three_dots(written) == []
