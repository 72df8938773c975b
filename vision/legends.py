"""Titles that stand in the line of a frame around a group: where the line ends, a reader takes it
for a sign of the title ("-Time zone")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry import Box
from vision.glances import Asked
from vision.pixeldiff import difference
from vision.recognise import TextSpan
from vision.screen import Pixels
from vision.trace import note

_LIKE_LINES = frozenset("-–—−·•_~.")
# Of a channel, 0 to 255: a frame's line may be pale. How thick it is at most, beside a pixel,
# in heights of the title.
_FAINT, _THICK = 10, 0.2
# Of the height of the title: where its frame's line is, from above; how far it is followed.
_BAND, _REACH = (0.25, 0.8), 0.4


def without_frame_lines(spans: Sequence[TextSpan], view: Asked) -> list[TextSpan]:
    """The spans without the ends of lines that were read as their first or last sign."""
    return [_without(_without(span, view, -1), view, 1) for span in spans]


def _without(span: TextSpan, view: Asked, side: int) -> TextSpan:
    sign = span.text[0 if side < 0 else -1 :][:1]
    rest = (span.text[1:] if side < 0 else span.text[:-1]).strip()
    if sign not in _LIKE_LINES or len(rest) < 2 or not rest[0 if side < 0 else -1].isalpha():
        return span
    box, reach = span.box, round(_REACH * span.box.height)
    inner = min(box.height, box.width // 2)
    if side < 0:
        ends = (box.left - reach, box.left + inner)
    else:
        ends = (box.right - inner, box.right + reach)
    if ends[0] < 0:
        return span
    end = view.ask(_end_of_line, Box(ends[0], box.top, ends[1], box.bottom), reach, side)
    if end is None:
        return span
    note("legends", box, f'the "{sign}" of "{span.text}" is the line of a frame')
    if side < 0:
        box = replace(box, left=min(box.left - reach + end, box.right - 1))
    else:
        box = replace(box, right=max(box.right + reach - end, box.left + 1))
    words = span.words[1:] if side < 0 else span.words[:-1]
    if " ".join(word.text for word in words) != rest:
        words = ()
    return replace(span, text=rest, box=box, words=words)


def _end_of_line(crop: Pixels, reach: int, side: int) -> int | None:
    """How many columns from the outer side of a crop a level line ends that comes in from there;
    None without one, or if it goes on through the crop."""
    turned = crop if side < 0 else crop[:, ::-1]
    ground = np.median(turned, axis=(0, 1))
    red, green, blue = (int(level) for level in ground)
    ink = np.asarray(difference(np.ascontiguousarray(turned), (red, green, blue)) > _FAINT)
    high = len(ink)
    for row in range(int(_BAND[0] * high), int(_BAND[1] * high)):
        if not ink[row, :reach].all() or ink[row].all():
            continue
        if np.count_nonzero(ink[:, :reach].any(axis=1)) > 1 + _THICK * high:
            return None  # not a line alone
        return int(np.argmin(ink[row]))
    return None
