"""The picture beside a question: the place on the screen with the target marked."""

from __future__ import annotations

from agent.actions import Action, Tap
from vision.draw import frame
from vision.elements import ElementMap
from vision.geometry import Box
from vision.screen import Pixels

# Pixels at scale 1: so much of the screen is shown around the target.
_WIDTH, _HEIGHT = 560, 300


def spotlight(action: Action, map_: ElementMap) -> Pixels:
    """A copy of the part of the screenshot around what the action uses, with a red frame around
    it; without a target the active window, which gets the keys. Height x width x 3, RGB."""
    shot = map_.screenshot
    ids = action.targets if isinstance(action, Tap) else (getattr(action, "target", None),)
    targets = [element.box for element in map_.elements if element.id in ids]
    active = next((window.box for window in map_.windows if window.active), shot.box)
    shown = targets[0] if targets else active.intersection(shot.box) or shot.box
    view = _view(shown, shot.box, shot.scale)
    pixels = shot.crop(view).copy()
    for target in targets:
        frame(pixels, target.moved(-view.left, -view.top))
    return pixels


def _view(shown: Box, screen: Box, scale: float) -> Box:
    """Around a box, moved so that it lies on the screen; a larger one is seen whole."""
    width = min(max(round(_WIDTH * scale), shown.width + 40), screen.width)
    height = min(max(round(_HEIGHT * scale), shown.height + 40), screen.height)
    left = min(max(shown.center.x - width // 2, screen.left), screen.right - width)
    top = min(max(shown.center.y - height // 2, screen.top), screen.bottom - height)
    return Box(left, top, left + width, top + height)
