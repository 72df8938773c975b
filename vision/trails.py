"""Trails: "Home › Forms › Upload", where each name but the last leads back to its page or folder.

They are written as one line, with small arrows or strokes between the names that no reader reads,
and the names are seldom underlined or coloured. What one stands on is written darker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.controls import Sight
from vision.geometry import Box, bounding_box
from vision.parts import Piece, same_row
from vision.recognise import TextSpan, Word
from vision.screen import Pixels
from vision.shades import distance, shades_seen
from vision.trace import note

_ARROWS = frozenset(">›»→/|")
# In heights of a word: the gap around an arrow; a gap without one, of words of one name.
_GAP, _SPACE = (0.6, 3.6), 0.75
# Longer ones are sentences.
_MOST_WORDS = 4
# Of a channel, 0 to 255: how far the ink of the names is from that of the last one, and from each
# other; what stands out from the ground at least, and of what stands out most.
_OTHER_INK, _SAME_INK, _STANDS_OUT, _STRONG = 40.0, 30.0, 20, 0.4
# Of an arrow, in heights of a word: width and height, room on each side, out of the middle. Pixels
# of a letter beside it.
_WIDE, _HIGH, _ROOM, _OFF = (0.15, 0.6), (0.25, 1.4), 0.12, 0.35
_LETTER = 3
# How much farther right an arrow's tip is than its ends, in its widths.
_TIP = 0.6


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of a trail: the words of a span, from the left, and their box."""

    span: TextSpan
    words: tuple[Word, ...]
    box: Box

    def piece(self) -> TextSpan:
        text = " ".join(word.text for word in self.words)
        return replace(self.span, text=text, box=self.box, words=self.words)


def with_trails(
    sight: Sight, texts: Sequence[TextSpan]
) -> tuple[list[TextSpan], dict[TextSpan, Piece]]:
    """The texts, those of trails parted into their names; and the names that are links."""
    parted = {span: span_parts for span in texts if (span_parts := _names(span, sight))}
    rows: list[list[_Name]] = []
    for line in _lines([name for names in parted.values() for name in names]):
        row = [line[0]]
        for name in line[1:]:
            if not _leads_to(row[-1], name, sight):
                rows.append(row)
                row = []
            row.append(name)
        rows.append(row)
    links: dict[TextSpan, Piece] = {}
    trails = [row for row in rows if len(row) > 1 and _is_trail(row, sight)]
    for row in trails:
        for name in row[:-1]:
            span = name.piece()
            note("trails", span.box, f'"{span.text}" leads back, "{row[-1].piece().text}" is shown')
            links[span] = Piece("link", span.text, span.box, source="merged", score=span.score)
    spans = {id(name.span) for row in trails for name in row}
    kept = [span for span in texts if id(span) not in spans]
    kept += [name.piece() for row in trails for name in row]
    # Of a span that is cut, all names are kept.
    told = {id(name) for row in trails for name in row}
    kept += [
        name.piece()
        for names in parted.values()
        for name in names
        if id(name.span) in spans and id(name) not in told
    ]
    return kept, links


def _lines(names: Sequence[_Name]) -> list[list[_Name]]:
    """The names line by line, from the left."""
    lines: list[list[_Name]] = []
    for name in sorted(names, key=lambda name: name.box.center.y):
        if lines and same_row(lines[-1][-1].box, name.box):
            lines[-1].append(name)
        else:
            lines.append([name])
    return [sorted(line, key=lambda name: name.box.left) for line in lines]


def _names(span: TextSpan, sight: Sight) -> list[_Name]:
    """The names in a line; none when it is longer than a trail."""
    words = span.words or (Word(span.text, span.box, span.score),)
    if len(words) > _MOST_WORDS * 4:
        return []
    names: list[list[Word]] = [[]]
    for word in words:
        if word.text in _ARROWS:
            names.append([])
            continue
        last = names[-1][-1:]
        if last and _arrow_between(last[0].box, word.box, sight):
            names.append([])
        names[-1].append(word)
    found = [
        _Name(span, tuple(name), bounding_box([word.box for word in name]))
        for name in names
        if name
    ]
    return [] if any(len(name.words) > _MOST_WORDS for name in found) else found


