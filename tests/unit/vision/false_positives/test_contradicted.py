"""Doubtful detections that what stands around them contradicts."""

from __future__ import annotations

from dataclasses import replace

from tests.support.drawn import Page
from vision.core.elements import ControlKind
from vision.core.geometry import Box, bounding_box
from vision.core.trace import tracing
from vision.core.views import View
from vision.detection.detector import Detection
from vision.false_positives.contradicted import without_doubtful
from vision.ocr.engine import TextSpan, Word
from vision.pixels.flat_regions import find_shapes

DOUBT, SURE = 0.4, 0.85


def kept(page: Page, *found: Detection) -> list[Detection]:
    return without_doubtful(found, page.spans, find_shapes(page.pixels), View(page.pixels))


def one(kind: ControlKind, box: Box, score: float = DOUBT) -> Detection:
    return Detection(box, kind, score, kind)


def sentence(page: Page, fill: str = "black") -> Box:
    """“Press the”, a word on its own in another colour if wanted, and “below”."""
    page.text(20, 20, "Press the")
    left = page.spans[-1].box.right + 5
    page.text(left, 20, "button", fill=fill)
    own = page.spans[-1].box
    page.text(own.right + 5, 20, "below")
    return own.grown(2)


def test_words_of_a_sentence_are_no_link():
    page = Page()
    box = sentence(page)
    with tracing() as trace:
        assert kept(page, one("link", box)) == []
    assert "the colour of the words around it" in trace.events[0].why
    assert len(kept(page, one("link", box, SURE))) == 1
    assert len(kept(page, one("button", box))) == 1


def test_a_coloured_word_and_names_in_a_bar_are_links():
    page = Page()
    assert len(kept(page, one("link", sentence(page, "#2030d0")))) == 1
    bar = Page()
    for left, name in ((20, "Home"), (90, "Mail"), (160, "About")):
        bar.text(left, 20, name)
    assert len(kept(bar, one("link", bar.spans[1].box.grown(2)))) == 1


def test_a_line_of_a_text_is_no_row_of_a_list():
    page = Page()
    page.text(20, 20, "Open the part below and")
    page.text(20, 38, "press the button.")
    row = page.spans[1].box.grown(3)
    assert kept(page, one("list item", row)) == []
    assert len(kept(page, one("list item", row, SURE))) == 1
    beside = page.spans[0].box.grown(3)
    assert len(kept(page, one("list item", row), one("list item", beside))) == 2


def test_a_grey_bar_is_no_field():
    page = Page()
    bar, paper = page.frame(Box(20, 20, 300, 50), fill="#d8d8d8"), page.frame(Box(20, 80, 300, 110))
    assert kept(page, one("field", bar), one("field", paper)) == [one("field", paper)]
    page.text(30, 26, "Ulm")
    assert len(kept(page, one("field", bar))) == 1


def test_the_label_of_a_field_is_no_menu():
    page = Page()
    page.text(20, 46, "Full name")
    label, paper = page.spans[0].box.grown(12), page.frame(Box(140, 40, 340, 70))
    field = one("field", paper, SURE)
    assert kept(page, one("menu", label), field) == [field]
    assert len(kept(page, one("menu", label, SURE), field)) == 2
    # A field that the detector passed over is a frame.
    assert kept(page, one("menu", label)) == []
    apart = Page()
    apart.text(20, 46, "Full name")
    below = one("field", apart.frame(Box(140, 140, 340, 170)), SURE)
    assert len(kept(apart, one("menu", label), below)) == 2


def sheet(page: Page) -> list[list[Box]]:
    """Four rows of five figures; their boxes."""
    rows = []
    for top in (20, 40, 60, 80):
        for left in (20, 100, 180, 260, 340):
            page.text(left, top, "1427.32")
        rows.append([span.box for span in page.spans[-5:]])
    return rows


