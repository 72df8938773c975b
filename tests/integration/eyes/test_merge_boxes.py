"""The merge where a detector finds boxes without kinds, and lines that an engine reads in signs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageFont

from tests.support.drawn import Page, one, the
from vision.capture.windows import Window
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word
from vision.ocr.rapid import _whole_words

pytestmark = pytest.mark.smoke


def test_large_letters_in_a_document_can_be_clicked() -> None:
    page = Page(700, 500, ground="#e0e0e0")
    bar = []
    for left, name in ((10, "File"), (60, "Edit"), (110, "View")):
        box = page.text(left, 4, name)
        bar.append(one("menu", box.grown(3)))
    page.frame(Box(20, 60, 680, 480))
    large = ImageFont.truetype("DejaVuSans.ttf", 40)
    page.pen.text((60, 100), "My Slide", fill="black", font=large)
    page.spans.append(TextSpan("My Slide", Box(62, 106, 240, 142), 0.99))
    page.text(60, 200, "Some small words")
    elements = page.seen(bar, [Window(1, "Slides", "slides", Box(0, 0, 700, 500))])
    assert "Some small words" in (the(elements, "field").state.value or "")
    assert [e.text for e in elements if e.text == "My Slide"], "the heading is an element"
    assert not [e for e in elements if e.text == "Some small words"], "and the rest is not"


def signs(text: str, left: int = 0, width: int = 10) -> list[Word]:
    """Each sign as a word, side by side."""
    return [
        Word(sign, Box(left + i * width, 0, left + (i + 1) * width, 12), 0.9)
        for i, sign in enumerate(text)
    ]


def test_signs_of_a_line_become_words() -> None:
    words = _whole_words("天使Angemon 哔哩", [*signs("天使Angemon"), *signs("哔哩", 100)])
    assert [word.text for word in words] == ["天使Angemon", "哔哩"]
    assert words[0].box == Box(0, 0, 90, 12)


def test_signs_far_apart_stay_apart() -> None:
    words = _whole_words("网页图片", [*signs("网页"), *signs("图片", 60)])
    assert [word.text for word in words] == ["网页", "图片"]


def test_words_of_the_engine_stay_as_they_are() -> None:
    words = [Word("File", Box(0, 0, 30, 12)), Word("Edit", Box(36, 0, 60, 12))]
    assert _whole_words("File Edit", words) == words


def test_one_doubtful_sign_does_not_make_a_word_doubtful():
    read = [*signs("央视"), *signs("网(cctv.com)", 20)]
    words = [replace(word, score=0.5 if word.text == "网" else 0.98) for word in read]
    (word,) = _whole_words("央视网(cctv.com)", words)
    assert word.score > 0.9
