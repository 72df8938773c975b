"""The one answer to a message: a button as wide as its small window, at the foot of that."""

from __future__ import annotations

from vision.core.geometry import Box
from vision.core.pieces import inside
from vision.core.views import Sight

# Pixels between such a button and the sides of its window, and from its middle to its name's. In
# heights of the button, how high the window of a message is.
_SIDE, _MIDDLE, _MESSAGE = 8, 4, 12


def is_answer(box: Box, sight: Sight) -> bool:
    """Whether a box has one text, in its middle, and ends where a small window ends on three sides:
    what a status bar says stands at its left, and windows with one are higher."""
    inner = [span.box.center for span in sight.spans if inside(span, box)]
    if len(inner) != 1:
        return False
    window, middle, name = sight.window_of(box), box.center, inner[0]
    sides = abs(box.left - window.left), abs(box.right - window.right)
    at_foot = max(*sides, abs(box.bottom - window.bottom)) <= _SIDE
    centred = max(abs(name.x - middle.x), abs(name.y - middle.y)) <= _MIDDLE
    return at_foot and centred and window.height <= _MESSAGE * box.height
