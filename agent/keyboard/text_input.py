"""Putting text where the focus is: by the keyboard where that is safe, else by a paste."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Protocol

from agent.errors import ActionFailed
from agent.keyboard import clipboard
from agent.keyboard.x11_keyboard import Stroke, X11Keyboard
from agent.pointing import active_window
from vision.capture.windows import list_windows

# Longer text is pasted: faster, and a person's hand on the mouse cannot split it.
_LONGEST_TYPED = 300
_STROKE = 0.004
# Seconds that a program may take to fetch what is pasted, and to put it in its place.
_FETCH, _PLACE = 2.0, 0.15

# Here ctrl+v means something else; shift+insert pastes the primary selection in all of them.
_TERMINALS = (
    *("xterm", "uxterm", "urxvt", "rxvt", "st", "terminal", "terminator", "tilix", "kitty"),
    *("alacritty", "wezterm", "konsole", "ptyxis", "ghostty", "terminology", "guake", "tilda"),
)


class TextEntry(Protocol):
    """Keys of characters, and whole texts. Holds keys only until release()."""

    def enter(self, text: str) -> None: ...

    def hold(self, character: str) -> bool:
        """Press a character's key and keep it down; False when the keyboard has none."""
        ...

    def release(self) -> None: ...


def text_entry(
    press: Callable[[str], None], check: Callable[[], None], sleep: Callable[[float], None]
) -> TextEntry:
    """The text entry of this system. `check` raises when the run is to stop, `sleep` too."""
    if sys.platform == "linux":
        return X11TextEntry(press, check, sleep)
    return PastingTextEntry(press, sleep)


class X11TextEntry:
    """X11: types what the layout in use has, pastes the rest, gives the clipboard back."""

    def __init__(
        self,
        press: Callable[[str], None],
        check: Callable[[], None],
        sleep: Callable[[float], None],
    ) -> None:
        self._press, self._check, self._sleep = press, check, sleep
        self._keyboard = X11Keyboard()

    def hold(self, character: str) -> bool:
        return self._keyboard.hold(character)

    def release(self) -> None:
        self._keyboard.release()

    def enter(self, text: str) -> None:
        """Enter text; line ends inside it are pasted with it, those at its end are Enter keys.

        An editor would indent typed lines and a chat would send the first one. A terminal gets
        every line end as Enter, since pasted ones do not run a command.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        terminal = _in_terminal()
        lines = text.split("\n") if terminal else [text.rstrip("\n")]
        for number, line in enumerate(lines):
            if number:
                self._press("enter")
            self._enter_piece(line, terminal)
        if not terminal:
            for _ in range(len(text) - len(lines[0])):
                self._press("enter")

    def _enter_piece(self, text: str, terminal: bool) -> None:
        if not text:
            return
        strokes = self._keyboard.strokes(text) if len(text) <= _LONGEST_TYPED else None
        if strokes is None:
            self._paste(text, terminal)
        else:
            self._type(strokes)

    def _type(self, strokes: list[Stroke]) -> None:
        for stroke in strokes:
            self._check()
            self._keyboard.type(stroke)
            self._sleep(_STROKE)

    def _paste(self, text: str, terminal: bool) -> None:
        before = clipboard.read_all()
        # Only for terminals the primary selection: taking it makes other programs drop the
        # selection that the text is meant to replace.
        with clipboard.Offer(text, primary=terminal) as offer:
            try:
                self._sleep(0.02)
                offer.forget()
                self._press("shift+insert" if terminal else "ctrl+v")
                if taken := self._wait_until_taken(offer):
                    # Not the stop's sleep: it would end in the middle of a paste.
                    offer.wait_until_quiet(_PLACE, _FETCH)
            finally:
                clipboard.write_all(before)
        if not taken:
            raise ActionFailed(
                "The text was not entered: the focused element does not accept pasted text.",
                "Click into a field first.",
            )

    def _wait_until_taken(self, offer: clipboard.Offer) -> bool:
        end = time.monotonic() + _FETCH
        while not offer.wait_until_taken(0.05):
            self._check()
            if time.monotonic() > end:
                return False
        return True


class PastingTextEntry:
    """Windows and macOS: pyperclip and the paste combination for every text."""

    def __init__(self, press: Callable[[str], None], sleep: Callable[[float], None]) -> None:
        self._press, self._sleep = press, sleep

    def hold(self, character: str) -> bool:
        return False

    def release(self) -> None:
        """Holds nothing."""

    def enter(self, text: str) -> None:
        import pyperclip  # type: ignore[import-untyped]

        body = text.rstrip("\n")
        if body:
            before = pyperclip.paste()
            pyperclip.copy(body)
            try:
                self._press("win+v" if sys.platform == "darwin" else "ctrl+v")
                time.sleep(0.3)
            finally:
                pyperclip.copy(before)
        for _ in range(len(text) - len(body)):
            self._press("enter")


def _in_terminal() -> bool:
    active = active_window(list_windows())
    if active is None:
        return False
    name = active.application.lower().rsplit(".", 1)[-1]
    return name in _TERMINALS or "terminal" in name
