"""A routine as values: the task with gaps for its parameters, and the steps that did it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from agent.errors import AgentError
from agent.routines.template import fill, gap
from agent.secrets.placeholders import tidied
from agent.task.task_text import readable_task
from vision.core.elements import Kind

Do = Literal[
    "click", "add", "point at", "double-click", "type", "choose", "tap", "press", "open", "scroll"
]
"""What a step does: `tap` enters a text on a keypad of the screen, `choose` takes an option of a
dropdown, `add` clicks what is to be selected with what is already."""
DOES: tuple[Do, ...] = get_args(Do)
LONGEST_NAME, LONGEST_VALUE = 60, 1000


@dataclass(frozen=True, slots=True)
class Thing:
    """An element as a person would describe it. `called` is its name among all others of its
    screen (vision.core.unique_names), which tells equal ones apart; `window` is a title, `within`
    what holds the element inside of it. What is not known is ''. All texts but `application` may
    have gaps."""

    kind: Kind
    name: str = ""
    window: str = ""
    application: str = ""
    within: str = ""
    called: str = ""

    def words(self) -> str:
        """As “Save” (button)."""
        return f"“{self.name}” ({self.kind})" if self.name else f"the {self.called or self.kind}"


@dataclass(frozen=True, slots=True)
class RoutineStep:
    """`text` is what is typed, tapped or chosen, the keys, the application or the direction, and
    may have gaps; `ticked` is how a checkbox or radio button is afterwards (None: not known)."""

    do: Do
    on: Thing | None = None
    text: str = ""
    ticked: bool | None = None

    def words(self) -> str:
        """One line for people."""
        on = self.on.words() if self.on else "what has the focus"
        match self.do:
            case "type":
                return f"type “{self.text}” into {on}"
            case "choose":
                return f"choose “{self.text}” in {on}"
            case "tap":
                return f"enter “{self.text}” on the keypad"
            case "click" | "double-click" | "point at":
                return f"{self.do} {on}"
            case "add":
                return f"add {on} to the selection"
            case _:
                return f"{self.do} {self.text}"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A gap of the task. `value` is what stood there when it was kept; a secret one has none and is
    asked for each time."""

    name: str
    value: str = ""
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Routine:
    """`parts` are the parts of the task, in its own words and with its gaps; () when they are not
    known. `saved` is a day such as "2026-03-01"."""

    name: str
    task: str
    parameters: tuple[Parameter, ...]
    steps: tuple[RoutineStep, ...]
    parts: tuple[str, ...] = ()
    saved: str = ""

    def parameter(self, name: str) -> Parameter | None:
        return next((each for each in self.parameters if each.name == name), None)

    @property
    def usual(self) -> dict[str, str]:
        """The values that were kept; none for secrets."""
        return {each.name: each.value for each in self.parameters if not each.secret}


@dataclass(frozen=True, slots=True)
class Filled:
    """A routine with the values for one run."""

    routine: Routine
    values: Mapping[str, str]

    @property
    def task(self) -> str:
        return fill(self.routine.task, self.values)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(fill(part, self.values) for part in self.routine.parts)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values that must be masked."""
        return tuple(self.values[each.name] for each in self.routine.parameters if each.secret)

    @property
    def steps(self) -> tuple[RoutineStep, ...]:
        return tuple(self._step(step) for step in self.routine.steps)

    def _step(self, step: RoutineStep) -> RoutineStep:
        on = step.on
        if on is not None:
            texts = (on.name, on.window, on.within, on.called)
            name, window, within, called = (fill(text, self.values) for text in texts)
            on = replace(on, name=name, window=window, within=within, called=called)
        return replace(step, on=on, text=fill(step.text, self.values))


def filled(routine: Routine, values: Mapping[str, str]) -> Filled:
    """The routine with these values; those that are not given are the kept ones.

    Raises:
        AgentError: a value is missing, empty or too long, or its parameter does not exist.
    """
    known = ", ".join(each.name for each in routine.parameters) or "none"
    for name in values:
        if routine.parameter(name) is None:
            raise AgentError(
                f"The routine “{routine.name}” has no parameter “{name}”.",
                f"Its parameters: {known}.",
            )
    chosen = {**routine.usual, **values}
    for each in routine.parameters:
        value = chosen.get(each.name, "")
        # A gap that nobody filled is no value either.
        if not value.strip() or value == gap(each.name):
            raise AgentError(
                f"The routine “{routine.name}” needs a value for “{each.name}”.",
                "It is a secret, so it was not saved." if each.secret else "It must not be empty.",
            )
        if len(value) > LONGEST_VALUE:
            raise AgentError(
                f"The value for “{each.name}” is longer than {LONGEST_VALUE:,} characters."
            )
        chosen[each.name] = tidied(readable_task(value))
    return Filled(routine, chosen)
