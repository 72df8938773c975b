"""Plain figures are called by their colour and form; a cross is "close"."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from vision.capture.screen import Pixels, Screenshot
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.icons.namer import Namer, name_icons
from vision.icons.plain_shapes import colour_name, plain_name

BOX = (8, 8, 47, 47)


def picture(form: str, fill: str = "red", outline: str | None = None) -> Pixels:
    """A figure of 40 x 40 pixels with ground around it."""
    image = Image.new("RGB", (56, 56), "white")
    pen = ImageDraw.Draw(image)
    if form == "square":
        pen.rectangle(BOX, fill, outline, width=2)
    elif form == "rectangle":
        pen.rectangle((8, 18, 47, 37), fill, outline)
    elif form == "circle":
        pen.ellipse(BOX, fill, outline)
    elif form == "triangle":
        pen.polygon([(28, 8), (8, 47), (48, 47)], fill)
    elif form == "cross":
        pen.line((12, 12, 43, 43), fill, width=7)
        pen.line((43, 12, 12, 43), fill, width=7)
    elif form == "plus":
        pen.line((28, 8, 28, 47), fill, width=7)
        pen.line((8, 28, 47, 28), fill, width=7)
    elif form == "two":
        pen.rectangle((8, 8, 25, 25), fill)
        pen.rectangle((34, 30, 50, 46), fill)
    elif form == "striped":
        pen.rectangle(BOX, fill)
        pen.rectangle((8, 20, 47, 34), "black")
    return np.asarray(image)


@pytest.mark.parametrize(
    ("form", "fill", "outline", "said"),
    [
        ("square", "red", None, "red square"),
        ("square", "white", "black", "white square"),
        ("square", "black", "black", "black square"),
        ("square", "#00ff00", "black", "lime green square"),
        ("rectangle", "navy", None, "navy blue rectangle"),
        ("circle", "cyan", None, "cyan circle"),
        ("triangle", "blue", None, "blue triangle"),
        ("cross", "#505050", None, "close: cross"),
        ("plus", "#505050", None, ""),
        ("two", "red", None, ""),
        ("striped", "red", None, ""),
        ("", "red", None, ""),
    ],
)
def test_what_a_plain_figure_is(form: str, fill: str, outline: str | None, said: str):
    assert plain_name(picture(form, fill, outline)) == said


def test_turned_triangles_are_triangles_and_tiny_pictures_nothing():
    for turns in range(4):
        assert plain_name(np.rot90(picture("triangle", "green"), turns)) == "green triangle"
    assert plain_name(picture("square")[20:28, 20:28]) == ""
    assert plain_name(picture("square")[:, 12:]) == ""  # cut off: no ground on its left


def test_colours_have_the_names_of_people():
    near = {"red": (250, 20, 10), "teal": (10, 120, 120), "pink": (250, 190, 200)}
    assert {colour_name(np.array(c, dtype=np.float64)) for c in near.values()} == set(near)


def test_an_icon_that_nobody_knows_is_called_by_what_it_shows():
    screen = Screenshot(picture("square", "yellow"))
    icon = Element(1, "icon", "", Box(8, 8, 48, 48))
    (named,) = name_icons([icon], screen, (), Namer())
    assert (named.text, named.caption) == ("yellow square", "yellow square")
    (shut,) = name_icons([icon], Screenshot(picture("cross", "black")), (), Namer())
    assert (shut.text, shut.caption) == ("close", "close: cross")
    field = Element(1, "field", "", Box(8, 8, 48, 48))
    assert name_icons([field], screen, (), Namer()) == (field,)
