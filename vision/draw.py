"""Numbered boxes over a screenshot, for the panel, the overlay and reports."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import ElementMap, Kind
from vision.core.geometry import Box

_COLOURS: dict[Kind, str] = {
    "button": "#1a73e8",
    "field": "#188038",
    "checkbox": "#b3261e",
    "radio": "#b3261e",
    "dropdown": "#00796b",
    "tab": "#6750a4",
    "menu": "#9334e6",
    "link": "#0b57d0",
    "list item": "#8d6e00",
    "slider": "#b06000",
    "icon": "#e8710a",
    "image": "#7cb342",
    "scroll bar": "#d01884",
    "window title": "#5f6368",
    "dialog": "#3c4043",
    "text": "#9aa0a6",
}

# The frame round what an action uses. Pixels at scale 1.
_RED = (200, 30, 30)
_GAP, _THICK = 3, 4


def draw(map_: ElementMap, targets: Collection[int] = (), *, boxes: bool = True) -> Pixels:
    """A copy of the map's screenshot, if wanted with a box and number per element; the elements
    with the ids `targets` in a red frame.

    Returns uint8 H x W x 3 RGB.
    """
    shot = map_.screenshot
    pixels = np.array(_numbered(map_)) if boxes else shot.pixels.copy()
    for element in map_.elements:
        if element.id in targets:
            box = element.box.moved(-shot.origin.x, -shot.origin.y)
            frame(pixels, box, max(1, round(shot.scale)))
    return pixels


def frame(pixels: Pixels, box: Box, scale: int = 1) -> None:
    """Draw a red frame round a box that is relative to the pixels; what lies beside them is cut."""
    inner = box.grown(_GAP * scale)
    mask = np.zeros(pixels.shape[:2], bool)
    for area, value in ((inner.grown(_THICK * scale), True), (inner, False)):
        mask[max(0, area.top) : max(0, area.bottom), max(0, area.left) : max(0, area.right)] = value
    pixels[mask] = _RED


def _numbered(map_: ElementMap) -> Pixels:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.fromarray(map_.screenshot.pixels)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=11 * max(1, round(map_.screenshot.scale)))
    dx, dy = map_.screenshot.origin.x, map_.screenshot.origin.y
    for element in map_.elements:
        box = element.box.moved(-dx, -dy)
        colour = _COLOURS[element.kind]
        corners = (box.left, box.top, box.right - 1, box.bottom - 1)
        pen.rectangle(corners, outline=colour, width=1)
        if not element.interactive:
            continue
        label = str(element.id)
        width = round(pen.textlength(label, font=font)) + 4
        left = max(0, min(box.left, image.width - width))
        top = max(0, box.top - 11)
        pen.rectangle((left, top, left + width, top + 12), fill=colour)
        pen.text((left + 2, top - 1), label, fill="white", font=font)
    return np.asarray(image, dtype=np.uint8)
