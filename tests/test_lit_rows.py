"""The row of a checkbox that is lit below the mouse is no button, though it looks like one."""

from __future__ import annotations

import pytest
from drawn import Page
from drawn import one as found

from vision.geometry import Box

ROW, MARK = Box(20, 40, 160, 68), Box(26, 44, 46, 64)


def row(fill: str, outline: str, ground: str = "#d9d9d9") -> Page:
    """A checkbox with its name in a row with a ground and sides of these colours."""
    page = Page(ground=ground)
    page.frame(ROW, fill, outline)
    page.frame(MARK, outline="#404040")
    page.pen.line((30, 53, 35, 58), fill="black", width=3)
    page.pen.line((35, 58, 42, 48), fill="black", width=3)
    page.text(58, 46, "Newsletter")
    page.text(20, 200, "Please sign")
    return page


@pytest.mark.parametrize("off", [0, 6])
def test_a_lit_row_is_its_checkbox(off: int) -> None:
    page = row("#e4e4e4", "#e4e4e4")
    box = Box(ROW.left - off, ROW.top - off, ROW.right + off, ROW.bottom + off)
    known = [found("button", box, 0.96), found("checkbox", MARK, 0.4)]
    (seen,) = [e for e in page.seen(known) if e.interactive]
    assert (seen.kind, seen.text, seen.state.checked) == ("checkbox", "Newsletter", True)


@pytest.mark.parametrize(("fill", "outline"), [("#a8a8a8", "#a8a8a8"), ("#d9d9d9", "#808080")])
def test_a_button_with_a_ground_or_a_frame_stays(fill: str, outline: str) -> None:
    seen = row(fill, outline).seen([found("button", ROW, 0.96)])
    assert "button" in [e.kind for e in seen]
