"""Segmented controls: some short names in one frame, one of them on a ground of its own. Where one
of them was found, the others are buttons like it, and what was taken for all of them is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from vision.core.elements import Kind
from vision.core.geometry import Box, coverage, iou
from vision.core.pieces import same_row
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

# Names in one frame; a field with two buttons at its end has no even gaps.
_FEWEST = 3
# In heights of a name: its frame, the gaps, and by how much these differ.
_HIGH, _NARROW, _WIDE, _UNEVEN = 5.2, 0.8, 6.0, 0.5
# In signs: what a name is at most.
_LONGEST = 16
# Of a box: its part that lies in another one; its height in that of the frame; and of IoU.
_INSIDE, _AS_HIGH, _SAME = 0.8, 0.55, 0.5
_TOUCH = 4  # pixels
_SEGMENTS: tuple[Kind, ...] = ("button", "tab")
# What the whole is taken for, where its frame is too pale to be a shape; and its highest score.
_FRAMES: tuple[Kind, ...] = ("dropdown", "field")
_DOUBTED = 0.6
_SCORE = 0.5


def with_segments(
    detections: Sequence[Detection], spans: Sequence[TextSpan], shapes: Sequence[Shape]
) -> list[Detection]:
    """The detections, with the parts of segmented buttons that were passed over, without their
    frame."""
    found = list(detections)
    seen = [d.box for d in detections if d.kind in _FRAMES and d.score < _DOUBTED]
    for box in [*(shape.box for shape in shapes), *seen]:
        row = sorted(
            (span for span in spans if coverage(span.box, box) > _INSIDE),
            key=lambda span: span.box.left,
        )
        if not _are_names(row, box) or any(_is_next(s.box, box) for s in shapes):
            continue
        one = _segment(found, row, box)
        if one is None:
            continue
        frame = [d for d in found if iou(d.box, box) > _SAME and d.kind != "dialog"]
        missed = [span for span in row if not any(_holds(d, span) for d in found if d not in frame)]
        for each in frame:
            note("segments", each.box, f"a {each.kind} was left out: it holds buttons", box)
        found = [d for d in found if d not in frame]
        ends = _ends(row, box)
        for span in missed:
            left, right = ends[row.index(span)]
            box = Box(left, one.box.top, right, one.box.bottom)
            note("segments", box, "it stands in one frame with a button, as far from it", one.box)
            found.append(Detection(box, str(one.kind), _SCORE, one.kind))
    return found


def _are_names(row: Sequence[TextSpan], frame: Box) -> bool:
    """Whether these are short names in one line with even gaps, in a frame of one line."""
    if len(row) < _FEWEST or any(len(span.text) > _LONGEST for span in row):
        return False
    high = max(span.box.height for span in row)
    if frame.height > _HIGH * high or not all(same_row(row[0].box, span.box) for span in row):
        return False
    gaps = [after.box.left - before.box.right for before, after in pairwise(row)]
    even = max(gaps) - min(gaps) <= _UNEVEN * high
    return even and _NARROW * high <= min(gaps) and max(gaps) <= _WIDE * high


def _is_next(one: Box, frame: Box) -> bool:
    """Whether it stands right above or below a frame and has its sides: rows of a table do."""
    aside = max(abs(one.left - frame.left), abs(one.right - frame.right))
    apart = max(one.top - frame.bottom, frame.top - one.bottom)
    return aside <= _TOUCH and -_TOUCH <= apart <= _TOUCH


def _segment(
    detections: Sequence[Detection], row: Sequence[TextSpan], frame: Box
) -> Detection | None:
    """A button in the frame that is about as high and holds one of the names."""
    return next(
        (
            one
            for one in detections
            if one.kind in _SEGMENTS
            and coverage(one.box, frame) > _INSIDE
            and one.box.height >= _AS_HIGH * frame.height
            and sum(_holds(one, span) for span in row) == 1
        ),
        None,
    )


def _holds(one: Detection, span: TextSpan) -> bool:
    return coverage(span.box, one.box) > _INSIDE


def _ends(row: Sequence[TextSpan], frame: Box) -> list[tuple[int, int]]:
    """The left and right end of each segment: between the names, and at those of the frame."""
    between = [(a.box.right + b.box.left) // 2 for a, b in pairwise(row)]
    return list(zip([frame.left, *between], [*between, frame.right], strict=True))
