"""Background jobs on models, each in a thread of its own: how far each is, and how it ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from models.runtime.errors import ModelError
from panel.models.work.words import problem

Offer = Literal["stop-run", "give-up", "mend", "get"]
"""What may be pressed beside a job: stop the run that it waits for, end it, fetch what is damaged
again, fetch what was added."""
_MOST_KEPT = 5
SEEN = 20.0
"""Seconds after which what went well goes out of sight; what needs an answer or failed stays."""


@dataclass(frozen=True, slots=True)
class Job:
    """`said` is how far it is, or how it ended; `fraction` from 0 to 1, None when nobody knows.
    `about` is the id of its model, "" when there is none yet."""

    number: int
    about: str
    title: str
    state: Literal["working", "done", "failed"] = "working"
    said: str = ""
    fraction: float | None = None
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job ended; not `good`: something is wrong, although nothing failed."""

    said: str
    good: bool = True
    about: str = ""
    offers: tuple[Offer, ...] = ()


class Telling:
    """Given to the work: it tells how far it is, and looks at `stop`."""

    def __init__(self, tell: Callable[[str, float | None, tuple[Offer, ...]], None]) -> None:
        self.stop = threading.Event()
        self._tell = tell

    def __call__(
        self, said: str, fraction: float | None = None, offers: tuple[Offer, ...] = ()
    ) -> None:
        self._tell(said, fraction, offers)


Work = Callable[[Telling], Ending]


class Jobs:
    """Starts jobs and keeps those that go on and the last that ended. `on_end` is called after
    each, in its thread."""

    def __init__(
        self,
        on_end: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_end, self._clock = on_end, clock
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._stops: dict[int, threading.Event] = {}
        self._well: dict[int, float] = {}
        self._last = 0

    def read(self) -> tuple[Job, ...]:
        """The newest first."""
        with self._lock:
            old = [n for n, ended in self._well.items() if self._clock() - ended > SEEN]
            for number in old:
                self._jobs.pop(number, None)
                del self._well[number]
            return tuple(reversed(self._jobs.values()))

    def busy(self, about: str) -> bool:
        """Whether something is being done with this model."""
        return any(one.about == about and one.state == "working" for one in self.read())

    def start(self, title: str, about: str, work: Work) -> int:
        """Begin; the number of the job, or 0 while another one with the same model goes on."""
        with self._lock:
            if about and any(
                one.about == about and one.state == "working" for one in self._jobs.values()
            ):
                return 0
            number = self._new(Job(0, about, title))
            telling = Telling(lambda *told: self._told(number, *told))
            self._stops[number] = telling.stop
        threading.Thread(
            target=self._run, args=(number, work, telling), name=title, daemon=True
        ).start()
        return number

    def note(self, title: str, ending: Ending) -> None:
        """Tell something that happened at once."""
        with self._lock:
            self._new(Job(0, ending.about, title))
        self._ended(self._last, ending)

    def give_up(self, number: int) -> None:
        """Ask a job to end; it may take a moment."""
        with self._lock:
            if stop := self._stops.get(number):
                stop.set()

    def dismiss(self, number: int) -> None:
        """Take one that has ended out of sight."""
        with self._lock:
            if (found := self._jobs.get(number)) and found.state != "working":
                del self._jobs[number]

    def _new(self, job: Job) -> int:
        self._last += 1
        self._jobs[self._last] = replace(job, number=self._last)
        return self._last

    def _run(self, number: int, work: Work, telling: Telling) -> None:
        try:
            ending = work(telling)
        except (ModelError, OSError) as error:
            ending = Ending(problem(error), good=False)
        except Exception as error:
            self._ended(
                number, Ending(f"A defect in Deskhand: {error!r}. Please report it.", False)
            )
            raise
        self._ended(number, ending)

    def _told(
        self, number: int, said: str, fraction: float | None, offers: tuple[Offer, ...]
    ) -> None:
        with self._lock:
            now = self._jobs[number]
            self._jobs[number] = replace(now, said=said, fraction=fraction, offers=offers)

    def _ended(self, number: int, ending: Ending) -> None:
        with self._lock:
            now = self._jobs[number]
            self._stops.pop(number, None)
            if ending.good and not ending.offers:
                self._well[number] = self._clock()
            self._jobs[number] = replace(
                now,
                state="done" if ending.good else "failed",
                about=ending.about or now.about,
                said=ending.said,
                fraction=None,
                offers=ending.offers,
            )
            ended = [one.number for one in self._jobs.values() if one.state != "working"]
            for old in ended[:-_MOST_KEPT]:
                del self._jobs[old]
        self._on_end()
