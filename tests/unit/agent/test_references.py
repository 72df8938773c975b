"""What a task refers to without saying it."""

from __future__ import annotations

import pytest
from agent.references import referred

from agent.arithmetic import result_of
from agent.outline import Outline
from tests.support.made_maps import element
from vision.elements import Element, State
from vision.geometry import Box


def line(number: int, text: str, left: int, top: int, width: int = 80) -> Element:
    return element(number, "text", text, Box(left, top, left + width, top + 16))


TABLE = [
    line(1, "Color", 10, 10), line(2, "dark blue", 200, 10), line(3, "Size", 10, 40),
    line(4, "XL", 200, 40), line(5, "Order: A-17", 10, 70),
    element(6, "field", "Size", Box(10, 100, 90, 120), State(value="")),
]  # fmt: skip
PAGE = [
    line(1, "Find it", 10, 10),
    line(2, "Once upon a time, there", 10, 60, 300),
    line(3, "was (perhaps) a “king”.", 10, 80, 300),
    line(4, "8 x (3 - 1) = ?", 10, 200),
]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("enter the value of Color into the text field", ("dark blue",)),
        ("trage den Wert von „Size“ ein", ("XL", "Wert")),
        ("write the content of Order", ("A-17",)),
        # It is not there, so the words stay as they are.
        ("enter the value of Weight", ("Weight",)),
        ("enter Color", ("Color",)),
    ],
)
def test_the_value_beside_a_label(text: str, values: tuple[str, ...]):
    plan = Outline([text])
    plan.refer(TABLE)
    assert set(plan.parts[0].values) == set(values)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("type the 5th word of the paragraph into the box", ("there",)),
        ("type the second word", ("upon",)),
        ("type the last word", ("king",)),
        ("type the 7th word", ("perhaps",)),
        ("type the 30th word", ()),
        ("solve it and type your answer", ("16",)),
        ("type your name", ()),
    ],
)
def test_words_are_counted_and_calculations_worked_out(text: str, values: tuple[str, ...]):
    assert referred(text, Outline([text]).parts[0].values, PAGE) == values


def test_a_line_that_was_read_in_pieces_is_counted_whole():
    first, rest = line(1, "Once upon", 10, 10, 100), line(2, "a time", 116, 10, 60)
    lines = [first, rest, line(3, "there was a king", 10, 32, 180)]
    assert referred("type the 5th word", (), lines) == ("there",)


def test_two_calculations_are_no_one_result():
    more = [*PAGE, line(5, "2 + 2", 10, 240)]
    assert referred("solve it", (), more) == ()


def test_a_result_is_wanted_once():
    plan = Outline(["Solve the problem", "and type your answer", "and press submit"])
    plan.refer(PAGE)
    assert [part.values for part in plan.parts] == [("16",), (), ()]


def test_the_task_itself_on_the_page_is_no_text_to_count_in():
    plan = Outline(["Type the 2nd word of it", "into the box"])
    said = line(1, "Type the 2nd word of it into the box", 10, 10, 300)
    plan.refer([said, line(2, "Once upon a time", 10, 30)])
    assert [part.values for part in plan.parts] == [("upon",), ()]


def test_what_was_used_is_not_looked_up_again():
    plan = Outline(["enter the value of Color into the field"])
    plan.refer(TABLE)
    plan.credit(["dark blue"], ends_part=False)
    plan.refer([])
    assert plan.parts[0].values == ("dark blue",)
    assert plan.open_values == []


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("7 + 5", "12"), ("12 ÷ 8", "1.5"), ("-3 × -4", "12"), ("2,5 * 2", "5"),
        ("10/3", "3.333333"),
        ("1 / 0", None), ("7", None), ("-7", None), ("2026-11-22", None), ("7 + x", None),
        ("__import__('os')", None), ("9**9**9", None), ("", None),
    ],
)  # fmt: skip
def test_arithmetic(text: str, result: str | None):
    assert result_of(text) == result


def test_the_result_of_what_the_task_calculated_before() -> None:
    outline = Outline(["Calculate 37 * 48,", "write the result into the text editor"])
    outline.refer([])
    assert outline.parts[1].values == ("1776",)
    outline = Outline(["Calculate 2 * 3 and 4 * 5,", "write the result down"])
    outline.refer([])
    assert outline.parts[1].values == ()


def test_what_stands_behind_a_label_that_the_task_says_is_shown() -> None:
    page = [element(1, "text", "Order number: K-17"), element(2, "text", "Weight: 3 kg")]
    outline = Outline(["Write down the order number that the page shows"])
    outline.refer(page)
    assert outline.parts[0].values == ("K-17",)
    outline = Outline(["Write a letter about the weight"])
    outline.refer(page)
    assert outline.parts[0].values == ()


def test_cells_whose_boxes_overlap_a_bit() -> None:
    elements = [line(1, "Gender", 20, 40, 90), line(2, "Male", 107, 41)]
    assert referred("enter the value of Gender", ("Gender",), elements) == ("Male",)


def test_a_result_is_wanted_beside_other_values() -> None:
    text = "enter the result as Amount and “Eva Kern” as Employee"
    values = ("Amount", "Eva Kern", "Employee")
    with_result = ("918", *values)
    assert referred(text, values, [], ["34 * 27"]) == with_result
    assert referred(text, with_result, [], ["34 * 27"]) == with_result, "once"
    assert referred(text, values, []) == values
    assert referred("enter “the result” as Title", ("the result",), [], ["2 * 3"]) == (
        "the result",
    )
