"""What forms of programs are made of, on drawn pages: notebooks, list boxes, lists whose arrow has
a cell of its own, sheets to write on, headings of tables, and bars in which most is disabled."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, the
from vision.capture.windows import Window
from vision.core.elements import ControlKind, Element, Kind
from vision.core.geometry import Box, iou
from vision.core.views import View
from vision.detection.detector import Detection
from vision.detection.roi_classifier import own_looker
from vision.pixels.flat_regions import find_shapes
from vision.states.disabled import disabled, own_trees

GREY, DARK = "#dcdad5", "#9e9a91"


def form(width: int = 500, height: int = 300) -> Page:
    return Page(width, height, GREY)


def notebook(page: Page, opened: int, names: tuple[str, ...] = ("Inputs", "Outputs", "Checks")):
    """Tabs on a page with a frame, which is open under one of them."""
    left, boxes = 10, []
    for number, name in enumerate(names):
        box = Box(left, 16 if number == opened else 20, left + 80, 44)
        page.frame(box, GREY if number == opened else "#bbb7ac", DARK)
        page.text(left + 14, 24, name)
        boxes.append(box)
        left = box.right
    own = boxes[opened]
    for side in ((6, own.left), (own.right, 480)):
        page.pen.line((side[0], 44, side[1], 44), DARK)
    page.pen.line((own.left + 1, 43, own.right - 2, 43), GREY)
    page.pen.line((6, 44, 6, 280), DARK)
    page.pen.line((480, 44, 480, 280), DARK)
    return boxes


def found(kind: ControlKind, box: Box, score: float = 0.6) -> Detection:
    return Detection(box, "", score, kind)


@pytest.mark.parametrize("opened", [0, 1, 2])
@pytest.mark.parametrize("detected", [True, False])
def test_labels_above_a_line_that_is_open_under_one_are_tabs(opened: int, detected: bool):
    page = form()
    boxes = notebook(page, opened)
    page.text(20, 80, "A text on the page")
    seen = page.seen([found("button", boxes[1].grown(-2))] if detected else [])
    tabs = {e.text: e for e in seen if e.kind == "tab"}
    assert list(tabs) == ["Inputs", "Outputs", "Checks"]
    chosen = [number for number, tab in enumerate(tabs.values()) if tab.state.selected]
    assert chosen == [opened]
    assert all(iou(tab.box, box) > 0.6 for tab, box in zip(tabs.values(), boxes, strict=True))


def test_a_label_beside_a_field_is_no_tab():
    page = form()
    page.text(10, 40, "Name")
    page.frame(Box(70, 36, 480, 62))
    page.text(78, 41, "Ann")
    assert not [e for e in page.seen([]) if e.kind == "tab"]


def test_the_rows_of_a_table_are_no_tabs():
    page = form()
    for top in (20, 50, 80):
        for left, text in ((20, "No"), (100, "Price"), (200, "Stock")):
            page.text(left, top, f"{text} {top}")
        page.pen.line((90, top + 22, 480, top + 22), DARK)
    assert not [e for e in page.seen([]) if e.kind == "tab"]


def combo(page: Page, top: int, text: str) -> Box:
    """A drop-down list whose arrow stands in a cell of its own."""
    box = page.frame(Box(150, top, 310, top + 24), GREY, DARK)
    page.frame(Box(290, top, 310, top + 24), GREY, DARK)
    page.pen.polygon([(296, top + 9), (304, top + 9), (300, top + 13)], "black")
    page.text(153, top + 4, text)
    return box


def test_a_field_whose_text_touches_its_sides_is_a_field():
    page = form()
    page.text(20, 44, "Name")
    box = page.frame(Box(150, 40, 310, 60))
    page.text(152, 43, "glyphs", size=15)
    field = the(page.seen([]), "field")
    assert iou(field.box, box) > 0.7
    assert (field.text, field.state.value) == ("Name", "glyphs")


def test_in_a_popup_all_lines_are_rows_when_one_is():
    page = form()
    combo(page, 40, "Queue")
    popup = Window(2, "", "", Box(150, 64, 310, 140), popup=True)
    page.frame(popup.box)
    for number, name in enumerate(("Queue", "Single", "Constant")):
        page.text(153, 68 + 24 * number, name)
    windows = [popup, Window(1, "Form", "", Box(0, 0, 500, 300), active=True)]
    seen = page.seen([found("field", Box(152, 90, 308, 112), 0.3)], windows)
    rows = [e.text for e in seen if e.kind in ("list item", "menu")]
    assert rows == ["Queue", "Single", "Constant"]


def test_a_white_field_among_grey_lists_can_be_used():
    page = form()
    boxes = [page.frame(Box(100, 20, 300, 44)), *(combo(page, top, "A") for top in (60, 90, 120))]
    kinds: tuple[Kind, ...] = ("field", "dropdown", "dropdown", "dropdown")
    made = [
        Element(n, kind, "", box) for n, (kind, box) in enumerate(zip(kinds, boxes, strict=True), 1)
    ]
    assert disabled(View(page.pixels, looker=own_looker()), made, own_trees()).get(1) is not True


def test_a_grey_list_among_white_fields_can_be_used():
    page = form()
    boxes = [page.frame(Box(100, top, 300, top + 24)) for top in (20, 50, 80)]
    boxes.append(combo(page, 120, "A"))
    kinds: tuple[Kind, ...] = ("field", "field", "field", "dropdown")
    made = [
        Element(n, kind, "", box) for n, (kind, box) in enumerate(zip(kinds, boxes, strict=True), 1)
    ]
    assert not any(disabled(View(page.pixels, looker=own_looker()), made, own_trees()).values())


def test_fields_below_each_other_are_no_scroll_bar():
    from vision.pixels.scroll_bars import scroll_bars

    page = Page(700, 300, "#d9d9d9")
    for top in (30, 65, 100, 135):
        page.text(10, top + 5, "Documentation")
        page.frame(Box(160, top, 690, top + 24), "white", "#828282")
    assert not scroll_bars(page.pixels, find_shapes(page.pixels))


@pytest.mark.parametrize("around", [True, False])
def test_an_empty_sheet_is_a_field_also_in_what_is_seen_as_a_dialog(around: bool):
    page = form()
    page.text(20, 20, "Dear all")
    sheet = Box(10, 60, 490, 280)
    page.frame(sheet, "white")
    seen = page.seen([found("dialog", Box(0, 0, 500, 300))] if around else [])
    assert [iou(e.box, sheet) > 0.9 for e in seen if e.kind == "field"] == [True]


def editor(page: Page) -> tuple[Window, list[Detection]]:
    """A window with a menu bar and a sheet with short lines, which are taken for rows of a list."""
    page.frame(Box(0, 0, 500, 24), GREY, GREY)
    menus = [found("menu", Box(10 + 60 * n, 2, 60 + 60 * n, 22)) for n in range(3)]
    for menu, name in zip(menus, ("File", "Edit", "View"), strict=True):
        page.text(menu.box.left + 8, 5, name)
    page.frame(Box(4, 28, 496, 296), "white")
    rows = [found("list item", Box(5, 30 + 20 * n, 495, 50 + 20 * n)) for n in range(3)]
    for row, name in zip(rows, ("bread", "milk", "apples"), strict=True):
        page.text(row.box.left + 4, row.box.top + 3, name)
    window = Window(1, "list.txt - Pad", "pad", Box(0, 0, 500, 300), editor=True)
    return window, [*menus, *rows]


def test_short_lines_in_a_text_editor_are_its_text() -> None:
    page = form()
    window, rows = editor(page)
    seen = page.seen(rows, [window])
    assert [e.state.value for e in seen if e.kind == "field"] == ["bread\nmilk\napples"]
    assert not [e for e in seen if e.kind == "list item"]


def test_a_dialog_in_front_of_a_text_is_none_of_it() -> None:
    page = form()
    window, rows = editor(page)
    page.frame(Box(150, 120, 450, 260), GREY, "black")
    page.frame(Box(260, 140, 440, 164), "white")
    page.text(160, 145, "Search for")
    page.frame(Box(340, 220, 430, 246))
    page.text(360, 226, "Replace")
    entry, button = Box(260, 140, 440, 164), Box(340, 220, 430, 246)
    asks = Window(2, "Replace", "pad", Box(150, 120, 450, 260), active=True, editor=True)
    seen = page.seen([*rows, found("field", entry), found("button", button)], [asks, window])
    assert the([e for e in seen if e.kind == "button"], "button").text == "Replace"
    assert any(e.kind == "field" and iou(e.box, entry) > 0.8 for e in seen)
