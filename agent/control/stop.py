"""One switch that ends a run, whoever presses it: the panel, Ctrl+C, the screen corner …"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

from agent.errors import DisplayError, Stopped
from vision.core.geometry import Box, Point

CORNER = "the mouse in the screen corner"
DISPLAY_GONE = "the loss of the display"
_POLL = 0.05


class StopSwitch:
    """Set by each way to stop; asked before every grab, reply and input."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.by = ""

    def press(self, by: str) -> None:
        if not self.event.is_set():
            self.by = by
            self.event.set()

    def check(self) -> None:
        """Raise Stopped when the switch was pressed."""
        if self.event.is_set():
            raise Stopped(self.by or "you")

    def sleep(self, seconds: float) -> None:
        """Sleep, but wake up at once and raise Stopped when the switch is pressed."""
        if self.event.wait(seconds):
            raise Stopped(self.by or "you")


class CornerWatch:
    """Presses the switch when the pointer sits in a corner of a monitor. Used with `with`.

    A thread of its own looks, so it works also while the model thinks. `pointer` tells where the
    pointer is and `monitors` are boxes, both in physical pixels. A pointer that is in a corner at
    the start counts only after it has left it once. `seen` is told of each place that is no corner.
    """

    def __init__(
        self,
        switch: StopSwitch,
        pointer: Callable[[], Point],
        monitors: Sequence[Box],
    ) -> None:
        self.seen: Callable[[Point], None] = lambda place: None
        self._switch, self._pointer = switch, pointer
        self._corners = {
            Point(x, y)
            for box in monitors
            for x in (box.left, box.right - 1)
            for y in (box.top, box.bottom - 1)
        }
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="corner watch", daemon=True)

    def __enter__(self) -> CornerWatch:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._end.set()
        self._thread.join()

    def _watch(self) -> None:
        left_once = False
        while not self._end.wait(_POLL):
            try:
                place = self._pointer()
            except DisplayError:
                # Without a pointer nobody could stop the run with it.
                self._switch.press(DISPLAY_GONE)
                return
            inside = place in self._corners
            if inside and left_once:
                self._switch.press(CORNER)
                return
            left_once = left_once or not inside
            if not inside:
                self.seen(place)


@contextlib.contextmanager
def sigint(switch: StopSwitch) -> Iterator[None]:
    """While it lasts, the first Ctrl+C presses the switch and a second raises KeyboardInterrupt.

    It works also while the main thread is inside a long call of a C library: Python's own handlers
    wait for its end, but a thread hears of the signal at once through a pipe. Outside of the main
    thread, where signals cannot be handled, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reading, writing = os.pipe()
    if hasattr(os, "set_blocking"):  # Windows has it since Python 3.12.
        os.set_blocking(writing, False)

    def listen() -> None:
        while (byte := os.read(reading, 1)) != _END:
            if byte == bytes([signal.SIGINT]):
                switch.press("Ctrl+C")

    pressed = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        switch.press("Ctrl+C")

    listener = threading.Thread(target=listen, name="Ctrl+C", daemon=True)
    listener.start()
    old_handler = signal.signal(signal.SIGINT, handle)
    old_pipe = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(old_pipe)
        signal.signal(signal.SIGINT, old_handler)
        os.write(writing, _END)
        listener.join()
        os.close(reading)
        os.close(writing)


_END = b"\0"  # no signal has this number
