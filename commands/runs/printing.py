"""What `deskhand run` prints while a run happens."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from agent.events import (
    Acting,
    Asking,
    Ended,
    Event,
    Judged,
    Noted,
    Paused,
    Planned,
    Resumed,
    Started,
    Stepped,
)
from agent.reports.plain_words import CHOSEN_BY
from agent.trajectory import Step
from commands.runs.pausing import say_pause

_COLOURS = {
    "confirmed": "green",
    "changed elsewhere": "yellow",
    "no visible change": "yellow",
    "failed": "red",
    "not allowed": "red",
    "done": "bold green",
    "unsure": "bold yellow",
    "stopped": "bold yellow",
    "step limit": "bold yellow",
    "error": "bold red",
}


class Teller:
    """Prints events as lines; colours only on a terminal."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, soft_wrap=True)
        self._plan: tuple[str, ...] = ()
        self._step_said = 0

    def __call__(self, event: Event) -> None:
        match event:
            case Noted():
                self._say(escape(event.text))
            case Started():
                self._say(
                    f"[dim]Model {escape(event.model)}, record {escape(str(event.folder))}[/]"
                )
            case Planned() if len(event.lines) != len(self._plan):
                self._plan = event.lines
                self._say("Plan:")
                for line in event.lines:
                    self._say(f"  {escape(line)}")
            case Paused() | Resumed():
                say_pause(self._console, event)
            case Asking() | Judged() | Acting():
                self._say_step(event)
                if isinstance(event, Acting) and event.reason:
                    self._say(f"   [dim]{escape(event.reason)}[/]")
            case Stepped():
                self._step(event.step)
            case Ended():
                self._ended(event)

    def _ended(self, event: Ended) -> None:
        colour = _COLOURS.get(event.outcome.kind, "bold red")
        message = f": {escape(event.outcome.message)}" if event.outcome.message else ""
        self._say(f"[{colour}]{event.outcome.kind}[/] in {event.seconds:.1f} s{message}")
        self._say(f"[dim]{event.traffic.words()}[/]")

    def _say_step(self, event: Asking | Judged | Acting) -> None:
        if event.step != self._step_said:
            self._step_said = event.step
            self._say(f"{event.step}. {escape(event.description)}")

    def _step(self, step: Step) -> None:
        effect = step.effect
        evidence = f": {escape(effect.evidence)}" if effect.evidence else ""
        self._say(f"   [{_COLOURS[effect.kind]}]{effect.kind}[/]{evidence}")
        stages = ", ".join(f"{name} {s:.2f}" for name, s in step.timings.items() if s >= 0.005)
        tokens = f"; {step.prompt_tokens} prompt tokens" if step.prompt_tokens else ""
        cached = f" ({step.cached_tokens} cached)" if step.cached_tokens else ""
        written = f", {step.new_tokens} generated" if step.new_tokens else ""
        total = sum(step.timings.values())
        self._say(
            f"   [dim]{CHOSEN_BY[step.by]}; {total:.1f} s: {stages}{tokens}{cached}{written}[/]"
        )

    def _say(self, line: str) -> None:
        self._console.print(line)
