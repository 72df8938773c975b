"""Hidden letters: a password shows as a row of equal dots, which no reader of text counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.pieces import Piece

DOT = "•"
_FEWEST = 3
# What ink differs from its ground by: of a channel, 0 to 255, and of the strongest ink there.
_STEP, _EDGE = 50, 0.5
# Pixels: the smallest dot, and what equal dots and equal gaps may differ by.
_SMALLEST, _UNEVEN = 2, 1.5
# Dots in heights of their field and of themselves: the largest, how much of its box each fills,
# and the widest step from one to the next.
_LARGEST, _FILLED, _APART = 0.45, 0.6, 3.0
_RIM = 0.12


class _Blob(NamedTuple):
    left: int
    top: int
    width: int
    height: int
    area: int


def with_hidden_text(pieces: Sequence[Piece], pixels: Pixels) -> list[Piece]:
    """The pieces with dots as the value of the fields that show them; what was read of these is
    neither a hint nor a name."""
    told = []
    for piece in pieces:
        dots = hidden_letters(piece.box, pixels) if piece.kind == "field" else 0
        state = replace(piece.state, value=DOT * dots)
        told.append(replace(piece, text="", state=state, label=True) if dots else piece)
    return told


def hidden_letters(box: Box, pixels: Pixels) -> int:
    """How many dots stand in a field, evenly in one row; 0 for what is no hidden text."""
    blobs = _blobs(box, pixels)
    dots = _run(blobs, _LARGEST * box.height)
    return len(dots) if len(dots) >= _FEWEST and not _ends_a_word(dots, blobs) else 0


def _ends_a_word(dots: Sequence[_Blob], blobs: Sequence[_Blob]) -> bool:
    """Whether something higher stands right before the dots: "Search…"."""
    first = dots[0]
    reach = max(dots[1].left - first.left, _APART * first.height)
    return any(
        blob.height > first.height + 1
        and first.left - blob.left > 0
        and first.left - (blob.left + blob.width) <= reach
        and blob.top <= first.top + first.height <= blob.top + blob.height + first.height
        for blob in blobs
    )


def _blobs(box: Box, pixels: Pixels) -> list[_Blob]:
    """What stands in a field, from the left."""
    import cv2

    rim = max(2, round(_RIM * box.height))
    crop = pixels[max(0, box.top + rim) : max(0, box.bottom - rim),
                  max(0, box.left + rim) : max(0, box.right - rim)]  # fmt: skip
    if crop.shape[0] < 4 or crop.shape[1] < 4:
        return []
    ground = np.median(crop.reshape(-1, 3), axis=0).astype(np.int16)
    away = np.abs(crop.astype(np.int16) - ground).max(axis=2)
    # The soft edges of neighbours may touch.
    inked = away > max(_STEP, _EDGE * float(away.max()))
    count, _, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8), connectivity=8)
    found = [_Blob(*(int(value) for value in row)) for row in stats[1:count]]
    return sorted(found, key=lambda blob: blob.left)


def _run(blobs: Sequence[_Blob], largest: float) -> list[_Blob]:
    """The longest row of round blobs that are equal and stand at equal distances, and between
    which nothing else stands."""
    best: list[_Blob] = []
    run: list[_Blob] = []
    for blob in blobs:
        if not _is_round(blob, largest):
            run = []
            continue
        run = [*run, blob] if run and _goes_on(run, blob) else [blob]
        best = max(best, run, key=len)
    return best


def _is_round(blob: _Blob, largest: float) -> bool:
    shorter, longer = sorted((blob.width, blob.height))
    filled = blob.area >= _FILLED * blob.width * blob.height
    return filled and shorter >= _SMALLEST and longer <= min(largest, shorter + 1)


def _goes_on(run: Sequence[_Blob], blob: _Blob) -> bool:
    first, last = run[0], run[-1]
    if abs(blob.top - first.top) > 1 or abs(blob.height - first.height) > 1:
        return False
    step = blob.left - last.left
    if step > _APART * blob.height + 2:
        return False
    steps = [right.left - left.left for left, right in pairwise(run)]
    return not steps or abs(step - sum(steps) / len(steps)) <= _UNEVEN
