"""A small picture of each step: the place that it touched, or the whole screen."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from agent.trajectory import Step
from vision.geometry import Box
from vision.jpeg import jpeg_address

_SIZE = (168, 96)
# What is shown round a target, in pixels of the screen.
_AROUND = (336, 192)


def thumbnail(step: Step) -> str:
    """What the step saw before it acted, as the data address of a JPEG of at most 168 x 96; what it
    touched is in the middle, in a frame."""
    shot = step.map.screenshot
    image = Image.fromarray(shot.pixels)
    target = getattr(step.action, "target", None)
    found = next((e for e in step.map.elements if e.id == target), None)
    if found is not None:
        box = found.box.moved(-shot.origin.x, -shot.origin.y)
        part = _round(box, image.size)
        image = image.crop((part.left, part.top, part.right, part.bottom))
        frame = box.moved(-part.left, -part.top)
        corners = (frame.left - 2, frame.top - 2, frame.right + 1, frame.bottom + 1)
        ImageDraw.Draw(image).rectangle(corners, outline="#d3302f", width=3)
    image.thumbnail(_SIZE)
    return jpeg_address(np.asarray(image), quality=72)


def _round(box: Box, size: tuple[int, int]) -> Box:
    """The part of a picture of `size` (width, height) with the box in its middle."""
    width = min(size[0], max(_AROUND[0], box.width + 40))
    height = min(size[1], max(_AROUND[1], box.height + 24))
    left = min(max(0, box.center.x - width // 2), size[0] - width)
    top = min(max(0, box.center.y - height // 2), size[1] - height)
    return Box(left, top, left + width, top + height)
