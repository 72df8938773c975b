"""The picture beside a question: the place on the screen with the target marked."""

from __future__ import annotations

from agent.actions import Action, Dragging
from agent.pointing import points_of, used_by
from vision.capture.screen import Pixels
from vision.core.elements import ElementMap
from vision.core.geometry import Box, bounding_box
from vision.draw import frame

# Pixels at scale 1: so much of the screen is shown around the target.
_WIDTH, _HEIGHT = 560, 300
# Pixels around a point that are framed.
_POINT = 12


def spotlight(action: Action, map_: ElementMap) -> Pixels:
    """A copy of the part of the screenshot around what the action uses, with a red frame around
    it; without a target the active window, which gets the keys. Height x width x 3, RGB."""
    shot = map_.screenshot
    targets = [element.box for element in used_by(action, map_)]
    if not targets:
        around = (Box(p.x, p.y, p.x + 1, p.y + 1).grown(_POINT) for p in points_of(action, map_))
        targets = [box for each in around if (box := each.intersection(shot.box))]
    active = next((window.box for window in map_.windows if window.active), shot.box)
    shown = _shown(action, targets) or active.intersection(shot.box) or shot.box
    view = _view(shown, shot.box, shot.scale)
    pixels = shot.crop(view).copy()
    for target in targets:
        frame(pixels, target.moved(-view.left, -view.top))
    return pixels


def _shown(action: Action, targets: list[Box]) -> Box | None:
    """What is to be seen in any case: of a drag both ends."""
    if not targets:
        return None
    return bounding_box(targets) if isinstance(action, Dragging) else targets[0]


def _view(shown: Box, screen: Box, scale: float) -> Box:
    """Around a box, moved so that it lies on the screen; a larger one is seen whole."""
    width = min(max(round(_WIDTH * scale), shown.width + 40), screen.width)
    height = min(max(round(_HEIGHT * scale), shown.height + 40), screen.height)
    left = min(max(shown.center.x - width // 2, screen.left), screen.right - width)
    top = min(max(shown.center.y - height // 2, screen.top), screen.bottom - height)
    return Box(left, top, left + width, top + height)
