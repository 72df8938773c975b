"""Which text becomes the name of a field: the one on the side where the labels of its form are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.core.elements import Kind, State
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.structure.labels import give_labels

LINE = 12.0


def field(left: int, top: int, hint: str = "", value: str = "") -> Piece:
    box = Box(left, top, left + 180, top + 26)
    return Piece("field", hint, box, State(value=value), "merged", 0.9, label=True)


def text(left: int, top: int, words: str) -> Piece:
    return Piece("text", words, Box(left, top, left + 7 * len(words), top + 12))


def names(*pieces: Piece) -> list[str]:
    return [p.text for p in give_labels(pieces, LINE) if p.kind == "field"]


def test_where_labels_stand_above_a_text_at_the_left_is_none() -> None:
    form = (text(200, 80, "Town"), field(200, 96, value="Ulm"),
            text(200, 140, "Street"), field(200, 156, value="Hill"),
            text(100, 162, "$3"))  # fmt: skip
    assert names(*form) == ["Town", "Street"]


def test_where_labels_stand_at_the_left_an_explanation_above_is_none() -> None:
    form = (text(100, 102, "Town"), field(200, 96, value="Ulm"),
            text(100, 150, "Street"), field(200, 144, value="Hill"),
            text(200, 126, "As on the bill"))  # fmt: skip
    assert names(*form) == ["Town", "Street"]


def test_a_field_with_a_hint_has_a_label_at_the_left_where_another_of_its_column_has() -> None:
    form = (text(100, 102, "Town"), field(200, 96, hint="Ulm"),
            text(100, 400, "Street"), field(200, 394, value="Hill"))  # fmt: skip
    assert names(*form) == ["Town", "Street"]


def test_the_title_of_a_bar_is_no_label_of_the_search_field_in_it() -> None:
    page = (text(100, 12, "My shop"), field(200, 6, hint="Search"),
            text(120, 400, "Street"), field(200, 394, value="Hill"))  # fmt: skip
    assert names(*page) == ["Search", "Street"]


def test_a_title_without_high_letters_stands_above_its_explanation() -> None:
    low = Piece("text", "Price", Box(10, 28, 40, 37))
    lines = (Piece("text", "Invoices are due within 30", Box(10, 47, 150, 56)),
             Piece("text", "days", Box(10, 65, 34, 77)))  # fmt: skip
    choice = Piece("dropdown", "", Box(175, 34, 263, 67), State(value="Express"), label=True)
    named = give_labels([low, *lines, choice], LINE)
    assert [p.text for p in named if p.kind == "dropdown"] == ["Price"]


def test_lines_of_the_settings_above_and_below_are_no_part_of_a_title_and_its_explanation() -> None:
    lines = [("Quantity", 60), ("Use proxy", 84), ("Updates are fetched at night", 100)]
    lines += [("Check spelling", 124), ("Storage used", 140)]
    texts = [Piece("text", said, Box(10, y, 10 + 6 * len(said), y + 10)) for said, y in lines]
    choice = Piece("dropdown", "", Box(275, 82, 363, 112), State(value="Express"), label=True)
    named = give_labels([*texts, choice], LINE)
    assert [p.text for p in named if p.kind == "dropdown"] == ["Use proxy"]


def test_the_label_above_a_field_is_not_the_far_title_of_a_row() -> None:
    slider = Piece("slider", "", Box(900, 70, 1200, 100), label=True)
    label, below = text(20, 80, "Phone"), field(20, 98, value="12")
    assert names(slider, label, below) == ["Phone"]
    alone = give_labels([slider, label], LINE)
    assert [p.text for p in alone if p.kind == "slider"] == ["Phone"]


def test_a_switch_does_not_take_the_text_of_the_next_column() -> None:
    switch = Piece("checkbox", "", Box(97, 21, 119, 32), label=True)
    beside = text(153, 20, "Last copy: yesterday")
    assert [p.text for p in give_labels([switch, beside], LINE)] == ["", beside.text]
    near = text(131, 20, "Dark mode")
    (named,) = give_labels([switch, near], LINE)
    assert named.text == "Dark mode"


@pytest.mark.parametrize(("hint", "name"), [("12 Apr 2020", "Birthday"), ("Search", "Search")])
def test_an_example_of_what_is_written_says_not_what_a_field_is_for(hint: str, name: str) -> None:
    assert names(text(120, 27, "Birthday"), field(200, 20, hint=hint)) == [name]


def test_a_field_with_a_hint_has_a_far_label_where_others_of_its_column_have() -> None:
    form = (text(20, 27, "Town"), field(200, 20, value="Ulm"),
            text(20, 67, "Status"), field(200, 60, hint="Berlin"))  # fmt: skip
    assert names(*form) == ["Town", "Status"]
    assert names(*form[2:]) == ["Berlin"]


def names_written(*pieces: Piece, letters: int, hint: Piece) -> list[str]:
    """As `names`, where the hint of one field is known to be of letters so high."""
    box = Box(hint.box.left + 14, hint.box.top + 6, hint.box.left + 90, hint.box.top + 6 + letters)
    named = give_labels([*pieces, hint], LINE, written=[box])
    return [p.text for p in named if p.kind == "field"]


@pytest.mark.parametrize(("letters", "name"), [(12, "Country"), (20, "Mouse")])
def test_what_is_much_larger_than_the_hint_in_a_field_is_a_heading(letters: int, name: str) -> None:
    large = Box(200, 100, 440, 164)
    hinted = Piece("field", "Country", large, State(value=""), "merged", 0.9, label=True)
    heading = Piece("text", "Mouse", Box(200, 64, 280, 88))
    assert names_written(heading, letters=letters, hint=hinted) == [name]


def test_a_heading_above_is_no_label_of_a_field_in_which_something_stands() -> None:
    filled = Piece("field", "", Box(200, 100, 440, 164), State(value="12"), label=True)
    heading = Piece("text", "Mouse", Box(200, 64, 280, 88))
    assert names_written(heading, letters=14, hint=filled) == [""]
    assert names_written(heading, letters=20, hint=filled) == ["Mouse"]
    # Of "1" only the foot may have been found: that says nothing of its letters.
    assert names_written(heading, letters=3, hint=filled) == ["Mouse"]


def test_a_label_with_feet_is_no_heading_beside_figures() -> None:
    filled = Piece("field", "", Box(200, 100, 440, 148), State(value="12"), label=True)
    for name, label in (("Category", "Category"), ("Amount", "")):
        beside = Piece("text", name, Box(100, 112, 180, 131))
        assert names_written(beside, letters=11, hint=filled) == [label]


def test_the_sign_that_makes_a_number_less_does_not_part_it_from_its_label() -> None:
    number = Piece("field", "", Box(150, 20, 190, 46), State(value="1"), label=True)
    less = Piece("icon", "", Box(120, 20, 149, 46))
    assert names(text(40, 27, "Quantity"), less, number) == ["Quantity"]
    other = replace(less, box=less.box.moved(-12, 0))
    assert names(text(20, 27, "Quantity"), other, number) == [""]


@pytest.mark.parametrize(("left", "name"), [(200, "Email"), (224, "you@company.com")])
def test_a_label_stands_higher_above_a_large_field_that_it_is_flush_with(
    left: int, name: str
) -> None:
    large = Box(200, 100, 500, 148)
    hinted = Piece("field", "you@company.com", large, State(value=""), "merged", 0.9, label=True)
    label = Piece("text", "Email", Box(left, 70, left + 50, 82))
    assert names_written(label, letters=12, hint=hinted) == [name]


def test_a_label_that_was_read_in_a_high_box_is_the_label_of_the_field_below_it() -> None:
    hinted = field(200, 100, hint="Vera Müller")
    label = Piece("text", "Kraj", Box(192, 74, 226, 97))
    assert names_written(label, letters=20, hint=hinted) == ["Kraj"]


def named_beside(*pieces: Piece, top: int = 134) -> list[tuple[str, str]]:
    """What a form is seen as in which the name of a second entry was taken for something else."""
    first = (text(110, 106, "Town"), field(200, 100), field(200, top - 6))
    found = give_labels([*first, *pieces], LINE, written=[p.box for p in LINES])
    return [(p.kind, p.text) for p in found]


LINES = (text(110, 106, "Town"), text(110, 134, "Street"))


@pytest.mark.parametrize("kind", ["menu", "list item", "link", "tab"])
def test_what_stands_before_an_entry_like_the_name_of_another_one_is_a_name(kind: Kind) -> None:
    taken = Piece(kind, "Street", Box(90, 126, 190, 154))
    assert named_beside(taken) == [("field", "Town"), ("field", "Street")]


@pytest.mark.parametrize("box", [Box(90, 160, 190, 180), Box(20, 126, 88, 154)])
def test_a_row_elsewhere_is_no_name_of_an_entry(box: Box) -> None:
    row = Piece("menu", "Street", box)
    assert ("menu", "Street") in named_beside(row)


def test_a_row_before_an_entry_with_its_name_above_is_no_name() -> None:
    row = Piece("menu", "Street", Box(90, 126, 190, 154))
    above = (text(200, 112, "House"),)
    assert ("menu", "Street") in named_beside(row, *above)
