"""What stands in a field beside what was written: a magnifying glass, a label that floats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.pieces import gap_between, same_row
from vision.core.views import View
from vision.ocr.engine import TextSpan
from vision.pixels.colors import shades_seen
from vision.pixels.ink import ink_mask, without_bars

# "Q Search", "QSearch" and "Search Q".
_GLASS_BEFORE = re.compile(r"Q(?: (?=\w)|(?=[A-Z][a-z]))")
_GLASS_BEHIND = re.compile(r"(?<=\w) Q$")
# In heights of the line: how wide a glass is at least (Q is up to 0.8), and how far from the text.
_WIDE, _GAP = 0.82, 0.3
# What one alone is read as; in its heights, how near the end of the field it is, and how far from
# the text.
_GLASSES, _END, _APART = frozenset("QO0"), 2.5, 0.5
# Of a label that floats in its field: by how many pixels it begins elsewhere than the text below
# it, the highest such field in heights of that, and its contrast beside that one's.
_BELOW, _FLOATING, _PALER = 6, 7.0, 0.85


def without_glass(span: TextSpan, view: View) -> TextSpan:
    """A text in a field without the magnifying glass beside it, which is read as "Q"."""
    before, behind = _GLASS_BEFORE.match(span.text), _GLASS_BEHIND.search(span.text)
    if before and (end := view.ask(_glass_before, span.box)):
        words = span.words[1:] if span.words[:1] and span.words[0].text == "Q" else span.words
        rest = replace(span.box, left=max(0, span.box.left) + end)
        return replace(span, text=span.text[before.end() :], box=rest, words=words)
    if behind and (start := view.ask(_glass_behind, span.box)):
        words = span.words[:-1] if span.words[-1:] and span.words[-1].text == "Q" else span.words
        rest = replace(span.box, right=max(0, span.box.left) + start)
        return replace(span, text=span.text[: behind.start()], box=rest, words=words)
    return span


def without_lone_glass(texts: Sequence[TextSpan], box: Box) -> list[TextSpan]:
    """The texts of a field without a glass at one end of it that was read as one of them."""
    return [span for span in texts if not _is_lone_glass(span, texts, box)]


def _is_lone_glass(span: TextSpan, texts: Sequence[TextSpan], box: Box) -> bool:
    high = span.box.height
    if span.text not in _GLASSES or span.box.width < _WIDE * high:
        return False
    at_end = min(span.box.left - box.left, box.right - span.box.right) <= _END * high
    return at_end and any(
        len(other.text) > 1
        and same_row(other.box, span.box)
        and gap_between(other.box, span.box) >= _APART * high
        for other in texts
    )


def _glass_before(crop: Pixels) -> int:
    """Where the text begins behind a glass, in columns; 0 where a letter stands first: glasses are
    as wide as high, and farther from the text than a letter is."""
    ink = without_bars(ink_mask(crop))
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    ends = np.flatnonzero(np.diff(columns) > 1)
    if not len(ends):
        return 0
    high = int(rows[-1] - rows[0]) + 1
    last, next_ = int(columns[ends[0]]), int(columns[ends[0] + 1])
    wide, gap = last - int(columns[0]) + 1, next_ - last - 1
    return next_ if wide >= _WIDE * high and gap >= _GAP * high else 0


def _glass_behind(crop: Pixels) -> int:
    """Where the text ends before a glass; 0 where a letter stands last."""
    end = _glass_before(crop[:, ::-1])
    return crop.shape[1] - end if end else 0


def floating_label(box: Box, texts: Sequence[TextSpan], view: View) -> tuple[str, str] | None:
    """The label and the value of a field whose label stays in it, small and pale, above what is
    written; None for any other field."""
    if len(texts) != 2:
        return None
    upper, lower = sorted(texts, key=lambda span: span.box.center.y)
    if same_row(upper.box, lower.box) or abs(upper.box.left - lower.box.left) > _BELOW:
        return None
    inks = [shades_seen(span.box, view) for span in (upper, lower)]
    if inks[0] is None or inks[1] is None or box.height > _FLOATING * lower.box.height:
        return None
    paler = inks[0].ratio < _PALER * inks[1].ratio
    return (upper.text.rstrip("*: "), lower.text) if paler else None
