"""Typing on X11: which key, with or without Shift, writes a character on the layout in use.

pyautogui assumes a US keyboard and leaves out what it does not know without a word.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from vision.capture.x11 import open_display

# Seconds that programs take to notice that a key means something else.
_NOTICED = 0.12
_ROWS = ((10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (51, "\\zxcvbnm,./"))
_US_KEYS = {sign: first + place for first, signs in _ROWS for place, sign in enumerate(signs)}
# A property of the root window: the key that writes another character for a moment, and what it
# wrote before. Whoever comes after a process that was killed can read it.
_LENT = "_DESKHAND_LENT_KEY"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key of the keyboard (its X key code) and whether Shift goes with it."""

    code: int
    shift: bool


class X11Keyboard:
    """The keyboard of the display that DISPLAY names at construction. Close it after use.

    Raises:
        vision.capture.x11.NoDisplayError: there is no X display.
    """

    def __init__(self) -> None:
        from Xlib import XK

        self._display = open_display()
        self._shift = self._display.keysym_to_keycode(XK.XK_Shift_L)
        self._held: list[int] = []
        self._lent = False

    def strokes(self, text: str) -> list[Stroke] | None:
        """How to type `text` on the layout in use; None when a character has no simple key.

        Keys that need more than Shift (AltGr, dead keys) do not count as simple: they differ too
        much between layouts and programs. Line ends and tabs do not count either.
        """
        layout = self._layout(self._rows())
        found = [layout.get(character) for character in text]
        return None if None in found else [stroke for stroke in found if stroke]

    def _rows(self) -> dict[int, list[int]]:
        """The keysyms of every key code. Asked anew each time: the layout may have changed."""
        info = self._display.display.info
        first, last = info.min_keycode, info.max_keycode
        rows = self._display.get_keyboard_mapping(first, last - first + 1)
        return {first + place: list(row) for place, row in enumerate(rows)}

    def _layout(self, rows: dict[int, list[int]]) -> dict[str, Stroke]:
        from Xlib import X

        state = self._display.screen().root.query_pointer().mask
        group = (state >> 13) & 3
        caps = bool(state & X.LockMask)
        layout: dict[str, Stroke] = {}
        for code, row in rows.items():
            plain, shifted = _levels(row, group)
            for keysym, shift in ((plain, False), (shifted, True)):
                character = _character(keysym)
                if character and character not in layout:
                    # Caps Lock turns Shift round, for letters only.
                    turned = caps and character.lower() != character.upper()
                    layout[character] = Stroke(code, shift != turned)
        return layout

    def type(self, stroke: Stroke) -> None:
        """Press and release one key. What is held when an error comes is let go by release()."""
        if stroke.shift:
            self._down(self._shift)
        self._down(stroke.code)
        self.release()

    def _down(self, code: int) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        self._held.append(code)
        xtest.fake_input(self._display, X.KeyPress, code)

    def release(self) -> None:
        """Let go of every key that this keyboard holds, the last one first; keys mean again what
        they meant."""
        from Xlib import X
        from Xlib.ext import xtest

        while self._held:
            xtest.fake_input(self._display, X.KeyRelease, self._held[-1])
            self._held.pop()
        self._display.sync()
        if self._lent:
            # A program asks what a key means when it comes to it.
            time.sleep(_NOTICED)
            give_back(self._display)
            self._lent = False

    def hold(self, character: str) -> bool:
        """Press the key of a character and keep it down until release(); False when it has none.

        For a letter that the layout in use has no key for, such as the s of ctrl+s on a Russian
        one, a key is made to write it until release(): many programs take the letter of a
        combination, not its key.
        """
        rows = self._rows()
        stroke = self._layout(rows).get(character) or self._lend(character, rows)
        if stroke is None:
            return False
        if stroke.shift and self._shift not in self._held:
            self._down(self._shift)
        self._down(stroke.code)
        self._display.sync()
        return True

    def _lend(self, character: str, rows: dict[int, list[int]]) -> Stroke | None:
        """The key that has a character on a US keyboard, else one that means nothing, made to write
        it; None without one."""
        # Chromium goes by the key where a layout has no Latin letters, others by what it writes.
        unused = [code for code, row in rows.items() if not any(row)]
        code = _US_KEYS.get(character) or next(reversed(unused), 0)
        if code not in rows:
            return None
        lend(self._display, code, ord(character), rows[code])
        self._lent = True
        time.sleep(_NOTICED)
        return Stroke(code, False)

    def close(self) -> None:
        self._display.close()


def lend(display: Any, code: int, keysym: int, row: list[int]) -> None:
    """Have a key write one character, with and without Shift, in all groups, until `give_back`."""
    from Xlib import Xatom

    note = display.intern_atom(_LENT)
    display.screen().root.change_property(note, Xatom.CARDINAL, 32, [code, *row])
    display.change_keyboard_mapping(code, [[keysym] * 4])
    display.sync()


def give_back(display: Any) -> None:
    """Have a key that was lent, by whomever, write again what it wrote before."""
    from Xlib import Xatom

    note, root = display.intern_atom(_LENT), display.screen().root
    lent = root.get_full_property(note, Xatom.CARDINAL)
    if lent is None:
        return
    code, *row = lent.value
    display.change_keyboard_mapping(code, [row])
    root.delete_property(note)
    display.sync()


def _levels(row: list[int], group: int) -> tuple[int, int]:
    """Keysyms without and with Shift of one key in a layout group (the X11 keyboard rules)."""
    row = row + [0] * (4 - len(row))
    if group and not (row[2] or row[3]):
        group = 0
    plain, shifted = row[2 * min(group, 1) : 2 * min(group, 1) + 2]
    character = _character(plain)
    if not shifted and character and character.lower() != character.upper():
        return ord(character.lower()), ord(character.upper())
    return plain, shifted or plain


def _character(keysym: int) -> str:
    """The character that a keysym writes; '' for others (function keys, dead keys)."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if 0x0100_0000 < keysym <= 0x0110_FFFF:
        return chr(keysym - 0x0100_0000)
    return ""
