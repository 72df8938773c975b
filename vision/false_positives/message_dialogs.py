"""What a dialog says above its buttons: a pane of text in which nobody writes."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.geometry import Box, coverage
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

_HOLDS = 0.6
# Pixels by which a line may be out of the middle, or begin elsewhere than another one.
_CENTRED = 4
# How much longer than another line in the middle the longest is.
_LONGER = 1.2
# In heights of a line: how near its buttons are, and how high they are at most.
_NEAR, _HIGH = 1.0, 3.5


def is_message(
    box: Box, detections: Sequence[Detection], spans: Sequence[TextSpan], shapes: Sequence[Shape]
) -> bool:
    """Whether lines of different lengths stand in the middle of a box, a wrapped one from where the
    longest begins, and buttons right below it: what one writes begins at the left side."""
    lines = [span.box for span in spans if coverage(span.box, box) > _HOLDS]
    centred = [line for line in lines if abs(line.center.x - box.center.x) <= _CENTRED]
    longest = max(lines, key=lambda line: line.width, default=None)
    if longest is None or longest not in centred:
        return False
    one_length = all(_LONGER * line.width >= longest.width for line in centred)
    stray = any(abs(line.left - longest.left) > _CENTRED for line in lines if line not in centred)
    if one_length or stray:
        return False
    buttons = [one.box for one in detections if one.kind == "button"]
    # One as wide as the dialog may be seen as a plain area alone.
    buttons += [shape.box for shape in shapes if _has_label(shape.box, spans)]
    near = _NEAR * longest.height
    return any(
        abs(button.top - box.bottom) <= near and box.left <= button.center.x < box.right
        for button in buttons
    )


def _has_label(box: Box, spans: Sequence[TextSpan]) -> bool:
    """Whether one text stands in the middle of a low box, as on a button."""
    inner = [span.box for span in spans if coverage(span.box, box) > _HOLDS]
    return (
        len(inner) == 1
        and box.height <= _HIGH * inner[0].height
        and abs(inner[0].center.x - box.center.x) <= _CENTRED
    )
