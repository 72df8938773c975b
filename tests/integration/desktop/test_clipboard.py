"""The clipboard while it is lent to a paste: whoever asks slowly and again still gets the text."""

from __future__ import annotations

import subprocess
import threading
import time

import pytest

from agent.desktop.virtual_desktop import Desktop
from agent.keyboard.clipboard import Offer, read_all, write_all, write_text
from tests.support.timing import AMPLE, waited_for, within

pytestmark = pytest.mark.smoke


def _fetched() -> str:
    command = ["xclip", "-out", "-selection", "clipboard", "-target", "UTF8_STRING"]
    return subprocess.run(command, capture_output=True, text=True, timeout=AMPLE, check=True).stdout


def test_a_program_that_fetches_the_text_again_and_again_is_waited_for(desktop: Desktop):
    got: list[str] = []

    def fetch() -> None:
        for _ in range(4):
            got.append(_fetched())
            time.sleep(0.1)

    with Offer("Zoë") as offer:
        slow = threading.Thread(target=fetch)
        slow.start()
        assert offer.wait_until_taken(AMPLE)
        # Longer than the pauses of the program, also on a busy machine.
        offer.wait_until_quiet(0.6, AMPLE)
        assert got == ["Zoë"] * 4
        slow.join()


def test_the_wait_has_an_end_whoever_keeps_asking(desktop: Desktop):
    over = threading.Event()

    def pester() -> None:
        while not over.is_set():
            _fetched()

    with Offer("x") as offer:
        pest = threading.Thread(target=pester)
        pest.start()
        assert offer.wait_until_taken(AMPLE)
        began = time.monotonic()
        offer.wait_until_quiet(1.0, 0.5)
        took = time.monotonic() - began
        assert took > 0.4
        within(took, 1.0)
        over.set()
        pest.join()


def test_nobody_asking_is_not_waited_for(desktop: Desktop):
    with Offer("x") as offer:
        began = time.monotonic()
        offer.wait_until_quiet(0.1, 5.0)
        within(time.monotonic() - began, 0.1)


PICTURE = bytes(range(256)) * 2000  # longer than one request to the display


@pytest.mark.parametrize(
    "contents",
    [
        {"UTF8_STRING": "grün €".encode()},
        {"image/png": PICTURE},
        {"UTF8_STRING": b"bold", "text/html": b"<b>bold</b>"},
        {"x-special/gnome-copied-files": b"copy\nfile:///a.txt", "text/uri-list": b"file:///a.txt"},
    ],
)
def test_all_that_was_on_the_clipboard_is_put_back(desktop: Desktop, contents: dict[str, bytes]):
    write_all(contents)
    assert read_all() == contents
    with Offer("lent"):
        assert _fetched() == "lent"
    write_all(contents)
    assert read_all() == contents
    # The process that offers them ends when something else is copied.
    write_text("later")
    waited_for(lambda: read_all() == {"UTF8_STRING": b"later"})


def test_an_empty_clipboard_is_left_alone(desktop: Desktop):
    with Offer("lent"):
        pass
    assert read_all() == {}
    write_all({})
    assert read_all() == {}
