"""A combination of keys that works whatever window has the focus. X11 only.

The X server's RECORD extension tells of every key that goes down. Nothing is grabbed, so no program
misses a key, whoever typed it, and the hotkey works also while a menu holds the keyboard.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from agent.control.stop import StopSwitch
from agent.errors import DisplayError
from agent.events import Event, Noted
from agent.keyboard.keys import MODIFIERS, parse_keys
from vision.capture.x11 import NoDisplayError, open_display

# X11's names of keys whose own name is none.
_KEYSYMS = {
    **{"enter": "Return", "esc": "Escape", "tab": "Tab", "space": "space", "insert": "Insert"},
    **{"backspace": "BackSpace", "delete": "Delete", "home": "Home", "end": "End", "up": "Up"},
    **{"down": "Down", "left": "Left", "right": "Right", "pageup": "Page_Up", "apps": "Menu"},
    **{"pagedown": "Page_Down", "pause": "Pause", "printscreen": "Print"},
    **{"scrolllock": "Scroll_Lock", "numlock": "Num_Lock", "capslock": "Caps_Lock"},
}


@contextlib.contextmanager
def stopping(keys: str, stop: StopSwitch, tell: Callable[[Event], None]) -> Iterator[None]:
    """While it lasts, the combination presses the switch ("" : none does). A run goes on without
    its hotkey when there can be none, and says so."""
    if not keys or sys.platform != "linux":
        yield
        return
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(Hotkey(keys, lambda: stop.press(f"the hotkey {keys}")))
        except DisplayError as problem:
            tell(Noted(f"{problem} Other ways to stop a run: docs/security.md."))
        yield


class Hotkey:
    """Calls `pressed` whenever a combination such as "ctrl+shift+esc" goes down. Used with `with`.

    The keys of the layout at the beginning count. `pressed` is called in a thread of its own.

    Raises:
        ActionFailed: the combination cannot be read.
        DisplayError: there is no X display, it has no such key, or it tells nobody of keys.
    """

    def __init__(self, keys: str, pressed: Callable[[], None], display: str | None = None) -> None:
        names = parse_keys(keys)
        self._pressed = pressed
        try:
            self._control, self._told = open_display(display), open_display(display)
        except NoDisplayError as problem:
            raise DisplayError(f"There is no usable display: {problem}.") from problem
        self._modifiers = _mask(names)
        try:
            self._code = _code(self._control, names, keys)
        except DisplayError:
            self._close()
            raise
        self._thread = threading.Thread(target=self._listen, name="hotkey", daemon=True)

    def __enter__(self) -> Hotkey:
        from Xlib import X
        from Xlib.ext import record

        empty = {
            **dict.fromkeys(("core_requests", "core_replies", "delivered_events"), (0, 0)),
            **dict.fromkeys(("ext_requests", "ext_replies"), (0, 0, 0, 0)),
            **{"errors": (0, 0), "client_started": False, "client_died": False},
        }
        keys = {**empty, "device_events": (X.KeyPress, X.KeyPress)}
        self._context = self._told.record_create_context(0, [record.AllClients], [keys])
        self._control.sync()
        self._begun = threading.Event()
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(self, *error: object) -> None:
        # A display that went away has ended the listening already.
        with _gone():
            self._control.record_disable_context(self._context)
            self._control.sync()
        self._thread.join()
        self._close()

    def _close(self) -> None:
        for display in (self._control, self._told):
            with _gone():
                display.close()

    def _listen(self) -> None:
        # Whoever watches the pointer of the run says that the display went away.
        with _gone():
            self._told.record_enable_context(self._context, self._hear)
        self._begun.set()

    def _hear(self, reply: Any) -> None:
        from Xlib.ext import record
        from Xlib.protocol import rq

        if reply.category == record.StartOfData:
            self._begun.set()
        if reply.category != record.FromServer or reply.client_swapped:
            return
        left = reply.data
        while left:
            event, left = rq.EventField(None).parse_binary_value(
                left, self._told.display, None, None
            )
            if event.detail == self._code and event.state & _all_modifiers() == self._modifiers:
                self._pressed()


@contextlib.contextmanager
def _gone() -> Iterator[None]:
    from Xlib.error import ConnectionClosedError

    with contextlib.suppress(ConnectionClosedError, ConnectionError):
        yield


def _masks() -> dict[str, int]:
    from Xlib import X

    return {"ctrl": X.ControlMask, "shift": X.ShiftMask, "alt": X.Mod1Mask, "win": X.Mod4Mask}


def _all_modifiers() -> int:
    """Caps Lock and Num Lock are none of them: they may be on."""
    return _mask(MODIFIERS)


def _mask(names: tuple[str, ...]) -> int:
    return sum(mask for name, mask in _masks().items() if name in names)


def _code(display: Any, names: tuple[str, ...], keys: str) -> int:
    from Xlib import XK

    if not display.has_extension("RECORD"):
        raise DisplayError("The stop hotkey is off, because this X server has no RECORD extension.")
    name = next((name for name in names if name not in MODIFIERS), "")
    keysym = ord(name) if len(name) == 1 else XK.string_to_keysym(_KEYSYMS.get(name, name.upper()))
    code = int(display.keysym_to_keycode(keysym)) if name else 0
    if not code:
        raise DisplayError(f"The stop hotkey is off, because this keyboard has no key for {keys}.")
    return code
