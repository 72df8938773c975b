"""What is seen of programs that run on the virtual desktop."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from tests.support.timing import AMPLE
from vision.capture.screen import MssScreen
from vision.capture.windows import Window, activate, list_windows
from vision.core.elements import ElementMap


@contextmanager
def running(desktop: Desktop, program: str, title: str) -> Iterator[Window]:
    """A program until its window shows; it ends with the block. The mouse rests in a corner, where
    it brings up no tooltip."""
    subprocess.run(["xdotool", "mousemove", "0", "0"], check=True)
    process = desktop.launch([program])
    try:
        end = time.monotonic() + 15
        while not (found := [w for w in list_windows() if title in w.title]):
            assert time.monotonic() < end, f"{program} shows no window"
            time.sleep(0.1)
        activate(found[0])
        yield found[0]
    finally:
        process.terminate()
        process.wait(AMPLE)


def look(window: Window) -> ElementMap:
    """The element map of the window alone, once it has been drawn."""
    from agent.perception.perceiver import make_perceiver
    from agent.perception.settle import settle

    screen = MssScreen()
    try:
        shot = settle(lambda: screen.grab(window.box), StopSwitch())
    finally:
        screen.close()
    return make_perceiver().perceive(shot, [window])


def test_all_keys_of_a_calculator_are_buttons(desktop: Desktop):
    with running(desktop, "galculator", "galculator") as window:
        found = look(window)
    buttons = [e.text for e in found.elements if e.kind == "button"]
    signs = [*"0123456789", "+", "-", "*", "/", "=", ".", "(", ")", "%", "+/-", "C", "AC", "sqrt"]
    assert sorted(set(signs) - set(buttons)) == []
    assert [name for name in signs if buttons.count(name) > 1] == []
    fields = [e for e in found.elements if e.kind == "field"]
    assert [e.state.value for e in fields] == ["0"]
    menus = [e.text for e in found.elements if e.kind == "menu"]
    assert menus == ["File", "Edit", "View", "Calculator", "Help"]


def test_an_editor_has_a_menu_bar_and_a_document(desktop: Desktop):
    with running(desktop, "mousepad", "Mousepad") as window:
        found = look(window)
    menus = [e for e in found.elements if e.kind == "menu"]
    assert [e.text for e in menus] == ["File", "Edit", "Search", "View", "Document", "Help"]
    assert all(e.box.width < 90 for e in menus)
    (document,) = [e for e in found.elements if e.kind == "field"]
    assert document.state.value == ""
    assert document.box.area > 0.5 * window.box.area
