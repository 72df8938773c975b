"""The merge where a detector says kinds: who decides, what pixels add, what is filled in."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import Page, the
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.perception.truth import Noise, TruthDetector
from training.labels import KINDS, Label, Sample
from vision.controls import Sight
from vision.detect import Detection
from vision.detected import detected_pieces, settled
from vision.elements import CONTROL_KINDS, ControlKind, State
from vision.geometry import Box, iou
from vision.glances import Glances
from vision.merge import merge
from vision.parts import Piece
from vision.windows import Window


def one(kind: ControlKind, box: Box, score: float = 0.9) -> Detection:
    return Detection(box, kind, score, kind)


@pytest.mark.parametrize("kind", ["button", "tab", "menu", "link", "list item"])
def test_the_detector_says_the_kind_and_the_text_the_name(kind: ControlKind):
    page = Page()
    box = page.frame(Box(40, 40, 160, 70))
    page.text(60, 46, "Open file")
    element = the(page.seen([one(kind, box.grown(1))]), kind)
    assert (element.text, element.score) == ("Open file", 0.9)
    assert iou(element.box, box) > 0.8


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


def test_a_field_has_its_label_and_its_content():
    page = Page()
    page.text(20, 46, "City:")
    box = page.frame(Box(100, 40, 300, 68))
    page.text(108, 46, "Ulm")
    page.text(20, 96, "Country")
    other = page.frame(Box(100, 90, 300, 118))
    page.text(108, 96, "Choose one", fill="#a0a0a0")
    listed = page.frame(Box(100, 140, 300, 168))
    page.text(20, 146, "Size")
    page.text(108, 146, "Large")
    detections = [one("field", box), one("field", other), one("dropdown", listed)]
    city, country, size = (e for e in page.seen(detections) if e.kind != "text")
    assert (city.text, city.state.value) == ("City", "Ulm")
    assert (country.text, country.state.value) == ("Country", "")
    assert (size.kind, size.text, size.state.value) == ("dropdown", "Size", "Large")


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


def test_a_doubtful_kind_gives_way_to_what_shapes_say():
    page = Page()
    box = page.frame(Box(40, 40, 160, 70), fill="#dddddd")
    page.text(80, 46, "Save")
    assert the(page.seen([one("link", box, 0.3)]), "button").text == "Save"
    assert the(page.seen([one("link", box, 0.6)]), "link").text == "Save"


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


@pytest.mark.parametrize("kind", ["icon", "radio"])
def test_what_holds_a_word_is_no_icon_and_no_mark(kind: ControlKind):
    page = Page()
    box = page.frame(Box(40, 40, 160, 70), fill="#e8d8d8")
    page.text(70, 46, "Delete")
    assert the(page.seen([one(kind, box)]), "button").text == "Delete"


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


def test_a_field_with_an_arrow_opens_a_list():
    page = Page()
    box = page.frame(Box(40, 40, 240, 68))
    page.text(48, 46, "Large")
    page.pen.polygon([(218, 51), (228, 51), (223, 57)], fill="black")
    element = the(page.seen([one("field", box.grown(3), 0.7)]), "dropdown")
    assert element.state.value == "Large"


def test_a_wide_icon_that_looks_like_a_field_is_one():
    page = Page()
    box = page.frame(Box(40, 40, 240, 68))
    element = the(page.seen([one("icon", box.grown(2), 0.5)]), "field")
    assert iou(element.box, box) > 0.8


def test_a_doubtful_row_around_a_mark_that_only_shapes_found():
    page = Page()
    mark = page.frame(Box(40, 40, 56, 56))
    page.text(64, 40, "Apples")
    element = the(page.seen([one("menu", Box(36, 36, 200, 60), 0.4)]), "checkbox")
    assert (element.text, iou(element.box, mark) > 0.6) == ("Apples", True)


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
                     ("list item", "keep a copy"), ("checkbox", "")}  # fmt: skip


def test_detections_without_kinds_decide_nothing():
    page = Page()
    box = page.frame(Box(40, 40, 140, 70), fill="#dddddd")
    page.text(80, 46, "OK")
    plain = Detection(box, "icon", 0.9)
    assert settled([plain]) == []
    assert [(e.kind, e.text) for e in page.seen([plain])] == [("button", "OK")]


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
    elements = merge(page.pixels, page.spans, detections, ())
    assert [e.id for e in elements] == list(range(1, len(elements) + 1))
    assert all(0 <= e.score <= 1 for e in elements)
    assert len([e for e in elements if e.kind != "text"]) <= len(settled(detections)) + 2


def test_the_truth_with_and_without_mistakes():
    labels = tuple(Label(KINDS[n % 15], Box(5 + 20 * n, 8, 20 + 20 * n, 30)) for n in range(60))
    sample = Sample("a.png", "test/one", 1300, 40, 1.0, labels)
    pixels = np.zeros((40, 1300, 3), np.uint8)
    exact = TruthDetector(sample, pixels).detect(pixels)
    assert {(d.kind, d.box) for d in exact} == {(label.kind, label.box) for label in labels}
    part = TruthDetector(sample, pixels).detect(pixels[:, 100:200])
    assert [d.box for d in part] == [Box(5 + 20 * n, 8, 20 + 20 * n, 30) for n in range(5)]
    with pytest.raises(ValueError, match="no part"):
        TruthDetector(sample, pixels).detect(np.zeros((40, 50, 3), np.uint8))
    off = TruthDetector(sample, pixels, Noise(missed=0.2, wrong=0.2)).detect(pixels)
    assert off == TruthDetector(sample, pixels, Noise(missed=0.2, wrong=0.2)).detect(pixels)
    assert 36 <= len(off) < 60
    paired = [(d, max(labels, key=lambda label: iou(label.box, d.box))) for d in off]
    assert 0.05 < np.mean([d.kind != label.kind for d, label in paired]) < 0.45
    for d, label in paired:
        sides = zip(d.box.as_list(), label.box.as_list(), strict=True)
        assert all(1 <= abs(a - b) <= 3 for a, b in sides)


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


def test_a_title_missed_in_a_menu_bar():
    page = Page()
    names, left, boxes = ["File", "Edit", "View", "Tools", "Help"], 20, []
    for name in names:
        box = page.text(left, 20, name)
        boxes.append(Box(box.left - 6, 14, box.right + 6, 42))
        left = box.right + 12
    found = [one("menu", box) for box in boxes if box is not boxes[2]]
    seen = page.seen(found)
    assert [(e.kind, e.text) for e in seen] == [("menu", name) for name in names]


def test_a_roomy_box_round_a_label_is_no_picture_with_its_name():
    """A detector without kinds draws such boxes round labels too."""
    page = Page()
    label = page.text(40, 60, "First name")
    page.frame(Box(200, 54, 420, 80))
    around = Box(label.left - 20, label.top - 22, label.right + 40, label.bottom + 16)
    roomy = Detection(around, "icon", 0.7)
    (element,) = page.seen([roomy])
    assert (element.kind, element.text) == ("field", "First name")
    # With a picture above the words it is one thing, which is called so.
    page.frame(Box(60, 130, 96, 160), fill="#c02020")
    name = page.text(48, 164, "Report")
    both = Detection(Box(name.left, 126, name.right, name.bottom + 4), "icon", 0.7)
    (icon,) = [e for e in page.seen([roomy, both]) if e.kind == "icon"]
    assert icon.text == "Report"


def test_a_coloured_bar_with_a_text_is_pressed_not_written_in():
    page = Page()
    bar = page.frame(Box(20, 40, 400, 70), fill="#0078ff")
    page.text(30, 46, "Section 4", fill="white")
    assert the(page.seen([one("field", bar, 0.6)]), "button").text == "Section 4"


@pytest.mark.parametrize("kind", ["button", "icon", "link"])
def test_there_is_no_button_inside_of_a_button(kind: ControlKind):
    whole, part = Box(40, 40, 140, 100), Box(60, 50, 120, 90)
    other: ControlKind = "image"
    assert settled([one(kind, whole), one(kind, part, 0.5)]) == [one(kind, whole)]
    assert settled([one(kind, whole, 0.5), one(kind, part)]) == [one(kind, part)]
    assert len(settled([one(kind, whole), one(other, part, 0.5)])) == 2
    assert len(settled([one("list item", whole), one("list item", part, 0.5)])) == 2


@pytest.mark.parametrize("detected", [True, False])
def test_an_empty_box_beside_large_signs_is_a_field(detected: bool):
    """A square one for a single digit; where there is no large text it is a picture or nothing."""
    page = Page()
    for line in range(6):
        page.text(20, 200 + 24 * line, "A line of a usual size")
    plain = Page()
    box = Box(160, 30, 260, 120)
    for each in (page, plain):
        each.frame(box)
    page.text(40, 40, "7 =", size=60)
    found = [one("icon", box, 0.6)] if detected else [one("button", Box(20, 400, 90, 430))]
    assert iou(the(page.seen(found), "field").box, box) > 0.9
    assert not [e for e in plain.seen(found) if e.kind == "field"]


@pytest.mark.parametrize(("opened", "kind"), [(True, "tab"), (None, "button")])
def test_buttons_of_the_form_of_tabs_beside_the_open_one_are_tabs(opened: bool | None, kind: str):
    page = Page()
    boxes = [Box(20, 20, 100, 50), Box(102, 20, 182, 50)]
    for number, box in enumerate(boxes):
        page.frame(box, fill="#d8d8d8")
        page.text(box.left + 10, box.top + 8, f"Tab {number}")
    sight = Sight(page.pixels, tuple(page.spans), (), 14.0, (Box(0, 0, 500, 300),), Glances())
    shaped = [Piece("tab", "Tab 0", boxes[0], State(selected=opened)), Piece("tab", "", boxes[1])]
    made, _ = detected_pieces(sight, [one("button", box, 0.6) for box in boxes], shaped)
    assert [piece.kind for piece in made] == [kind, kind]
    sure, _ = detected_pieces(sight, [one("button", box, 0.9) for box in boxes], shaped)
    assert [piece.kind for piece in sure] == ["button", "button"]


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


def test_a_field_of_a_palette_that_the_detector_passed_over_is_an_icon():
    page = Page()
    red = page.frame(Box(40, 40, 70, 70), fill="#ff0000", outline="#ff0000")
    page.frame(Box(90, 40, 120, 70), fill="#e0e0e0", outline="#e0e0e0")
    page.frame(Box(140, 40, 380, 70), fill="#00a000", outline="#00a000")
    page.text(40, 200, "Colours")
    icon = the(page.seen([one("link", Box(36, 196, 110, 222))]), "icon")
    assert iou(icon.box, red) > 0.9
    again = page.seen([one("button", red), one("link", Box(36, 196, 110, 222))])
    assert len([e for e in again if iou(e.box, red) > 0.5]) == 1


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
