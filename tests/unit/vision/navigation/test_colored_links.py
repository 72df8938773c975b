"""Texts in a colour of their own are links; titles of groups, badges and statuses are none."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one, the
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.core.pieces import line_height
from vision.core.views import Sight
from vision.navigation.colored_links import tinted_links
from vision.pixels.flat_regions import find_shapes

TEAL = "#1abb9c"


def page_of_texts() -> Page:
    page = Page()
    for number, words in enumerate(("Orders of today", "Sent by mail", "Paid by card", "Total")):
        page.text(20, 20 + 30 * number, words)
    return page


def links(page: Page) -> list[str]:
    shapes = tuple(find_shapes(page.pixels))
    sight = Sight(page.pixels, tuple(page.spans), shapes, line_height(page.spans))
    return [span.text for span in tinted_links(sight, page.spans)]


def test_a_text_of_another_colour_is_a_link() -> None:
    page = page_of_texts()
    page.text(250, 20, "#7841", fill=TEAL)
    page.text(250, 50, "Learn more", fill="#3344dd")
    page.text(250, 80, "Password too short", fill="#cc2222")  # warns
    page.text(250, 110, "Saved a minute ago", fill="#22aa22")  # confirms
    assert links(page) == ["#7841", "Learn more"]


def test_a_short_text_is_one_in_a_column_with_one() -> None:
    page = page_of_texts()
    page.text(250, 20, "14%", fill="#3344dd")
    assert links(page) == []
    page.text(250, 50, "Graz", fill="#3344dd")
    assert sorted(links(page)) == ["14%", "Graz"]


def test_it_is_one_on_the_map() -> None:
    page = page_of_texts()
    page.text(250, 20, "#7841", fill=TEAL)
    button = page.frame(Box(300, 200, 380, 226))
    seen: list[Element] = page.seen([one("button", button)])
    assert the(seen, "link").text == "#7841"


def test_titles_of_frames_are_none() -> None:
    page = page_of_texts()
    title = page.text(250, 150, "Reference", fill="#0033cc")
    middle = title.center.y
    page.pen.line((230, middle, title.left - 4, middle), fill="#a0a0a0")
    page.pen.line((title.right + 4, middle, 480, middle), fill="#a0a0a0")
    assert links(page) == []


def test_badges_and_statuses_are_none() -> None:
    page = page_of_texts()
    page.pen.rounded_rectangle((240, 16, 320, 42), 8, fill="#d0f0ea")
    page.text(250, 20, "Processing", fill="#0f8a72")
    for number in range(3):
        page.text(250, 60 + 40 * number, "Waiting", fill="#3344dd")
    assert links(page) == []


@pytest.mark.parametrize(
    ("colours", "told"), [(("#3344dd", "#1abb9c", "#aa22cc"), False), (("#3344dd",) * 3, True)]
)
def test_in_a_text_of_many_colours_none_is(colours: tuple[str, ...], told: bool) -> None:
    page = page_of_texts()
    words = ["import", "return", "lambda"]
    for number, (word, colour) in enumerate(zip(words, colours, strict=True)):
        page.text(250, 20 + 30 * number, word, fill=colour)
    assert links(page) == (words if told else [])


def test_a_part_of_a_word_or_of_a_program_is_none() -> None:
    page = page_of_texts()
    left = page.text(250, 20, "garden", fill="#3344dd")
    page.text(left.right, 20, "(season)")
    link = page.text(250, 60, "privacy policy", fill="#3344dd")
    page.text(link.right, 60, ".")
    assert links(page) == ["privacy policy"]


def test_a_name_in_capitals_is_one_where_it_goes_on_with_a_line() -> None:
    page = page_of_texts()
    box = page.text(20, 200, "Published under")
    page.text(box.right + 5, 200, "MIT", fill=TEAL)
    page.text(300, 230, "TOOLS", fill=TEAL)
    assert links(page) == ["MIT"]


def test_words_that_were_read_apart_are_one_link_as_high_as_their_line() -> None:
    page = page_of_texts()
    box = page.text(20, 200, "Find", fill=TEAL)
    next_ = page.text(box.right + 5, 200, "and", fill=TEAL)
    last = page.text(next_.right + 5, 200, "replace", fill=TEAL)
    page.text(last.right + 40, 200, "Undo it", fill=TEAL)
    page.text(20, 230, "Twelve of them")
    page.text(20, 260, "Read by nobody")
    button = page.frame(Box(300, 240, 380, 266))
    found = [e for e in page.seen([one("button", button)]) if e.kind == "link"]
    assert sorted(e.text for e in found) == ["Find and replace", "Undo it"]
    whole = next(e for e in found if e.text == "Find and replace")
    assert whole.box.left == box.left
    assert whole.box.right == last.right
    assert whole.box.height > 1.3 * box.height


def test_a_line_below_and_a_text_beside_do_not_matter() -> None:
    page = page_of_texts()
    box = page.text(20, 200, "Already have one?")
    own = page.text(box.right + 5, 200, "Sign in", fill=TEAL)
    page.pen.line((10, own.bottom + 10, 300, own.bottom + 10), fill="#404040")
    assert links(page) == ["Sign in"]


def test_the_words_of_a_program_are_none() -> None:
    page = page_of_texts()
    name = page.text(60, 170, "harbour_yellow", fill="#3465a4")
    page.text(name.right + 3, 170, "(yellow, limit=20):")
    page.text(60, 200, "summer_kitchen(k", fill="#3465a4")
    word = page.text(60, 230, "in", fill="#a40000")
    page.text(word.right + 7, 230, "range", fill="#3465a4")
    page.text(300, 230, "Learn more", fill="#3465a4")
    assert links(page) == ["Learn more"]


@pytest.mark.parametrize("whole", [True, False])
def test_underlined_words_are_one_link_where_the_line_goes_on(whole: bool) -> None:
    page = page_of_texts()
    one_ = page.text(20, 200, "imperdiet", fill="#0000ee")
    two = page.text(one_.right + 5, 200, "tellus", fill="#0000ee")
    base = one_.bottom
    for left, right in ([(one_.left, two.right)] if whole else
                        [(one_.left, one_.right), (two.left, two.right)]):  # fmt: skip
        page.pen.line((left, base, right - 1, base), fill="#0000ee")
    page.text(20, 230, "Twelve of them")
    button = page.frame(Box(300, 240, 380, 266))
    found = [e.text for e in page.seen([one("button", button)]) if e.kind == "link"]
    assert found == (["imperdiet tellus"] if whole else ["imperdiet", "tellus"])
