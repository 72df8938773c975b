"""The answers to a message: buttons of one width that fill the foot of its small window."""

from __future__ import annotations

from vision.core.geometry import Box
from vision.core.pieces import inside
from vision.core.views import Sight

# Pixels between such a button and where it should end, and from its middle to its name's. In
# heights of the button, how high the window of a message is.
_SIDE, _MIDDLE, _MESSAGE = 8, 4, 12
_MOST = 4


def is_answer(box: Box, sight: Sight) -> bool:
    """Whether a box has one text, in its middle, and is one of so many equal parts of the foot of a
    small window: what a status bar says stands at its left, and windows with one are higher."""
    inner = [span.box.center for span in sight.spans if inside(span, box)]
    if len(inner) != 1:
        return False
    window, middle, name = sight.window_of(box), box.center, inner[0]
    parts = round(window.width / box.width)
    if parts > _MOST or window.height > _MESSAGE * box.height:
        return False
    place = min(parts - 1, round((box.left - window.left) * parts / window.width))
    left, right = (window.left + window.width * n // parts for n in (place, place + 1))
    away = max(abs(box.left - left), abs(box.right - right), abs(box.bottom - window.bottom))
    return away <= _SIDE and max(abs(name.x - middle.x), abs(name.y - middle.y)) <= _MIDDLE
