"""Names, contents and hints of controls whose kinds a detector says."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one, the
from vision.core.elements import State
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.structure.labels import give_labels


def test_a_label_far_to_the_left_in_a_row_of_settings():
    page = Page(700)
    page.text(20, 46, "Theme")
    box = page.frame(Box(560, 40, 680, 68))
    page.text(568, 46, "Dark")
    assert the(page.seen([one("dropdown", box)]), "dropdown").text == "Theme"
    # What stands between is in the way.
    icon = page.frame(Box(300, 40, 324, 64), fill="#c04040")
    found = the(page.seen([one("dropdown", box), one("icon", icon)]), "dropdown")
    assert found.text == ""


def test_a_heading_is_no_label_of_a_field_with_a_placeholder():
    page = Page()
    page.text(20, 36, "Settings", size=26)
    box = page.frame(Box(160, 40, 360, 70))
    page.text(168, 46, "Find", fill="#a0a0a0")
    for y in (100, 130, 160):
        page.text(20, y, "Some plain words")
    assert the(page.seen([one("field", box)]), "field").text == "Find"


def test_disabled_is_what_is_paler_than_its_peers():
    page = Page()
    fills = ["black", "black", "#b0b0b0", "black"]
    rows = [Box(20, 20 + 30 * n, 160, 46 + 30 * n) for n in range(4)]
    for fill, row in zip(fills, rows, strict=True):
        page.text(row.left + 8, row.top + 4, "Save this", fill=fill)
    seen = page.seen([one("menu", row) for row in rows])
    assert [bool(e.state.disabled) for e in seen] == [False, False, True, False]
    pale = Page(ground="#303030")
    for row in rows:
        pale.text(row.left + 8, row.top + 4, "Save this", fill="#909090")
    assert not any(e.state.disabled for e in pale.seen([one("menu", row) for row in rows]))


@pytest.mark.parametrize("near", [True, False])
def test_a_title_with_its_explanation_names_the_control_beside_both(near: bool):
    page = Page(600, 300)
    left = 200 if near else 420
    page.text(20, 40, "Reference")
    page.text(20, 60, "Changes take effect later.", fill="#777777")
    box = page.frame(Box(left, 42, left + 140, 72))
    page.text(left + 10, 50, "Never")
    page.text(20, 120, "Tags")
    page.text(20, 140, "Where new files are kept on")
    page.text(20, 160, "this computer.")
    other = page.frame(Box(left, 134, left + 140, 164))
    page.text(left + 10, 142, "Always")
    seen = page.seen([one("dropdown", box), one("dropdown", other)])
    assert [e.text for e in seen if e.kind == "dropdown"] == ["Reference", "Tags"]


def test_labels_of_fields_close_below_each_other_are_no_block():
    page = Page(600, 300)
    boxes = []
    for number, name in enumerate(("Name", "Street", "Town")):
        page.text(20, 40 + 24 * number, name)
        boxes.append(page.frame(Box(120, 38 + 24 * number, 300, 60 + 24 * number)))
    seen = page.seen([one("field", box) for box in boxes])
    assert [e.text for e in seen if e.kind == "field"] == ["Name", "Street", "Town"]


@pytest.mark.parametrize(
    ("fill", "ground", "hint"),
    [("#3f3f46", "white", False), ("#71717a", "white", True), ("#000000", "white", False),
     ("#d0d0d0", "#2a2a2a", False), ("#8a8a8a", "#2a2a2a", True)],
)  # fmt: skip
def test_a_content_in_dark_grey_is_no_hint(fill: str, ground: str, hint: bool):
    page = Page()
    page.text(40, 10, "Some text of the page in black")
    box = page.frame(Box(40, 60, 300, 92), fill=ground)
    page.text(50, 68, "Lyon", fill=fill, size=16)
    field = the(page.seen([one("field", box)]), "field")
    assert (field.text, field.state.value) == (("Lyon", "") if hint else ("", "Lyon"))


def test_what_stands_beside_the_text_high_above_a_field_says_that_it_is_no_label():
    page = Page()
    page.text(40, 40, "Town")
    page.text(160, 40, "Message")
    box = page.frame(Box(40, 78, 300, 118))
    assert the(page.seen([one("field", box)]), "field").text == ""


@pytest.mark.parametrize("value", ["C:\\plans\\taxes.txt", "19.4", "letter.odt"])
def test_a_value_of_the_row_above_is_no_label(value: str):
    page = Page()
    page.text(40, 40, value)
    box = page.frame(Box(40, 62, 300, 102))
    assert the(page.seen([one("field", box)]), "field").text == ""


def test_a_letter_that_was_written_is_no_magnifying_glass():
    page = Page()
    box = page.frame(Box(40, 40, 300, 68))
    page.text(60, 46, "Q 3 report")
    assert the(page.seen([one("field", box)]), "field").state.value == "Q 3 report"


def test_a_mark_in_a_card_is_called_by_its_first_line():
    card = Piece("field", "Doctor", Box(20, 20, 220, 80), State(value="Dr. Ruiz\nFamily"))
    mark = Piece("radio", "", Box(30, 30, 44, 44), State(checked=False), label=True)
    lone = Piece("radio", "", Box(400, 30, 414, 44), State(checked=False), label=True)
    assert [p.text for p in give_labels([card, mark, lone], 14.0)] == ["Doctor", "Dr. Ruiz", ""]
