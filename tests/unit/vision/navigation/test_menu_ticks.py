"""Entries of open menus say whether they are ticked."""

from __future__ import annotations

from tests.support.drawn import Page, one
from vision.core.geometry import Box
from vision.detection.detector import Detection


def menu(*ticked: bool | None) -> tuple[Page, list[Detection]]:
    """An open menu whose entries have boxes that are ticked or not, or none."""
    page = Page()
    page.frame(Box(20, 20, 240, 26 + 30 * len(ticked)))
    rows = []
    for n, on in enumerate(ticked):
        top = 24 + 30 * n
        rows.append(one("menu", Box(22, top, 238, top + 28)))
        page.text(56, top + 6, ("Line Numbers", "Status Bar", "Quit")[n])
        if on is None:
            continue
        page.pen.rectangle((30, top + 6, 45, top + 21), "white", "#505050")
        if on:
            page.pen.line((33, top + 13, 37, top + 18), "black", 2)
            page.pen.line((37, top + 18, 43, top + 9), "black", 2)
    return page, rows


def test_an_entry_is_ticked_as_the_box_before_its_name_is() -> None:
    page, rows = menu(True, False, None)
    entries = [e for e in page.seen(rows) if e.kind == "menu"]
    assert [(e.text, e.state.checked) for e in entries] == [
        ("Line Numbers", True), ("Status Bar", False), ("Quit", None),
    ]  # fmt: skip


def test_a_box_that_the_detector_saw_counts_too() -> None:
    page, rows = menu(None)
    page.pen.rectangle((30, 30, 45, 45), "#1d4ed8")
    page.pen.line((33, 37, 37, 42), "white", 2)
    page.pen.line((37, 42, 43, 33), "white", 2)
    entries = page.seen([*rows, one("checkbox", Box(29, 29, 47, 47))])
    assert [e.state.checked for e in entries if e.kind == "menu"] == [True]
