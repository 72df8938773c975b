"""Buttons of a title bar that were read as letters are icons, and letters stay letters."""

from __future__ import annotations

import pytest

from vision.core.geometry import Box
from vision.core.trace import tracing
from vision.ocr.engine import TextSpan
from vision.ocr.repair.title_bar_glyphs import without_sign_rows


def span(text: str, left: int, width: int, height: int = 22) -> TextSpan:
    return TextSpan(text, Box(left, 10, left + width, 10 + height), 0.7)


def test_a_row_of_buttons_is_as_many_icons() -> None:
    title = span("Document - Editor", 10, 140)
    with tracing() as trace:
        texts, signs = without_sign_rows([title, span("00X", 400, 75)])
    assert texts == [title]
    assert [sign.box.as_list() for sign in signs] == [
        [400, 10, 425, 32], [425, 10, 450, 32], [450, 10, 475, 32],
    ]  # fmt: skip
    assert {sign.kind for sign in signs} == {"icon"}
    assert '"00X" was left out' in trace.events[0].why


def test_one_more_that_was_read_by_itself_belongs_to_the_row() -> None:
    cross, other = span("X", 450, 24), span("X", 600, 24)
    texts, signs = without_sign_rows([span("- 0", 400, 48), cross, other])
    assert texts == [other]
    assert signs[-1].box == cross.box
    assert len(signs) == 3


@pytest.mark.parametrize(
    "text",
    [
        span("00", 400, 24),  # a number: letters are narrower than high
        span("OX", 400, 30),
        span("100X", 400, 96),  # holds what is no picture
        span("X", 400, 24),
        span("00X00X", 400, 150),
        span("0 0", 400, 90),  # far apart: cells of a table
    ],
)
def test_texts_stay(text: TextSpan) -> None:
    assert without_sign_rows([text]) == ([text], [])
