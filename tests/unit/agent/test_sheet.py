"""Rows of a sheet: how they are told, and what is typed where one changes."""

from __future__ import annotations

from dataclasses import replace

from agent.deciding.own_text import is_said
from agent.skills.procedures.sheet import (
    cell_of,
    cells_said,
    cells_told,
    changes,
    headings_of,
    rows_told,
    table_of,
)
from tests.support.made_maps import element, made_map, window

CELLS = {
    (1, 2): "Name",
    (1, 3): "Room",
    (1, 4): "Paid",
    (2, 2): "Ben",
    (2, 3): "12",
    (2, 4): "yes",
    (3, 2): "Ellen",
    (3, 3): "14",
}
MAP = made_map(
    [
        element(0, "text", "A"),
        *(replace(element(20 + n, "text", str(n)), cell=(n, 0)) for n in range(1, 5)),
        *(
            replace(element(n, "text", text), cell=cell)
            for n, (cell, text) in enumerate(CELLS.items(), 1)
        ),
    ],
    [window(1, "list.ods", active=True)],
)
TABLE = table_of(MAP)


def test_rows_are_told_with_their_empty_cells() -> None:
    assert rows_told(TABLE) == {"Name | Room | Paid": 1, "Ben | 12 | yes": 2, "Ellen | 14 | ": 3}
    assert headings_of(TABLE) == {"Name": 2, "Room": 3, "Paid": 4}
    assert cell_of("c2", MAP) == "12"
    assert cell_of("D3", MAP) is None
    assert cell_of("2", MAP) is None


def test_headings_stand_below_a_title() -> None:
    table = {1: {1: "Trip"}, 3: {1: "Day", 3: "Town"}, 4: {1: "Mo", 2: "x"}, 5: {2: "y", 9: "_"}}
    assert headings_of(table) == {"Day": 1, "B": 2, "Town": 3}


def test_only_the_cells_that_change_are_typed() -> None:
    assert changes(TABLE, "Ellen | 14 | ", {"Name": "Ellen", "Paid": "yes"}) == (
        {"cell": "D3", "text": "yes", "keys": "enter"},
    )
    assert changes(TABLE, "Ben | 12 | yes", {"Room": "13", "Paid": ""}) == (
        {"cell": "C2", "text": "13", "keys": "enter"},
        {"cell": "D2", "text": "", "keys": "enter"},
    )


def test_a_new_row_goes_below_the_last_one() -> None:
    new = {"Name": "Tom", "Room": "15", "Paid": ""}
    typed = changes(TABLE, "", new)
    assert [(each["cell"], each["text"]) for each in typed] == [("B4", "Tom"), ("C4", "15")]
    # Where the row below is not in sight, the table may go on.
    assert changes({n: row for n, row in TABLE.items() if row}, "", new) == ()


def test_a_row_goes_as_a_whole() -> None:
    assert changes(TABLE, "Ben | 12 | yes", {}) == (
        {"cell": "row 2", "text": "", "keys": "ctrl+minus"},
    )


def test_what_is_no_row_changes_nothing() -> None:
    assert changes(TABLE, "Tom | 15 | no", {"Paid": "yes"}) == ()


def test_cells_are_told_and_read_again() -> None:
    cells = {"Wie viele": "2", "Note": "a = b"}
    assert cells_said(cells_told(cells)) == cells
    assert cells_told({}) == ""


def test_what_a_task_does_not_say_is_not_typed() -> None:
    task = "Beim Friseur rief Lena an: Zimmer 14, ab 3:15 pm, sie zahlt selbst"
    assert all(is_said(text, task) for text in ("14", "3:15 pm", "Lena", "zahlte"))
    assert not any(is_said(text, task) for text in ("14.05.", "giocatore", "15.06", ""))