def test_some_cells_of_a_row_are_no_row_of_a_list():
    page = Page()
    cells = sheet(page)
    some = cells[1][1].union(cells[1][3]).grown(3)
    with tracing() as trace:
        assert kept(page, one("list item", some, 0.75)) == []
    assert "a part of a table's row" in trace.events[0].why
    whole = cells[1][0].union(cells[1][4]).grown(3)
    assert len(kept(page, one("list item", whole, 0.75))) == 1
    assert len(kept(page, one("button", some, 0.75))) == 1


def test_a_picture_is_not_full_of_text():
    page = Page()
    cells = sheet(page)
    wide = cells[0][0].union(cells[3][4]).grown(3)
    assert kept(page, one("image", wide)) == []
    assert len(kept(page, one("image", cells[0][0].union(cells[0][2]).grown(3)))) == 1


def note_on(page: Page, fill: str) -> Box:
    box = page.frame(Box(10, 10, 330, 70), fill=fill)
    page.text(20, 16, "Look at the boxes below and press all")
    page.text(20, 40, "that hold a word from the list.")
    return box


def test_a_text_on_a_coloured_ground_is_no_button():
    page = Page()
    box = note_on(page, "#ffffa0")
    with tracing() as trace:
        assert kept(page, one("button", box), one("field", box)) == []
    assert "a text on a ground of its own" in trace.events[0].why
    assert len(kept(page, one("button", box, SURE))) == 1
    plain = Page()
    assert len(kept(plain, one("field", note_on(plain, "white")))) == 1, "a text may be written"
    short = Page()
    box = short.frame(Box(10, 10, 330, 70), fill="#ffffa0")
    short.text(20, 16, "Send")
    short.text(20, 40, "to all of them")
    assert len(kept(short, one("button", box))) == 1


def test_a_tab_is_not_alone():
    page = Page()
    page.text(20, 20, "Name")
    page.text(120, 20, "Other")
    alone, other = (span.box.grown(6) for span in page.spans)
    assert kept(page, one("tab", alone)) == []
    assert len(kept(page, one("tab", alone, SURE))) == 1
    assert len(kept(page, one("tab", alone), one("button", other))) == 2
    assert len(kept(page, one("tab", alone), one("button", other.moved(0, 40)))) == 1


def test_a_field_has_a_frame_or_a_ground():
    strip = Box(20, 20, 220, 54)
    page = Page()
    page.text(30, 30, "Security")
    with tracing() as trace:
        assert kept(page, one("field", strip)) == []
    assert "neither a frame nor a plain area" in trace.events[0].why
    assert len(kept(page, one("field", strip, SURE))) == 1
    framed = Page()
    framed.frame(strip)
    framed.text(30, 30, "Security")
    assert len(kept(framed, one("field", strip))) == 1


def test_a_link_holds_a_text():
    page = Page()
    page.text(30, 30, "Home Mail")  # names in a bar that were read as one line
    first = page.spans[0].words[0].box
    assert len(kept(page, one("link", first.grown(3), 0.6))) == 1
    empty = Box(20, 80, 220, 104)
    assert kept(page, one("link", empty)) == []
    assert len(kept(page, one("link", empty, SURE))) == 1


def test_a_blue_text_that_the_detector_does_not_see_as_a_link_needs_its_line():
    page = Page()
    page.text(30, 30, "Reference", "#0033cc")
    lined = page.text(30, 60, "Help", "#0033cc")
    page.pen.line((lined.left, lined.bottom + 1, lined.right, lined.bottom + 1), fill="#0033cc")
    button = page.frame(Box(200, 150, 280, 174))
    seen = page.seen([one("button", button, SURE)])
    kinds = {element.text: element.kind for element in seen}
    assert (kinds["Reference"], kinds["Help"]) == ("text", "link")


