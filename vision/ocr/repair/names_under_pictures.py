"""Names below pictures, as in a folder of files: what was read within the picture is no part of
them, and the last of their lines is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.geometry import Box, coverage
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.colors import distance, shades_seen

# Signs that a part of a picture is read as; in heights of the name: the least gap between picture
# and name; of a channel, 0 to 255: what the grounds of the two differ by.
_SIGNS, _GAP, _OTHER_GROUND = 3, 0.5, 40.0
# In heights of a line: the least height of such an entry, the room between two lines of a name, and
# by how much their middles, or their sides, differ.
_TALL, _NEXT, _OFF = 3.0, 0.6, 0.4
_HOLDS, _MOST_LINES = 0.6, 3


def without_picture(texts: Sequence[TextSpan], view: View) -> list[TextSpan]:
    """The texts of one entry without the signs above its name that have another ground."""
    if len(texts) < 2:
        return list(texts)
    name = max(texts, key=lambda span: span.box.bottom)
    own = shades_seen(name.box, view)
    if own is None:
        return list(texts)

    def is_in_picture(span: TextSpan) -> bool:
        above = name.box.top - span.box.bottom >= _GAP * name.box.height
        seen = shades_seen(span.box, view) if above and len(span.text) <= _SIGNS else None
        return seen is not None and distance(seen.ground, own.ground) > _OTHER_GROUND

    return [span for span in texts if not is_in_picture(span)]


def with_whole_names(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[Detection]:
    """The detections, where an entry below a picture ends before the last lines of its name with
    those in it."""
    boxes = [one.box for one in detections]
    return [
        replace(one, box=_whole(one.box, spans, boxes)) if one.kind == "list item" else one
        for one in detections
    ]


def _whole(box: Box, spans: Sequence[TextSpan], boxes: Sequence[Box]) -> Box:
    whole = box
    for _ in range(_MOST_LINES):
        own = [span.box for span in spans if coverage(span.box, whole) > _HOLDS]
        if not own:
            break
        last = max(own, key=lambda line: line.bottom)
        centred = abs(last.center.x - box.center.x) <= _OFF * last.height
        if not centred or box.height < _TALL * last.height:
            break
        below = [span.box for span in spans if _goes_on(last, span.box)]
        if not below or any(coverage(below[0], o) > _HOLDS for o in boxes if o != box):
            break
        if coverage(below[0], whole) > _HOLDS:
            break
        whole = Box(whole.left, whole.top, whole.right, below[0].bottom + 1)
    return whole


def _goes_on(line: Box, next_: Box) -> bool:
    near = 0 <= next_.top - line.bottom <= _NEXT * line.height
    return near and abs(next_.center.x - line.center.x) <= _OFF * line.height
