"""Doubtful detections that what stands around them contradicts."""

from __future__ import annotations

from tests.support.drawn import Page
from vision.core.elements import ControlKind
from vision.core.geometry import Box, bounding_box
from vision.core.trace import tracing
from vision.core.views import View
from vision.detection.contradicted import without_doubtful
from vision.detection.detector import Detection
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


def test_a_coloured_word_and_names_in_a_bar_are_links():
    page = Page()
    assert len(kept(page, one("link", sentence(page, "#2030d0")))) == 1
    bar = Page()
    for left, name in ((20, "Home"), (90, "Mail"), (160, "About")):
        bar.text(left, 20, name)
    assert len(kept(bar, one("link", bar.spans[1].box.grown(2)))) == 1


def sheet(page: Page) -> list[list[Box]]:
    """Four rows of five figures; their boxes."""
    rows = []
    for top in (20, 40, 60, 80):
        for left in (20, 100, 180, 260, 340):
            page.text(left, top, "1427.32")
        rows.append([span.box for span in page.spans[-5:]])
    return rows


def test_a_picture_is_not_full_of_text():
    page = Page()
    cells = sheet(page)
    wide = cells[0][0].union(cells[3][4]).grown(3)
    assert kept(page, one("image", wide)) == []
    assert len(kept(page, one("image", cells[0][0].union(cells[0][2]).grown(3)))) == 1


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


def test_names_in_a_bar_that_was_read_as_one_line_are_menus():
    page = Page()
    boxes = line_of(page, "File", "Edit", "View", "Help", gap=18)
    assert len(kept(page, *(one("menu", box, 0.7) for box in boxes[1:3]))) == 2
    # Of these two nobody knows whether they are words of a line.
    close = Page()
    boxes = line_of(close, "File", "Edit", "View", "Help")
    assert len(kept(close, *(one("menu", box, 0.7) for box in boxes))) == 4


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


def test_a_text_in_the_first_half_of_a_button_needs_a_button():
    page = Page()
    page.text(30, 30, "Script")
    button = one("button", Box(20, 20, 400, 60))
    assert kept(page, button) == []
    page.frame(button.box, fill="#dddddd")
    page.text(30, 30, "Script")
    assert kept(page, button) == [button]
