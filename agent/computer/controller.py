"""Hands: mouse and keyboard. The only module that imports pyautogui."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, Literal, Protocol

from agent.computer.pointer import PointerPosition, to_physical, to_pointer
from agent.control.stop import CORNER, StopSwitch
from agent.errors import ActionFailed, DisplayError, Stopped
from agent.keyboard.keys import parse_keys
from agent.keyboard.text_input import TextEntry, text_entry
from vision.capture.x11 import NoDisplayError, connection_errors, open_display
from vision.core.geometry import Point

Button = Literal["left", "middle", "right"]

# Seconds. Programs need a moment to notice that the mouse is over a thing before it is pressed,
# and some miss a press that is let go at once.
_HOVER, _HOLD, _BETWEEN_CLICKS, _DRAG_STEP = 0.03, 0.02, 0.05, 0.015
# Of a drag: programs take a press for the beginning of one only after a moment and some pixels, and
# what it ends over must have noticed it, twice for HTML5.
_GRIP, _OVER_GOAL = 0.1, 0.3
_DRAG_STEPS, _FIRST_PIXELS, _LAST_PIXELS = 16, (2, 5, 9), 2


class Controller(Protocol):
    """Moves the real mouse and types. All points are in physical pixels of the virtual screen."""

    def move(self, at: Point) -> None: ...

    def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
        """`held` is a key that is down meanwhile, such as "ctrl"."""
        ...

    def drag(self, start: Point, end: Point, button: Button = "left") -> None:
        """Press, move in steps, wait a moment over the end, let go."""
        ...

    def scroll(self, at: Point, clicks: int, *, sideways: bool = False) -> None:
        """Turn the wheel; positive is up, or `sideways` to the right."""
        ...

    def press(self, keys: str) -> None:
        """Press a key or a combination such as "ctrl+shift+s"."""
        ...

    def type_text(self, text: str) -> None:
        """Type any Unicode text where the focus is; the clipboard is left as it was."""
        ...

    def pointer(self) -> Point: ...

    def release_all(self) -> None:
        """Let go of every key and button that this controller holds."""
        ...


class RecordingController:
    """Touches nothing, remembers calls as (method, arguments...). For --dry-run and tests."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self._pointer = Point(0, 0)

    def move(self, at: Point) -> None:
        self._pointer = at
        self.calls.append(("move", at))

    def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
        self._pointer = at
        self.calls.append(("click", at, button, count, *filter(None, [held])))

    def drag(self, start: Point, end: Point, button: Button = "left") -> None:
        self._pointer = end
        self.calls.append(("drag", start, end, button))

    def scroll(self, at: Point, clicks: int, *, sideways: bool = False) -> None:
        self._pointer = at
        self.calls.append(("scroll", at, clicks, *(["sideways"] if sideways else [])))

    def press(self, keys: str) -> None:
        self.calls.append(("press", "+".join(parse_keys(keys))))

    def type_text(self, text: str) -> None:
        self.calls.append(("type_text", text))

    def pointer(self) -> Point:
        return self._pointer

    def release_all(self) -> None:
        self.calls.append(("release_all",))


