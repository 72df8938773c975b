"""Groups, tables, open lists, alarms and scroll bars, on elements and pictures made here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.made_maps import element, made_map, paper, window
from tests.support.passes import merged, with_structure
from vision.capture.screen import Pixels
from vision.core.elements import Element, State
from vision.core.geometry import Box
from vision.core.views import View
from vision.detection.detector import Detection
from vision.pixels.flat_regions import find_shapes
from vision.pixels.scroll_bars import scroll_bars
from vision.structure.alerts import notices
from vision.structure.groups import group_titles
from vision.structure.open_lists import open_lists
from vision.structure.scroll_areas import ScrollArea, scroll_areas
from vision.structure.tables import cells

RED, AMBER, GREY = (200, 30, 30), (230, 150, 20), (140, 140, 140)


def questions() -> list[Element]:
    """Two questions with a Yes and a No each, one below the other, on the left of a page."""
    made: list[Element] = []
    for top, title in ((20, "Subscribe:"), (120, "Share my data")):
        made.append(element(len(made) + 1, "text", title, Box(20, top, 120, top + 14)))
        for number, text in enumerate(("Yes", "No")):
            y = top + 26 + 24 * number
            box = Box(20, y, 34, y + 14)
            made.append(element(len(made) + 1, "radio", text, box, State(checked=False)))
    return made


def test_radio_buttons_know_their_group():
    titles = group_titles(questions())
    assert titles == {2: "Subscribe", 3: "Subscribe", 5: "Share my data", 6: "Share my data"}


def test_a_title_on_the_left_of_a_row():
    made = [
        element(1, "text", "Size", Box(20, 20, 60, 34)),
        element(2, "radio", "Small", Box(100, 20, 114, 34)),
        element(3, "radio", "Large", Box(180, 20, 194, 34)),
    ]
    assert group_titles(made) == {2: "Size", 3: "Size"}


def test_a_lone_checkbox_has_no_group():
    made = [
        element(1, "text", "Terms", Box(20, 20, 60, 34)),
        element(2, "checkbox", "I agree", Box(20, 44, 34, 58)),
    ]
    assert group_titles(made) == {}


def test_equal_names_are_told_apart_by_their_groups():
    seen = made_map(with_structure(paper(), questions()))
    assert list(seen.unique_names().values()) == [
        "Yes radio (Subscribe)",
        "No radio (Subscribe)",
        "Yes radio (Share my data)",
        "No radio (Share my data)",
    ]


PEOPLE = (
    ("Name", "City", "Age"),
    ("Ann Lee", "Ulm", "31"),
    ("Bob Ray", "Bern", "45"),
    ("Cleo Fox", "Graz", "28"),
)


def table(step: int = 30) -> list[Element]:
    made: list[Element] = []
    for row, texts in enumerate(PEOPLE):
        y = 40 + step * row
        for column, text in enumerate(texts):
            x = 20 + 120 * column
            made.append(element(len(made) + 1, "text", text, Box(x, y, x + 8 * len(text), y + 14)))
        if row:
            made.append(element(len(made) + 1, "icon", "Delete", Box(400, y, 416, y + 16)))
    return made


def test_cells_of_a_table():
    made = table()
    places = cells(made)
    by_text = {e.text: places.get(e.id) for e in made if e.kind == "text"}
    assert by_text["Name"] is None
    bern = by_text["Bern"]
    assert bern is not None
    assert (bern.row, bern.column, bern.heading) == (2, 2, "City")
    icons = [places[e.id] for e in made if e.kind == "icon"]
    assert [(cell.row, cell.column) for cell in icons] == [(1, 4), (2, 4), (3, 4)]


def test_icons_in_rows_are_told_apart_by_them():
    seen = made_map(with_structure(paper(), table()))
    assert list(seen.unique_names().values()) == [
        "Delete icon (Ann Lee Ulm 31)",
        "Delete icon (Bob Ray Bern 45)",
        "Delete icon (Cleo Fox Graz 28)",
    ]


def test_equal_names_are_told_apart_by_their_lines_and_windows():
    shown = []
    for number, name in enumerate(("Ann", "Bob")):
        y = 40 + 60 * number
        shown.append(element(number, "button", "Remove", Box(200, y, 260, y + 20)))
        shown.append(element(10 + number, "text", f"Mail of {name}", Box(20, y, 120, y + 20)))
    assert list(made_map(shown).unique_names().values()) == [
        "Remove button (Mail of Ann)",
        "Remove button (Mail of Bob)",
    ]
    doors = [element(n, "button", "close window", group=f"Note {n}") for n in (1, 2)]
    assert list(made_map(doors).unique_names().values()) == [
        "close window button (Note 1)",
        "close window button (Note 2)",
    ]


def test_rows_that_are_taken_for_entries_tell_their_buttons_apart():
    shown = []
    for number, name in enumerate(("Ann", "Bob")):
        y = 40 + 60 * number
        shown.append(element(number, "button", "Erase", Box(400, y, 460, y + 20)))
        card = State(value=f"{name} Monday 9:12")
        shown.append(element(10 + number, "field", "", Box(20, y, 300, y + 20), card))
    names = made_map(shown).unique_names()
    assert [names[0], names[1]] == [
        "Erase button (Ann Monday 9:12)",
        "Erase button (Bob Monday 9:12)",
    ]


def test_one_of_a_name_in_the_bar_of_a_browser_is_told_by_its_line():
    shown = [
        element(1, "field", "", Box(100, 40, 700, 70), State(value="127.0.0.1:80/page.html")),
        element(2, "icon", "add", Box(300, 8, 320, 28)),
        element(3, "text", "Portions", Box(20, 300, 100, 320)),
        element(4, "icon", "add", Box(200, 300, 220, 320)),
    ]
    names = made_map(shown).unique_names()
    assert names[4] == "add icon (Portions)"
    assert names[2] == "add icon"


def test_those_of_one_line_are_told_by_what_heads_their_columns():
    shown = [element(9, "text", "Comments", Box(10, 100, 90, 120))]
    for number, head in enumerate(("Email", "Push"), 1):
        left = 100 * number
        shown.append(element(number + 10, "text", head, Box(left, 10, left + 60, 30)))
        switch = Box(left + 10, 100, left + 40, 120)
        shown.append(element(number, "checkbox", "Comments", switch, State(checked=False)))
    names = made_map(shown).unique_names()
    assert [names[1], names[2]] == ["Comments checkbox (Email)", "Comments checkbox (Push)"]


def test_those_of_one_line_are_numbered():
    shown = [element(n, "button", "OK", Box(100 * n, 10, 100 * n + 60, 30)) for n in (1, 2)]
    shown.append(element(3, "text", "Sure?", Box(10, 10, 60, 30)))
    assert [*made_map(shown).unique_names().values()] == ["OK button", "OK button #2"]


def test_a_form_and_a_menu_with_its_keys_are_no_tables():
    form, menu = [], []
    for row in range(4):
        y = 40 + 30 * row
        form.append(element(2 * row + 1, "text", f"Label {row}", Box(20, y, 90, y + 14)))
        form.append(element(2 * row + 2, "field", "", Box(120, y - 4, 300, y + 18)))
        menu.append(element(2 * row + 1, "text", "Save", Box(20, y, 60, y + 14)))
        menu.append(element(2 * row + 2, "text", "Ctrl+S", Box(120, y, 170, y + 14)))
    assert cells(form) == {}
    assert cells(menu) == {}


@settings(max_examples=25)
@given(dx=st.integers(0, 200), dy=st.integers(0, 200), step=st.integers(18, 48))
def test_structure_does_not_go_by_the_place(dx: int, dy: int, step: int):
    made = table(step)
    moved = [replace(e, box=e.box.moved(dx, dy)) for e in made]
    assert cells(made) == cells(moved)


@pytest.mark.parametrize(
    ("opener", "popup", "kind"),
    [
        (Box(50, 50, 150, 76), Box(50, 76, 150, 160), "list item"),  # below a drop-down
        (Box(50, 50, 150, 76), Box(152, 52, 260, 160), "menu"),  # beside a row of a menu
    ],
)
def test_items_of_an_open_list_know_it(opener: Box, popup: Box, kind: str):
    made = [
        element(1, "menu" if kind == "menu" else "dropdown", "Colour", opener),
        element(2, kind, "Red", Box(popup.left, 90, popup.right, 110)),  # type: ignore[arg-type]
        element(3, "button", "Red", Box(400, 90, 460, 110)),
    ]
    windows = [window(2, box=popup, popup=True), window(1, "Paint")]
    assert open_lists(made, windows) == {2: "Colour"}


def written(colour: tuple[int, int, int], box: Box, ground: tuple[int, int, int]):
    """A white picture with a line of strokes in a colour on a ground of its own."""
    pixels = paper()
    around = box.grown(6)
    pixels[around.top : around.bottom, around.left : around.right] = ground
    for x in range(box.left, box.right - 2, 6):
        pixels[box.top : box.bottom, x : x + 2] = colour
    return pixels


LINE = Box(40, 100, 240, 112)
MESSAGE = element(1, "text", "Too short by far", LINE)
USUAL = [element(9 + n, "text", "plain old text", Box(40, 300 + 20 * n, 240, 312 + 20 * n))
         for n in range(3)]  # fmt: skip


def test_red_text_under_a_field_is_an_error_of_that_field():
    field = element(2, "field", "Password", Box(40, 70, 240, 96))
    pixels = written(RED, LINE, (255, 255, 255))
    assert notices(View(pixels), [field, MESSAGE, *USUAL]) == {1: ("error", "Password")}
    assert notices(View(pixels), [MESSAGE, *USUAL]) == {}  # red text alone may be a price


@pytest.mark.parametrize(("colour", "what"), [(RED, "error"), (AMBER, "warning"), (GREY, None)])
def test_an_icon_beside_a_text_says_what_it_is(colour: tuple[int, int, int], what: str | None):
    pixels = written((20, 20, 20), LINE, (255, 255, 255))
    pixels[98:114, 16:32] = colour
    icon = element(2, "icon", "", Box(16, 98, 32, 114))
    assert notices(View(pixels), [icon, MESSAGE, *USUAL]) == ({1: (what, "")} if what else {})


@pytest.mark.parametrize(
    ("ground", "what"), [((248, 215, 218), "error"), ((255, 243, 205), "warning")]
)
def test_a_banner_by_its_ground(ground: tuple[int, int, int], what: str):
    pixels = written((90, 20, 20), LINE, ground)
    assert notices(View(pixels), [MESSAGE, *USUAL]) == {1: (what, "")}


def test_alarms_are_told_in_the_description():
    told = replace(MESSAGE, notice="error", within="Password")
    assert '  error "Too short by far" (Password)' in made_map([told]).describe()


def with_bar(start: int, end: int):
    """A pane with a scroll bar at its right edge whose thumb runs from `start` to `end`."""
    pixels = paper()
    pixels[50:350, 300:314] = (240, 240, 240)
    pixels[50:350, 314:316] = (90, 90, 90)
    pixels[start:end, 302:312] = GREY
    return pixels


def areas_in(pixels: Pixels) -> tuple[ScrollArea, ...]:
    shapes = find_shapes(pixels)
    frame = Box(0, 0, pixels.shape[1], pixels.shape[0])
    return scroll_areas(scroll_bars(pixels, shapes), shapes, [], frame)


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [(54, 120, "more below"), (150, 220, "more above and below"), (280, 346, "more above")],
)
def test_where_there_is_more(start: int, end: int, words: str):
    pixels = with_bar(start, end)
    (area,) = areas_in(pixels)
    assert area.words() == words
    assert abs(area.box.top - 50) <= 2
    assert abs(area.box.bottom - 350) <= 2


def test_a_bar_that_runs_across():
    turned = np.ascontiguousarray(np.swapaxes(with_bar(54, 120), 0, 1))
    (area,) = areas_in(turned)
    assert area.words() == "more right"


def test_a_bar_is_seen_with_the_whole_of_its_track_and_its_arrows():
    """As Chromium draws them: 252 on a page of 255, a rounded thumb of half of the width."""
    pixels = np.full((400, 320, 3), 255, np.uint8)
    pixels[40:360, 300:315] = 252
    pixels[100:180, 303:312] = GREY
    for y in (45, 355):
        pixels[y - 2 : y + 3, 304:311] = GREY
    (bar,) = scroll_bars(pixels, find_shapes(pixels))
    assert (bar.box, bar.across) == (Box(300, 40, 315, 360), False)
    assert (bar.before, bar.after) == (True, True)
    arrow = Detection(Box(302, 41, 313, 52), "icon", 0.9, "icon")
    beside = Detection(Box(250, 100, 280, 130), "icon", 0.9, "icon")
    found = merged(pixels, [], [arrow, beside], find_shapes(pixels))
    told = [(each.kind, each.box) for each in found]
    assert told == [("icon", beside.box), ("scroll bar", bar.box)]


def test_a_row_heading_and_its_cell_are_no_bar():
    pixels = np.full((400, 400, 3), 20, np.uint8)
    pixels[100:128, 1:40] = (60, 60, 50)
    pixels[108:120, 10:18] = 220
    for y in (99, 128):
        pixels[y, 1:147] = 90
    assert scroll_bars(pixels, find_shapes(pixels)) == []


@pytest.mark.parametrize("colour", [(40, 90, 220), (240, 240, 240)])
def test_progress_and_bare_tracks_are_no_scroll_bars(colour: tuple[int, int, int]):
    pixels = paper()
    pixels[50:350, 300:314] = (240, 240, 240)
    pixels[50:150, 300:314] = colour
    assert areas_in(pixels) == ()


def test_more_is_told_in_the_description():
    seen = replace(made_map([element(1, "text", "Inbox")]), areas=(ScrollArea(LINE, below=True),))
    assert seen.describe().endswith("(more below)")
