"""What is in front: things by their names, and the kind of a window's program."""

from __future__ import annotations

from agent.apps.application import Application
from agent.skills.procedures.front import files_shown, is_gone, kind_name, thing_called
from tests.support.made_maps import element, made_map, window

THUNAR = Application("thunar", "Thunar", categories=("FileManager",), command=("thunar",))


def test_the_kind_of_a_window_is_that_of_the_program_and_not_of_its_settings() -> None:
    settings = Application("thunar-settings", "A", categories=("Settings",), command=("thunar",))
    files = window(1, "Files", application="Thunar")
    assert kind_name(files, [settings, THUNAR]) == "file manager"
    assert kind_name(window(1, "x", application="other"), [settings, THUNAR]) == ""
    assert kind_name(None, [THUNAR]) == ""


def test_what_begins_a_row_is_found_and_not_gone() -> None:
    rows = ("ab.txt 15 bytes", "b.txt 15 bytes plain text document Today", "Old 4.1 kB folder")
    shown = [element(n, "list item", text) for n, text in enumerate(rows, 1)]
    shown.append(element(4, "text", "“b.txt” selected (15 bytes)"))
    map_ = made_map(shown, [window(1, "Files", active=True)])
    assert thing_called("b.txt", map_) is shown[1]
    assert thing_called("Old", map_) is shown[2]
    assert thing_called("a.txt", map_) is None
    assert not is_gone("b.txt", map_)
    assert is_gone("a.txt", map_)
    assert files_shown(map_) == ("ab.txt", "b.txt")


def test_a_thing_of_just_that_name_comes_before_a_row_that_begins_with_it() -> None:
    shown = [element(1, "list item", "Old 2 items"), element(2, "list item", "Old")]
    assert thing_called("Old", made_map(shown, [window(1, "Files", active=True)])) is shown[1]
