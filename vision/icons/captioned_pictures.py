"""Pictures with their names below: programs on a desktop, files in a grid, goods in a shop.

They stand on grounds of all sorts, also on photographs that are out of focus: a picture is where
many neighbouring pixels differ, with room around it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.capture.pixel_diff import steps
from vision.capture.screen import Pixels
from vision.core.geometry import Box, coverage, overlap_area
from vision.core.pieces import Piece
from vision.core.trace import note
from vision.core.views import Sight

# Of a channel, 0 to 255: what neighbouring pixels of a picture differ by.
_STEP = 12
# In heights of a line of text: how far around a name is looked, the smallest picture, the largest
# icon, what may lie between the parts of one, and the widest name.
_REACH, _SMALLEST, _ICON, _ROOM, _WIDEST = 12.0, 2.0, 8.0, 0.3, 14.0
# The room between a picture and its name: in heights of a line, and of the picture.
_GAP, _LARGE_GAP = 1.2, 0.45
# In widths of the picture: how far its middle is from that of its name, and how wide that is.
_OFF, _NAME = 0.12, 2.2
_SHAPE = 2.2  # of its sides
_COVERED, _INSIDE = 0.3, 0.9
# In heights of a line: how far above a text the next one of its lines is at most.
_NEXT = 3.0


def with_captions(sight: Sight, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with texts made names of the pictures above them that no piece stands for: icons,
    and images where they are large."""
    result = list(pieces)
    for text in [piece for piece in pieces if piece.kind == "text"]:
        if _is_below_text(text.box, sight):
            continue  # Most are: lines of a text.
        box = _picture_over(text.box, sight)
        if box is None or not _is_free(box, text, result, sight):
            continue
        note("pictures", box, "a picture stands above its name", text.box)
        if max(box.width, box.height) <= _ICON * sight.line:
            result.remove(text)
            whole = box.union(text.box)
            result.append(Piece("icon", text.text, whole, text.state, "merged", text.score))
        else:
            result.append(Piece("image", "", box, source="shape", score=0.5))
    return result


def _is_below_text(text: Box, sight: Sight) -> bool:
    """Whether another text stands right above the middle of one."""
    middle, top = text.center.x, text.top - _NEXT * sight.line
    boxes = (span.box for span in sight.spans)
    return any(
        b.top < text.top and b.left <= middle < b.right and top < b.center.y < text.top
        for b in boxes
    )


def _picture_over(text: Box, sight: Sight) -> Box | None:
    line, middle = sight.line, text.center.x
    reach = round(_REACH * line)
    height, width = sight.pixels.shape[:2]
    left, right = max(0, middle - reach), min(width, middle + reach)
    top, bottom = max(0, text.top - reach), min(height, text.top - 1)
    if text.width > _WIDEST * line or bottom - top < _SMALLEST * line:
        return None
    found = sight.ask(_lowest_picture, Box(left, top, right, bottom), middle - left, line)
    if found is None:
        return None
    box = found.moved(left, top)
    gap = text.top - box.bottom
    fits = (
        min(box.width, box.height) >= _SMALLEST * line
        and max(box.width, box.height) <= _SHAPE * min(box.width, box.height)
        and gap <= max(_GAP * line, _LARGE_GAP * box.height)
        and abs(box.center.x - middle) <= _OFF * box.width + 2
        and text.width <= _NAME * box.width
    )
    return box if fits else None


def _is_free(box: Box, text: Piece, pieces: Sequence[Piece], sight: Sight) -> bool:
    """Whether nothing is known there, but for small writing on the picture."""
    for piece in pieces:
        common = overlap_area(piece.box, box)
        if piece is text or common == 0:
            continue
        written = piece.kind == "text" and coverage(piece.box, box) > _INSIDE
        if common > _COVERED * min(piece.box.area, box.area) and not written:
            return False
    texts = sum(overlap_area(span.box, box) for span in sight.spans)
    return texts <= _COVERED * box.area


def _lowest_picture(crop: Pixels, middle: int, line: float) -> Box | None:
    """What is drawn at the foot of a crop, about the column `middle`, with room around it, in the
    crop's coordinates."""
    import cv2

    across, down = steps(crop)
    busy = np.zeros(crop.shape[:2], np.uint8)
    busy[:, :-1] |= across > _STEP
    busy[:-1, :] |= down > _STEP
    room = max(3, round(_ROOM * line))
    joined = cv2.morphologyEx(busy, cv2.MORPH_CLOSE, np.ones((room, room), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    over = [
        Box(int(x), int(y), int(x + w), int(y + h))
        for x, y, w, h, _ in stats[1:count]
        if x <= middle < x + w and h >= line and w >= line
    ]
    if not over:
        return None
    box = max(over, key=lambda b: b.bottom)
    whole = box.left > 0 and box.top > 0 and box.right < crop.shape[1] - 1
    return box if whole else None
