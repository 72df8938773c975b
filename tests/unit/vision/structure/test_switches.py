"""A switch at the end of its row is called by what stands at the beginning; the row is no field."""

from __future__ import annotations

from tests.support.drawn import Page, one
from vision.core.geometry import Box


def test_rows_of_switches_have_their_names() -> None:
    page, found = Page(), []
    for number, name in enumerate(("Sounds", "Roaming")):
        top = 40 + 60 * number
        row, switch = Box(30, top, 440, top + 44), Box(380, top + 10, 424, top + 34)
        page.text(44, top + 14, name)
        page.pen.rounded_rectangle(switch.as_list(), 12, fill="#2f6fed")
        found += [one("field", row, 0.5), one("checkbox", switch)]
    seen = page.seen(found)
    assert [e.text for e in seen if e.kind == "checkbox"] == ["Sounds", "Roaming"]
    assert [e for e in seen if e.kind == "field"] == []
