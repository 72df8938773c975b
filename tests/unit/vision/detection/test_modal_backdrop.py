"""What is behind the dark veil of a dialog cannot be pressed: only its texts are told."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from tests.support.drawn import Page, one
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.detection.modal_backdrop import is_behind, veils

DIALOG = Box(300, 180, 600, 400)


def veiled(light: float, ground: str = "#f4f4f4") -> tuple[Page, list[Detection]]:
    """A page with a field and a button, darkened to a share of its light, and a dialog before."""
    page = Page(900, 600, ground)
    found = [one("field", page.frame(Box(40, 60, 240, 88))), one("button", Box(40, 120, 130, 150))]
    page.pen.rectangle((40, 120, 130, 150), fill="#d0d0d0", outline="#404040")
    page.text(52, 66, "Anna Berg")
    page.text(62, 128, "Send")
    dark = np.asarray(page.image, np.float32) * light
    page.image = Image.fromarray(dark.astype(np.uint8))
    page.pen = ImageDraw.Draw(page.image)
    page.frame(DIALOG)
    page.text(320, 200, "Really delete it?")
    page.frame(Box(480, 350, 580, 384), fill="#d0d0d0")
    page.text(510, 360, "Delete")
    return page, [*found, one("button", Box(480, 350, 580, 384))]


def usable(elements: list[Element]) -> list[str]:
    return sorted(element.text for element in elements if element.interactive)


def test_only_the_texts_behind_a_veil_are_told() -> None:
    page, found = veiled(0.3)
    elements = page.seen(found)
    assert usable(elements) == ["Delete"]
    texts = {element.text for element in elements if element.kind == "text"}
    assert texts >= {"Anna Berg", "Send", "Really delete it?"}


def test_what_is_half_as_bright_may_be_used() -> None:
    page, found = veiled(0.5)
    assert "Send" in usable(page.seen(found))
    assert veils(page.pixels) == []


def test_a_dialog_is_not_behind_its_own_veil() -> None:
    (veil,) = veils(veiled(0.3)[0].pixels)
    assert veil.area == Box(0, 0, 900, 600)
    assert not is_behind(Box(480, 350, 580, 384), [veil])
    assert is_behind(Box(40, 120, 130, 150), [veil])


def test_the_bar_of_the_browser_ends_a_veil() -> None:
    page, found = veiled(0.3)
    page.pen.rectangle((0, 0, 900, 40), fill="#e0e0e0")
    page.text(20, 12, "Reload")
    assert usable(page.seen([*found, one("button", Box(10, 6, 90, 36))])) == ["Delete", "Reload"]


def test_a_lit_card_of_a_dark_theme_is_no_dialog() -> None:
    page = Page(900, 600, "#202020")
    page.frame(DIALOG)
    found = [one("link", Box(40, 60, 90, 76)), one("link", Box(700, 500, 760, 516))]
    found += [one("link", Box(40, 280, 90, 296)), one("link", Box(700, 300, 760, 316))]
    for box in (each.box for each in found):
        page.text(box.left, box.top, "Inbox", fill="#d8d8d8")
    assert [e.text for e in page.seen(found) if e.kind == "link"] == ["Inbox"] * 4
