"""Wide fields that a detector saw a part of."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.controls.field_frames import with_whole_fields as _with_whole_fields
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.pixels.flat_regions import find_shapes

FRAME = Box(30, 40, 460, 76)


LINE = 12.0


def with_whole_fields(found: list[Detection], page: Page) -> list[Detection]:
    return _with_whole_fields(found, page.spans, find_shapes(page.pixels), page.pixels, LINE)


@pytest.mark.parametrize("seen", [Box(26, 38, 240, 78), Box(240, 41, 462, 76)])
def test_a_field_is_as_wide_as_the_frame_of_which_a_part_was_seen(seen: Box):
    page = Page(ground="#4e5d6c")
    page.frame(FRAME)
    page.text(40, 48, "55,952")
    (found,) = with_whole_fields([one("field", seen, 0.5)], page)
    assert max(abs(found.box.left - FRAME.left), abs(found.box.right - FRAME.right)) <= 2


def test_what_else_was_seen_of_a_field_that_was_cut_is_no_field_beside_it():
    page = Page(ground="#4e5d6c")
    page.frame(FRAME)
    page.text(40, 48, "report_2024.md")
    other = one("button", Box(340, 200, 450, 230))
    seen = [one("field", Box(26, 38, 240, 78), 0.3), one("list item", Box(28, 40, 330, 80), 0.3)]
    found = with_whole_fields([*seen, other], page)
    assert [each.kind for each in found] == ["field", "button"]


def test_three_looks_at_one_field_are_one():
    page = Page(ground="#4e5d6c")
    page.frame(FRAME)
    page.text(40, 48, "sven@example.com")
    looks = [one("field", Box(29, 39, 180, 76), 0.3), one("list item", Box(14, 39, 330, 77), 0.3)]
    looks.append(one("field", Box(350, 39, 464, 77), 0.3))
    assert [each.kind for each in with_whole_fields(looks, page)] == ["field"]


def test_a_field_in_a_bar_with_more_in_it_keeps_its_box():
    page = Page(ground="#4e5d6c")
    page.frame(FRAME)
    found = [one("field", Box(30, 40, 240, 76)), one("button", Box(380, 44, 450, 72))]
    assert with_whole_fields(found, page) == found


def test_a_field_as_wide_as_its_frame_and_other_kinds_stay_as_they_were():
    page = Page(ground="#4e5d6c")
    page.frame(FRAME)
    page.text(40, 48, "55,952")
    found = [one("field", FRAME.grown(2)), one("button", Box(30, 40, 240, 76))]
    assert with_whole_fields(found[:1], page) == found[:1]
    assert with_whole_fields(found[1:], page) == found[1:]


def test_a_large_field_has_the_box_of_its_sheet_and_no_notice_above_it():
    sheet = Box(20, 80, 480, 280)
    page = Page()
    page.frame(Box(26, 56, 474, 76), fill="#b4254b", outline="#b4254b")
    page.text(120, 57, "You may harm your system.", fill="white")
    page.frame(sheet)
    page.text(26, 84, "Dear Ann")
    found = page.seen([one("field", Box(10, 52, 472, 264), 0.3)])
    (field,) = [e for e in found if e.kind == "field"]
    assert field.state.value == "Dear Ann"
    assert max(abs(a - b) for a, b in zip(field.box.as_list(), sheet.as_list(), strict=True)) <= 2


def test_so_has_one_whose_begin_was_not_seen():
    sheet = Box(20, 80, 480, 280)
    page = Page()
    page.frame(sheet)
    page.text(26, 84, "buy green tea")
    found = page.seen([one("field", Box(110, 70, 490, 290), 0.3)])
    (field,) = [e for e in found if e.kind == "field"]
    assert (field.text, field.state.value) == ("", "buy green tea")


def test_a_field_with_one_line_keeps_its_box():
    page = Page(ground="#4e5d6c")
    page.frame(FRAME)
    page.text(40, 48, "55,952")
    (found,) = with_whole_fields([one("field", Box(20, 32, 466, 80))], page)
    assert found.box == Box(20, 32, 466, 80)


def test_an_arrow_alone_is_no_part_of_a_field():
    page = Page(ground="#4e5d6c")
    page.frame(FRAME)
    arrow = one("dropdown", Box(450, 42, 462, 76))
    assert with_whole_fields([arrow], page) == [arrow]


def test_on_the_page_of_a_notebook_the_field_is_the_inner_sheet():
    sheet = Box(30, 90, 470, 270)
    page = Page(ground="#a0a0a0")
    page.frame(Box(16, 40, 484, 284), fill="#d9d9d9")
    page.text(32, 60, "First script")
    page.frame(sheet)
    (found,) = with_whole_fields([one("field", Box(14, 38, 486, 286), 0.3)], page)
    assert max(abs(a - b) for a, b in zip(found.box.as_list(), sheet.as_list(), strict=True)) <= 2


def test_an_empty_sheet_that_no_detector_saw_is_a_field_and_one_with_a_control_is_none():
    page = Page(ground="#d9d9d9")
    page.text(20, 12, "Remarks")
    left, right = page.frame(Box(20, 40, 240, 280)), page.frame(Box(260, 40, 480, 280))
    found = page.seen([one("button", Box(300, 60, 440, 100))])
    (field,) = [e for e in found if e.kind == "field"]
    assert max(abs(a - b) for a, b in zip(field.box.as_list(), left.as_list(), strict=True)) <= 2
    assert field.state.value == ""
    assert not any(e.kind == "field" and e.box.right > right.left for e in found)


def test_a_white_page_is_no_field():
    page = Page(ground="white")
    page.text(20, 12, "Remarks")
    assert [e.kind for e in page.seen([])] == ["text"]


def test_what_is_seen_of_an_empty_entry_is_a_field_as_large_as_its_frame():
    page = Page(ground="#dcdad5")
    entries = [Box(120, 40 + 30 * n, 460, 62 + 30 * n) for n in range(3)]
    for entry in entries:
        page.frame(entry)
    seen = [
        one("field", Box(116, 38, 420, 66), 0.3),
        one("slider", Box(112, 64, 466, 98), 0.5),
        one("slider", Box(110, 84, 450, 116), 0.2),
        one("field", Box(122, 102, 458, 120), 0.3),
    ]
    found = with_whole_fields(seen, page)
    assert [each.kind for each in found] == ["field"] * 3
    assert all(
        max(abs(a - b) for a, b in zip(each.box.as_list(), entry.as_list(), strict=True)) <= 2
        for each, entry in zip(sorted(found, key=lambda e: e.box.top), entries, strict=True)
    )


def test_the_rest_of_an_entry_beside_what_is_selected_in_it_is_no_empty_entry():
    page = Page(ground="#dcdad5")
    page.frame(Box(120, 40, 460, 62))
    page.frame(Box(121, 41, 190, 62), fill="#4a6984", outline="#4a6984")
    page.text(124, 44, "Geometry", fill="white")
    seen = [one("field", Box(120, 38, 462, 64), 0.5)]
    assert with_whole_fields(seen, page) == seen


def test_a_slider_beside_an_entry_stays_one():
    page = Page(ground="#dcdad5")
    page.frame(Box(120, 40, 460, 62))
    seen = [one("slider", Box(120, 100, 460, 120), 0.5)]
    assert with_whole_fields(seen, page) == seen
