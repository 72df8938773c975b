"""What is seen on pictures of real programs, with the real text recogniser."""

from __future__ import annotations

import numpy as np
import pytest

from agent.perception.perceiver import make_perceiver
from tests.support.places import DATA
from vision.capture.screen import Pixels, Screenshot, load_image
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box, coverage
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.perceiver import Engines, Perceiver
from vision.pipeline.phases import assembled, described
from vision.pipeline.runner import run
from vision.pipeline.text import TEXT

pytestmark = pytest.mark.smoke


class Counting:
    """The recogniser given, which keeps count of the pixels that it is shown."""

    def __init__(self, inner: TextRecognizer) -> None:
        self.inner, self.pixels = inner, 0

    def read(self, pixels: Pixels) -> list[TextSpan]:
        self.pixels += pixels.shape[0] * pixels.shape[1]
        return self.inner.read(pixels)

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        return self.inner.read_glyph(pixels)


def seen(rapid: TextRecognizer, name: str, *windows: Window) -> ElementMap:
    return make_perceiver().perceive(load_image(DATA / name), windows)


def the(found: ElementMap, kind: str, text: str) -> Element:
    """The only element of this kind and text."""
    (element,) = [e for e in found.elements if e.kind == kind and e.text == text]
    return element


def texts(found: ElementMap, kind: str) -> list[str]:
    return [e.text for e in found.elements if e.kind == kind]


def test_a_web_form(rapid: TextRecognizer):
    found = seen(rapid, "form.png")
    assert [(e.text, e.state.value) for e in found.elements if e.kind == "field"] == [
        ("First name", ""),
        ("E-mail", ""),
        ("City", ""),
    ]
    assert the(found, "checkbox", "Newsletter").state.checked is False
    assert the(found, "radio", "Invoice").state.checked is False
    assert the(found, "radio", "Card").state.checked is True
    assert the(found, "dropdown", "Shipping").state.value == "Standard"
    assert texts(found, "button") == ["Submit", "Reset"]
    assert texts(found, "link") == ["Help with this form"]
    assert texts(found, "text") == ["Order form"]


def test_boxes_are_where_the_controls_are(rapid: TextRecognizer):
    found = seen(rapid, "form.png")
    # Measured in the page: left, top, right, bottom.
    places = {
        ("field", "First name"): Box(106, 75, 318, 105),
        ("checkbox", "Newsletter"): Box(22, 198, 35, 211),
        ("radio", "Card"): Box(23, 258, 36, 271),
        ("dropdown", "Shipping"): Box(93, 285, 188, 314),
        ("button", "Submit"): Box(18, 324, 75, 345),
    }
    for (kind, text), place in places.items():
        box = the(found, kind, text).box
        assert coverage(box, place.grown(3)) == 1, text
        assert coverage(place, box.grown(4)) == 1, text


def test_an_open_menu(rapid: TextRecognizer):
    menu = Window(2, "Mousepad", "Mousepad", Box(20, 67, 301, 450), popup=True)
    editor = Window(1, "*Untitled 1 - Mousepad", "Mousepad", Box(19, 14, 661, 525), active=True)
    found = seen(rapid, "open_menu.png", menu, editor)
    rows = [e for e in found.elements if e.group == "Mousepad"]
    assert {e.kind for e in rows} == {"menu"}
    assert {"New", "New Window", "Save", "Quit", "Close Window"} <= {e.text for e in rows}
    assert not any("Ctrl" in e.text for e in rows)
    assert not the(found, "menu", "New").state.disabled
    bar = [e.text for e in found.elements if e.kind == "menu" and e.group != "Mousepad"]
    assert bar == ["File", "Edit", "Search", "View", "Document", "Help"]


