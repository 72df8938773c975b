"""Before a page that a dialog darkens, only the dialog can be used."""

from __future__ import annotations

from agent.deciding.modal import in_reach
from tests.support.made_maps import element, made_map
from vision.core.elements import State
from vision.core.geometry import Box

ADDRESS = element(1, "field", "", Box(100, 10, 540, 30), State(value="www.example.org/start"))
BEHIND = element(2, "text", "Title", Box(20, 80, 80, 100))
DIALOG = element(3, "dialog", "", Box(150, 150, 450, 300))
AGREE = element(4, "button", "Agree", Box(170, 250, 250, 280))
FIELD = element(5, "field", "Title", Box(20, 110, 140, 135))


def test_what_is_behind_is_out_of_reach() -> None:
    shown = in_reach(made_map([ADDRESS, BEHIND, DIALOG, AGREE])).elements
    assert [each.id for each in shown] == [1, 3, 4]


def test_a_dialog_beside_which_the_page_can_be_used_holds_nothing_back() -> None:
    page = made_map([ADDRESS, BEHIND, DIALOG, AGREE, FIELD])
    assert in_reach(page) is page
    empty = made_map([ADDRESS, BEHIND, DIALOG])
    assert in_reach(empty) is empty
