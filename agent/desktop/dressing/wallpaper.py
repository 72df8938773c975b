"""The wallpaper of the virtual desktop: drawn for its size, so that it comes without a file."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_TOP, _BOTTOM = (92, 152, 150), (38, 92, 100)
# Hills from the back to the front: middle and swing in screen heights, waves in a screen width,
# where the wave begins, and how much darker than what lies behind.
_HILLS = ((0.64, 0.06, 0.7, 0.6, 8), (0.76, 0.05, 0.9, 2.4, 9), (0.88, 0.04, 1.1, 4.2, 10))
_STRIP = 32


def picture(size: tuple[int, int]) -> NDArray[np.uint8]:
    """The wallpaper as rows × columns × RGB, 0 to 255, for a width and height in pixels."""
    width, height = size
    x = np.linspace(0, 1, width, dtype=np.float32)[np.newaxis, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, np.newaxis]
    darker = np.zeros((height, width), np.float32)
    for middle, swing, waves, begin, depth in _HILLS:
        edge = middle + swing * np.sin(2 * np.pi * waves * x + begin)
        # The edge is a pixel and a half wide: a sharp one would be a staircase.
        darker += depth * np.clip((y - edge) * (height / 1.5), 0, 1)
    drawn = np.empty((height, width, 3), np.uint8)
    for channel, (top, bottom) in enumerate(zip(_TOP, _BOTTOM, strict=True)):
        drawn[..., channel] = top + (bottom - top) * y - darker
    return drawn


def hang(display: Any, size: tuple[int, int]) -> None:
    """Make the wallpaper the background of a python-xlib display of this size.

    Also says so to programs that look through to it (_XROOTPMAP_ID).
    """
    from Xlib import X, Xatom

    root = display.screen().root
    width, height = size
    drawn = picture(size)
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[..., :3] = drawn[..., ::-1]
    depth = display.screen().root_depth
    pixmap = root.create_pixmap(width, height, depth)
    context = pixmap.create_gc()
    for top in range(0, height, _STRIP):
        strip = pixels[top : top + _STRIP]
        pixmap.put_image(context, 0, top, width, len(strip), X.ZPixmap, depth, 0, strip.tobytes())
    context.free()
    root.change_attributes(background_pixmap=pixmap)
    root.clear_area()
    root.change_property(display.intern_atom("_XROOTPMAP_ID"), Xatom.PIXMAP, 32, [pixmap.id])
    # Without this the pixmap would go with this connection.
    display.set_close_down_mode(X.RetainPermanent)
    display.sync()
