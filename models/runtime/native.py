"""What llama.cpp needs from its caller's side: a silent log, and a way to stop a computation.

It takes the C interface as a parameter; only `models.runtime.llama` imports it.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

_ERROR, _CONTINUED = 4, 5
_LOOK_SECONDS = 0.03
_SPIN = "GOMP_SPINCOUNT"
_PREFIXES = re.compile(r"^(\w+: )*(error loading model: )?")  # Names of functions.
_log: deque[str] = deque(maxlen=12)
_kept: list[Any] = []


def silence(c: Any) -> None:
    """Print nothing of llama.cpp; keep its errors for `last_problem`."""
    if _kept:
        return
    last_level = 0

    def record(level: int, text: bytes, _: ctypes.c_void_p) -> None:
        nonlocal last_level
        last_level = last_level if level == _CONTINUED else level
        if last_level == _ERROR:
            _log.append(text.decode("utf-8", "replace"))

    callback = c.llama_log_callback(record)
    c.llama_log_set(callback, ctypes.c_void_p(0))
    _kept.append(callback)  # C keeps only its address.


def silence_too(set_log: Callable[[Any, Any], None]) -> None:
    """Keep the errors of another part of llama.cpp too; after `silence`."""
    set_log(_kept[0], ctypes.c_void_p(0))


def give_back() -> None:
    """Give memory that was freed back to the system, where the C library would keep it (glibc)."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # Other C libraries have no such function.
            ctypes.CDLL(None).malloc_trim(0)


def has_amx(c: Any) -> bool:
    """Whether llama.cpp was compiled to compute with AMX (Intel, since 2023).

    Virtual machines tell of AMX without letting anybody use it: the first multiplication then ends
    the process (llama.cpp issue 20824).
    """
    return b"AMX_INT8 = 1" in c.llama_print_system_info()


@contextmanager
def short_waits() -> Iterator[None]:
    """Within the block llama.cpp is loaded such that its threads soon sleep when they wait.

    The OpenMP of GNU otherwise lets a thread that waits for another one spin for milliseconds.
    When a second program computes on two cores, that costs far more than it gains: a token of
    the default model took 600 to 1,400 ms, and 175 ms with this. What the person set stays, and
    so does what was read when torch loaded the same OpenMP earlier.
    """
    if _SPIN in os.environ or "OMP_WAIT_POLICY" in os.environ:
        yield
        return
    os.environ[_SPIN] = "2000"  # Read once, when the library is loaded.
    try:
        yield
    finally:
        del os.environ[_SPIN]  # Programs that Deskhand starts keep their own ways.


def last_problem() -> str:
    """The first line that llama.cpp gave as an error since the last call, for a message."""
    lines = "".join(_log).strip().splitlines()
    _log.clear()
    reason = _PREFIXES.sub("", lines[0]).rstrip(".") if lines else ""
    return reason or "llama.cpp gave no reason"


class Abort:
    """Ends a running computation of one context when an event is set.

    llama.cpp asks a C function before each of about a thousand operations per token batch. A
    Python function there would wait for Python's lock each time, up to 5 ms whenever another
    thread computes. So C's own strlen is asked for the length of a text of ours: it is 0, "go on",
    until a thread that waits for the event makes it 1.
    """

    def __init__(self, c: Any, context: Any) -> None:
        c_library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
        self._flag = ctypes.create_string_buffer(2)
        address = ctypes.cast(c_library.strlen, ctypes.c_void_p).value
        self._callback = c.ggml_abort_callback(address)
        c.llama_set_abort_callback(context, self._callback, ctypes.addressof(self._flag))

    @contextmanager
    def when(self, stop: threading.Event) -> Iterator[None]:
        """Within the block, setting `stop` ends what the context computes."""
        self._flag[0] = b"\0"
        left = threading.Event()

        def watch() -> None:
            while not stop.is_set():
                if left.wait(_LOOK_SECONDS):  # Leaving must not wait; a stop may, for a moment.
                    return
            self._flag[0] = b"\1"

        watcher = threading.Thread(target=watch, name="stop of the model", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            left.set()
            watcher.join()
            self._flag[0] = b"\0"