class PyAutoGuiController:
    """The real mouse and keyboard, on the display that DISPLAY names at construction.

    `scale` is physical pixels per pointer unit (`Monitor.scale`). `stop` is asked before every
    event. The mouse in a corner of the screen ends the run too, unless it lay there at construction
    (it is put beside the corner then). One at a time: pyautogui has one display per process, which
    a new controller takes over.

    Every method may raise:
        Stopped: the switch was pressed or the mouse is in a corner. Nothing is held then.
        ActionFailed: this input is not possible; the message says why.
        DisplayError: the display went away.
    The constructor raises:
        DisplayError: there is no display that can be used.
    """

    def __init__(self, scale: float = 1.0, stop: StopSwitch | None = None) -> None:
        self._scale = scale
        self._stop = stop or StopSwitch()
        self._gui = load_pyautogui()
        self._keys: list[str] = []
        self._buttons: list[Button] = []
        self._text: TextEntry = text_entry(self.press, self._check, self._stop.sleep)
        self._leave_corner()

    def move(self, at: Point) -> None:
        with self._acting():
            self._move(at)

    def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
        with self._acting():
            self._move(at)
            self._stop.sleep(_HOVER)
            for name in parse_keys(held) if held else ():
                self._key_down(name)
            for number in range(count):
                if number:
                    self._stop.sleep(_BETWEEN_CLICKS)
                self._button_down(button)
                self._stop.sleep(_HOLD)
                self._button_up(button)

    def drag(self, start: Point, end: Point, button: Button = "left") -> None:
        with self._acting():
            self._move(start)
            self._stop.sleep(_HOVER)
            self._button_down(button)
            self._stop.sleep(_GRIP)
            for at in _way(start, end):
                self._move(at)
                self._stop.sleep(_DRAG_STEP)
            self._stop.sleep(_OVER_GOAL)
            self._button_up(button)

    def scroll(self, at: Point, clicks: int, *, sideways: bool = False) -> None:
        with self._acting():
            self._move(at)
            self._stop.sleep(_HOVER)
            # Windows counts a notch of the wheel as 120.
            notch = 120 if sys.platform == "win32" else 1
            turn = self._gui.hscroll if sideways else self._gui.scroll
            for _ in range(abs(clicks)):
                self._check()
                turn(notch if clicks > 0 else -notch)
                self._stop.sleep(_HOLD)

    def press(self, keys: str) -> None:
        names = parse_keys(keys)
        with self._acting():
            for name in names:
                self._check()
                self._key_down(name)
            self._stop.sleep(_HOLD)

    def type_text(self, text: str) -> None:
        with self._acting():
            self._text.enter(text)

    def pointer(self) -> Point:
        with self._translated():
            return to_physical(PointerPosition(*self._gui.position()), self._scale)

    def release_all(self) -> None:
        # The fail-safe would refuse to let go of a button that was held into the corner.
        with self._in_corners_too():
            try:
                while self._buttons:
                    self._gui.mouseUp(button=self._buttons.pop())
                self._text.release()
                while self._keys:
                    self._gui.keyUp(self._keys.pop())
            except connection_errors():
                # A display that is gone holds nothing.
                self._buttons.clear()
                self._keys.clear()

    @contextlib.contextmanager
    def _acting(self) -> Iterator[None]:
        """One input: nothing is held after it, and what goes wrong has our names."""
        self._stop.check()
        with self._translated():
            try:
                yield
            finally:
                self.release_all()

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except self._gui.FailSafeException as problem:
            self._stop.press(CORNER)
            raise Stopped(CORNER) from problem
        except connection_errors() as problem:
            raise DisplayError(f"The connection to the display was lost: {problem}") from problem

    def _check(self) -> None:
        self._stop.check()
        self._gui.failSafeCheck()

    def _move(self, at: Point) -> None:
        self._check()
        position = to_pointer(at, self._scale)
        if position in self._gui.FAILSAFE_POINTS:
            # Our own pointer must not look like the person's hand in the corner.
            position = self._beside(position)
        self._gui.moveTo(position.x, position.y)

    def _beside(self, corner: PointerPosition) -> PointerPosition:
        width, height = self._gui.size()
        x, y = min(max(corner.x, 2), width - 3), min(max(corner.y, 2), height - 3)
        return PointerPosition(x, y)

    def _leave_corner(self) -> None:
        """A mouse that lies in a corner from before, where it ended the last run perhaps, asks for
        nothing: it is put beside it."""
        with self._translated():
            position = PointerPosition(*self._gui.position())
            if position not in self._gui.FAILSAFE_POINTS:
                return
            with self._in_corners_too():
                self._gui.moveTo(*self._beside(position))

    @contextlib.contextmanager
    def _in_corners_too(self) -> Iterator[None]:
        """Within the block a mouse in a corner refuses nothing: for what ends in safety."""
        self._gui.FAILSAFE = False
        try:
            yield
        finally:
            self._gui.FAILSAFE = True

    def _button_down(self, button: Button) -> None:
        self._check()
        self._buttons.append(button)
        self._gui.mouseDown(button=button)

    def _button_up(self, button: Button) -> None:
        self._gui.mouseUp(button=button)
        self._buttons.remove(button)

    def _key_down(self, name: str) -> None:
        if len(name) == 1 and sys.platform == "linux":
            # pyautogui takes every keyboard for a US one.
            known = self._text.hold(name)
        elif known := bool(self._gui.platformModule.keyboardMapping.get(_system_name(name))):
            self._keys.append(_system_name(name))
            self._gui.keyDown(_system_name(name))
        if not known:
            raise ActionFailed(f"The keyboard layout of this system has no key “{name}”.")


