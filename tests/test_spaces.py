"""Spaces that the reader of lines saw and did not dare to write."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ocr.spaces import SoftSpaces, dare_spaces

NOTHING, A, B, SPACE = range(4)
SIGNS = {NOTHING: "", A: "a", B: "b", SPACE: " "}


def chances(*columns: tuple[int, float]) -> NDArray[np.float32]:
    """For each column the likeliest sign, and the chance of a space."""
    made = np.zeros((len(columns), 4), np.float32)
    for row, (sign, space) in zip(made, columns, strict=True):
        row[sign] = 1 - space
        row[SPACE] = max(row[SPACE], space)
    return made


def read(columns: NDArray[np.float32]) -> str:
    return "".join(SIGNS[int(sign)] for sign in columns.argmax(axis=1))


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ([(A, 0), (NOTHING, 0.08), (B, 0)], "a b"),
        ([(A, 0), (NOTHING, 0.06), (NOTHING, 0.2), (B, 0)], "a b"),
        ([(A, 0), (NOTHING, 0.009), (B, 0)], "ab"),
        # There is one already.
        ([(A, 0), (SPACE, 0.9), (NOTHING, 0.2), (B, 0)], "a b"),
        # Not between two letters.
        ([(NOTHING, 0.2), (A, 0), (NOTHING, 0.2)], "a"),
        # A letter is a letter.
        ([(A, 0), (B, 0.3), (A, 0)], "aba"),
    ],
)
def test_a_likely_space_between_two_letters_is_written(columns: list[tuple[int, float]], text: str):
    made = chances(*columns)
    dare_spaces(made, SPACE)
    assert read(made) == text


def test_the_decoder_is_given_the_spaces_and_all_else():
    class Decoder:
        dict = {" ": SPACE}  # noqa: RUF012

        def __call__(self, lines: NDArray[np.float32], boxes: bool, *, ratio: float) -> list[str]:
            assert (boxes, ratio) == (True, 2.0)
            return [read(line) for line in lines]

    lines = np.stack([chances((A, 0), (NOTHING, 0.1), (B, 0))])
    assert SoftSpaces(Decoder())(lines, True, ratio=2.0) == ["a b"]
