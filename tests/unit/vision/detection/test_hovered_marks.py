"""The row of a checkbox that is lit below the mouse is no button, though it looks like one."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from tests.support.drawn import Page
from tests.support.drawn import one as found
from vision.core.elements import ControlKind
from vision.core.geometry import Box

ROW, MARK = Box(20, 40, 160, 68), Box(26, 44, 46, 64)


def row(fill: str, outline: str, ground: str = "#d9d9d9") -> Page:
    """A checkbox with its name in a row with a ground and sides of these colours."""
    page = Page(ground=ground)
    page.frame(ROW, fill, outline)
    # Drawn larger and made smaller, so that its tick has smooth edges.
    mark = Image.new("RGB", (80, 80), "white")
    pen = ImageDraw.Draw(mark)
    pen.rectangle((0, 0, 79, 79), outline="#404040", width=4)
    pen.line((18, 40, 34, 56, 62, 22), fill="black", width=11)
    page.image.paste(mark.resize((20, 20), Image.Resampling.BOX), (MARK.left, MARK.top))
    page.text(58, 46, "Newsletter")
    page.text(20, 200, "Please sign")
    return page


@pytest.mark.parametrize(("kind", "off"), [("button", 0), ("button", 6), ("link", 6)])
def test_a_lit_row_is_its_checkbox(kind: ControlKind, off: int) -> None:
    page = row("#e4e4e4", "#e4e4e4")
    box = Box(ROW.left - off, ROW.top - off, ROW.right + off, ROW.bottom + off)
    known = [found(kind, box, 0.96), found("checkbox", MARK, 0.4)]
    (seen,) = [e for e in page.seen(known) if e.interactive]
    assert (seen.kind, seen.text, seen.state.checked) == ("checkbox", "Newsletter", True)


def test_a_button_of_a_tool_bar_with_a_square_picture_stays() -> None:
    page = Page()
    page.pen.rectangle((26, 44, 45, 63), outline="#404040")
    page.pen.rectangle((31, 44, 40, 50), outline="#404040")
    page.pen.rectangle((30, 55, 41, 63), outline="#404040")
    page.text(58, 46, "Save")
    page.text(20, 200, "Please sign")
    assert "button" in [e.kind for e in page.seen([found("button", ROW, 0.96)])]


@pytest.mark.parametrize(("fill", "outline"), [("#a8a8a8", "#a8a8a8"), ("#d9d9d9", "#808080")])
def test_a_button_with_a_ground_or_a_frame_stays(fill: str, outline: str) -> None:
    seen = row(fill, outline).seen([found("button", ROW, 0.96)])
    assert "button" in [e.kind for e in seen]
