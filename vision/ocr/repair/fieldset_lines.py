"""Titles that stand in the line of a frame around a group: where the line ends, a reader takes it
for a sign of the title ("-Time zone")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.capture.pixel_diff import difference
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.trace import note
from vision.core.views import View
from vision.ocr.engine import TextSpan, Word

_LIKE_LINES = frozenset("-–—−·•_~.")
# Of a channel, 0 to 255: a frame's line may be pale. How thick it is at most, beside a pixel,
# in heights of the title.
_FAINT, _THICK = 10, 0.2
# Of the height of the title: where its frame's line is, from above; how far it is followed.
_BAND, _REACH = (0.25, 0.8), 0.4


def without_frame_lines(spans: Sequence[TextSpan], view: View) -> list[TextSpan]:
    """The spans without the ends of lines that were read as their first or last sign."""
    return [_without_last(_without_first(span, view), view) for span in spans]


def _without_first(span: TextSpan, view: View) -> TextSpan:
    rest = span.text[1:].strip()
    if span.text[:1] not in _LIKE_LINES or len(rest) < 2 or not rest[0].isalpha():
        return span
    box, reach, inner = span.box, _reach(span.box), _inner(span.box)
    if box.left < reach:
        return span
    around = replace(box, left=box.left - reach, right=box.left + inner)
    end = view.ask(_end_of_line, around, reach)
    if end is None:
        return span
    return _cut(span, rest, replace(box, left=box.left - reach + end), span.words[1:])


def _without_last(span: TextSpan, view: View) -> TextSpan:
    rest = span.text[:-1].strip()
    if span.text[-1:] not in _LIKE_LINES or len(rest) < 2 or not rest[-1].isalpha():
        return span
    box, reach, inner = span.box, _reach(span.box), _inner(span.box)
    if box.right + reach > view.pixels.shape[1]:
        return span
    around = replace(box, left=box.right - inner, right=box.right + reach)
    end = view.ask(_end_of_line_on_right, around, reach)
    if end is None:
        return span
    return _cut(span, rest, replace(box, right=box.right + reach - end), span.words[:-1])


def _reach(title: Box) -> int:
    return round(_REACH * title.height)


def _inner(title: Box) -> int:
    """So much of a title is looked at: the line ends before its first letter, behind its last."""
    return min(title.height, title.width // 2)


def _cut(span: TextSpan, text: str, box: Box, words: tuple[Word, ...]) -> TextSpan:
    note("legends", span.box, f'what makes "{span.text}" of "{text}" is the line of a frame')
    if " ".join(word.text for word in words) != text:
        words = ()
    return replace(span, text=text, box=box, words=words)


def _end_of_line_on_right(crop: Pixels, reach: int) -> int | None:
    return _end_of_line(np.ascontiguousarray(crop[:, ::-1]), reach)


def _end_of_line(crop: Pixels, reach: int) -> int | None:
    """How many columns from the left side of a crop a level line ends that comes in from there;
    None without one, or if it goes on through the crop."""
    red, green, blue = (int(level) for level in np.median(crop, axis=(0, 1)))
    ink = np.asarray(difference(crop, (red, green, blue)) > _FAINT)
    high = len(ink)
    for row in range(int(_BAND[0] * high), int(_BAND[1] * high)):
        if not ink[row, :reach].all() or ink[row].all():
            continue
        if np.count_nonzero(ink[:, :reach].any(axis=1)) > 1 + _THICK * high:
            return None  # not a line alone
        return int(np.argmin(ink[row]))
    return None
