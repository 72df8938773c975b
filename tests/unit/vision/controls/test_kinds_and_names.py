"""Kinds, labels and hints told by looks, where a detector takes one thing for another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.drawn import Page, the
from vision.capture.windows import Window
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.detection.detector import Detection
from vision.structure.labels import give_labels


def one(kind: ControlKind, box: Box, score: float = 0.9) -> Detection:
    return Detection(box, kind, score, kind)


def test_a_wide_button_whose_words_were_not_read_stays_one():
    page = Page()
    box = page.frame(Box(40, 40, 260, 70), fill="#3050c0")
    the(page.seen([one("button", box)]), "button")


def test_text_in_the_middle_is_on_a_button():
    page = Page(ground="white")
    page.text(20, 46, "City:")
    box = page.frame(Box(100, 40, 180, 68), outline="#e0e0e0")
    page.text(124, 46, "Ulm")
    assert the(page.seen([one("button", box)]), "button").text == "Ulm"


def test_text_in_the_middle_is_on_a_button_also_where_the_detector_saw_it_too_wide():
    page = Page(ground="white")
    page.text(20, 46, "Old:")
    page.frame(Box(100, 40, 180, 68), fill="#f0f0f0", outline="#606060")
    page.text(118, 46, "Delete", fill="#a0a0a0")
    assert the(page.seen([one("button", Box(100, 40, 196, 68))]), "button").text == "Delete"


@pytest.mark.parametrize(
    ("fill", "name", "value"), [("#757575", "Town", ""), ("black", "", "Town")]
)
def test_a_hint_is_told_from_what_was_written(fill: str, name: str, value: str):
    """Also where it is the only text."""
    page = Page()
    box = page.frame(Box(100, 40, 300, 68))
    page.text(108, 46, "Town", fill=fill)
    field = the(page.seen([one("field", box)]), "field")
    assert (field.text, field.state.value) == (name, value)


def test_a_label_may_stand_at_the_other_side_of_a_wide_page():
    page = Page(width=1900)
    page.text(20, 46, "Language")
    box = page.frame(Box(1700, 40, 1880, 68))
    page.text(1708, 46, "German")
    listed = the(page.seen([one("dropdown", box)]), "dropdown")
    assert (listed.text, listed.state.value) == ("Language", "German")


def test_the_label_of_one_field_is_not_given_to_the_next():
    page = Page()
    page.text(20, 46, "Style")
    first = page.frame(Box(64, 40, 180, 68))
    page.text(72, 46, "Plain")
    second = page.frame(Box(300, 40, 420, 68))
    page.text(308, 46, "Bold")
    seen = page.seen([one("dropdown", second), one("dropdown", first.grown(2))])
    names = {e.state.value: e.text for e in seen if e.kind == "dropdown"}
    assert names == {"Plain": "Style", "Bold": ""}


PLACES = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(0, 300), st.integers(0, 60), st.integers(8, 200), st.integers(8, 40),
)  # fmt: skip
PIECES = st.builds(
    lambda kind, text, box, score: Piece(
        kind, text, box, score=score, label=kind not in ("text", "link")
    ),
    st.sampled_from(["text", "link", "field", "dropdown", "checkbox", "icon", "slider"]),
    st.sampled_from(["", "City", "Name:"]),
    PLACES,
    st.floats(0.1, 1),
)


@given(st.lists(PIECES, max_size=8))
def test_what_vanishes_became_a_name(pieces: list[Piece]):
    named = give_labels(pieces, 14.0)
    plain = ("text", "link")
    controls = [piece for piece in named if piece.kind not in plain]
    assert [p.kind for p in controls] == [p.kind for p in pieces if p.kind not in plain]
    kept = {id(piece) for piece in named}
    gone = [p for p in pieces if p.kind in plain and id(p) not in kept]
    assert len(gone) <= len(controls)
    assert {p.text.rstrip(":") for p in gone} <= {p.text for p in controls}


def test_a_link_far_from_a_control_stays_one():
    link = Piece("link", "Language", Box(20, 36, 120, 66), score=0.3)
    listed = Piece("dropdown", "", Box(400, 40, 500, 64), label=True)
    assert give_labels([link, listed], 14.0) == [link, listed]


def kind_below_label(box: Box, place: int, seen: Detection, outline: str) -> str:
    """Of a white box with a label above it and a text that begins at `place`, seen as `seen`."""
    page = Page(ground="white")
    page.text(box.left, 18, "City")
    page.frame(box, outline=outline)
    page.text(place, 46, "Ulm")
    return next(e.kind for e in page.seen([seen]) if "Ulm" in (e.text, e.state.value))


def with_arrows(*tops: int, down: bool = True) -> Page:
    """An entry of 22 pixels with arrows at its right end."""
    page = Page()
    page.frame(Box(100, 40, 300, 62))
    page.text(108, 43, "Float")
    for top in tops:
        for row in range(4):
            width = 3 - row if down or top != min(tops) else row
            page.pen.line((290 - width, top + row, 290 + width, top + row), fill="black")
    return page


@pytest.mark.parametrize("right", [302, 298, 284])
def test_an_entry_with_an_arrow_down_is_a_list_that_opens(right: int):
    page = with_arrows(49)
    seen = the(page.seen([one("field", Box(98, 38, right, 64))]), "dropdown")
    assert seen.state.value == "Float"


def test_an_entry_with_arrows_up_and_down_is_written_in():
    page = with_arrows(43, 54, down=False)
    the(page.seen([one("field", Box(98, 38, 302, 64))]), "field")


def test_an_entry_without_an_arrow_is_written_in():
    the(with_arrows().seen([one("field", Box(98, 38, 302, 64))]), "field")


def test_the_text_of_a_window_is_not_in_what_is_behind_it():
    page = Page(ground="white")
    sheet = page.frame(Box(20, 20, 480, 280))
    page.text(40, 40, "Notes")
    dialog = page.frame(Box(150, 90, 350, 210), fill="#f0f0f0")
    page.text(170, 120, "Size")
    windows = [Window(2, "Size", "", dialog), Window(1, "Editor", "", Box(0, 0, 500, 300))]
    seen = page.seen([one("field", sheet)], windows)
    assert the(seen, "field").state.value == "Notes"
