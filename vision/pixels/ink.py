"""Ink: the pixels of a text line that differ from its background. Makes OCR's boxes exact.

Recognisers guess word boxes from where their network fired, several pixels off; the gaps that are
really on the screen tell words of a sentence (narrow) from titles of a menu bar (wide).
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word

# A gap wider than this share of the text's height parts two labels. Spaces between words of a
# sentence measured 0.2 to 0.4, between titles of menu bars 0.7 and more.
_WIDE_GAP = 0.62
# Readers sometimes put a space where there is no gap at all ("Form at").
_NO_GAP = 0.17
# The narrowest space between words, in heights of the ink.
_SPACE = 0.2
_CONTRAST = 48
# The part of its box that an outline, or a corner of one, fills.
_OUTLINE = 0.2
# The part of a row that a line across it inks, and its thickness in pixels at most.
_ACROSS, _LINE = 0.95, 3
# Of an upright bar, in heights of the line: how high it is at least, how wide at most; and by how
# many pixels it reaches beyond the letters on both sides.
_TALL, _THIN, _BEYOND = 0.9, 0.12, 2
# The part of its box's side that a frame fills.
_CUT = 0.85
# What is left of a cut corner: pixels of ink.
_SPECK = 2
# The part of a blank box that may be ink.
_BLANK = 0.01


def ink_mask(pixels: Pixels, contrast: int = _CONTRAST) -> NDArray[np.bool_]:
    """Height x width; True for pixels that stand out from the commonest colour of the crop, by more
    than `contrast` of the 255 shades of a channel."""
    # Three times the grey, in whole numbers: means of pixels would take most of a look's time.
    grey = np.add(pixels[..., 0], pixels[..., 1], dtype=np.int16) + pixels[..., 2]
    shades = np.bincount((grey // 24).ravel())
    background = int(shades.argmax()) * 24 + 12 if len(shades) else 0
    result: NDArray[np.bool_] = np.abs(grey - background) > 3 * contrast
    return result


def is_blank(box: Box, pixels: Pixels) -> bool:
    """Whether nothing is drawn in it, but for its outline."""
    rim = 2 + round(0.06 * min(box.width, box.height))
    crop = pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right][rim:-rim, rim:-rim]
    return crop.size > 0 and float(ink_mask(crop).mean()) < _BLANK


def split_wide_gaps(span: TextSpan, pixels: Pixels) -> list[TextSpan]:
    """The span in pieces that are set apart by wide gaps, each with an exact box."""
    if len(span.words) < 2:
        return [tightened(span, pixels)]
    box = _clip(span.box, pixels)
    ink = ink_mask(pixels[box.top : box.bottom, box.left : box.right])
    letters = without_bars(ink)
    columns: NDArray[np.bool_] = np.asarray(letters.any(axis=0))
    # From top to bottom, and no letter: the side of a tab or a field.
    sides = np.flatnonzero((ink & ~letters).mean(axis=0) >= _TALL)
    pieces: list[list[Word]] = [[span.words[0]]]
    joined = False
    for word in span.words[1:]:
        before = pieces[-1][-1]
        start, end = before.box.center.x - box.left, word.box.center.x - box.left
        gap = _widest_gap(columns, start, end)
        parted = bool(np.any((sides > start) & (sides < end)))
        if parted or gap > _WIDE_GAP * _text_height(span):
            pieces.append([word])
        elif _is_word(before) and _is_word(word) and _no_gap(letters, before, word, box):
            pieces[-1][-1] = Word(before.text + word.text, before.box.union(word.box), word.score)
            joined = True
        else:
            pieces[-1].append(word)
    if len(pieces) == 1 and not joined:
        return [tightened(span, pixels)]
    return [tightened(_span_of(words, span.box), pixels) for words in pieces]


def without_bars(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink without long flat bars and outlines, and without thin upright ones that reach beyond
    all letters: underlines, edges of highlights, fields and tabs close gaps that part."""
    import cv2

    height = len(ink)
    ink = _without_lines(ink)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=4)
    bars = [
        number
        for number in range(1, count)
        if stats[number][2] > 1.2 * height
        and (
            stats[number][3] <= max(3, 0.3 * height)
            or stats[number][4] <= _OUTLINE * stats[number][2] * stats[number][3]
        )
    ]
    bars += _upright([n for n in range(1, count) if n not in bars], stats, height)
    result: NDArray[np.bool_] = ink & ~np.isin(labels, bars)
    return result


