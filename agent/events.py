"""What a run tells while it goes on; the panel and the commands show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from agent.diagnostics.network_guard import Traffic
from agent.trajectory import Outcome, Step
from vision.capture.screen import Pixels
from vision.core.elements import ElementMap


@dataclass(frozen=True, slots=True)
class Started:
    task: str
    model: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Noted:
    """Something a person should know: how far a model's fetch is, that another one is used."""

    text: str


@dataclass(frozen=True, slots=True)
class Working:
    """Something begins that may take long: what in plain words, and the seconds that it took last
    time on this machine, None when they are not known."""

    what: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan, one short line each; may come again when it is remade."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A fresh map of the screen (its screenshot is `map.screenshot`)."""

    step: int
    map: ElementMap


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the model's reply as it streams."""

    text: str


Answer = Literal["once", "task", "deny", "1", "2", "3", "4", "5"]
"""What a person says to a question: allow this once, allow such actions for this task, deny; or,
where one of several is to be chosen, which."""


@dataclass(frozen=True, slots=True, eq=False)
class Asking:
    """A question before an action; the run waits for the answer.

    `description` is the plain effect, `where` the window, `why` says what is risky (empty when
    every action is asked about), `picture` shows the place with the target marked. Without an
    answer within `seconds` the action is not done. With `watch` the person is to do it; "once"
    then means that it was done. With `options` the person is to choose one of them: "1" is the
    first, "deny" is none.
    """

    number: int
    step: int
    description: str
    where: str
    why: tuple[str, ...]
    picture: Pixels
    seconds: float
    watch: bool = False
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """The end of a question, or a refusal without one. `answer` is None when nobody gave one;
    `why` is a sentence."""

    step: int
    description: str
    allowed: bool
    why: str
    number: int | None = None
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The run waits before its next action. `why` is a short phrase ("you moved the mouse");
    without a word within `seconds` the run ends, None: it waits for ever."""

    why: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    """A pause is over; the screen is looked at anew."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the person said during the run, which now goes before the rest of the task."""

    text: str


@dataclass(frozen=True, slots=True)
class Acting:
    """An action is about to be carried out (already decided, not yet done)."""

    step: int
    description: str
    reason: str
    target: int | None


@dataclass(frozen=True, slots=True)
class Stepped:
    step: Step


@dataclass(frozen=True, slots=True)
class Ended:
    """The last event of every run; `folder` is None when the run could not begin. Of `replies` of
    the model, `unusable` could not be parsed or named what cannot be done. `traffic` is what went
    to other machines during the run, and what was kept from going there."""

    outcome: Outcome
    folder: Path | None
    seconds: float
    replies: int = 0
    unusable: int = 0
    traffic: Traffic = field(default_factory=Traffic)


Event = (
    Noted
    | Started
    | Working
    | Planned
    | Seen
    | Token
    | Asking
    | Judged
    | Paused
    | Resumed
    | Said
    | Acting
    | Stepped
    | Ended
)
