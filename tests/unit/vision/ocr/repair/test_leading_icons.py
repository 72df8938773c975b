"""Pictures before a label that were read as a sign of it."""

from __future__ import annotations

import pytest

from tests.support.drawn import FONT, Page
from vision.core.geometry import Box
from vision.core.views import View
from vision.ocr.engine import TextSpan, Word
from vision.ocr.repair.leading_icons import without_pictures


def read_with_picture(page: Page, sign: str, label: str, *, glued: bool = False) -> TextSpan:
    """A row of a side bar: a magnifying glass of 18 pixels, and its label behind a gap."""
    page.pen.ellipse((20, 38, 32, 50), outline="black", width=2)
    page.pen.line((31, 49, 37, 55), fill="black", width=2)
    page.text(50, 38, label)
    (written,) = page.spans
    box = Box(20, 38, written.box.right, 56)
    words = (Word(sign, Box(20, 38, 38, 56), 0.9), *written.words)
    text = f"{sign}{label}" if glued else f"{sign} {label}"
    return TextSpan(text, box, 0.95, () if glued else words)


@pytest.mark.parametrize("sign", ["Q", "8", "☆", "≡"])
def test_a_picture_that_was_read_as_a_sign_is_no_part_of_the_label(sign: str) -> None:
    page = Page()
    (kept,) = without_pictures([read_with_picture(page, sign, "Drafts here")], View(page.pixels))
    assert kept.text == "Drafts here"
    assert 45 <= kept.box.left <= 52
    assert [word.text for word in kept.words] == ["Drafts", "here"]


@pytest.mark.parametrize(("sign", "label"), [("☆", "Kenji"), ("☆", "Kenji Ito"), (">", "Drafts")])
def test_a_picture_that_was_read_as_glued_to_a_name_is_no_part_of_it(sign: str, label: str) -> None:
    page = Page()
    span = read_with_picture(page, sign, label, glued=True)
    assert [s.text for s in without_pictures([span], View(page.pixels))] == [label]


def test_a_picture_that_was_read_by_itself_beside_its_label_is_left_out() -> None:
    page = Page()
    whole = read_with_picture(page, "Q", "Drafts")
    alone = TextSpan("Q", Box(20, 38, 38, 56), 0.95)
    kept = without_pictures([alone, *page.spans], View(page.pixels))
    assert [span.text for span in kept] == ["Drafts"]
    assert whole.text == "Q Drafts"


def test_the_arrow_of_a_branch_is_no_part_of_the_name_behind_its_picture() -> None:
    page = Page()
    page.pen.line([(22, 42), (27, 47), (22, 52)], fill="black", width=1)
    page.pen.rounded_rectangle((40, 40, 58, 54), 2, outline="black", width=2)
    page.text(66, 38, "Orders")
    (name,) = page.spans
    box = Box(20, name.box.top, name.box.right, name.box.bottom)
    words = (Word(">", Box(20, 38, 29, 54), 0.9), *name.words)
    (kept,) = without_pictures([TextSpan("> Orders", box, 0.95, words)], View(page.pixels))
    assert kept.text == "Orders"


@pytest.mark.parametrize(
    "text",
    [
        "A link",
        "3 of 28 items",
        "No new messages",
        "24 GB",
        "$ 94",
        "+ Add card",
        "Q budget",
        "by Anna",
        "-Wall is a flag",
        "[draft] of May",
        "≥ 10 items",
        "½ cup",
        "من خلال",
    ],
)
def test_what_was_written_before_a_word_stays(text: str) -> None:
    page = Page()
    page.text(20, 38, text)
    assert without_pictures(page.spans, View(page.pixels)) == page.spans


def test_the_number_of_a_step_stays_before_its_name() -> None:
    page = Page()
    page.text(20, 38, "1")
    page.text(20 + round(FONT.getlength("1")) + 10, 38, "Orders")
    assert without_pictures(page.spans, View(page.pixels)) == page.spans
