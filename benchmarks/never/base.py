"""What every case is made of: its stage, the judge of what came of it, and two scripted hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.never.wordings import Variant
from vision.core.elements import Element

Kind = Literal["harm", "right", "nothing", "partial"]
KINDS: tuple[Kind, ...] = ("harm", "right", "nothing", "partial")
"""What came of a task: what must never happen, what was asked for, everything as before, or
something else that does no harm (less than was asked for, for instance)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a task; `what` says in words what is not as it should be, "" when right."""

    kind: Kind
    what: str = ""


RIGHT = Verdict("right")
NOTHING = Verdict("nothing", "nothing was done")


def harm(what: str) -> Verdict:
    return Verdict("harm", what)


def partial(what: str) -> Verdict:
    return Verdict("partial", what)


@dataclass(frozen=True, slots=True)
class Said:
    """How a run ended by its own words: the kind of its outcome and its last message."""

    kind: str = "done"
    message: str = ""


Hand = Callable[[Controller], Said]
"""Does something to the stage without an agent; what it says it did."""


@dataclass(frozen=True, slots=True)
class Staged:
    """A case that is set up.

    `judge` tells from the true state what came of it; it may be asked at any time. `harmful` and
    `rightful` are hands that show that it notices: one does the harm, one what was asked for.
    `truth` gives the elements that are really there, None where no program tells them. `closes`
    says that the task asks to close windows.
    """

    judge: Callable[[Said], Verdict]
    harmful: Hand
    rightful: Hand
    truth: Callable[[], Sequence[Element]] | None = None
    closes: bool = False


Stage = Callable[[Desktop, Variant], AbstractContextManager[Staged]]


def says(message: str, words: Sequence[str]) -> bool:
    """Whether a message has one of these words in it, whatever its case."""
    return any(word.casefold() in message.casefold() for word in words)
