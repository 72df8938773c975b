"""Hints and values in fields: by their contrast, and by that of other fields on the page."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page
from vision.core.geometry import Box
from vision.detection.detector import Detection

FIRST, SECOND = Box(150, 80, 350, 110), Box(150, 140, 350, 170)


def values(*texts: tuple[str, str]) -> list[str | None]:
    """Of one field below the other, by text and colour of ink."""
    page = Page()
    boxes = (FIRST, SECOND)[: len(texts)]
    for box, (text, ink) in zip(boxes, texts, strict=True):
        page.frame(box, fill="#f0f1f2")
        page.text(box.left + 8, box.top + 6, text, fill=ink)
    seen = page.seen([Detection(box, "field", 0.9, "field") for box in boxes])
    return [e.state.value for e in seen if e.kind == "field"]


@pytest.mark.parametrize("ink", ["#212529", "#404040"])
def test_dark_text_is_a_value(ink: str) -> None:
    assert values(("Ulm", ink)) == ["Ulm"]


@pytest.mark.parametrize("ink", ["#7c8082", "#55595c"])
def test_grey_text_alone_is_a_hint(ink: str) -> None:
    assert values(("Your town", ink)) == [""]


def test_grey_text_is_a_value_where_another_field_has_a_paler_hint() -> None:
    assert values(("Ulm", "#55595c"), ("Your name", "#7c8082")) == ["Ulm", ""]


def test_two_fields_of_one_grey_hold_hints_beside_nothing_and_beside_a_value() -> None:
    assert values(("Your town", "#55595c"), ("Your name", "#55595c")) == ["", ""]
    assert values(("Your town", "#55595c"), ("Ann", "#212529")) == ["", "Ann"]


@pytest.mark.parametrize(
    "text", ["taxes_2024.pdf", "98,083", "C:\\Users\\uwe\\setup", "/home/uwe", "letter.html"]
)
def test_a_number_a_path_or_a_file_in_grey_is_a_value(text: str) -> None:
    assert values((text, "#55595c")) == [text]


@pytest.mark.parametrize(
    "text", ["you@mail.net", "https://page.net/2", "dd.mm.yyyy", "example-2.com"]
)
def test_what_stands_in_hints_as_often_is_none(text: str) -> None:
    assert values((text, "#55595c")) == [""]
    assert values(("12.5", "#9c9fa2")) == [""], "very pale is a hint, whatever it says"
