"""Pictures as data addresses of JPEG images: they stand in a page without a file or a request."""

from __future__ import annotations

import base64
import io

from PIL import Image

from vision.capture.screen import Pixels

WIDEST = 1600


def jpeg_address(pixels: Pixels, widest: int = WIDEST, quality: int = 80) -> str:
    """RGB pixels (height, width, 3), made smaller if they are wider than `widest`, as
    "data:image/jpeg;base64,…"; `quality` from 1 to 95."""
    image = Image.fromarray(pixels)
    if image.width > widest:
        # Whole steps first: for small pictures that is ten times faster and looks the same.
        image.thumbnail((widest, image.height), reducing_gap=2.0)
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=quality)
    return "data:image/jpeg;base64," + base64.b64encode(stream.getvalue()).decode("ascii")
