"""The title of a window is no element, and a menu that is called like a word of it is one."""

from __future__ import annotations

import numpy as np

from tests.support.made_maps import window
from vision.core.geometry import Box
from vision.core.views import Sight
from vision.navigation.title_bars import titles
from vision.ocr.engine import TextSpan


def names(title: str, *spans: tuple[str, int]) -> set[str]:
    """The texts that are the title, of some texts with their rows (pixels from the top)."""
    seen = tuple(
        TextSpan(text, Box(10 + 90 * n, top, 90 + 90 * n, top + 16), 0.9)
        for n, (text, top) in enumerate(spans)
    )
    sight = Sight(np.zeros((200, 600, 3), np.uint8), spans=seen, line=16.0)
    return {span.text for span in titles(sight, [window(1, title, Box(0, 0, 600, 200))])}


def test_a_menu_may_be_called_like_a_word_of_the_title() -> None:
    row = (("File", 34), ("View", 34), ("Document", 34))
    assert names("File Viewer – Document", ("File Viewer", 6), *row) == {"File Viewer"}


def test_a_title_may_be_read_in_pieces_and_stand_twice() -> None:
    assert names("My notes", ("notes", 6), ("My notes", 34)) == {"notes", "My notes"}
