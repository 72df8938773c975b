"""What is in front: cells by their row and heading, and the kind of a window's program."""

from __future__ import annotations

from agent.apps.application import Application
from agent.skills.procedures.front import crossing, kind_name
from tests.support.made_maps import element, made_map, window
from vision.geometry import Box

THUNAR = Application("thunar", "Thunar", categories=("FileManager",), command=("thunar",))


def test_a_cell_is_found_by_its_row_and_heading() -> None:
    table = [
        element(1, "text", "Name", Box(100, 100, 140, 114)),
        element(2, "text", "Price", Box(200, 100, 240, 114)),
        element(3, "text", "Stock", Box(300, 100, 340, 114)),
        element(4, "text", "Tea", Box(100, 120, 130, 134)),
        element(5, "text", "3", Box(270, 120, 278, 134)),
        element(6, "text", "12", Box(370, 120, 388, 134)),
    ]
    map_ = made_map(table, [window(1, "Sheet", active=True)])
    assert crossing("Tea", "Change the price of Tea to 4", map_) is table[4]
    assert crossing("Tea", "Change the stock of Tea to 4", map_) is table[5]
    assert crossing("Tea", "Change Tea to 4", map_) is None
    assert crossing("Oil", "Change the price of Oil to 4", map_) is None


def test_the_kind_of_a_window_is_that_of_the_program_and_not_of_its_settings() -> None:
    settings = Application("thunar-settings", "A", categories=("Settings",), command=("thunar",))
    files = window(1, "Files", application="Thunar")
    assert kind_name(files, [settings, THUNAR]) == "file manager"
    assert kind_name(window(1, "x", application="other"), [settings, THUNAR]) == ""
    assert kind_name(None, [THUNAR]) == ""
