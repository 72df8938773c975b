"""Text and combinations under keyboard layouts that have no Latin letters, in real programs."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.computer.controller import PyAutoGuiController
from agent.desktop.virtual_desktop import Desktop
from agent.keyboard.clipboard import read_text, write_text
from agent.keyboard.key_release_guard import let_go
from agent.keyboard.x11_keyboard import lend
from benchmarks.browser.chromium import browser
from tests.support.needs import need
from tests.support.timing import waited_for
from vision.capture.windows import Window, activate, list_windows
from vision.capture.x11 import open_display

pytestmark = pytest.mark.smoke

TEXT = "Привет, ÄÖÜ € and Hello World 42"
COPIED = "copied before, line 1\nline 2"


def _keys() -> list[list[int]]:
    display = open_display()
    try:
        info = display.display.info
        count = info.max_keycode - info.min_keycode + 1
        return [list(row) for row in display.get_keyboard_mapping(info.min_keycode, count)]
    finally:
        display.close()


@pytest.fixture(params=["ru", "gr", "ru,us"])
def layout(request: pytest.FixtureRequest, desktop: Desktop) -> Iterator[str]:
    """The layout of the keyboard while the test runs."""
    need("setxkbmap")
    subprocess.run(["setxkbmap", request.param], check=True)
    time.sleep(0.2)
    yield request.param
    subprocess.run(["setxkbmap", "us"], check=True)


def shown(title: str) -> Window:
    """The window of this title, with the keys."""

    def found() -> Window | None:
        return next((w for w in list_windows() if title in w.title and not w.popup), None)

    window = waited_for(found)
    assert window is not None
    waited_for(lambda: activate(window))
    return window


TK = """
import sys, tkinter
from pathlib import Path
root = tkinter.Tk()
root.title("written here")
root.geometry("400x200+100+100")
text = tkinter.Text(root)
text.pack()
text.focus_force()
def save(event):
    Path(sys.argv[1]).write_text(text.get("1.0", "end-1c"))
    return "break"
text.bind("<Control-s>", save)
root.mainloop()
"""


def test_text_and_ctrl_s_reach_tk(
    desktop: Desktop, controller: PyAutoGuiController, layout: str, tmp_path: Path
):
    saved = tmp_path / "saved"
    process = desktop.launch([sys.executable, "-c", TK, str(saved)])
    try:
        window = shown("written here")
        controller.click(window.box.center)
        before = _keys()
        write_text(COPIED)
        controller.type_text(TEXT)
        controller.press("ctrl+s")
        waited_for(saved.exists)
        assert saved.read_text() == TEXT, layout
        assert read_text() == COPIED
        assert _keys() == before
    finally:
        process.kill()
        process.wait()


def test_text_and_ctrl_s_reach_gtk(
    desktop: Desktop, controller: PyAutoGuiController, layout: str, tmp_path: Path
):
    need("mousepad")
    note = tmp_path / "note.txt"
    note.write_text("")
    process = desktop.launch(["mousepad", "--disable-server", str(note)])
    try:
        window = shown("note.txt")
        time.sleep(0.5)
        controller.click(window.box.center)
        write_text(COPIED)
        controller.type_text(TEXT)
        controller.press("ctrl+s")
        waited_for(lambda: note.read_text() != "")
        assert note.read_text().rstrip("\n") == TEXT, layout
        assert read_text() == COPIED
    finally:
        process.kill()
        process.wait()


PAGE = """<!doctype html><title>written there</title>
<textarea autofocus rows=8 cols=60></textarea><script>
saved = ""
addEventListener("keydown", e => { if (e.ctrlKey && e.code == "KeyS") {
  e.preventDefault(); saved = document.querySelector("textarea").value } })
</script>"""


def test_text_and_ctrl_s_reach_chromium(
    desktop: Desktop, controller: PyAutoGuiController, layout: str, tmp_path: Path
):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    with browser(desktop, "", [f"--app=file://{path}"]) as page:
        page.arrived("file://")
        shown("written there")
        waited_for(lambda: page.evaluate("document.hasFocus()"))
        write_text(COPIED)
        controller.type_text(TEXT)
        waited_for(lambda: page.evaluate("document.querySelector('textarea').value") == TEXT)
        controller.press("ctrl+s")
        waited_for(lambda: page.evaluate("saved") == TEXT)
        assert read_text() == COPIED, layout


def test_a_key_that_a_killed_process_lent_is_given_back(desktop: Desktop):
    before = _keys()
    display = open_display()
    try:
        code = display.keysym_to_keycode(ord("s"))
        first = display.display.info.min_keycode
        lend(display, code, ord("v"), before[code - first])
        assert _keys() != before
        let_go()
        assert _keys() == before
    finally:
        display.close()