def test_the_cells_of_a_table_are_no_buttons_menus_and_rows():
    page = Page()
    wanted: list[ControlKind] = ["button", "menu", "list item", "button", "menu", "field"]
    found = []
    for n, kind in enumerate(wanted):
        box = Box(20, 20, 140, 50).moved(122 * (n % 2), 31 * (n // 2))
        page.text(box.left + 6, box.top + 8, f"Cell {n}")
        found.append(one(kind, box))
    with tracing() as trace:
        assert kept(page, *found) == []
    assert "the cells of a grid" in trace.events[0].why
    # A keypad is a grid of one kind, and sure boxes are what they are.
    assert len(kept(page, *(one("button", each.box) for each in found))) == 6
    assert len(kept(page, *(one(each.kind or "tab", each.box, SURE) for each in found))) == 6


def test_the_signs_of_a_sum_are_no_icons():
    page = Page()
    page.text(30, 30, "7 + 0 =", size=40)
    words = page.spans[0].words
    assert kept(page, *(one("icon", word.box.grown(3), SURE) for word in words)) == []
    page.spans = [replace(page.spans[0], score=0.5)]
    assert len(kept(page, *(one("icon", word.box.grown(3)) for word in words))) == len(words)


def test_the_signs_beside_a_number_are_icons_if_they_are_surely_seen():
    page = Page()
    page.text(30, 30, "- 2 +", size=20)
    first, _, last = (word.box.grown(3) for word in page.spans[0].words)
    assert len(kept(page, one("icon", first, SURE), one("icon", last, SURE))) == 2
    assert kept(page, one("icon", first), one("icon", last)) == []


def test_the_title_of_a_field_below_it_is_no_row_of_a_list():
    page = Page()
    page.text(30, 30, "Surname")
    field = one("field", page.frame(Box(28, 50, 220, 76)), SURE)
    title = one("list item", Box(26, 26, 220, 50), 0.6)
    with tracing() as trace:
        assert kept(page, title, field) == [field]
    assert "the label of the field below it" in trace.events[0].why
    assert kept(page, title, one("field", field.box, 0.55)) == [one("field", field.box, 0.55)]
    assert kept(page, title, one("field", field.box, DOUBT))[0] == title


def test_the_others_in_a_column_of_labels_are_labels_too():
    page = Page()
    fields, rows = [], []
    for number, name in enumerate(("Surname", "Street", "City", "Country")):
        top = 30 + 40 * number
        page.text(30, top, name)
        rows.append(one("menu", Box(20, top - 8, 104, top + 26), 0.55))
        # The last field is grey and was not seen.
        if number < 3:
            fields.append(one("field", page.frame(Box(112, top - 6, 400, top + 24)), SURE))
    with tracing() as trace:
        assert kept(page, *rows, *fields) == fields
    assert "most of its column are labels" in trace.events[-1].why
    elsewhere = one("menu", Box(20, 240, 300, 274), 0.55)
    page.text(30, 248, "Another name")
    assert elsewhere in kept(page, *rows, elsewhere, *fields)


def test_a_label_in_the_colour_of_all_texts_is_no_link():
    page = Page()
    page.text(30, 30, "Surname")
    page.text(30, 100, "Another text")
    field = one("field", page.frame(Box(28, 50, 220, 76)), SURE)
    title = one("link", page.spans[0].box.grown(2), 0.6)
    with tracing() as trace:
        assert kept(page, title, field) == [field]
    assert "it is written like a label" in trace.events[0].why
    # An entry of a side bar, which has room above and below.
    entry = one("link", Box(title.box.left, 5, title.box.right, 50), 0.6)
    assert entry in kept(page, entry, field)
    coloured = Page()
    coloured.text(30, 30, "Surname", fill="#2030d0")
    coloured.text(30, 100, "Another text")
    coloured.text(30, 130, "One more")
    coloured.frame(field.box)
    assert title in kept(coloured, title, field)


def test_what_holds_links_is_no_field():
    page = Page()
    around = page.frame(Box(10, 10, 300, 160), fill="#ffffff")
    for number, name in enumerate(("Nieves", "Truman", "Kasie")):
        page.text(20, 20 + 44 * number, name, fill="#0000ee")
        page.text(20, 40 + 44 * number, "a line about it")
    assert kept(page, one("field", around)) == []
    assert len(kept(page, one("field", around, SURE))) == 1
    plain = Page()
    plain.frame(around, fill="#ffffff")
    plain.text(20, 20, "a line")
    plain.text(20, 40, "another line")
    assert len(kept(plain, one("field", around))) == 1


def line_of(page: Page, *texts: str, gap: int = 8) -> list[Box]:
    """One line of text as a reader gives it, its words so many pixels apart."""
    words, left = [], 20
    for text in texts:
        page.text(left, 20, text)
        words.append(Word(text, page.spans.pop().box))
        left = words[-1].box.right + gap
    boxes = [word.box for word in words]
    page.spans.append(TextSpan(" ".join(texts), bounding_box(boxes), 1.0, tuple(words)))
    return [box.grown(2) for box in boxes]


def test_words_of_a_running_line_are_no_menus():
    page = Page()
    boxes = line_of(page, "the", "kettle", "is", "on", "the", "stove")
    with tracing() as trace:
        assert kept(page, one("icon", boxes[2], 0.6), one("menu", boxes[3], 0.7)) == []
    assert "running line" in trace.events[0].why
    assert len(kept(page, one("menu", boxes[3], SURE))) == 1
    last = one("icon", boxes[5], 0.6)
    assert kept(page, last) == [last]


def test_names_in_a_bar_that_was_read_as_one_line_are_menus():
    page = Page()
    boxes = line_of(page, "File", "Edit", "View", "Help", gap=18)
    assert len(kept(page, *(one("menu", box, 0.7) for box in boxes[1:3]))) == 2
    # Of these two nobody knows whether they are words of a line.
    close = Page()
    boxes = line_of(close, "File", "Edit", "View", "Help")
    assert len(kept(close, *(one("menu", box, 0.7) for box in boxes))) == 4


def test_the_title_of_a_field_is_no_title_of_a_window():
    page = Page()
    page.text(30, 30, "Surname")
    field = one("field", page.frame(Box(28, 50, 220, 76)), SURE)
    title = one("window title", Box(26, 26, 220, 50))
    assert kept(page, title, field) == [field]
    sure = one("window title", title.box, SURE)
    assert kept(page, sure, field) == [sure, field]


def test_entries_of_a_bar_that_touch_are_no_labels_of_a_field_beside_them():
    page = Page()
    boxes = [Box(20 + 70 * n, 24, 90 + 70 * n, 50) for n in range(3)]
    for box, name in zip(boxes, ("File", "Edit", "View"), strict=True):
        page.text(box.left + 14, 28, name)
    field = one("field", page.frame(Box(240, 24, 420, 50)), SURE)
    bar = [one("menu", box, 0.7) for box in boxes]
    assert kept(page, *bar, field) == [*bar, field]
    assert kept(page, bar[2], field) == [field], "alone it is a label"


def test_what_holds_rows_that_are_surer_is_no_field():
    page = Page()
    rows = [Box(40, 40 + 26 * n, 220, 66 + 26 * n) for n in range(3)]
    for row, name in zip(rows, ("Oslo", "Rome", "Turin"), strict=True):
        page.text(row.left + 6, row.top + 4, name)
    found = [one("list item", row, 0.6) for row in rows]
    field = one("field", page.frame(Box(36, 36, 224, 122)), DOUBT)
    page.frame(field.box)
    assert field not in kept(page, field, *found)
    assert field in kept(page, field, found[0])
    # Over a text a menu may be open.
    pane = one("field", page.frame(Box(10, 10, 480, 290)), DOUBT)
    assert pane in kept(page, pane, *found)


def test_what_a_dialog_says_above_its_buttons_is_no_field():
    page = Page()
    page.text(60, 30, "The last session did not end normally. Do you want")
    wide = page.spans[0].box
    page.text(60, 50, "to restore it?")
    short = page.text(150, 70, "Else it is lost.")
    middle = (wide.left + wide.right) // 2
    page.spans[-1] = replace(page.spans[-1], box=short.moved(middle - short.center.x, 0))
    sheet = page.frame(Box(middle - 220, 20, middle + 220, 100), fill="#f6f5f4")
    button = one("button", Box(sheet.left, 100, middle, 130), SURE)
    field = one("field", sheet)
    with tracing() as trace:
        assert kept(page, field, button) == [button]
    assert "what a dialog says" in trace.events[0].why
    # Without a button below, or with a line that begins elsewhere, one may write there.
    assert kept(page, field) == [field]
    page.frame(Box(sheet.left, 100, sheet.right, 130), fill="#e6e5e4")
    label = page.text(middle - 9, 107, "OK")
    page.spans[-1] = replace(page.spans[-1], box=label.moved(middle - label.center.x, 0))
    assert kept(page, field) == []
    page.text(20, 85, "a")
    assert field in kept(page, field, button)


def test_an_underlined_word_beside_others_of_its_colour_is_a_link():
    page = Page()
    box = sentence(page)
    line = page.spans[1].box
    page.pen.line((line.left, line.bottom + 2, line.right, line.bottom + 2), fill="black")
    assert len(kept(page, one("link", box))) == 1
    # A line that goes on below the next words is of no link.
    page.pen.line((line.right, line.bottom + 2, line.right + 60, line.bottom + 2), fill="black")
    assert kept(page, one("link", box)) == []


def test_a_tab_that_touches_another_is_no_label_of_the_field_below_it():
    page = Page()
    page.text(30, 20, "Drafts")
    page.text(90, 20, "Sound")
    field = one("field", page.frame(Box(30, 44, 300, 70)), SURE)
    tab, beside = one("tab", Box(20, 14, 80, 42)), one("tab", Box(81, 14, 140, 42), SURE)
    assert tab in kept(page, tab, beside, field)
    assert tab not in kept(page, tab, field)


def test_a_field_whose_white_goes_on_beside_it_is_one():
    page = Page(ground="#ffffff")
    page.pen.rectangle((0, 0, 360, 67), fill="#867330")
    page.pen.rectangle((199, 9, 500, 41), fill="#ffffff")
    page.text(211, 18, "Currency")
    box = Box(199, 9, 361, 42)
    assert len(kept(page, one("field", box, 0.6))) == 1
    plain = Page(ground="#ffffff")
    plain.text(211, 18, "Currency")
    assert kept(plain, one("field", box, 0.6)) == []


def test_the_page_of_tabs_that_are_surer_is_no_field():
    page = Page()
    tabs = [Box(20, 20, 100, 46), Box(100, 20, 180, 46)]
    for tab, name in zip(tabs, ("Sound", "Keys"), strict=True):
        page.frame(tab)
        page.text(tab.left + 10, tab.top + 6, name)
    sheet = one("field", page.frame(Box(16, 18, 400, 250), fill="#f4f4f4"), 0.2)
    assert sheet not in kept(page, sheet, *(one("tab", tab, 0.7) for tab in tabs))
    assert sheet in kept(page, sheet, one("tab", tabs[0], 0.7))
    assert sheet in kept(page, sheet, *(one("tab", tab, 0.1) for tab in tabs))


def test_a_text_in_the_first_third_of_a_button_needs_a_button():
    page = Page()
    page.text(30, 30, "Script")
    button = one("button", Box(20, 20, 400, 60))
    assert kept(page, button) == []
    page.frame(button.box, fill="#dddddd")
    page.text(30, 30, "Script")
    assert kept(page, button) == [button]


def test_a_message_on_a_colour_is_no_field():
    page = Page()
    box = page.frame(Box(20, 20, 400, 60), fill="#8df0b9")
    page.text(40, 32, "The file was saved")
    assert kept(page, one("field", box, 0.7)) == []
    page.spans[:] = []
    page.text(40, 32, "Ulm")
    assert len(kept(page, one("field", box, 0.7))) == 1


def test_the_first_line_of_a_field_is_no_field_of_its_own():
    page = Page()
    whole = one("field", page.frame(Box(20, 20, 300, 120)), 0.6)
    line = one("field", Box(24, 20, 301, 52), 0.63)
    assert kept(page, line, whole) == [whole]
    page.frame(Box(24, 24, 296, 52), outline="#202020")
    assert kept(page, line, whole) == [line, whole]
