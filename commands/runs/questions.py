"""Questions of a run on the terminal: what would be done, why it is risky, and the answer."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.markup import escape

from agent.control.stop import StopSwitch
from agent.events import Answer, Asking
from agent.policy.picking import NUMBERS

_POLL = 0.1
_ANSWERS: dict[str, Answer] = {
    **{"o": "once", "once": "once", "y": "once", "yes": "once"},
    **{"t": "task", "task": "task"},
    **{"d": "deny", "deny": "deny", "n": "deny", "no": "deny", "": "deny"},
}
_NONE_OF_THEM: dict[str, Answer] = {"d": "deny", "n": "deny", "none": "deny", "": "deny"}
_DONE: dict[str, Answer] = {"": "once", "s": "deny", "skip": "deny"}


def can_ask() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def line_typed() -> str | None:
    """A line that was typed since the last call, without waiting; None when there is none, or the
    terminal was closed."""
    return (sys.stdin.readline() or None) if _line_waits(0.0) else None


class TerminalAsker:
    """Asks where the command was started. An empty line means no; so does no answer in time."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, soft_wrap=True)

    def __call__(self, question: Asking, stop: StopSwitch) -> Answer | None:
        # Before anything is printed: an answer comes after the question.
        forget_typed()
        where = f" in “{escape(question.where)}”" if question.where else ""
        for why in question.why:
            self._console.print(f"   [bold yellow]{escape(why)}[/]")
        limit = f"{question.seconds:.0f} s"
        if question.watch:
            known = _DONE
            ask = f"   Do it yourself{where}, then press Enter (s: skip; default after {limit}): "
        elif question.options:
            known = answers_of(question.options)
            listed = ", ".join(
                f"{number}: {escape(option)}"
                for number, option in zip(NUMBERS, question.options, strict=False)
            )
            ask = f"   {listed}, d: none of them (default after {limit}): "
        else:
            known = _ANSWERS
            ask = (
                f"   Allow it{where}? o: once, t: for this task, d: deny (default after {limit}): "
            )
        self._console.print(ask, end="")
        for line in _lines(question.seconds, stop):
            if (answer := known.get(line.strip().casefold())) is not None:
                return answer
            self._console.print(ask, end="")
        self._console.print()
        return None


def answers_of(options: Sequence[str]) -> dict[str, Answer]:
    """What may be typed to choose one of several: its number, or its name."""
    offered = list(zip(NUMBERS, options, strict=False))
    named: dict[str, Answer] = {option.casefold(): number for number, option in offered}
    return {**named, **{number: number for number, _ in offered}, **_NONE_OF_THEM}


def _lines(seconds: float, stop: StopSwitch) -> Iterator[str]:
    """Lines that are typed from now on, until the time is over.

    Raises:
        Stopped: the switch was pressed.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        stop.check()
        if not _line_waits():
            continue
        line = sys.stdin.readline()
        if not line:
            return  # the terminal was closed
        yield line


if sys.platform == "win32":
    import msvcrt

    def forget_typed() -> None:
        """What was typed before the question is no answer to it."""
        while msvcrt.kbhit():
            msvcrt.getwch()

    def _line_waits(seconds: float = _POLL) -> bool:
        time.sleep(seconds)
        return msvcrt.kbhit()
else:
    import select
    import termios

    def forget_typed() -> None:
        """What was typed before the question is no answer to it."""
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    def _line_waits(seconds: float = _POLL) -> bool:
        return bool(select.select([sys.stdin], [], [], seconds)[0])
