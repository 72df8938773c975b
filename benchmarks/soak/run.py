"""Tasks of other benchmarks, one after the other in this process, until the time is over."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from agent.desktop.virtual_desktop import Desktop
from benchmarks.episodes.programs import clear
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place, attempted, suite
from benchmarks.soak.held import Held, held
from models.memory import loaded

Work = tuple[str, Job, Options]
"""The name of a benchmark, what of it is to be done, and with what."""
# Applications of each kind, by turns with web pages; of the office suite, which takes the most
# memory and time, only one.
APPS = (
    "editor-write",
    "calculator-product",
    "files-new-folder",
    "terminal-make-folder",
    "web-order",
    "editor-line-numbers",
    "calculator-formula",
    "writer-bold",
    "web-login",
    "files-show-hidden",
)
PAGES = ("click-button", "enter-text", "login-user", "click-checkboxes", "choose-list")


@dataclass(frozen=True, slots=True)
class Sample:
    """One task: `at` seconds since the start it was over; the name of its benchmark and its
    result; and what was held then."""

    at: float
    bench: str
    result: Result
    held: Held

    @property
    def crashed(self) -> bool:
        """Whether something broke: a run that failed in its task is no crash."""
        return self.result.failure == "harness" or self.result.outcome == "error"


def mixture(options: Options) -> Iterator[Work]:
    """Tasks without end: an application, a web page, an application, …"""
    for seed in itertools.count(options.seeds[0]):
        pages = itertools.cycle(PAGES)
        for app in APPS:
            yield "apps", Job(app, seed), options
            yield "miniwob", Job(next(pages), seed), options


_NOTHING = Held(0, 0, 0, 0, 0, 0)


def soak(
    seconds: float, work: Iterator[Work], desktop: Desktop, tell: Callable[[Sample], None]
) -> list[Sample]:
    """Do one work after the other until so many seconds are over; the last one is finished.

    Puts this process on the desktop. `tell` hears each sample at once. Ends early when the
    desktop has died: the last sample tells of it.
    """
    desktop.activate_environment()
    # Programs must not change the person's settings.
    os.environ["GSETTINGS_BACKEND"] = "memory"
    began = time.monotonic()
    samples: list[Sample] = []
    while time.monotonic() - began < seconds and desktop.alive():
        name, job, options = next(work)
        # As for a run that begins: the model must not know the last one's words.
        loaded.forget()
        result = attempted(suite(name), job, options, Place(desktop))
        if not desktop.alive():
            result = replace(result, failure="harness", note="the virtual desktop has died")
            before = samples[-1].held if samples else _NOTHING
            samples.append(_sample(began, name, result, before))
        else:
            clear(desktop)
            samples.append(_sample(began, name, result, held(desktop)))
        tell(samples[-1])
    return samples


def _sample(began: float, name: str, result: Result, now: Held) -> Sample:
    return Sample(round(time.monotonic() - began, 1), name, result, now)
