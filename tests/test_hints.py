"""Hints and values in fields: by their contrast, and by that of other fields on the page."""

from __future__ import annotations

import pytest

from tests.drawn import Page
from vision.detect import Detection
from vision.geometry import Box

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
