"""The hotkey on a real X server: it works under every window and takes no key from anybody."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agent.computer.controller import PyAutoGuiController
from agent.control.hotkey import Hotkey, stopping
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop, start
from agent.events import Acting, Event, Noted
from agent.session import Session
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told, obliging
from tests.support.timing import AMPLE, waited_for
from tests.support.whole_runs import Form, held, opened_form
from vision.capture.x11 import open_display

pytestmark = pytest.mark.smoke

KEYS = "ctrl+shift+esc"


# A field that must not be needed: long enough that its typing can be stopped in the middle.
LONG = "many words to be typed one after the other " * 4


def typed(combination: str) -> None:
    subprocess.run(["xdotool", "key", combination], check=True)


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate()]


@pytest.mark.parametrize("keys", [KEYS, "ctrl+alt+s", "win+f9"])
def test_it_is_heard_with_other_keys_around_it(desktop: Desktop, keys: str):
    heard = threading.Event()
    names = {"esc": "Escape", "win": "super", "f9": "F9"}
    wanted = "+".join(names.get(name, name) for name in keys.split("+"))
    with Hotkey(keys, heard.set):
        for other in ("Escape", "ctrl+Escape", "ctrl+shift+alt+Escape", "ctrl+alt+a", "F9", "s"):
            typed(other)
        assert not heard.wait(0.3)
        typed(wanted)
        assert heard.wait(AMPLE)
    assert "hotkey" not in threads()


def test_it_is_heard_while_another_program_holds_the_keyboard(desktop: Desktop):
    from Xlib import X

    other = open_display()
    root = other.screen().root
    window = root.create_window(0, 0, 10, 10, 0, other.screen().root_depth)
    window.map()
    other.sync()
    heard = threading.Event()
    try:
        root.grab_keyboard(True, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        other.sync()
        with Hotkey(KEYS, heard.set):
            typed("ctrl+shift+Escape")
            assert heard.wait(AMPLE)
    finally:
        other.close()


def test_no_key_is_taken_from_the_program(
    events: Callable[[], list[str]], controller: PyAutoGuiController
):
    heard = threading.Event()
    with Hotkey("ctrl+a", heard.set):
        controller.press("ctrl+a")
        assert heard.wait(AMPLE)
        waited_for(lambda: any("a" in line.split() for line in events() if "key" in line.lower()))


def test_without_a_combination_there_is_no_hotkey(desktop: Desktop):
    told: list[Event] = []
    with stopping("", StopSwitch(), told.append):
        assert "hotkey" not in threads()
    assert told == []


def test_a_display_without_keys_to_tell_of_is_a_note(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DISPLAY", ":987")
    told: list[Event] = []
    with stopping(KEYS, StopSwitch(), told.append):
        (note,) = told
    assert isinstance(note, Noted)
    assert "Other ways to stop a run" in note.text


def test_a_display_that_goes_away_ends_the_listening():
    with start((640, 480)) as other:
        with Hotkey(KEYS, lambda: None, other.display):
            other.stop()
        assert "hotkey" not in threads()


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def test_it_stops_a_run_that_types_and_lets_go_of_all_keys(form: Form):
    told = Told(on=lambda event: acting.set() if isinstance(event, Acting) else None)
    acting = threading.Event()
    wish = [{"type into": "Full name field", "text": LONG}]
    session = Session(ScriptedModel(obliging(wish)), form.eyes)
    session.start(f"Write “{LONG}” as full name", on_event=told)
    assert acting.wait(AMPLE)
    typed("ctrl+shift+Escape")
    assert session.wait(AMPLE)
    assert told.outcome.kind == "stopped"
    assert told.outcome.message == f"Stopped by the hotkey {KEYS}."
    assert held() == (0, 0)
