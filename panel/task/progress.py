"""What a run has told so far, as one value that the page is drawn from."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

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
    Said,
    Seen,
    Started,
    Stepped,
    Token,
    Working,
)
from agent.policy.picture import spotlight
from agent.trajectory import By, Effect, Outcome, Step
from vision.capture.jpeg import jpeg_address
from vision.core.elements import ElementMap

Phase = Literal["idle", "starting", "looking", "thinking", "asking", "acting", "ended"]
# More of a reply than this is not shown while it streams, only its end.
_REPLY_SHOWN = 2000
_THUMBNAIL_WIDEST = 168  # pixels


@dataclass(frozen=True, slots=True)
class StepLine:
    """One finished step as the page shows it; `by` says who chose it, `seconds` is the sum over its
    stages, `picture` the data address of a small picture."""

    number: int
    description: str
    reason: str
    by: By
    effect: Effect
    seconds: float
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that was told since the run began; the empty value is "nothing yet". `said` is
    what the person said, each with the number of steps before it; `worked` the seconds since
    `working` began."""

    phase: Phase = "idle"
    task: str = ""
    model: str = ""
    max_steps: int = 0
    step: int = 0
    plan: tuple[str, ...] = ()
    steps: tuple[StepLine, ...] = ()
    reply: str = ""
    acting: str = ""
    target: int | None = None
    seen: ElementMap | None = None
    outcome: Outcome | None = None
    seconds: float = 0.0
    folder: str = ""
    traffic: str = ""
    problem: str = ""
    note: str = ""
    question: Asking | None = None
    stopping: bool = False
    paused: str = ""
    pausing: bool = False
    said: tuple[tuple[int, str], ...] = ()
    working: Working | None = None
    worked: float = 0.0

    @property
    def busy(self) -> bool:
        return self.phase not in ("idle", "ended")


class Watch:
    """Follows a run; told by the thread of the run, read by the threads of the page.

    Every change gives a new `version`, so that a page that has the latest one is left alone. What
    is more than another piece of a reply is `news`, for which a page may wait.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Condition()
        self._progress = Progress()
        self._version = self._news = 0
        self._began = self._since = 0.0

    def read(self) -> tuple[Progress, int]:
        """The progress, with the seconds so far, and its version."""
        with self._lock:
            now = self._progress
            if now.busy:
                clock = self._clock()
                now = replace(now, seconds=clock - self._began, worked=clock - self._since)
            return now, self._version

    def wait(self, known: int, seconds: float) -> int:
        """Wait for news that came after number `known`, at most so many seconds and only while a
        run goes on; the number of the last news."""
        with self._lock:
            self._lock.wait_for(lambda: self._news != known or not self._progress.busy, seconds)
            return self._news

    def begin(self, task: str, max_steps: int) -> None:
        with self._lock:
            self._began = self._clock()
            self._set(Progress(phase="starting", task=task, max_steps=max_steps))

    def fail(self, problem: str) -> None:
        """The run could not begin, or broke before it could say how it ended."""
        with self._lock:
            self._set(replace(self._progress, phase="ended", problem=problem))

    def stopping(self) -> None:
        with self._lock:
            if self._progress.busy:
                self._set(replace(self._progress, stopping=True))

    def pausing(self) -> None:
        with self._lock:
            if self._progress.busy:
                self._set(replace(self._progress, pausing=True))

    def __call__(self, event: Event) -> None:
        with self._lock:
            self._set(after(self._progress, event), news=not isinstance(event, Token))

    def _set(self, progress: Progress, news: bool = True) -> None:
        if progress.working is not self._progress.working:
            self._since = self._clock()
        self._progress = progress
        self._version += 1
        if news:
            self._news += 1
            self._lock.notify_all()


def after(now: Progress, event: Event) -> Progress:
    """The progress after an event."""
    match event:
        case Noted() | Started() | Working() | Planned():
            return _begun(now, event)
        case Seen():
            return replace(
                now,
                phase="thinking",
                step=event.step,
                seen=event.map,
                reply="",
                target=None,
                working=None,
            )
        case Token():
            reply = (now.reply + event.text)[-_REPLY_SHOWN:]
            return replace(now, phase="thinking", reply=reply)
        case Asking() | Judged() | Paused() | Resumed() | Said():
            return _by_person(now, event)
        case Acting():
            return replace(
                now,
                phase="acting",
                step=event.step,
                acting=event.description,
                target=event.target,
                working=None,
            )
        case Stepped():
            return replace(now, phase="looking", acting="", steps=(*now.steps, _line(event)))
        case Ended():
            return replace(
                now,
                phase="ended",
                acting="",
                question=None,
                paused="",
                working=None,
                outcome=event.outcome,
                traffic=event.traffic.words(),
                seconds=event.seconds,
            )
    assert_never(event)


def _begun(now: Progress, event: Noted | Started | Working | Planned) -> Progress:
    """What is told beside the steps."""
    match event:
        case Noted():
            return replace(now, note=event.text)
        case Started():
            return replace(now, model=event.model, folder=str(event.folder), working=None)
        case Working():
            return replace(now, working=event)
        case Planned():
            return replace(now, plan=event.lines)


def _by_person(now: Progress, event: Asking | Judged | Paused | Resumed | Said) -> Progress:
    """The run begins or ends to wait for the person, or heeds what was said."""
    match event:
        case Said():
            return replace(now, said=(*now.said, (len(now.steps), event.text)))
        case Asking():
            return replace(now, phase="asking", step=event.step, question=event, working=None)
        case Judged():
            return replace(now, phase="thinking", question=None)
        case Paused():
            return replace(now, paused=event.why, pausing=False, working=None)
        case Resumed():
            return replace(now, phase="looking", paused="", pausing=False)


def _line(event: Stepped) -> StepLine:
    step = event.step
    seconds = sum(step.timings.values())
    picture = _thumbnail(step)
    said = step.description, step.reason, step.by
    return StepLine(step.number, *said, step.effect, seconds, picture)


def _thumbnail(step: Step) -> str:
    """What the step saw before it acted, as the data address of a JPEG; what it touched is in the
    middle, in a red frame, as in the picture beside a question."""
    return jpeg_address(spotlight(step.action, step.map), widest=_THUMBNAIL_WIDEST, quality=72)
