"""The plainest signs on keys are told by their form."""

from __future__ import annotations

import numpy as np
import pytest

from vision.ocr.repair.key_glyphs import plain_sign


def _ink(height: int, width: int, *bars: tuple[int, int, int, int]) -> np.ndarray:
    ink = np.zeros((height, width), bool)
    for top, bottom, left, right in bars:
        ink[top:bottom, left:right] = True
    return ink


@pytest.mark.parametrize(
    ("ink", "sign"),
    [
        (_ink(2, 8, (0, 2, 0, 8)), "-"),
        (_ink(6, 8, (0, 2, 0, 8), (4, 6, 0, 8)), "="),
        (_ink(10, 8, (0, 2, 3, 5), (4, 6, 0, 8), (8, 10, 3, 5)), "÷"),
        (_ink(2, 2, (0, 2, 0, 2)), "."),
        (_ink(3, 3, (0, 3, 0, 3)), "."),
        # Where the ring of a switch touches the side of what is looked at.
        (_ink(1, 1, (0, 1, 0, 1)), ""),
        (_ink(9, 9, (0, 9, 0, 9)), ""),
    ],
)
def test_signs_by_their_form(ink: np.ndarray, sign: str) -> None:
    assert plain_sign(ink, 15.0) == sign
