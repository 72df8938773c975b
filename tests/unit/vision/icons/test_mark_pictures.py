"""Boxes to tick without a text beside them, which a detector takes for icons."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from vision.capture.screen import Screenshot
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.icons.mark_pictures import as_marks

EMPTY, TICKED = "checkbox, empty: square", "checkbox, ticked"


def icon(number: int, caption: str, left: int, top: int = 20) -> Element:
    text = caption.partition(":")[0]
    return Element(number, "icon", text, Box(left, top, left + 24, top + 24), caption=caption)


def screen(*boxes: Box, fill: str = "white") -> Screenshot:
    image = Image.new("RGB", (300, 120), "white")
    pen = ImageDraw.Draw(image)
    for box in boxes:
        pen.rectangle(
            (box.left + 2, box.top + 2, box.right - 3, box.bottom - 3), fill, "black", width=2
        )
    return Screenshot(np.asarray(image))


def test_pictures_of_boxes_side_by_side_are_boxes():
    row = [icon(1, EMPTY, 20), icon(2, TICKED, 60), icon(3, EMPTY, 100)]
    made = as_marks(row, screen(*(e.box for e in row)))
    assert [(e.kind, e.text, e.caption, e.state.checked) for e in made] == [
        ("checkbox", "", "", False),
        ("checkbox", "", "", True),
        ("checkbox", "", "", False),
    ]
    radios = [icon(1, "radio button, empty: circle", 20), icon(2, "radio button, chosen", 20, 60)]
    kinds = [(e.kind, e.state.checked) for e in as_marks(radios, screen(*(e.box for e in radios)))]
    assert kinds == [("radio", False), ("radio", True)]


def test_one_alone_and_filled_squares_stay_icons():
    alone = [icon(1, EMPTY, 20), icon(2, "save", 60), icon(3, EMPTY, 260, 90)]
    assert as_marks(alone, screen(*(e.box for e in alone))) == alone
    stops = [icon(1, EMPTY, 20), icon(2, EMPTY, 60)]
    assert as_marks(stops, screen(*(e.box for e in stops), fill="black")) == stops


def test_a_picture_of_a_box_that_is_known_is_no_second_one():
    known = Element(4, "checkbox", "", Box(23, 23, 41, 41))
    row = [icon(1, TICKED, 20), known, icon(2, EMPTY, 60)]
    made = as_marks(row, screen(*(e.box for e in row)))
    assert [e.id for e in made] == [4, 2]
    named = replace(known, text="News")
    assert len(as_marks([icon(1, TICKED, 20), named], screen(known.box))) == 2
