"""What a run tells while it goes on; the panel and the commands show it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from agent.trajectory import Outcome, Step
from vision.elements import ElementMap


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
    the model, `unusable` could not be parsed or named what cannot be done."""

    outcome: Outcome
    folder: Path | None
    seconds: float
    replies: int = 0
    unusable: int = 0


Event = Noted | Started | Planned | Seen | Token | Acting | Stepped | Ended
