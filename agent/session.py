"""Runs for the panel: one at a time, each in a thread of its own."""

from __future__ import annotations

import threading
import time

from agent.control.pause import PauseSwitch
from agent.control.remote import reachable
from agent.control.stop import StopSwitch
from agent.control.user_messages import Sayings
from agent.diagnostics.preflight import require_display
from agent.errors import AgentError, Stopped
from agent.events import Answer, Ended, Event
from agent.perception.observer import Eyes
from agent.policy.answers import Mailbox
from agent.run import Settings, Tell, run_task
from agent.trajectory import Outcome
from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel


class Session:
    """Runs for the panel: one at a time, each in a thread of its own. `model` and `eyes` are used
    as `run_task` does."""

    def __init__(self, model: LanguageModel | None = None, eyes: Eyes | None = None) -> None:
        self._model, self._eyes = model, eyes
        self._lock = threading.Lock()
        self._stop = StopSwitch()
        self._answers = Mailbox()
        self._pause = PauseSwitch()
        self._sayings = Sayings()
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        thread = self._thread
        return thread is not None and thread.is_alive()

    def start(self, task: str, settings: Settings | None = None, *, on_event: Tell) -> None:
        """Begin a run and return. Its last event is `Ended`, also when it could not begin.

        Raises:
            AgentError: another run goes on, or there is no display.
        """
        with self._lock:
            if self.running:
                raise AgentError("A run is going on.", "Stop it first, or wait until it ends.")
            require_display()
            self._stop, self._answers, self._pause = StopSwitch(), Mailbox(), PauseSwitch()
            self._sayings = Sayings()
            args = (task, settings or Settings(), on_event)
            self._thread = threading.Thread(target=self._run, args=args, name="run", daemon=True)
            self._thread.start()

    def stop(self, by: str) -> None:
        """End the run within a second; nothing happens when there is none."""
        self._stop.press(by)

    def pause(self, by: str) -> None:
        """Hold the run before its next action, until `resume` or `step`."""
        self._pause.press(by)

    def resume(self, only: str = "") -> None:
        """End a pause, whatever made it, or only the one that was asked for as `only`."""
        self._pause.resume(only)

    def step(self) -> None:
        """Let a paused run do one action and pause again."""
        self._pause.step()

    def say(self, text: str) -> None:
        """Have the run heed these words before its next action.

        Raises:
            AgentError: no run goes on, or the words cannot be taken.
        """
        if not self.running:
            raise AgentError("No run is active.", "Write it as a task and press Run.")
        self._sayings.give(text)

    def answer(self, number: int, answer: Answer) -> bool:
        """Answer the question with this number; False when it is not open (any more)."""
        return self._answers.give(number, answer)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until no run goes on; False when it still does after `seconds`."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.running

    def _run(self, task: str, settings: Settings, tell: Tell) -> None:
        # Those of this run: the next one begins with others.
        stop, answers, pause, sayings = self._stop, self._answers, self._pause, self._sayings
        began = time.monotonic()
        last: list[Event] = []

        def remember(event: Event) -> None:
            last[:] = [event]
            tell(event)

        try:
            with reachable(stop, pause):
                run_task(
                    task,
                    tell=remember,
                    stop=stop,
                    settings=settings,
                    model=self._model,
                    eyes=self._eyes,
                    asker=answers,
                    pause=pause,
                    sayings=sayings,
                )
        except Stopped as stopped:
            outcome = Outcome("stopped", f"Stopped by {stopped.by}.")
        except (AgentError, ModelError, OSError) as problem:
            outcome = Outcome("error", str(problem))
        except Exception as problem:
            outcome = Outcome(
                "error", f"Internal error in Deskhand: {problem!r}. Please report it."
            )
            raise
        finally:
            if not (last and isinstance(last[0], Ended)):
                tell(Ended(outcome, None, time.monotonic() - began))
