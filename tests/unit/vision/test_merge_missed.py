"""What a detector that says kinds missed, and shapes, texts and peers fill in."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one, the
from vision.capture.windows import Window
from vision.core.geometry import Box, iou


def test_what_the_detector_missed_is_filled_in():
    page = Page()
    ok, no = page.frame(Box(40, 40, 140, 70), "#dddddd"), page.frame(Box(200, 40, 300, 70), "#ddd")
    page.text(79, 46, "OK")
    page.text(240, 46, "No")
    seen = page.seen([one("button", ok)])
    assert [(e.kind, e.text) for e in seen] == [("button", "OK"), ("button", "No")]
    assert iou(seen[1].box, no) > 0.8


def test_a_large_button_that_the_detector_missed():
    page = Page(400, 300)
    page.text(20, 10, "Some line of the page")
    box = page.frame(Box(100, 60, 220, 180), fill="#e8e8e8")
    page.text(130, 112, "Press me")
    sheet = page.frame(Box(260, 60, 380, 180), fill="white")
    page.text(290, 112, "Contents")
    found = page.seen([one("link", Box(10, 270, 60, 290))])
    assert iou(the(found, "button").box, box) > 0.9
    assert the(found, "button").text == "Press me"
    assert not [e for e in found if e.kind == "button" and iou(e.box, sheet) > 0.5]


def test_the_answers_to_a_message_before_a_picture_of_another_window():
    page = Page(500, 300)
    page.text(160, 90, "Keep the changes?")
    for left, name in ((141, "Yes"), (251, "No")):
        page.frame(Box(left, 165, left + 109, 199), "#eeeeee")
        page.text(left + 46, 175, name)
    picture = one("image", Box(0, 20, 480, 290))
    windows = [
        Window(2, "Question", "", Box(140, 60, 361, 200)),
        Window(1, "Editor", "", Box(0, 0, 500, 300)),
    ]
    seen = page.seen([picture], windows)
    assert [e.text for e in seen if e.kind == "button"] == ["Yes", "No"]


def test_an_open_menu_that_the_detector_passed_over():
    page = Page()
    page.text(320, 200, "Back")
    back = one("button", Box(300, 194, 380, 222))
    popup = Window(2, "", "", Box(20, 20, 200, 120), popup=True)
    for n, name in enumerate(("Cut", "Copy", "Paste")):
        page.text(40, 26 + 30 * n, name)
    seen = page.seen([back], [popup, Window(1, "Editor", "", Box(0, 0, 500, 300))])
    assert [(e.kind, e.text) for e in seen] == [
        ("menu", "Cut"), ("menu", "Copy"), ("menu", "Paste"), ("button", "Back"),
    ]  # fmt: skip


@pytest.mark.parametrize("gap", [1, 2, 4])
def test_a_text_in_a_gap_of_a_list_is_an_entry(gap: int):
    page = Page()
    rows = [Box(20, 20 + 28 * n, 200, 48 + 28 * n) for n in range(6)]
    names = ["Mail", "Music", "News", "Files", "Games", "Help"]
    for name, row in zip(names, rows, strict=True):
        page.text(row.left + 10, row.top + 6, name)
    found = [one("list item", row) for n, row in enumerate(rows) if n != gap]
    seen = page.seen(found)
    assert [(e.kind, e.text) for e in seen] == [("list item", name) for name in names]
    assert iou(seen[gap].box, rows[gap]) > 0.8


def test_a_text_below_a_list_is_no_entry():
    page = Page()
    rows = [Box(20, 20 + 28 * n, 200, 48 + 28 * n) for n in range(3)]
    for row in rows:
        page.text(row.left + 10, row.top + 6, "Mail")
    page.text(30, 150, "3 messages")
    seen = page.seen([one("list item", row) for row in rows])
    assert [e.kind for e in seen] == ["list item"] * 3 + ["text"]


@pytest.mark.parametrize("texts", [1, 3])
def test_a_field_with_a_picture_at_its_end_is_one(texts: int):
    page = Page(ground="#0f1623")
    box = page.frame(Box(40, 40, 400, 76), fill="#1a2332", outline="#1a2332")
    picture = page.frame(Box(50, 50, 66, 66), fill="#1a2332", outline="#a0a8b0")
    for number in range(texts):
        page.text(80 + 100 * number, 50, "Your mail", fill="#8088a0")
    page.text(40, 200, "Colours", fill="white")
    seen = page.seen([one("image", picture, 0.6), one("link", Box(36, 196, 110, 222))])
    # A bar with several texts is none.
    assert [iou(e.box, box) > 0.8 for e in seen if e.kind == "field"] == [True] * (texts == 1)


@pytest.mark.parametrize(("width", "kinds"), [(60, ["field"]), (32, [])])
def test_an_empty_frame_for_a_few_signs_is_a_field_and_a_square_is_none(
    width: int, kinds: list[str]
):
    page = Page(400, 300)
    page.text(20, 10, "Some line of the page")
    page.text(20, 68, "Guests")
    box = page.frame(Box(90, 60, 90 + width, 92))
    found = page.seen([one("link", Box(10, 270, 60, 290))])
    assert [e.kind for e in found if iou(e.box, box) > 0.7] == kinds
