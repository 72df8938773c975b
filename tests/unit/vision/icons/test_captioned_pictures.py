"""Pictures with their names below, on grounds of all sorts."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from tests.support.drawn import Page
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.views import Sight
from vision.icons.captioned_pictures import with_captions


def desktop() -> Page:
    """A ground that grows lighter to the right."""
    page = Page(500, 300)
    shade = np.linspace(30, 160, 500).astype(np.uint8)
    ground = np.repeat(shade[None, :, None], 300, axis=0).repeat(3, axis=2)
    page.image = Image.fromarray(ground)
    page.pen = ImageDraw.Draw(page.image)
    return page


def picture(page: Page, box: Box) -> None:
    page.pen.ellipse((box.left, box.top, box.right - 1, box.bottom - 1), fill="#e08020")
    for y in range(box.top + 6, box.bottom - 6, 6):
        page.pen.line((box.left + 8, y, box.right - 8, y), fill="#402010", width=2)


def seen(page: Page) -> list[Piece]:
    texts = [Piece("text", span.text, span.box) for span in page.spans]
    return with_captions(Sight(page.pixels, tuple(page.spans), (), 14.0), texts)


def test_a_small_picture_and_its_name_are_one_icon() -> None:
    page = desktop()
    picture(page, Box(200, 60, 248, 108))
    page.text(200, 116, "Firefox", fill="white")
    (icon,) = seen(page)
    assert (icon.kind, icon.text) == ("icon", "Firefox")
    assert icon.box.top <= 62
    assert icon.box.bottom >= 128


def test_a_large_picture_above_its_name_is_an_image() -> None:
    page = Page(500, 300, "white")
    picture(page, Box(160, 60, 290, 160))
    page.text(206, 190, "Burger")
    text, image = seen(page)
    assert (text.kind, image.kind) == ("text", "image")
    assert abs(image.box.center.x - 225) <= 3


def test_lines_of_a_text_and_a_picture_beside_a_name_are_left_as_they_are() -> None:
    page = Page(500, 300, "white")
    for y in range(40, 160, 22):
        page.text(40, y, "Some words of a text")
    picture(page, Box(300, 60, 348, 108))
    page.text(380, 116, "Apart")
    assert {piece.kind for piece in seen(page)} == {"text"}
