"""The one button of a message spans the foot of its window, and is no status bar."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.capture.windows import Window
from vision.core.geometry import Box

MESSAGE = Box(100, 60, 420, 200)


def message(name_at: int, window: Box = MESSAGE) -> list[str]:
    """What is called OK and can be clicked in a window that says something above a grey bar."""
    page = Page(520, 400, "#dddddd")
    page.frame(MESSAGE, fill="#f6f5f4")
    page.text(130, 80, "The folder could not be displayed")
    page.text(130, 104, "No such file or directory")
    page.frame(Box(104, 166, 416, 196), fill="#ececea")
    page.text(name_at, 173, "OK")
    windows = [Window(1, "", "Editor", window, active=True)]
    # Something that the detector is sure of: without it shapes alone say what is there.
    found = [one("icon", Box(100, 320, 116, 336))]
    return [e.text for e in page.seen(found, windows) if e.interactive and e.text == "OK"]


def test_the_answer_to_a_message_is_a_button():
    assert message(249) == ["OK"]


@pytest.mark.parametrize(
    ("name_at", "window"),
    [(112, MESSAGE), (249, Box(100, 60, 420, 390)), (249, Box(100, -150, 420, 200))],
    ids=["at the left", "not at the foot", "in a large window"],
)
def test_a_bar_elsewhere_or_with_a_text_at_its_left_is_none(name_at: int, window: Box):
    assert message(name_at, window) == []
