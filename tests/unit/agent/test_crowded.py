"""Crowded screens: what is told of them."""

from __future__ import annotations

import pytest
from agent.choices import Choices

from agent.deciding.prompt import screen_text
from agent.deciding.screen_text import MOST, Line, told
from agent.outline import Outline
from tests.support.made_maps import element, made_map


def _many(usable: int, plain: int) -> list[Line]:
    buttons = [Line(f"- button {n}", usable=True) for n in range(usable)]
    return [*(Line(f"  text {n}") for n in range(plain)), *buttons]


@pytest.mark.parametrize(("usable", "plain"), [(0, 0), (10, 10), (MOST, 0), (0, MOST)])
def test_what_fits_is_told_as_it_is(usable: int, plain: int):
    lines = _many(usable, plain)
    assert told(lines) == [line.text for line in lines]


def test_what_the_task_names_stays_where_it_is():
    lines = [*_many(200, 200), Line("  named text", named=True), Line("- named", True, True)]
    kept = told(lines)
    assert kept[-3:] == ["  named text", "- named", "(and more text)"]
    assert kept[:3] == ["- button 0", "- button 1", "- button 2"]
    assert len(kept) == 2 * MOST + 2


def _cells(rows: int, *, named: tuple[int, int] | None = None) -> list[Line]:
    return [
        Line(f'  "{row}.{column}"', row=("", row), column=column, named=(row, column) == named)
        # Neighbours are not always seen from left to right.
        for row in range(1, rows + 1)
        for column in (2, 1, 3, 4)
    ]


def test_the_cells_of_a_row_stand_on_one_line():
    kept = told(_cells(30))
    assert kept[0] == '  "1.1" | "1.2" | "1.3" | "1.4"'
    assert len(kept) == 30


def test_a_row_with_what_the_task_names_stays():
    kept = told([*_many(MOST, 0), *_cells(30, named=(17, 4))])
    assert kept[-2:] == ['  "17.1" | "17.2" | "17.3" | "17.4"', "(and more text)"]
    assert len(kept) == MOST + 2


def test_a_long_row_is_cut_but_not_what_the_task_names():
    row = [Line(f'  "{n} {"x" * 40}"', row=("", 1), column=n, named=n == 19) for n in range(20)]
    [kept] = [line for line in told([*_many(MOST, 0), *row]) if "|" in line]
    assert '"0 xxx' in kept
    assert '"19 xxx' in kept
    assert kept.count("…") == 1
    assert len(kept) < 350


def test_much_text_that_is_nearly_what_the_task_says_is_not_named_by_it():
    rows = [element(n, "text", f"Article {n}") for n in range(100, 200)]
    buttons = [element(n, "button", f"Go {n}") for n in range(200, 290)]
    outline = Outline(['note the total of "Article 105"'])
    text = screen_text(made_map([*rows, *buttons]), Choices(), outline)
    assert [line for line in text.splitlines() if "Article" in line] == ['  "Article 105"']
