"""Pictures before a label that were read as a sign of it: "Q draft.csv", "☆Kenji". A picture is no
letter by what it is, by its size beside the letters of the label, or by its distance from them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.trace import note
from vision.core.views import View
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import text_ink
from vision.pixels.ink import without_bars
from vision.pixels.parts import parts_of

# Signs that people write before words, though they stand for operations or currencies.
_WRITTEN = frozenset("$€£¥+<>=~|^±−°©®™§#&*/\\≥≤≈≠√½¼¾№")
# What arrows, bullets and pictures are read as when they are read as a part of the word.
_MARKERS = frozenset(">:[],;-|")
_OPENERS = frozenset(">v<+-")
_UNLIKE_LETTERS = ("So", "Sm", "Sc", "No", "Sk")
_FAR_EAST = 0x2E80
_LONGEST, _SHORTEST_LABEL = 2, 3
# In heights of the label's capitals: spaces between words are up to 0.6 wide, and 0.75 is too far
# for a letter; how far a letter reaches beyond the line; how wide it is at most; how low a capital.
_GAP, _FAR, _OFF, _HIGH, _WIDE, _LOW = 0.45, 0.75, 0.12, 1.15, 1.25, 0.8
# A wider one is not alone; the gap behind the last of several pictures.
_WIDEST, _CLOSE = 1.9, 0.3
# In heights of a line: how far a picture of its own stands from the label.
_BESIDE, _SAME_ROW = 1.5, 0.35
_DESCENDING = frozenset("gjpqyQ,;()[]{}|/\\@$§ç")
_BROAD = _WRITTEN | frozenset("MW@%")
_HIGH_LETTERS = frozenset("bdfhklt")
# A part of letters that is as high, in heights of the ink, tells where the line stands.
_LETTER = 0.35


@dataclass(frozen=True, slots=True)
class _Sign:
    """What stands before a label, in heights of the label's capitals: by how much it is lower than
    the line and higher than a capital, its sides, the gap behind it. `start` is the column at which
    the label begins."""

    below: float
    above: float
    high: float
    wide: float
    gap: float
    start: int


def without_pictures(spans: Sequence[TextSpan], view: View) -> list[TextSpan]:
    """The spans without the signs at their beginnings, or beside them, that are pictures."""
    cut = [_cut(span, view) for span in spans]
    kept = []
    for span in cut:
        label = _label_beside(span, cut)
        if label is not None and _is_picture(span.text, label.text, view, span.box, label.box):
            note("pictures", span.box, f'"{span.text}" before "{label.text}" is a picture')
            continue
        kept.append(span)
    return kept


def _cut(span: TextSpan, view: View) -> TextSpan:
    first, _, rest = span.text.partition(" ")
    glued = len(first) > 1 and (is_odd(first[0]) or (first[0] in _MARKERS and first[1].isalpha()))
    if glued:
        first, rest = span.text[0], span.text[1:]
    if len(first) > _LONGEST or len(rest.strip()) < _SHORTEST_LABEL:
        return span
    if not _may_be_picture(first):
        return span
    place = 0
    if not glued and len(span.words) > 1 and span.words[0].text == first:
        place = span.words[1].box.left - span.box.left
    sign = view.ask(_sign_before, span.box, place)
    if sign is None or not (_shows_picture(first, rest, sign) or (glued and sign.gap >= _GAP)):
        return span
    note("pictures", span.box, f'"{first}" before "{rest}" is a picture')
    box = replace(span.box, left=max(0, span.box.left) + sign.start)
    rest = rest.strip()
    words = tuple(word for word in span.words if word.box.center.x >= box.left)
    if " ".join(word.text for word in words) != rest:
        words = ()
    return replace(span, text=rest, box=box, words=words)


def _label_beside(span: TextSpan, spans: Sequence[TextSpan]) -> TextSpan | None:
    """The label that begins right of a short text, in its row."""
    if len(span.text) > _LONGEST or not _may_be_picture(span.text):
        return None
    beside = [
        other
        for other in spans
        if -2 <= other.box.left - span.box.right < _BESIDE * other.box.height
        and abs(other.box.center.y - span.box.center.y) < _SAME_ROW * other.box.height
        and len(other.text) >= _SHORTEST_LABEL
    ]
    return min(beside, key=lambda other: other.box.left, default=None)


def _is_picture(text: str, label: str, view: View, box: Box, beside: Box) -> bool:
    both = Box(box.left, min(box.top, beside.top), beside.right, max(box.bottom, beside.bottom))
    sign = view.ask(_sign_before, both, beside.left - box.left)
    return sign is not None and _shows_picture(text, label, sign)


def is_odd(sign: str) -> bool:
    """Whether a sign is neither a letter or a figure of our alphabet nor one that people write
    before words."""
    if sign in _WRITTEN:
        return False
    # Readers take pictures for ideographs; letters of other alphabets are letters.
    return unicodedata.category(sign) in _UNLIKE_LETTERS or ord(sign) >= _FAR_EAST or sign == "×"


def _may_be_picture(text: str) -> bool:
    """Two signs are a word or a number, but for a picture that has two like parts ("II")."""
    return len(text) == 1 or text[0] == text[1] or all(is_odd(c) for c in text)


def _shows_picture(text: str, label: str, sign: _Sign) -> bool:
    if ord(label.strip()[0]) >= _FAR_EAST:
        return False
    if all(is_odd(c) for c in text):
        return True
    far = sign.gap >= _FAR
    if sign.wide > _WIDEST * len(text):
        # Between the arrow that opens a branch of a tree and its name is a picture.
        return text in _OPENERS and sign.gap >= _CLOSE
    if sign.gap < _GAP:
        return False
    if any(c.isupper() or c.isdigit() or c in _HIGH_LETTERS for c in label):
        off = abs(sign.below) >= _OFF and not (set(text) & _DESCENDING and sign.below < 2 * _OFF)
        if sign.high >= _HIGH and (off or sign.above >= _OFF):
            return True
        if far and (text.isupper() or text.isdigit()) and sign.high <= _LOW:
            return True
    if sign.wide >= _WIDE * len(text) and not set(text) & _BROAD:
        return True
    return far and (text in ("+", ">", "i") or text.isupper())


def _sign_before(crop: Pixels, place: int) -> _Sign | None:
    """The sign before a label that begins near the column `place`, or behind the first part of the
    ink where that is not known (0)."""
    ink = without_bars(text_ink(crop))
    columns = np.flatnonzero(ink.any(axis=0))
    ends = np.flatnonzero(np.diff(columns) > 1)
    if not len(ends):
        return None
    gaps = [(int(columns[end]) + 1, int(columns[end + 1])) for end in ends]
    near = (
        [g for g in gaps if abs((g[0] + g[1]) / 2 - place) < crop.shape[0]] if place else gaps[:1]
    )
    if not near:
        return None
    end, start = max(near, key=lambda gap: (gap[1] - gap[0], -gap[0]))
    own, label = ink[:, :end], ink[:, start:]
    base, top = _line_of(label)
    high = max(4, base - top)
    rows = np.flatnonzero(own.any(axis=1))
    first, last = int(rows[0]), int(rows[-1]) + 1
    wide = end - int(columns[0])
    return _Sign(
        (last - base) / high, (top - first) / high, (last - first) / high, wide / high,
        (start - end) / high, start,
    )  # fmt: skip


def _line_of(label: NDArray[np.bool_]) -> tuple[int, int]:
    """The rows on which the letters of a label stand, and up to which they reach."""
    rows = np.flatnonzero(label.any(axis=1))
    least = _LETTER * (int(rows[-1] - rows[0]) + 1)
    parts = [part for part in parts_of(label) if part.height >= least]
    if not parts:
        return int(rows[-1]) + 1, int(rows[0])
    return int(np.median([part.bottom for part in parts])), min(part.top for part in parts)
