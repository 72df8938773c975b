"""The clipboard, lent to a paste of a text and given back with all that was on it.

On X11 the clipboard is a program that answers questions. `Offer` is such a program for the time of
one paste: it knows when the text was fetched, so nothing has to wait for a guessed time.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Mapping

from agent.errors import ActionFailed, DisplayError
from agent.keyboard.clipboard_keeper import answer, keep
from vision.capture.x11 import NoDisplayError, open_display

_TEXT_TARGETS = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "TEXT", "text/plain")
# Beside pictures: formatted text, and the files that were copied or cut in a file manager.
_RICH = (
    *("text/html", "text/rtf", "application/rtf", "text/uri-list", "image/png"),
    *("x-special/gnome-copied-files", "application/x-kde-cutselection"),
)
# Seconds that the owner of the clipboard may take for one form of it: what it does not tell in that
# time cannot be given back.
_ANSWERS = 3.0
# A property larger than a request must be sent in pieces, which Offer does not do.
LONGEST = 50_000


def read_text() -> str | None:
    """The text on the clipboard; None when it holds none (nothing, or a picture)."""
    data = _read("UTF8_STRING")
    return data.decode("utf-8", "replace") if data is not None else None


def read_all() -> dict[str, bytes]:
    """What is on the clipboard, by target ("UTF8_STRING", "image/png"); empty when it holds nothing
    that could be given back."""
    listed = (_read("TARGETS") or b"").decode("ascii", "replace").split()
    rich = [target for target in listed if target in _RICH or target.startswith("image/")]
    if "image/png" in rich:
        # Programs offer a picture in a dozen forms, each made when it is asked for.
        rich = [target for target in rich if target in _RICH]
    contents = {target: _read(target) for target in ("UTF8_STRING", *rich) if target in listed}
    return {target: data for target, data in contents.items() if data is not None}


def write_all(contents: Mapping[str, bytes]) -> None:
    """Put back what `read_all` told; it stays when this process ends."""
    if not contents:
        return
    if not set(contents) - {"UTF8_STRING"}:
        write_text(contents["UTF8_STRING"].decode("utf-8", "replace"))
        return
    texts = {
        target: contents["UTF8_STRING"] for target in _TEXT_TARGETS if "UTF8_STRING" in contents
    }
    if not keep({**texts, **contents}):
        raise ActionFailed("What was on the clipboard could not be put back.")


def _read(target: str) -> bytes | None:
    """What the clipboard holds in one form; None when it has none or its owner does not answer."""
    try:
        answer = subprocess.run(
            ["xclip", "-out", "-selection", "clipboard", "-target", target],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ANSWERS,
            check=False,
        )
    except FileNotFoundError as problem:
        raise _no_xclip() from problem
    except subprocess.TimeoutExpired:
        return None
    return answer.stdout if answer.returncode == 0 else None


def write_text(text: str) -> None:
    """Put text on the clipboard, where it stays when this process ends."""
    try:
        # Output to nowhere: xclip stays in the background and would keep a pipe open.
        subprocess.run(
            ["xclip", "-in", "-selection", "clipboard"],
            input=text.encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=2.0,
            check=True,
        )
    except FileNotFoundError as problem:
        raise _no_xclip() from problem
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as problem:
        raise ActionFailed("Text could not be copied to the clipboard.") from problem


def _no_xclip() -> DisplayError:
    return DisplayError("The program xclip is not installed.", "Install it: apt install xclip")


class Offer:
    """Offers text to whoever pastes, as the clipboard and, if asked, as the primary selection.

    Used with `with`; the selections are empty afterwards.

    Raises:
        ActionFailed: the text is longer than LONGEST characters, or the selection is not ours.
        DisplayError: there is no X display.
    """

    def __init__(self, text: str, *, primary: bool = False) -> None:
        if len(text) > LONGEST:
            raise ActionFailed(f"A text of {len(text)} characters is too long to paste at once.")
        self._contents = dict.fromkeys(_TEXT_TARGETS, text.encode())
        self._selections = ("CLIPBOARD", "PRIMARY") if primary else ("CLIPBOARD",)
        self._end = threading.Event()
        self._taken = threading.Event()
        self._asked = 0.0  # when a program last asked for anything
        self._thread = threading.Thread(target=self._serve, name="clipboard", daemon=True)

    def forget(self) -> None:
        """From now on count only what is fetched later: programs look at a new clipboard."""
        self._taken.clear()

    def wait_until_taken(self, seconds: float) -> bool:
        """Wait until a program has fetched the text since forget(); False when none has."""
        return self._taken.wait(seconds)

    def wait_until_quiet(self, pause: float, most: float) -> None:
        """Wait until no program has asked for anything for `pause` seconds, at most `most` seconds:
        browsers ask a dozen times for one paste, and fetch the text twice."""
        end = time.monotonic() + most
        while (now := time.monotonic()) < end and now - self._asked < pause:
            time.sleep(0.01)

    def __enter__(self) -> Offer:
        try:
            self._display = open_display()
        except NoDisplayError as problem:
            raise DisplayError(str(problem)) from problem
        root = self._display.screen().root
        self._window = root.create_window(0, 0, 1, 1, 0, self._display.screen().root_depth)
        for name in self._selections:
            selection = self._display.intern_atom(name)
            self._window.set_selection_owner(selection, 0)
            if self._display.get_selection_owner(selection) != self._window:
                self._display.close()
                raise ActionFailed("Another program keeps the clipboard locked.")
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._end.set()
        self._thread.join()
        self._display.close()

    def _serve(self) -> None:
        from Xlib import X

        while not self._end.is_set():
            if self._display.pending_events() == 0:
                time.sleep(0.003)
                continue
            event = self._display.next_event()
            if event.type == X.SelectionRequest:
                wanted = answer(self._display, event, self._contents)
                self._asked = time.monotonic()
                if wanted in self._contents:
                    self._taken.set()