def _way(start: Point, end: Point) -> Iterator[Point]:
    """The points of a drag: a few near its start, some between, two at its end."""
    across, down = end.x - start.x, end.y - start.y
    length = max(abs(across), abs(down), 1)
    near = [pixels / length for pixels in _FIRST_PIXELS if pixels < length]
    steps = (step / _DRAG_STEPS for step in range(1, _DRAG_STEPS))
    last = max(0.0, 1 - _LAST_PIXELS / length)
    for part in (*near, *(step for step in steps if step > max(near, default=0.0)), last, 1.0):
        yield Point(round(start.x + across * part), round(start.y + down * part))


def _system_name(name: str) -> str:
    """pyautogui's name for one of our named keys on this system."""
    return {"win": "command", "alt": "option"}.get(name, name) if sys.platform == "darwin" else name


def load_pyautogui() -> Any:
    """Import pyautogui for the display that DISPLAY names now.

    It binds itself to a display when it is imported, so it is bound anew when it was imported
    before (the panel may start a virtual desktop later, or one after the other).

    Raises:
        DisplayError: there is no display, or a part that pyautogui needs is missing.
    """
    if sys.platform == "linux":
        try:
            open_display().close()
        except NoDisplayError as problem:
            raise DisplayError(
                f"There is no usable display: {problem}.",
                "Run Deskhand in a graphical session, or use a virtual desktop: "
                "deskhand desktop shell",
            ) from problem
    try:
        # python-xlib prints a warning about an empty authority file; stdout may be our JSON.
        with contextlib.redirect_stdout(io.StringIO()):
            imported_before = "pyautogui" in sys.modules
            import pyautogui

            if imported_before and sys.platform == "linux":
                _bind_to(os.environ["DISPLAY"], pyautogui)
            if sys.platform == "linux":
                _move_only_elsewhere(pyautogui.platformModule)
    except SystemExit as problem:  # this is how mouseinfo says that tkinter is missing
        raise DisplayError(
            "pyautogui needs the Python module tkinter, which is not installed.",
            "Install it: apt install python3-tk (or use a Python with tkinter)",
        ) from problem
    pyautogui.FAILSAFE = True
    pyautogui.PAUSE = 0.0
    return pyautogui


def _move_only_elsewhere(module: Any) -> None:
    """Have `module` move the mouse only to another place. pyautogui moves it to where it is before
    it lets go of a button, and a list of GTK that opened under it then takes the row there."""
    move_to = module._moveTo

    def moved(x: float, y: float) -> None:
        if module._position() != (x, y):
            move_to(x, y)

    module._moveTo = moved


def _bind_to(display: str, pyautogui: Any) -> None:
    module = pyautogui.platformModule
    with contextlib.suppress(*connection_errors()):
        module._display.close()
    importlib.reload(module)
    width, height = pyautogui.size()
    corners = [(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    pyautogui.FAILSAFE_POINTS[:] = corners
