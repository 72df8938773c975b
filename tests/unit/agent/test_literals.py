"""The values of a task are found as the person wrote them, in any language's quotes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.task.literals import (
    alike,
    is_path,
    literals,
    looks_same,
    looks_same_in,
    mentions,
    normal,
    quoted,
    spans,
)

# Text as a person puts it between quotes: no quote of any sort in it, and not only spaces.
INNER = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\"“”„«»‘’'"), min_size=1
).filter(str.strip)
QUOTES = [('"', '"'), ("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("‘", "’"), ("'", "'")]


@pytest.mark.parametrize("marks", QUOTES)
@given(INNER)
def test_what_stands_in_quotes_is_a_value_unchanged(marks: tuple[str, str], inner: str):
    left, right = marks
    inner = inner.strip() if left == "«" else inner  # where a space belongs to the sign
    task = f"write {left}{inner}{right} there"
    assert quoted(task) == [inner]
    assert literals(task) == [inner]


@pytest.mark.parametrize(
    ("task", "values"),
    [
        ("click the button", []),
        ("click the 3rd checkbox", []),
        ("find the 5th word", []),
        ("find the 5th result", []),
        ("find the 5th planet", ["5th"]),
        ("Select Ann>Bea>Cleo", ["Ann", "Bea", "Cleo"]),
        ("type 5>3", ["5>3"]),
        ("Click the button. Then press enter.", []),
        ("I want this", []),
        ("save it as /tmp/notes ü.txt", ["/tmp/notes", "ü.txt"]),
        ("save it as '/tmp/my notes.txt'", ["/tmp/my notes.txt"]),
        (r"open C:\Users\ann\a.txt now", [r"C:\Users\ann\a.txt"]),
        ("open report.pdf, please", ["report.pdf"]),
        ("open report.pdf.", ["report.pdf"]),
        ("write to ann.lee@example.org.", ["ann.lee@example.org"]),
        ("go to http://127.0.0.1:8080/form?a=1", ["http://127.0.0.1:8080/form?a=1"]),
        ("enter 12 and 3.5", ["12", "3.5"]),
        ("compute 12 * 7", ["12 * 7"]),
        ("compute 12*7.", ["12*7"]),
        ("compute 3 + 4 × 2 now", ["3 + 4 × 2"]),
        ("compute (3+4)/2", ["(3+4)/2"]),
        ("compute 2*(3+4)", ["2*(3+4)"]),
        ("compute 10 − 4", ["10 − 4"]),
        ("call on 2026-11-21", ["2026-11-21"]),
        ("choose New York in the list", ["New York"]),
        ("choose Paris, Rome and Oslo", ["Paris", "Rome", "Oslo"]),
        ("the user is called Ann", ["Ann"]),
        ("a folder named Receipts 2026 in my home folder", ["Receipts 2026"]),
        ("einen Ordner namens Rechnungen 2025 in Archiv", ["Ordner", "Rechnungen 2025", "Archiv"]),
        ("create a list called Plan B 2.", ["Plan B 2"]),
        ("a folder named 2026", ["2026"]),
        ("the user A0«A", ["A0", "A"]),
        ("use camelCase and snake_case", ["camelCase", "snake_case"]),
        ("set #ff8800 as the colour", ["#ff8800"]),
        ("enter Ann, then Ann again", ["Ann"]),
        ('write "It is 12 * 7" there', ["It is 12 * 7"]),
        ("don't close it and don't save it", []),
        ("enter O'Neill here", ["O'Neill"]),
        ("enter 'O Neill' here", ["O Neill"]),
        ("wähle Köln aus", ["Köln"]),
        ("write „Grüße aus Köln“ there", ["Grüße aus Köln"]),
    ],
)
def test_values_outside_of_quotes(task: str, values: list[str]):
    assert literals(task) == values


@given(st.text(max_size=80))
def test_values_are_parts_of_the_text_without_repetition(text: str):
    found = literals(text)
    assert len(set(found)) == len(found)
    plain = " ".join(text.split())
    for value in found:
        assert value
        assert value in text or value in plain


@given(st.text("ab c,.'\"12", max_size=40))
def test_spans_are_parts_of_the_text_and_hold_each_plain_word(text: str):
    found = spans(text)
    assert all(part in text and part.strip() for part in found)
    assert len(set(found)) == len(found)
    lengths = [len(part.split()) for part in found]
    assert lengths == sorted(lengths, reverse=True)


def test_whose_something_is_is_no_part_of_a_name():
    assert literals("Find Elwira's email and Ann’s, then open Bob's Album") == [
        "Elwira",
        "Ann",
        "Bob's Album",
    ]
    assert literals("write “Ann's”") == ["Ann's"]


def test_spans_of_values_without_a_mark():
    found = spans("first name ann, city bonn")
    assert {"ann", "bonn", "first name ann"} <= set(found)
    assert "ann, city" not in found


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Submit", "submit", True),
        ("12*7", "12 × 7", True),
        ("10-4", "10 − 4", True),
        ("it’s", "it's", True),
        ("Grüße aus Köln", "Grusse aus Koln", True),
        ("Grüße aus Köln", "Tschüss", False),
        ("Ann", "Ana", False),  # too short for a misreading
        ("84", "83", False),
        ("", "", True),
        ("", "a", False),
    ],
)
def test_alike_forgives_what_ocr_misreads(one: str, other: str, same: bool):
    assert alike(one, other) is same
    assert alike(other, one) is same


def test_signs_that_look_the_same_are_the_same_however_strict():
    assert alike("YM2l8", "YM2I8", 0.95)
    assert alike("bill_01", "biII_Ol", 0.95)
    assert not alike("row 1", "row 2", 0.95)
    assert not alike("10", "lo")


@given(st.text(), st.text(" \t\n"))
def test_normal_forgets_case_and_spaces(text: str, spaces: str):
    assert normal(text + spaces) == normal(text)
    assert normal(normal(text)) == normal(text)


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("press the submit button", "Submit", True),
        ("press the submitted one", "Submit", False),
        ("open a.b now", "a.b", True),
        ("open axb now", "a.b", False),
        ("press C++", "C++", True),
        ("take a seat", "a", False),
        ("press “a”", "a", True),
        ("anything", "", False),
        ("größer", "größe", False),
    ],
)
def test_a_name_is_mentioned_as_whole_words(text: str, name: str, said: bool):
    assert mentions(text, name) is said


def test_a_name_that_goes_on_in_a_second_line_is_the_name():
    assert looks_same("garden_les- son.txt", "garden_lesson.txt")
    assert looks_same("contract- summer.txt", "contract-summer.txt")
    assert looks_same_in("lesson.txt", "les- son.txt 3 KiB")
    assert not looks_same("contract-summer.txt", "contractsummer.txt")
    assert not looks_same("a - b", "ab")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Set the phone to 0221 445 0199, then save", ["0221 445 0199"]),
        ("dial +49 (30) 90 18 20 now", ["+49 (30) 90 18 20"]),
        ("enter 12 34 56 in A1", ["12", "34", "56", "A1"]),
        ("send it to 10115 Berlin", ["10115", "Berlin"]),
    ],
)
def test_a_number_in_groups_is_one_value(text: str, values: list[str]) -> None:
    assert literals(text) == values


def test_paths_through_menus() -> None:
    assert is_path("Choose File > Export > PDF")
    assert is_path("Select Tools→Options")
    assert not is_path("Type “a > b”")
    assert not is_path("Open the menu")


def test_a_bracket_that_closes_one_of_a_word_belongs_to_it():
    assert literals("add them up with =SUM(A1:A3), please") == ["=SUM(A1:A3)"]
    assert literals("it lies elsewhere (in A1:A3), please") == ["A1:A3"]
