"""The keys that end a pause on the terminal where a run was started."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from agent.control.pause import PauseSwitch
from agent.control.stop import StopSwitch
from agent.events import Event, Paused, Resumed
from commands.runs.questions import can_ask, forget_typed, line_typed


class TerminalPause(PauseSwitch):
    """A pause that Enter ends; s and Enter do one action. Without a terminal it ends otherwise."""

    def __init__(self) -> None:
        super().__init__(self._read if can_ask() else lambda: None)

    def wait(self, stop: StopSwitch, tell: Callable[[Event], None], seconds: float) -> bool:
        """See PauseSwitch. What was typed before the pause does not end it."""
        if self.pressed and can_ask():
            forget_typed()
        return super().wait(stop, tell, seconds)

    def _read(self) -> None:
        line = line_typed()
        if line is None:
            return
        if line.strip().casefold() in ("s", "step"):
            self.step()
        elif not line.strip():
            self.resume()


def say_pause(console: Console, event: Paused | Resumed) -> None:
    """That the run is paused and how it goes on, or that it goes on."""
    if isinstance(event, Resumed):
        console.print("   Resumed.")
        return
    limit = "" if event.seconds is None else f" The run stops in {event.seconds:.0f} s."
    keys = "Enter: resume; s and Enter: do one action; " if can_ask() else ""
    console.print(f"   [bold yellow]Paused: {event.why}.[/]{limit}")
    console.print(f"   {keys}Ctrl+C: stop. In another terminal: deskhand resume, deskhand stop")
