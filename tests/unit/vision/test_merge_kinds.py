"""The merge where a detector says kinds: who decides, what pixels add, what is filled in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.drawn import Page, one, the
from tests.support.passes import merged
from vision.controls.kinds_and_names import settled
from vision.core.elements import CONTROL_KINDS, ControlKind
from vision.core.geometry import Box, iou
from vision.ocr.engine import TextSpan, Word


@pytest.mark.parametrize("kind", ["button", "tab", "menu", "link", "list item"])
def test_the_detector_says_the_kind_and_the_text_the_name(kind: ControlKind):
    page = Page()
    box = page.frame(Box(40, 40, 160, 70))
    page.text(60, 46, "Open file")
    element = the(page.seen([one(kind, box.grown(1))]), kind)
    assert (element.text, element.score) == ("Open file", 0.9)
    assert iou(element.box, box) > 0.8


def test_entries_of_a_side_bar_do_not_reach_into_each_other():
    page = Page()
    for number, name in enumerate(("Reports", "Invoices", "Backups")):
        page.text(20, 40 + 34 * number, name)
    loose = [one("link", Box(4, 14 + 34 * n, 150, 82 + 34 * n)) for n in range(3)]
    found = {e.text: e.box for e in page.seen(loose) if e.kind == "link"}
    assert set(found) == {"Reports", "Invoices", "Backups"}
    assert iou(found["Invoices"], Box(4, 65, 150, 98)) > 0.8
    assert found["Reports"].top == 14  # nothing stands above
    # One that holds all of its own text only is left as it is.
    page = Page()
    page.text(20, 40, "Reports")
    page.text(20, 120, "Invoices")
    (alone,) = [e for e in page.seen([one("link", Box(4, 34, 150, 66))]) if e.kind == "link"]
    assert alone.box == Box(4, 34, 150, 66)


def test_a_row_has_its_text_in_its_middle():
    page = Page()
    page.text(60, 40, "Oslo")
    row = the(page.seen([one("list item", Box(50, 44, 300, 66))]), "list item")
    assert row.text == "Oslo"
    assert abs(row.box.center.y - 47) <= 4
    card = Page()
    card.text(60, 40, "Oslo")
    tall = the(card.seen([one("list item", Box(50, 34, 300, 134))]), "list item")
    assert tall.box.height > 90


@pytest.mark.parametrize("kind", ["slider", "icon", "image", "scroll bar", "dialog"])
def test_kinds_without_a_text_of_their_own(kind: ControlKind):
    page = Page()
    box = page.frame(Box(40, 40, 140, 100), fill="#c04040")
    element = the(page.seen([one(kind, box)]), kind)
    assert (element.text, element.box) == ("", box)
    assert element.interactive is (kind in ("slider", "icon", "scroll bar"))


@pytest.mark.parametrize("off", [(0, 0, 0, 0), (-2, 1, 2, -1), (2, 2, -1, -2), (-3, -3, 3, 3)])
@pytest.mark.parametrize("kind", ["checkbox", "radio"])
@pytest.mark.parametrize("ticked", [True, False])
def test_marks_are_read_from_the_pixels(kind: ControlKind, ticked: bool, off: tuple[int, ...]):
    page = Page()
    corners = (40, 40, 55, 55)
    shape = page.pen.ellipse if kind == "radio" else page.pen.rectangle
    shape(corners, fill="white", outline="#606060", width=2)
    if ticked and kind == "radio":
        page.pen.ellipse((44, 44, 51, 51), fill="#2060c0")
    elif ticked:
        page.pen.line((43, 47, 47, 51, 52, 44), fill="black", width=2)
    page.text(62, 40, "Send news")
    box = Box(40 + off[0], 40 + off[1], 56 + off[2], 56 + off[3])
    mark = the(page.seen([one(kind, box)]), kind)
    assert (mark.text, mark.state.checked) == ("Send news", ticked)
    assert mark.box == Box(40, 40, 56, 56)


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize(
    ("track", "edge", "knob"),
    [
        ("#a0a0a8", "#a0a0a8", "white"),
        ("white", "#909090", "#a0a0a0"),
        ("#505050", "#505050", "#e0e0e0"),
    ],
)
def test_a_switch_is_on_when_its_knob_is_on_the_right(on: bool, track: str, edge: str, knob: str):
    page = Page()
    page.pen.rounded_rectangle((40, 40, 75, 58), 9, fill=track, outline=edge)
    page.pen.ellipse((58, 41, 74, 57) if on else (41, 41, 57, 57), fill=knob, outline=edge)
    page.text(84, 41, "Dark mode")
    switch = the(page.seen([one("checkbox", Box(39, 41, 77, 58))]), "checkbox")
    assert (switch.text, switch.state.checked) == ("Dark mode", on)


def test_a_coloured_switch_is_on():
    page = Page()
    page.pen.rounded_rectangle((40, 40, 75, 58), 9, fill="#2060d0")
    page.pen.ellipse((58, 41, 74, 57), fill="white")
    assert the(page.seen([one("checkbox", Box(40, 40, 76, 59))]), "checkbox").state.checked


def test_of_two_boxes_on_one_place_the_surer_counts():
    box = Box(40, 40, 160, 70)
    kept = settled([one("link", box, 0.4), one("tab", box.grown(2), 0.7)])
    assert [d.kind for d in kept] == ["tab"]
    inner = one("icon", Box(44, 44, 64, 64), 0.3)
    assert len(settled([one("list item", box), inner])) == 2


def test_a_doubtful_row_around_a_mark_is_the_mark_with_its_label():
    mark, row = one("radio", Box(22, 60, 36, 74), 0.32), Box(10, 50, 200, 84)
    assert settled([one("menu", row, 0.41), mark]) == [mark]
    assert len(settled([one("menu", row, 0.8), mark])) == 2
    assert len(settled([one("button", row, 0.41), mark])) == 2


def test_a_field_holds_the_text_of_rows_in_it_which_may_be_its_lines():
    page = Page()
    page.frame(Box(20, 40, 620, 400))
    page.text(30, 60, "Milk and bread")
    page.text(30, 100, "Candles")
    rows = [one("list item", Box(22, 56, 600, 82), 0.3)]
    elements = page.seen([one("field", Box(20, 40, 620, 400), 0.6), *rows])
    assert the(elements, "field").state.value == "Milk and bread\nCandles"
    assert the(elements, "list item").text == "Milk and bread"


def test_a_line_across_two_controls_is_parted():
    page = Page()
    line = page.text(20, 20, "File Edit View")
    words = page.spans[0].words
    menus = [one("menu", Box(w.box.left - 6, 12, w.box.right + 1, 44)) for w in words]
    found = [e.text for e in page.seen(menus) if e.kind == "menu"]
    assert found == ["File", "Edit", "View"]
    assert line.width > 60


def test_the_keys_of_a_menus_row_are_not_its_name():
    page = Page()
    page.text(20, 20, "Save")
    page.text(180, 20, "Ctrl+S")
    row = one("menu", Box(10, 14, 260, 42))
    assert the(page.seen([row]), "menu").text == "Save"


def test_a_picture_read_as_a_letter_is_no_text():
    page = Page()
    box = page.frame(Box(40, 40, 64, 64), fill="#c04040")
    page.text(48, 44, "X", fill="white")
    elements = page.seen([one("icon", box)])
    assert [(e.kind, e.text) for e in elements] == [("icon", "")]


def test_a_doubtful_row_around_a_mark_that_only_shapes_found():
    page = Page()
    mark = page.frame(Box(40, 40, 56, 56))
    page.text(64, 40, "Apples")
    element = the(page.seen([one("menu", Box(36, 36, 200, 60), 0.4)]), "checkbox")
    assert (element.text, iou(element.box, mark) > 0.6) == ("Apples", True)


def test_what_lies_in_a_dialog_or_a_list_item_stays_its_own():
    page = Page()
    dialog = page.frame(Box(20, 20, 460, 280))
    page.text(40, 100, "Remove it?")
    button = page.frame(Box(300, 220, 400, 250), "#dddddd")
    page.text(340, 226, "Yes")
    row = Box(40, 140, 440, 170)
    page.frame(Box(48, 147, 64, 163))
    page.text(80, 146, "keep a copy")
    detections = [one("dialog", dialog), one("button", button), one("list item", row),
                  one("checkbox", Box(48, 147, 64, 163))]  # fmt: skip
    found = {(e.kind, e.text) for e in page.seen(detections)}
    assert found == {("dialog", ""), ("text", "Remove it?"), ("button", "Yes"),
                     ("list item", "keep a copy"), ("checkbox", "keep a copy")}  # fmt: skip


boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(0, 380), st.integers(0, 240), st.integers(2, 120), st.integers(2, 60),
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(CONTROL_KINDS), boxes, st.floats(0.01, 1)), max_size=8))
def test_any_boxes_make_a_map(found: list[tuple[ControlKind, Box, float]]):
    page = Page()
    page.text(20, 20, "Save this file")
    page.text(20, 60, "as a copy")
    detections = [one(*each) for each in found]
    elements = merged(page.pixels, page.spans, detections, ())
    assert [e.id for e in elements] == list(range(1, len(elements) + 1))
    assert all(0 <= e.score <= 1 for e in elements)
    assert len([e for e in elements if e.kind != "text"]) <= len(settled(detections)) + 2


@pytest.mark.parametrize("kind", ["button", "icon", "link"])
def test_there_is_no_button_inside_of_a_button(kind: ControlKind):
    whole, part = Box(40, 40, 140, 100), Box(60, 50, 120, 90)
    other: ControlKind = "image"
    assert settled([one(kind, whole), one(kind, part, 0.5)]) == [one(kind, whole)]
    assert settled([one(kind, whole, 0.5), one(kind, part)]) == [one(kind, part)]
    assert len(settled([one(kind, whole), one(other, part, 0.5)])) == 2
    assert len(settled([one("list item", whole), one("list item", part, 0.5)])) == 2


@pytest.mark.parametrize("arrows", [True, False])
def test_the_frame_around_a_menu_is_no_button(arrows: bool):
    page = Page(400, 300)
    page.text(20, 10, "Some line of the page")
    page.frame(Box(100, 60, 220, 150), fill="#e8e8e8")
    for number, name in enumerate(("Lynett", "Constantine")):
        page.text(112, 72 + 36 * number, name)
        if arrows:
            page.text(206, 72 + 36 * number, ">")
    seen = page.seen([one("link", Box(10, 270, 60, 290))])
    assert not [e for e in seen if e.kind == "button"]
    assert {"Lynett", "Constantine"} <= {e.text for e in seen}


def test_keys_in_a_column_of_their_own_belong_to_the_row():
    page = Page()
    page.text(30, 40, "File manager")
    page.text(200, 40, "Super+E")
    (row,) = page.seen([one("list item", Box(20, 34, 420, 62))])
    assert row.text == "File manager Super+E"


def test_the_last_letter_of_a_label_is_no_arrow():
    page = Page(ground="#d9d9d9")
    page.frame(Box(80, 40, 188, 72), fill="#d9d9d9")
    box = page.text(112, 48, "Finis", fill="#606060")
    # A part of the next letter may look like one.
    page.pen.polygon([(box.right, 56), (box.right + 9, 56), (box.right + 4, 60)], fill="#606060")
    whole = replace(box, right=box.right + 10)
    page.spans[-1] = TextSpan("Finish", whole, 0.99, (Word("Finish", whole, 0.99),))
    (found,) = page.seen([one("button", Box(80, 40, 188, 72))])
    assert found.kind == "button"