def test_a_caret_does_not_cut_a_field(rapid: TextRecognizer):
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (500, 120), "#d9d9d9")
    pen = ImageDraw.Draw(image)
    pen.text((20, 48), "Full name", fill="black", font=ImageFont.load_default(size=16))
    pen.rectangle((130, 42, 400, 72), outline="black", fill="white", width=2)
    pen.text((136, 48), "Margaret", fill="black", font=ImageFont.load_default(size=16))
    pen.line((222, 45, 222, 69), fill="black", width=2)
    found = Perceiver(Engines(rapid)).perceive(Screenshot(np.asarray(image)))
    (field,) = [e for e in found.elements if e.box.left > 120]
    assert (field.kind, field.text, field.state.value) == ("field", "Full name", "Margaret")


def test_a_tooltip_is_text(rapid: TextRecognizer):
    tooltip = Window(2, "", "", Box(20, 60, 320, 110), popup=True, tooltip=True)
    page = Window(1, "Page", "", Box(0, 0, 600, 400))
    found = seen(rapid, "form.png", tooltip, page)
    kinds = {e.kind for e in found.elements if e.group == ""}
    assert kinds <= {"text"}


def test_nothing_on_a_plain_screen(rapid: TextRecognizer):
    grey = np.full((300, 400, 3), 90, np.uint8)
    assert Perceiver(Engines(rapid)).perceive(Screenshot(grey)).elements == ()


def form_with(change: str) -> Screenshot:
    """The form after something was done to it."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.open(DATA / "form.png").convert("RGB")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=16)
    if change == "typed":
        pen.text((112, 80), "Marianne", fill="black", font=font)
    elif change == "message":
        pen.text((300, 200), "Please choose a city.", fill="black", font=font)
        pen.rectangle((20, 360, 140, 384), outline="#666666", fill="#efefef")
        pen.text((61, 362), "Retry", fill="black", font=font)
    return Screenshot(np.asarray(image))


def told(found: ElementMap) -> list[tuple[object, ...]]:
    """Everything but the full stops of plain text, at which recognisers waver."""
    return sorted((e.kind, e.text.strip("."), str(e.state)) for e in found.elements)


def test_an_unchanged_screen_is_not_read_again(rapid: TextRecognizer):
    counting = Counting(rapid)
    perceiver = Perceiver(Engines(counting))
    first = perceiver.perceive(form_with(""))
    counting.pixels = 0
    again = perceiver.perceive(form_with(""))
    assert counting.pixels == 0
    assert again.elements == first.elements
    assert sum(again.timings.values()) == 0


@pytest.mark.parametrize("change", ["typed", "message"])
def test_only_what_changed_is_read_again(rapid: TextRecognizer, change: str):
    counting = Counting(rapid)
    perceiver = Perceiver(Engines(counting))
    perceiver.perceive(form_with(""))
    whole, counting.pixels = counting.pixels, 0
    partly = perceiver.perceive(form_with(change))
    assert 0 < counting.pixels < 0.6 * whole
    wholly = Perceiver(Engines(rapid)).perceive(form_with(change))
    assert told(partly) == told(wholly)
    assert not wholly.diff(partly)
    if change == "typed":
        assert the(partly, "field", "First name").state.value == "Marianne"
    else:
        assert "Retry" in texts(partly, "button")


def test_ids_stay_with_their_elements(rapid: TextRecognizer):
    perceiver = Perceiver(Engines(rapid))
    before = perceiver.perceive(form_with(""))
    after = perceiver.perceive(form_with("message"))
    for kind, text in (("field", "City"), ("checkbox", "Newsletter"), ("button", "Submit")):
        assert the(after, kind, text).id == the(before, kind, text).id
    assert len({e.id for e in after.elements}) == len(after.elements)
    assert "Retry" in {e.text for e in before.diff(after).appeared}


def test_what_is_read_of_a_picture_is_what_its_map_is_made_of(rapid: TextRecognizer):
    perceiver, shot = Perceiver(Engines(rapid)), load_image(DATA / "form.png")
    scene = run(TEXT.passes, perceiver.read(shot))
    made = described(assembled(scene)).elements
    assert made == perceiver.perceive(shot).elements
    assert scene.text == perceiver.read_text
