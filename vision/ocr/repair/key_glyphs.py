"""Signs on keys: "=", "-", "/", "." and other labels of one to three characters.

Text finders pass over lone signs and readers mistake them ("/" for "1", "%" for "96"). The plainest
signs are told by their geometry, which never wavers; the others are read again, enlarged.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.pixels.ink import ink_mask
from vision.pixels.parts import parts_of

_SIGNS = set("+-*/=.,()%×÷−<>^±√#?!:;[]{}&|@$€")
_TRUSTED = 0.9
# A cross on a key is lower than a letter, and as wide as it is high.
_CROSSES, _CROSS_HIGH, _CROSS_WIDE = ("x", "X"), 0.4, (0.8, 1.25)
LIKE_PERCENT = frozenset({"96", "%6", "6%", "9%", "%"})
# In heights of a line: a single pixel is where a ring touches the side of what is looked at.
_LEAST_DOT = 0.1
# From this height of the paper up the recogniser has no use for more pixels.
_ENLARGED = 48


def read_label(
    crop: Pixels, recognizer: TextRecognizer, line: float, of_pad: bool = False
) -> TextSpan | None:
    """The short label in the crop of a key, without the key's edge, in the crop's coordinates.

    None for a picture, for nothing, and for what is larger than three lines. `line` is the usual
    height of a line of text in pixels. On a key of a pad with digits (`of_pad`) a cross that is
    lower than a letter is read; elsewhere it is a picture: it closes something.
    """
    ink = ink_mask(crop)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(rows) == 0:
        return None
    box = Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    if box.height > 1.7 * line or box.width > 4.5 * line:
        return None
    sign = plain_sign(ink[box.top : box.bottom, box.left : box.right], line)
    if sign:
        return TextSpan(sign, box, 1.0)
    text, score = _read(recognizer, crop, box, line)
    cross = of_pad and text in _CROSSES and _is_cross(box, line)
    known = cross or (bool(text) and set(text) <= _SIGNS)
    if not text or len(text) > 8 or score < (0.35 if known else 0.8):
        return None
    if not known and len(text) == 1 and not _is_letter_sized(box, line, text):
        return None
    return TextSpan(text, box, score)


def plain_sign(ink: NDArray[np.bool_], line: float) -> str:
    """One of - = . / ÷ when the ink (height x width, cut to its bounds) is just that, else ""."""
    parts = sorted(parts_of(ink), key=lambda p: p.top)
    bars = [p for p in parts if p.width >= 2 * p.height and p.height <= 0.35 * line]
    if len(parts) == 1 and bars:
        return "-" if 0.25 * line <= parts[0].width <= 1.2 * line else ""
    if len(parts) == 2 and len(bars) == 2:
        one, other = bars
        same = abs(one.width - other.width) <= 2 and abs(one.left - other.left) <= 2
        return "=" if same else ""
    if len(parts) == 3 and len(bars) == 1 and parts[1] == bars[0]:
        dots = [p for p in parts if p is not parts[1]]
        return "÷" if all(max(p.width, p.height) <= 0.35 * line for p in dots) else ""
    height, width = ink.shape
    dot = _LEAST_DOT * line <= min(height, width) and max(height, width) <= 0.32 * line
    if len(parts) == 1 and dot and height <= width + 1:
        return "."
    return "/" if len(parts) == 1 and _is_slash(ink, line) else ""


def _is_slash(ink: NDArray[np.bool_], line: float) -> bool:
    """One thin stroke that leans to the right by the same step from row to row."""
    height = len(ink)
    if not 0.7 * line <= height <= 1.7 * line:
        return False
    runs = [np.flatnonzero(row) for row in ink]
    if any(len(run) == 0 or len(run) != run[-1] - run[0] + 1 for run in runs):
        return False
    if max(len(run) for run in runs) > max(3, 0.3 * line):
        return False
    middles = np.array([(run[0] + run[-1]) / 2 for run in runs])
    lean = middles[0] - middles[-1]
    straight = np.linspace(middles[0], middles[-1], height)
    return bool(lean >= 0.22 * height and np.abs(middles - straight).max() <= max(1, 0.06 * height))


def _is_cross(box: Box, line: float) -> bool:
    wide = box.width / box.height
    return box.height >= _CROSS_HIGH * line and _CROSS_WIDE[0] <= wide <= _CROSS_WIDE[1]


def _is_letter_sized(box: Box, line: float, text: str) -> bool:
    """Icons are mostly taller or wider than a letter of their place."""
    return 0.55 * line <= box.height <= 1.45 * line and box.width <= 1.5 * line and text.isascii()


def _read(recognizer: TextRecognizer, crop: Pixels, box: Box, line: float) -> tuple[str, float]:
    """Enlarged first; when that is doubtful also plain and doubled; the surest reading counts."""
    import cv2

    strip = _strip(crop, box, line, copies=1)
    times = max(1, round(_ENLARGED / max(1, strip.shape[0])))
    enlarged = cv2.resize(strip, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    best = recognizer.read_glyph(enlarged.astype(np.uint8))
    if best[0] in LIKE_PERCENT and not _is_two_digits(crop, box):
        return "%", _TRUSTED
    if best[1] >= _TRUSTED:
        return best
    twice, sure = recognizer.read_glyph(_strip(crop, box, line, copies=2))
    half = twice[: len(twice) // 2]
    readings = [best, recognizer.read_glyph(strip)]
    if half and half * 2 == twice.replace(" ", ""):
        readings.append((half, sure))
    return max(readings, key=lambda reading: reading[1])


def _is_two_digits(crop: Pixels, box: Box) -> bool:
    """Two blobs of full height: "96"; the rings of "%" are lower than its stroke."""
    parts = parts_of(ink_mask(crop)[box.top : box.bottom, box.left : box.right])
    return len(parts) == 2 and all(part.height >= 0.85 * box.height for part in parts)


def _strip(crop: Pixels, box: Box, line: float, copies: int) -> Pixels:
    """A line of usual height with the label on it, some paper before, between and behind."""
    middle, half = crop.shape[0] // 2, max(round(0.8 * line), box.height // 2 + 2)
    if not middle - half <= box.center.y <= middle + half:
        middle = box.center.y
    top = max(0, middle - half)
    piece = crop[top : middle + half, max(0, box.left - 1) : box.right + 1]
    paper = np.median(crop.reshape(-1, 3), axis=0).astype(np.uint8)
    gap = np.empty((piece.shape[0], max(3, round(0.5 * line)), 3), np.uint8)
    gap[:] = paper
    return np.concatenate([gap, *([piece, gap] * copies)], axis=1)
