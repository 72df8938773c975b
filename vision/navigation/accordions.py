"""Rows that open: a name at the left, nothing for a long way, and an arrow to the right or down at
the far end. What they hold is shown below, or on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import difference
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.arrows import is_arrow_down, is_arrow_right
from vision.pixels.ink import is_blank

_LONGEST = 60
# In heights of the name: what is free before the arrow at least, how wide that is at most, what is
# free around it, and how near behind it the row ends. Of the row, how much higher than the name.
_FREE, _WIDE, _AROUND, _END, _MORE = 6.0, 1.3, 0.5, 3.0, 0.35
_LEAST = 5  # rows of a crop
# Of 255: what stands out from the ground.
_STANDS_OUT = 20
# In heights of the name: what belongs to the row above and below, where nothing is drawn.
_ROOM = 0.7
# Steps from row to row at least, by what part they differ, how high they are at most in heights of
# a name, and pixels by which the sides of rows differ.
_STEPS, _UNEVEN, _HIGHEST, _FLUSH = 2, 0.1, 6.0, 4


def accordions(sight: Sight, free: Sequence[TextSpan]) -> dict[TextSpan, Piece]:
    """Those of the texts that are in no control and open such a row, each with its button."""
    found = {}
    for span in free:
        box, high = span.box, span.box.height
        end = sight.window_of(box).right
        if len(span.text) > _LONGEST or end - box.right < _FREE * high:
            continue
        more = round(_MORE * high)
        band = Box(box.right + 2, max(0, box.top - more), end, box.bottom + more)
        right = sight.ask(arrow_at_end, band, high)
        if right:
            note("accordions", box, f'an arrow at the far end opens "{span.text}"')
            row = _row(box, band.left + right, sight)
            found[span] = Piece("button", span.text, row, source="merged", score=0.5)
    return _as_high_as_their_steps(found)


def _as_high_as_their_steps(rows: dict[TextSpan, Piece]) -> dict[TextSpan, Piece]:
    """The rows, those that follow each other in even steps as high as these: nothing is between
    them. One of them may be open, and then the step behind it is larger."""
    high = {}
    for span, piece in rows.items():
        others = [o.box for o in rows.values() if _share_sides(o.box, piece.box)]
        heights = sorted(box.center.y for box in others)
        steps = sorted(lower - upper for upper, lower in pairwise(heights))
        step = steps[len(steps) // 2] if len(steps) >= _STEPS else 0
        beside = [abs(box.center.y - piece.box.center.y) for box in others]
        even = any(abs(away - step) <= _UNEVEN * step for away in beside)
        if even and piece.box.height < step <= _HIGHEST * span.box.height:
            top = piece.box.center.y - step // 2
            piece = replace(piece, box=replace(piece.box, top=top, bottom=top + step))
        high[span] = piece
    return high


def _share_sides(one: Box, other: Box) -> bool:
    return max(abs(one.left - other.left), abs(one.right - other.right)) <= _FLUSH


def arrow_at_end(crop: Pixels, high: int) -> int:
    """Where the arrow ends that stands alone far behind a name `high` pixels high and near the end
    of its row, in columns of what is right of the name (uint8 H x W x 3); 0 for none."""
    height = len(crop)
    if height < _LEAST or crop.shape[1] < _FREE * high:
        return 0
    # Nearly always something else stands behind a name; that is soon seen.
    if _drawn(crop[:, : round(_FREE * high)]).any():
        return 0
    drawn = _drawn(crop)
    columns = np.flatnonzero(drawn.any(axis=0))
    if len(columns) == 0:
        return 0
    free = round(_AROUND * high)
    gaps = np.flatnonzero(np.diff(columns) > free)
    last = int(columns[gaps[0]] if len(gaps) else columns[-1])
    first, behind = int(columns[0]), int(columns[gaps[0] + 1]) if len(gaps) else crop.shape[1]
    if last - first >= _WIDE * high or behind - last > _END * high:
        return 0
    if drawn[[0, -1], first : last + 1].any():
        return 0  # It goes on above or below.
    around = crop[:, first - free : min(last + 1 + free, behind)]
    return last + 1 if is_arrow_right(around, high) or is_arrow_down(around, high) else 0


def _drawn(crop: Pixels) -> NDArray[np.bool_]:
    """What stands out from where its row begins."""
    ground = np.repeat(crop[:, :1], crop.shape[1], axis=1)
    return np.asarray(difference(crop, ground) > _STANDS_OUT)


def _row(name: Box, right: int, sight: Sight) -> Box:
    """The row of a name and its arrow, with what is free above and below."""
    whole = replace(name, right=right)
    room = round(_ROOM * name.height)
    above = replace(whole, top=max(0, name.top - room), bottom=name.top - 1)
    below = replace(whole, top=name.bottom + 1, bottom=name.bottom + room)
    if above.height > 1 and is_blank(above, sight.pixels) and is_blank(below, sight.pixels):
        return replace(whole, top=above.top, bottom=below.bottom)
    return whole
