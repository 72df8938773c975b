"""A run from its first to its last event: the parts put together, the record, one run at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent import applications, archive, guard
from agent.background import Background
from agent.decide import Decider
from agent.errors import AgentError, Stopped
from agent.events import Answer, Ended, Event, Noted, Started, Token
from agent.eyes import make_perceiver, missing_detector
from agent.hands import Hands
from agent.icon_names import describing_problem, stop_describing
from agent.loop import Loop
from agent.mechanisms import Mechanisms
from agent.observe import Eyes, Observer
from agent.outfit import controller_for, load_model, marked_environment, pointer_of
from agent.policy.answers import Asker, Mailbox
from agent.policy.areas import CoveredScreen
from agent.policy.gate import Gate
from agent.policy.reach import FencedEyes
from agent.policy.rules import Rules, Safety
from agent.preflight import require_display
from agent.record import RunFolder
from agent.secrets import Secrets
from agent.stop import DISPLAY_GONE, CornerWatch, StopSwitch
from agent.trajectory import Outcome
from models.errors import ModelError
from models.llm import LanguageModel
from models.paths import runs_folder
from vision.elements import ElementMap
from vision.geometry import Point
from vision.screen import MssScreen, Screen
from vision.windows import list_windows

Tell = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked to keep to. `model_id` None is the selected model; `ocr` is a name of
    vision.recognise; the record goes to a new folder in `runs`, None for the user's own; `safety`
    None is that of the rules, and `rules` None are those of the person. `keep_secrets` tells and
    records passwords too: for measurements, whose tasks are made up."""

    model_id: str | None = None
    max_steps: int = 30
    dry_run: bool = False
    ocr: str = "rapid"
    mechanisms: Mechanisms = field(default_factory=Mechanisms)
    runs: Path | None = None
    safety: Safety | None = None
    rules: Rules | None = None
    keep_secrets: bool = False


def run_task(
    task: str,
    *,
    tell: Tell,
    stop: StopSwitch,
    settings: Settings | None = None,
    model: LanguageModel | None = None,
    eyes: Eyes | None = None,
    asker: Asker | None = None,
) -> Outcome:
    """Carry out a task on the display that DISPLAY names; blocks until the run is over.

    Whatever happens after `Started`, the last event is `Ended`, and no key or button is held.
    `model` is used instead of loading one, `eyes` instead of recogniser and detector. `asker` gets
    the answers to questions; without one, what needs a question is not done.

    Raises:
        AgentError, ModelError, OSError: the run cannot begin (no display, no model, no disk, rules
            that cannot be read or that allow no run now).
        Stopped: stopped before it began.
    """
    settings = settings or Settings()
    if not task.strip():
        raise AgentError("There is no task.", "Say what should be done.")
    if not task.isascii() and any("\ud800" <= sign <= "\udfff" for sign in task):
        raise AgentError(
            "The task is no readable text: the terminal does not use UTF-8.",
            "Set it to UTF-8 (LANG=C.UTF-8) and write the task again.",
        )
    require_display()
    rules = settings.rules or Rules.read()
    guard.install()
    traffic = guard.traffic()
    began = time.monotonic()
    with ExitStack() as stack:
        background = Background()
        stack.callback(background.close)
        monitors = MssScreen()
        stack.callback(monitors.close)
        screen: Screen = CoveredScreen(monitors, rules.areas)
        # The first grab shows whether the screen can be seen at all, before a model is loaded.
        screen.grab()
        controller = controller_for(screen, stop, settings.dry_run, rules)
        stack.callback(controller.release_all)
        corners = [monitor.box for monitor in screen.monitors()]
        stack.enter_context(CornerWatch(stop, pointer_of(controller, stack), corners))
        chosen = model or background.do(lambda: load_model(settings.model_id, tell, stop), stop)
        perceiver = eyes or background.do(lambda: make_perceiver(settings.ocr), stop)
        if eyes is None and (missing := missing_detector()):
            tell(Noted(missing))
        stack.callback(stop_describing)
        archive.prune(settings.runs or runs_folder(), rules.keep_days, rules.keep_megabytes)
        secrets = Secrets(None if settings.keep_secrets else rules, task)
        folder = RunFolder(secrets.text(task), chosen.name, settings.runs)
        secrets.on_new = lambda: folder.mask(secrets.text)
        tell(Started(secrets.text(task), chosen.name, folder.path))

        def told(event: Event) -> None:
            event = secrets.event(event)
            folder.told(event)
            tell(event)

        edge = screen.monitors()[0].box
        aside = Point(edge.right - 4, edge.center.y)
        observer = Observer(
            screen,
            FencedEyes(perceiver, rules),
            list_windows,
            stop,
            background,
            lambda: controller.move(aside),
        )
        hands = Hands(controller, screen, observer.look, list_windows, stop, marked_environment())
        decider = Decider(chosen, stop, lambda text: told(Token(text)))
        loop = Loop(
            task,
            observer,
            decider,
            hands,
            stop,
            told,
            Gate(rules, told, stop, asker, settings.safety, secrets),
            applications.installed(),
            settings.max_steps,
            settings.dry_run,
            settings.mechanisms,
        )
        outcome = _ended(loop)
        outcome = replace(outcome, message=secrets.text(outcome.message))
        seconds = time.monotonic() - began
        left = guard.traffic().since(traffic)
        end = Ended(outcome, folder.path, seconds, decider.replies, decider.unusable, left)
        last = secrets.map(loop.last) if loop.last is not None else None
        end = _recorded(end, folder, last)
        if problem := describing_problem():
            tell(Noted(problem))
        tell(end)
        return end.outcome


