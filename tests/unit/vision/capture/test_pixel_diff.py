"""Differences of pixels are what plain arithmetic says."""

from __future__ import annotations

import numpy as np
import pytest

from vision.capture.pixel_diff import difference, steps

RNG = np.random.default_rng(3)


@pytest.mark.parametrize("shape", [(1, 1, 3), (40, 60, 3), (7, 1, 3), (0, 5, 3)])
def test_the_largest_channel_counts(shape: tuple[int, int, int]) -> None:
    a, b = (RNG.integers(0, 256, shape, dtype=np.uint8) for _ in range(2))
    plain = np.abs(a.astype(int) - b.astype(int)).max(axis=2)
    assert np.array_equal(difference(a, b), plain)
    colour = np.abs(a.astype(int) - np.array((9, 250, 128))).max(axis=2)
    assert np.array_equal(difference(a, (9, 250, 128)), colour)


def test_parts_of_pictures_count_as_they_are() -> None:
    whole = RNG.integers(0, 256, (30, 40, 3), dtype=np.uint8)
    part = whole[5:20:2, 3:30]
    across, down = steps(part)
    signed = part.astype(int)
    assert np.array_equal(across, np.abs(signed[:, 1:] - signed[:, :-1]).max(axis=2))
    assert np.array_equal(down, np.abs(signed[1:] - signed[:-1]).max(axis=2))
