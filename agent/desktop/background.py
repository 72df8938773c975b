"""Long calls that cannot be interrupted, such as reading a screen: waited for, or left behind."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from agent.control.stop import StopSwitch

T = TypeVar("T")
_POLL = 0.02
_going_on: set[_Call[Any]] = set()


def busy() -> bool:
    """Whether a call that was left behind, or any other, still goes on."""
    return bool(_going_on)


def aside(call: Callable[[], None]) -> None:
    """Carry out a call in a thread of its own, where nobody waits for it. It counts as busy, and
    must tell its errors itself."""
    work = _Call(call).carry_out
    threading.Thread(target=work, name="aside", daemon=True).start()


class Background:
    """One thread that carries out calls one after the other.

    When the run is stopped during a call, `do` raises at once and the call ends by itself; nobody
    sees its result, and the next call waits for its end.
    """

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[_Call[object] | None] = queue.SimpleQueue()
        thread = threading.Thread(target=self._work, name="background", daemon=True)
        thread.start()

    def do(self, call: Callable[[], T], stop: StopSwitch) -> T:
        """The result of `call()`; its exceptions come through.

        Raises:
            Stopped: the switch was pressed before or during the call.
        """
        stop.check()
        waiting = _Call(call)
        self._calls.put(waiting)  # type: ignore[arg-type] # nobody looks at the result's type
        while not waiting.ended.wait(_POLL):
            stop.check()
        stop.check()
        return waiting.result()

    def close(self) -> None:
        """Let the thread end after its last call."""
        self._calls.put(None)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call.carry_out()


class _Call(Generic[T]):
    def __init__(self, call: Callable[[], T]) -> None:
        self.ended = threading.Event()
        self._call = call
        self._value: T | None = None
        self._error: BaseException | None = None

    def carry_out(self) -> None:
        _going_on.add(self)
        try:
            self._value = self._call()
        except BaseException as error:  # it is raised again where the result is awaited
            self._error = error
        _going_on.discard(self)
        self.ended.set()

    def result(self) -> T:
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value] # carry_out has set it
