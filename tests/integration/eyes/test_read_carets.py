"""The caret behind the last letter is no letter."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from tests.support.drawn import Page
from vision.core.geometry import Box
from vision.core.views import View
from vision.ocr.engine import TextRecognizer, TextSpan, Word, reworded
from vision.ocr.repair.text_cursors import without_read_carets

pytestmark = pytest.mark.smoke

SANS, MONO, SERIF = "DejaVuSans.ttf", "DejaVuSansMono.ttf", "LiberationSerif-Regular.ttf"


def written(
    text: str, name: str, size: int, caret: int = 1, ink: str = "black", ground: str = "white"
) -> tuple[View, Box]:
    """A line in a frame with a caret of so many pixels as high as a line, and the box of both."""
    page = Page(300, 90, "#d0d0d0")
    font = ImageFont.truetype(name, size)
    ascent, descent = font.getmetrics()
    top, end = 31, round(24 + page.pen.textlength(text, font))
    page.frame(Box(20, 30, 280, 70), ground, "#808080")
    page.pen.text((24, top), text, fill=ink, font=font)
    if caret:
        page.pen.rectangle((end, top, end + caret - 1, top + ascent + descent - 1), fill=ink)
    return View(page.pixels), Box(23, top, end + caret + 2, top + ascent + descent)


def read(text: str, box: Box) -> TextSpan:
    middle = (box.left + box.right) // 2
    first, _, last = text.rpartition(" ")
    halves = [Word(first, Box(box.left, box.top, middle, box.bottom))] if first else []
    words = (*halves, Word(last, Box(middle, box.top, box.right, box.bottom)))
    return TextSpan(text, box, 0.98, words)


# Every font and every size, but not each with each other.
@pytest.mark.parametrize(("name", "size"), [(SANS, 24), (MONO, 11), (SERIF, 14)])
@pytest.mark.parametrize("sign", ["l", "|", "I"])
def test_a_caret_is_no_letter(name: str, size: int, sign: str, rapid: TextRecognizer):
    for text in ("green tea", "Buy a gypsum"):
        view, box = written(text, name, size)
        (found,) = without_read_carets([read(text + sign, box)], view, rapid)
        assert found.text == text
        assert found.words[-1].text == text.split()[-1]
        assert box.right - 5 <= found.box.right < box.right


def test_neither_is_a_thick_one_or_a_white_one_on_black(rapid: TextRecognizer):
    view, box = written("green tea", SANS, 22, caret=2)
    assert without_read_carets([read("green teal", box)], view, rapid)[0].text == "green tea"
    view, box = written("green tea", MONO, 14, ink="white", ground="#202020")
    assert without_read_carets([read("green teal", box)], view, rapid)[0].text == "green tea"


@pytest.mark.parametrize(("name", "size"), [(SANS, 11), (MONO, 18), (SERIF, 14)])
@pytest.mark.parametrize(
    "text", ["Total", "a jewel", "Bill", "Level 1", "gypsy girl", "Oh, Hi!", "World War I"]
)
def test_a_last_letter_that_is_one_stays(name: str, size: int, text: str, rapid: TextRecognizer):
    view, box = written(text, name, size, caret=0)
    assert without_read_carets([read(text, box)], view, rapid) == [read(text, box)]


def test_what_stands_behind_a_blank_or_on_nothing_stays(rapid: TextRecognizer):
    view, box = written("green tea", SANS, 14)
    pipe = read("cat tea |", box)
    assert without_read_carets([pipe, read("tea.", box)], view, rapid) == [pipe, read("tea.", box)]
    blank = View(Page(300, 90).pixels)
    assert without_read_carets([read("teal", box)], blank, rapid)[0].text == "teal"


@pytest.mark.parametrize(("name", "size"), [(SANS, 13), (MONO, 14), (SANS, 17)])
@pytest.mark.parametrize("text", ["garden music", "v1.0", "sums.gnumeric", "VIVALDIC"])
def test_what_a_caret_makes_of_the_last_letter_is_undone(
    name: str, size: int, text: str, rapid: TextRecognizer
):
    """Read with the caret, the last letters of some become others ("musid")."""
    view, _ = written(text, name, size)
    (line,) = rapid.read(view.pixels)
    for wrong in "dy":
        (found,) = without_read_carets([reworded(line, text[:-1] + wrong, 0.9)], view, rapid)
        assert found.text.casefold() == text.casefold()
    # Without a caret it is what was read.
    view, _ = written(text[:-1] + "d", name, size, caret=0)
    (line,) = rapid.read(view.pixels)
    assert without_read_carets([line], view, rapid) == [line]
