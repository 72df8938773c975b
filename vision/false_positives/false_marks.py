"""Pictures that look like boxes to tick and radio buttons, and are none: numbers on a disc, as the
steps of a wizard have them, initials, bullets, a sheet of paper, the leaf of a calendar."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.elements import MARKS
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece
from vision.core.trace import note
from vision.core.views import Sight

# Measured on 180 labelled pages. Marks are at least so many pixels wide and high (1 of 612 was
# less), and empty boxes at most so much higher than wide.
_SMALLEST, _TALLEST = 9, 1.3
# The middle of a radio button is a dot or nothing, the same upside down and the other way round:
# its correlation with that, where it shows more than shading (steps of a channel). 27 of 48 that
# were none were below, none of 73 that were some.
_MIDDLE, _ALIKE, _SHADING = 0.6, 0.7, 28.0
# So is an empty box: what of its ink meets the ink of itself upside down. Square ones only.
_SAME_INK, _SQUARE = 0.5, 1.2
_FAINT, _STRONG = 16, 0.35
# Of a mark in a link: what part of it, and how much larger the link is.
_WITHIN, _LARGER = 0.9, 2
# How likely a mark must be for a closer look where only the form of a square or a ring told it.
_LIKE_A_MARK = 0.7


def without_pictures_of_marks(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces without boxes to tick and radio buttons that are something else."""
    links = [piece.box for piece in pieces if piece.kind == "link"]
    kept = []
    for piece in pieces:
        why = _against(piece, sight) or _of_a_link(piece, links)
        if why:
            note("false marks", piece.box, f"a {piece.kind} was left out: {why}")
        else:
            kept.append(piece)
    return kept


def _against(piece: Piece, sight: Sight) -> str:
    if piece.kind not in MARKS:
        return ""
    wide, high = piece.box.width, piece.box.height
    if min(wide, high) < _SMALLEST:
        return "it is too small"
    if piece.source == "shape" and _likely(piece.box, sight) < _LIKE_A_MARK:
        return "a closer look sees neither a box to tick nor a radio button"
    if piece.kind == "radio":
        even = sight.ask(is_even_inside, piece.box)
        return "" if even else "what is in it is no dot"
    if piece.state.checked:
        return ""
    if high > _TALLEST * wide:
        return "it is higher than wide"
    square = max(wide, high) < _SQUARE * min(wide, high)
    if square and sight.ask(_upside_down, piece.box.grown(2)) < _SAME_INK:
        return "its lower half is not like its upper one"
    return ""


def _of_a_link(piece: Piece, links: Sequence[Box]) -> str:
    """Of 91 marks within links on 300 labelled pages none was one."""
    if piece.kind not in MARKS:
        return ""
    within = (
        coverage(piece.box, link) >= _WITHIN
        for link in links
        if _LARGER * piece.box.area <= link.area
    )
    return "it is the picture of a link" if any(within) else ""


def _likely(box: Box, sight: Sight) -> float:
    """How likely a closer look finds a mark, 0 to 1."""
    return sight.look(box).mark


def is_even_inside(crop: Pixels) -> bool:
    """Whether the middle of a picture (uint8 H x W x 3) is the same upside down and the other way
    round, or shows nothing but shading."""
    rim = int(min(crop.shape[:2]) * (1 - _MIDDLE) / 2)
    grey = crop.astype(np.float64).mean(axis=2)
    middle = grey[rim : len(grey) - rim, rim : grey.shape[1] - rim]
    if min(middle.shape) < 4 or middle.std() <= _SHADING:
        return True
    return min(_most_alike(middle, middle[::-1]), _most_alike(middle, middle[:, ::-1])) >= _ALIKE


def _most_alike(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The correlation of two pictures, -1 to 1, where they fit best within a pixel."""
    inner = one[1:-1, 1:-1] - one[1:-1, 1:-1].mean()
    best = -1.0
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            moved = np.roll(other, (down, across), (0, 1))[1:-1, 1:-1]
            moved = moved - moved.mean()
            both = float(np.sqrt((inner**2).sum() * (moved**2).sum()))
            best = max(best, float((inner * moved).sum()) / both if both > 0 else 1.0)
    return best


def _upside_down(crop: Pixels) -> float:
    """What part of the ink of a picture meets the ink of the same picture upside down, 0 to 1; 1
    where there is none."""
    flat = crop.astype(np.int16)
    edges = (flat[0], flat[-1], flat[:, 0], flat[:, -1])
    away = np.abs(flat - np.median(np.concatenate(edges), axis=0)).max(axis=2)
    ink = away > max(_FAINT, _STRONG * float(away.max()))
    if not ink.any():
        return 1.0  # a pale box without a line round it
    turned = ink[::-1]
    shared = [
        float((ink & moved).sum()) / max(1, int((ink | moved).sum()))
        for moved in (np.roll(turned, (d, a), (0, 1)) for d in (-1, 0, 1) for a in (-1, 0, 1))
    ]
    return max(shared)
