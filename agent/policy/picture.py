"""The picture beside a question: the place on the screen with the target marked."""

from __future__ import annotations

from agent.actions import Action, Tap
from vision.draw import frame
from vision.elements import ElementMap
from vision.geometry import Box, Point
from vision.screen import Pixels

# Pixels at scale 1: so much of the screen is shown around the target.
_WIDTH, _HEIGHT = 560, 300


def spotlight(action: Action, map_: ElementMap) -> Pixels:
    """A copy of the part of the screenshot around what the action uses, with a red frame around
    it; without a target the middle of the active window. Height x width x 3, RGB."""
    shot = map_.screenshot
    ids = action.targets if isinstance(action, Tap) else (getattr(action, "target", None),)
    targets = [element.box for element in map_.elements if element.id in ids]
    active = next((window.box for window in map_.windows if window.active), shot.box)
    center = targets[0].center if targets else active.center
    view = _view(center, targets, shot.box, shot.scale)
    pixels = shot.crop(view).copy()
    for target in targets:
        frame(pixels, target.moved(-view.left, -view.top))
    return pixels


def _view(center: Point, targets: list[Box], screen: Box, scale: float) -> Box:
    """Around the middle, moved so that it lies on the screen; larger targets are seen whole."""
    largest = targets[0] if targets else None
    width = max(round(_WIDTH * scale), (largest.width if largest else 0) + 40)
    height = max(round(_HEIGHT * scale), (largest.height if largest else 0) + 40)
    width, height = min(width, screen.width), min(height, screen.height)
    left = min(max(center.x - width // 2, screen.left), screen.right - width)
    top = min(max(center.y - height // 2, screen.top), screen.bottom - height)
    return Box(left, top, left + width, top + height)
