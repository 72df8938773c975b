"""Buttons that are fields by where they stand: in a column of fields, between two signs."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.controls.form_columns import with_fields_of_forms
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.detection.detector import Detection

DOUBT, SURE = 0.5, 0.9


def form(left: int = 20, kind: ControlKind = "button", score: float = DOUBT) -> list[Detection]:
    """A field with a label at its left, and something below it that has one, too."""
    page = Page()
    page.text(20, 26, "Name")
    page.text(left, 66, "Status")
    page.text(160, 66, "39755.5")
    found = [one("field", Box(150, 20, 230, 50), SURE), one(kind, Box(152, 60, 228, 90), score)]
    return with_fields_of_forms(found, page.spans)


def test_what_stands_where_fields_stand_is_a_field():
    field, seen = form()
    assert (field.kind, seen.kind) == ("field", "field")
    assert seen.score > DOUBT


def test_it_stays_a_button_where_it_is_sure_or_its_text_is_no_label_of_that_form():
    assert form(score=SURE)[1].kind == "button"
    assert form(left=32)[1].kind == "button"
    assert form(left=240)[1].kind == "button"
    assert form(kind="checkbox")[1].kind == "checkbox"


def test_a_sentence_beside_it_is_no_label():
    page = Page()
    for top in (26, 66):
        page.text(20, top, "It is a message of some words")
    found = [one("field", Box(250, 20, 330, 50), SURE), one("button", Box(250, 60, 330, 90), DOUBT)]
    assert with_fields_of_forms(found, page.spans)[1].kind == "button"


def test_a_doubtful_field_of_a_form_is_believed():
    assert form(kind="field", score=0.3)[1].score > 0.3


@pytest.mark.parametrize(
    ("text", "less", "more", "kind"),
    [
        ("1", "-", "+", "field"),
        ("12", "−", "+", "field"),
        ("one", "-", "+", "link"),
        ("1", "+", "+", "link"),
        ("1", "-", "3", "link"),
    ],
)
def test_the_number_between_the_signs_that_change_it_is_a_field(
    text: str, less: str, more: str, kind: ControlKind
):
    page = Page()
    boxes = [Box(20, 20, 54, 54), Box(55, 20, 100, 54), Box(101, 20, 135, 54)]
    for box, said in zip(boxes, (less, text, more), strict=True):
        page.text(box.left + 12, box.top + 10, said)
    found = [one("icon", boxes[0]), one("link", boxes[1], DOUBT), one("icon", boxes[2])]
    assert [each.kind for each in with_fields_of_forms(found, page.spans)] == ["icon", kind, "icon"]
    # Further away they are of something else.
    apart = [one("icon", boxes[0].moved(-12, 0)), *found[1:]]
    assert with_fields_of_forms(apart, page.spans)[1].kind == "link"
