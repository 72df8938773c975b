"""The title of a window is no element, and a menu that is called like a word of it is one."""

from __future__ import annotations

import numpy as np

from tests.support.made_maps import element, window
from vision.core.elements import State
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.views import Sight
from vision.navigation.title_bars import name_window_buttons, titles
from vision.ocr.engine import TextSpan
from vision.structure.browser_bar import bar_of_browser


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


def test_a_dash_may_be_read_as_another_one() -> None:
    assert names("Library – Box – Browser", ("Library - Box", 6)) == {"Library - Box"}


def test_the_buttons_of_a_window_are_named_where_its_title_was_not_read() -> None:
    places = (1180, 1213, 1245)
    icons = [Piece("icon", "", Box(x, 6, x + 28, 36), State(), "detector", 0.9) for x in places]
    front = window(1, "Library", Box(0, 0, 1280, 800))
    named = [p.text for p in name_window_buttons(icons, [front], set(), 12.0)]
    assert named == ["minimise window", "maximise window", "close window"]


def test_the_bar_of_a_browser_ends_below_its_address() -> None:
    address = State(value="127.0.0.1:3491/page.html")
    shown = element(1, "dropdown", "", Box(119, 46, 600, 80), address)
    assert bar_of_browser([shown]) > 80
    assert bar_of_browser([element(1, "field", "City", Box(119, 46, 600, 80))]) == 0