def _leads_to(one: _Name, other: _Name, sight: Sight) -> bool:
    """Whether a name stands right behind another one, with an arrow between them."""
    if not same_row(one.box, other.box) or other.box.left <= one.box.right:
        return False
    if one.span is other.span:
        return True  # cut at an arrow
    return _arrow_between(one.box, other.box, sight)


def _is_trail(row: Sequence[_Name], sight: Sight) -> bool:
    """Whether the last name has another ink than the others, which share theirs. Numbers beside
    arrows are figures that rise and fall, or counts beside the names of a tree."""
    if not all(any(c.isalpha() for c in name.piece().text) for name in row):
        return False
    inks = [shades.ink if (shades := shades_seen(name.box, sight)) else None for name in row]
    *others, last = inks
    first = inks[0]
    if first is None or last is None or distance(first, last) <= _OTHER_INK:
        return False
    return all(ink is not None and distance(ink, first) <= _SAME_INK for ink in others)


def _arrow_between(left: Box, right: Box, sight: Sight) -> bool:
    high = min(left.height, right.height)
    gap = right.left - left.right
    if not _GAP[0] * high <= gap <= _GAP[1] * high:
        return False
    top, bottom = min(left.top, right.top), max(left.bottom, right.bottom)
    room = Box(left.right, top - high // 3, right.left, bottom + high // 3)
    return sight.ask(is_arrow, room, high)


def is_arrow(crop: Pixels, high: int) -> bool:
    """Whether a small arrow to the right, or a stroke that leans to it, is all that is drawn in the
    gap between two words `high` pixels high (uint8 H x W x 3)."""
    if crop.shape[1] <= 2 * _LETTER:
        return False
    flat = crop.astype(np.int16)
    away = np.abs(flat - np.median(flat.reshape(-1, 3), axis=0)).max(axis=2)
    inner = away[:, _LETTER:-_LETTER]
    ink: NDArray[np.bool_] = away > max(_STANDS_OUT, _STRONG * float(inner.max()))
    # A letter reaches a pixel or two out of its box.
    for side in (range(_LETTER), range(-1, -1 - _LETTER, -1)):
        for column in side:
            if not ink[:, column].any():
                break
            ink[:, column] = False
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return False
    wide, tall = int(columns[-1] - columns[0]) + 1, int(rows[-1] - rows[0]) + 1
    beside = min(int(columns[0]), ink.shape[1] - 1 - int(columns[-1]))
    middle = (rows[0] + rows[-1]) / 2 - (len(ink) - 1) / 2
    fits = _WIDE[0] * high <= wide <= _WIDE[1] * high and _HIGH[0] * high <= tall <= _HIGH[1] * high
    if not fits or beside < _ROOM * high or abs(middle) > _OFF * high or len(rows) != tall:
        return False
    ends = [int(np.flatnonzero(row)[-1]) - int(columns[0]) for row in ink[rows]]
    return _points_right(ends, wide) or _leans(ends, wide, tall, high)


def _points_right(ends: Sequence[int], wide: int) -> bool:
    """Whether the right ends of the rows of something go out to a tip and come back."""
    tip = max(range(len(ends)), key=lambda n: (ends[n], -abs(n - len(ends) / 2)))
    inner = 0.25 * len(ends) <= tip <= 0.75 * len(ends)
    out = all(b >= a for a, b in pairwise(ends[: tip + 1]))
    back = all(b <= a for a, b in pairwise(ends[tip:]))
    far = min(ends[tip] - ends[0], ends[tip] - ends[-1])
    return inner and out and back and far >= max(1, _TIP * wide - 1)


def _leans(ends: Sequence[int], wide: int, tall: int, high: int) -> bool:
    """Whether it is a stroke from the lower left to the upper right."""
    falls = all(b <= a for a, b in pairwise(ends))
    return falls and tall >= 0.8 * high and ends[0] - ends[-1] >= 0.5 * wide and wide <= 0.7 * tall
