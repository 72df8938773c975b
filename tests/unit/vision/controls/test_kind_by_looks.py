"""Kinds, labels and hints told by looks, where a detector takes one thing for another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.drawn import Page, the
from vision.core.elements import ControlKind
from vision.core.geometry import Box, iou
from vision.core.pieces import Piece
from vision.detection.detector import Detection
from vision.structure.labels import give_labels


def one(kind: ControlKind, box: Box, score: float = 0.9) -> Detection:
    return Detection(box, kind, score, kind)


@pytest.mark.parametrize("kind", ["button", "menu"])
def test_a_small_picture_without_words_is_an_icon(kind: ControlKind):
    page = Page()
    box = page.frame(Box(40, 40, 70, 70))
    page.pen.ellipse((48, 48, 62, 62), fill="black")
    assert the(page.seen([one(kind, box)]), "icon").box == box


def test_a_wide_button_whose_words_were_not_read_stays_one():
    page = Page()
    box = page.frame(Box(40, 40, 260, 70), fill="#3050c0")
    the(page.seen([one("button", box)]), "button")


def test_text_that_begins_at_the_left_beside_a_label_is_written_in_a_field():
    page = Page(ground="white")
    page.text(20, 46, "City:")
    box = page.frame(Box(100, 40, 300, 68), outline="#e0e0e0")
    page.text(110, 46, "Ulm")
    field = the(page.seen([one("button", box)]), "field")
    assert (field.text, field.state.value) == ("City", "Ulm")


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


def test_a_button_has_the_sides_that_it_is_drawn_with():
    page = Page(ground="white")
    box = page.frame(Box(100, 40, 180, 68), fill="#3050c0", outline="#3050c0")
    page.text(118, 46, "Delete", fill="white")
    seen = the(page.seen([one("button", Box(100, 40, 192, 70))]), "button").box
    assert max(abs(a - b) for a, b in zip(seen.as_list(), box.as_list(), strict=True)) <= 1


def test_the_number_of_a_page_is_no_picture():
    page = Page()
    box = page.frame(Box(40, 40, 70, 70), fill="#3050c0")
    page.text(50, 46, "3", fill="white")
    assert the(page.seen([one("icon", box)]), "button").text == "3"


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


@pytest.mark.parametrize(("score", "taken"), [(0.3, True), (0.9, False)])
def test_a_doubtful_link_beside_a_field_is_its_label(score: float, taken: bool):
    page = Page()
    text = page.text(20, 46, "Country")
    box = page.frame(Box(100, 40, 300, 68))
    page.text(108, 46, "Peru")
    seen = page.seen([one("field", box), one("link", text.grown(6), score)])
    assert the(seen, "field").text == ("Country" if taken else "")
    assert any(e.kind == "link" for e in seen) is not taken


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


def test_beside_a_lone_field_with_a_hint_stands_the_title_of_the_page():
    title = Piece("text", "Analytics", Box(20, 44, 90, 58))
    search = Piece("field", "Search", Box(110, 40, 300, 64), label=True)
    assert give_labels([title, search], 14.0) == [title, search]
    # In a form labels stand in line; and a field without a hint says nothing else.
    below = Piece("field", "Ulm", Box(110, 80, 300, 104), label=True)
    town = Piece("text", "Town", Box(20, 84, 60, 98))
    named = give_labels([title, search, town, below], 14.0)
    assert [piece.text for piece in named] == ["Analytics", "Town"]
    bare = Piece("field", "", search.box, label=True)
    assert [piece.text for piece in give_labels([title, bare], 14.0)] == ["Analytics"]


@pytest.mark.parametrize(
    "said", ["/home/ann/notes/plan.p", "C:\\Users\\ann\\x.md", "ann@mail.test"]
)
@pytest.mark.parametrize("seen", ["button", "tab"])
def test_no_button_is_called_like_a_path_or_an_address(said: str, seen: ControlKind):
    page = Page(ground="white")
    box = page.frame(Box(100, 40, 320, 68), outline="#b0b0b0")
    page.text(110, 46, said)
    the(page.seen([one(seen, box)]), "field")
    page = Page(ground="white")
    box = page.frame(Box(100, 40, 220, 68), fill="#dde6f5", outline="#b0b0b0")
    page.text(140, 46, "Share")
    the(page.seen([one(seen, box)]), seen)


@pytest.mark.parametrize("other", [0, 90])
def test_a_button_seen_far_too_large_has_the_size_of_the_one_in_its_middle(other: int):
    page = Page()
    box = page.frame(Box(120, 60, 152, 94), fill="#1aa13d", outline="#1aa13d")
    page.text(131, 69, "5", fill="white")
    page.text(60, 200, "A line")
    seen = Box(box.left - 20 + other // 3, box.top - 6, box.right + 18 + other, box.bottom + 8)
    found = the(page.seen([one("icon", seen, 0.34)]), "button")
    # Where it stands at one side, something else is in the rest.
    assert (iou(found.box, box) > 0.8) == (other == 0)


def kind_below_label(box: Box, place: int, seen: Detection, outline: str) -> str:
    """Of a white box with a label above it and a text that begins at `place`, seen as `seen`."""
    page = Page(ground="white")
    page.text(box.left, 18, "City")
    page.frame(box, outline=outline)
    page.text(place, 46, "Ulm")
    return next(e.kind for e in page.seen([seen]) if "Ulm" in (e.text, e.state.value))


@pytest.mark.parametrize(("place", "kind"), [(110, "field"), (186, "button")])
def test_text_that_begins_at_the_left_below_a_label_is_written_in_a_field(place: int, kind: str):
    box = Box(100, 40, 300, 68)
    assert kind_below_label(box, place, one("button", box), "#e0e0e0") == kind


@pytest.mark.parametrize(("place", "kind"), [(52, "field"), (226, "button")])
def test_what_geometry_takes_for_a_button_is_a_field_where_its_text_begins_at_the_left(
    place: int, kind: str
):
    box = Box(40, 40, 440, 68)
    assert kind_below_label(box, place, one("field", box, 0.35), "#d0d0d0") == kind