def _without_lines(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink without thin lines from side to side: letters that reach down to the line of a grid
    are no part of it."""
    full = np.concatenate([[False], ink.mean(axis=1) >= _ACROSS, [False]])
    edges = np.flatnonzero(full[1:] != full[:-1])
    kept = ink.copy()
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if end - start <= _LINE:
            kept[start:end] = False
    return kept


def _upright(parts: list[int], stats: NDArray[np.int32], height: int) -> list[int]:
    """Of connected parts the thin ones from top to bottom, where all others end before."""
    thin = max(3, _THIN * height)
    tall = [n for n in parts if stats[n][3] >= _TALL * height and stats[n][2] <= thin]
    others = [n for n in parts if n not in tall and stats[n][4] > _SPECK]
    if not tall or not others:
        return []
    top = min(int(stats[n][1]) for n in others)
    bottom = max(int(stats[n][1] + stats[n][3]) for n in others)
    return [
        n
        for n in tall
        if top - stats[n][1] >= _BEYOND and stats[n][1] + stats[n][3] - bottom >= _BEYOND
    ]


def tightened(span: TextSpan, pixels: Pixels) -> TextSpan:
    """The same span with its box shrunk to its ink (never grown by more than 2 pixels)."""
    found = _inked(span.box, pixels)
    if found is None:
        return span
    box, ink = found
    return TextSpan(_spaced(span.text, ink), box, span.score, span.words)


def ink_box(box: Box, pixels: Pixels) -> Box | None:
    """Where the ink is in a box (never more than 2 pixels around it), without the side of a field;
    None with hardly any."""
    found = _inked(box, pixels)
    return found[0] if found else None


def _inked(box: Box, pixels: Pixels) -> tuple[Box, NDArray[np.bool_]] | None:
    """The box of the ink, and the ink in it."""
    box = _clip(box, pixels)
    mask = _without_sides(ink_mask(pixels[box.top : box.bottom, box.left : box.right]))
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) < 3 or len(columns) < 2:
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    left, right = int(columns[0]), int(columns[-1]) + 1
    tight = Box(box.left + left, box.top + top, box.left + right, box.top + bottom)
    return tight, mask[top:bottom, left:right]


def _without_sides(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink without an upright line at its left or right end that reaches beyond all letters: the
    side of the field that a text stands before or in."""
    if not ink.size:
        return ink
    thin = max(3, round(_THIN * len(ink)))
    tall = ink.mean(axis=0) >= _TALL
    whole = ink.copy()
    for columns in (whole, whole[:, ::-1]):
        # The rest of a frame that the box cuts: letters do not fill their box from top to bottom.
        if columns[:, 0].mean() >= _CUT and not columns[:, 1 : 1 + _BEYOND].any():
            columns[:, 0] = False
    kept = whole.copy()
    for columns, side in ((kept, tall), (kept[:, ::-1], tall[::-1])):
        inked = np.flatnonzero(columns.any(axis=0))
        line = inked[: int(np.argmin(side[inked]))] if len(inked) else inked
        if 0 < len(line) <= thin:
            columns[:, line] = False
    rows = np.flatnonzero(kept.any(axis=1))
    beyond = len(rows) and rows[0] >= _BEYOND and len(ink) - rows[-1] > _BEYOND
    return kept if beyond else whole


def _spaced(text: str, ink: NDArray[np.bool_]) -> str:
    """The text with a space before a capital within ("NewWindow") where the ink (height x width)
    has a gap about there."""
    letters = without_bars(ink)
    rows, inked = np.flatnonzero(letters.any(axis=1)), np.flatnonzero(letters.any(axis=0))
    if not len(rows):
        return text
    columns = np.asarray(letters.any(axis=0))[inked[0] : inked[-1] + 1]
    height, width = int(rows[-1] - rows[0]) + 1, len(columns)
    parts, start = [], 0
    for match in re.finditer(r"[a-z](?=[A-Z][a-z])", text):
        place = width * match.end() // len(text)
        gap = _widest_gap(columns, place - round(0.8 * height), place + round(0.8 * height))
        if gap >= max(3, _SPACE * height):
            parts.append(text[start : match.end()])
            start = match.end()
    return " ".join([*parts, text[start:]])


def _no_gap(ink: NDArray[np.bool_], before: Word, word: Word, line: Box) -> bool:
    """Whether letters follow each other without a space, underlines aside."""
    rows = np.flatnonzero(ink.any(axis=1))
    if len(rows) < 4:
        return False
    upper = ink[rows[0] : rows[0] + round(0.7 * (rows[-1] - rows[0]))]
    letters: NDArray[np.bool_] = np.asarray(upper.any(axis=0))
    reach = round(0.4 * line.height)
    start, end = before.box.right - line.left - reach, word.box.left - line.left + reach
    return _widest_gap(letters, start, end) < _NO_GAP * (int(rows[-1] - rows[0]) + 1)


def _is_word(word: Word) -> bool:
    return word.text.isalpha() and word.text.isascii()


def _span_of(words: list[Word], line: Box) -> TextSpan:
    score = sum(word.score for word in words) / len(words)
    left, right = min(w.box.left for w in words), max(w.box.right for w in words)
    pad = 4
    box = Box(max(line.left, left - pad), line.top, min(line.right, right + pad), line.bottom)
    return TextSpan(" ".join(word.text for word in words), box, score, tuple(words))


def _text_height(span: TextSpan) -> float:
    # An underline or a highlight makes the box taller than its letters.
    return min(float(span.box.height), 2.4 * span.box.width / len(span.text))


def _widest_gap(columns: NDArray[np.bool_], start: int, end: int) -> int:
    widest = run = 0
    for inked in columns[max(0, start) : max(0, end)]:
        run = 0 if inked else run + 1
        widest = max(widest, run)
    return widest


def _clip(box: Box, pixels: Pixels) -> Box:
    height, width = pixels.shape[:2]
    left, top = min(max(0, box.left), width - 1), min(max(0, box.top), height - 1)
    return Box(
        left, top, max(left + 1, min(width, box.right)), max(top + 1, min(height, box.bottom))
    )