def _recorded(end: Ended, folder: RunFolder, last: ElementMap | None) -> Ended:
    """Write the end down. A full disk does not take the last event away: the event says it."""
    try:
        folder.end(end, last)
    except OSError as problem:
        message = f"{end.outcome.message} The record is not whole: {problem}.".strip()
        return replace(end, outcome=replace(end.outcome, message=message))
    return end


def _ended(loop: Loop) -> Outcome:
    """How the loop ended; errors and a stop are ways to end too."""
    try:
        return loop.go()
    except Stopped as stopped:
        if stopped.by == DISPLAY_GONE:
            return Outcome("error", "The display went away, so the run could not go on.")
        return Outcome("stopped", f"Stopped by {stopped.by}.")
    except (AgentError, ModelError, OSError) as problem:
        return Outcome("error", str(problem))


class Session:
    """Runs for the panel: one at a time, each in a thread of its own."""

    def __init__(self, model: LanguageModel | None = None) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._stop = StopSwitch()
        self._answers = Mailbox()
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        thread = self._thread
        return thread is not None and thread.is_alive()

    def start(
        self,
        task: str,
        *,
        model_id: str | None = None,
        max_steps: int = 30,
        dry_run: bool = False,
        safety: Safety | None = None,
        on_event: Tell,
    ) -> None:
        """Begin a run and return. Its last event is `Ended`, also when it could not begin.

        Raises:
            AgentError: another run goes on, or there is no display.
        """
        with self._lock:
            if self.running:
                raise AgentError("A run is going on.", "Stop it first, or wait until it ends.")
            require_display()
            self._stop, self._answers = StopSwitch(), Mailbox()
            settings = Settings(model_id, max_steps, dry_run, safety=safety)
            self._thread = threading.Thread(
                target=self._run,
                args=(task, settings, on_event, self._stop, self._answers),
                name="run",
            )
            self._thread.daemon = True
            self._thread.start()

    def stop(self, by: str) -> None:
        """End the run within a second; nothing happens when there is none."""
        self._stop.press(by)

    def answer(self, number: int, answer: Answer) -> bool:
        """Answer the question with this number; False when it is not open (any more)."""
        return self._answers.give(number, answer)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until no run goes on; False when it still does after `seconds`."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.running

    def _run(
        self, task: str, settings: Settings, tell: Tell, stop: StopSwitch, answers: Mailbox
    ) -> None:
        began = time.monotonic()
        last: list[Event] = []

        def remember(event: Event) -> None:
            last[:] = [event]
            tell(event)

        try:
            run_task(
                task, tell=remember, stop=stop, settings=settings, model=self._model, asker=answers
            )
        except Stopped as stopped:
            outcome = Outcome("stopped", f"Stopped by {stopped.by}.")
        except (AgentError, ModelError, OSError) as problem:
            outcome = Outcome("error", str(problem))
        except Exception as problem:
            outcome = Outcome("error", f"A defect in Deskhand: {problem!r}. Please report it.")
            raise
        finally:
            if not (last and isinstance(last[0], Ended)):
                tell(Ended(outcome, None, time.monotonic() - began))
