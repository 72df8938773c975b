"""The true way through the wizard, with the mouse and keyboard of the product."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.computer.controller import Controller
from benchmarks.wizard import plan
from vision.core.elements import Element, Kind

Look = Callable[[], Sequence[Element]]
Verb = Literal["click", "type", "select"]
_PATIENCE = 10.0  # seconds until an action shows
_CHOSEN = ("Data type", "Handling", "Constraint")
_CLICKABLE: tuple[Kind, ...] = ("button", "checkbox", "radio", "tab", "list item")


@dataclass(frozen=True, slots=True)
class Deed:
    """Click `name`, type `value` into the field `name`, or select it in the drop-down box."""

    verb: Verb
    name: str
    value: str = ""
    required: bool = True

    def line(self) -> str:
        """As benchmarks.episodes.completion writes actions."""
        return f"{self.verb} {self.value or self.name}"


def _click(*names: str, required: bool = True) -> list[Deed]:
    return [Deed("click", name, required=required) for name in names]


def _fields(page: str) -> list[Deed]:
    """The fields of a page that the plan fills."""
    return [
        Deed("type", goal.what, goal.value, goal.required)
        for goal in plan.GOALS
        if goal.page == page and goal.what not in plan.MOVES
    ]


def _row(page: str, row: str) -> list[Deed]:
    """Add one row of a table: what has options is chosen, the rest is typed."""
    goals = [g for g in plan.GOALS if g.page == page and g.what.startswith(f"{row}/")]
    required = goals[0].required
    cells = []
    for goal in goals:
        column = goal.what.rpartition("/")[2]
        verb: Verb = "select" if column in _CHOSEN else "type"
        cells.append(Deed(verb, column, goal.value, required))
    return [*_click("Add…", required=required), *cells, *_click("OK", required=required)]


DEEDS: dict[str, list[Deed]] = {
    plan.TYPE: _click("Command line tool", "Next >"),
    plan.CHARACTERISTICS: [*_fields(plan.CHARACTERISTICS), *_click("Next >")],
    plan.PORTS: [
        *(deed for name in plan.INPUTS for deed in _row(plan.PORTS, f"Inputs/{name}")),
        *_click("Outputs"),
        *_row(plan.PORTS, "Outputs/1"),
        *_click("Verification", "Check all inputs before each run", required=False),
        *_click("Next >"),
    ],
    plan.PROPERTIES: [*_row(plan.PROPERTIES, "Properties/1"), *_click("Next >")],
    plan.LAUNCH: [
        *_row(plan.LAUNCH, "Launch settings/1"),
        *_click("After each run", "Next >"),
    ],
    plan.EXECUTION: [
        *_click("Tool directory", "Command(s) for Windows"),
        Deed("type", "Windows commands", plan.COMMAND),
        *_click("Pre-execution"),
        Deed("type", "Pre-execution script", plan.BEFORE),
        *_click("Post-execution", required=False),
        Deed("type", "Post-execution script", plan.AFTER, required=False),
        *_click("Finish"),
    ],
}
"""What a person would do on each page; each page ends by going on."""


class Solver:
    """Does deeds on a wizard whose `truth` is known, and waits until each shows."""

    def __init__(self, controller: Controller, truth: Look) -> None:
        self._controller, self._truth = controller, truth

    def page(self, name: str) -> None:
        """Everything on one page, which must be the one that shows. Raises TimeoutError."""
        for deed in DEEDS[name]:
            self.do(deed)

    def do(self, deed: Deed) -> None:
        """One deed. Raises TimeoutError: what it needs is not there, or nothing came of it."""
        match deed.verb:
            case "click":
                self._click(deed.name)
            case "type":
                self._type(deed.name, deed.value)
            case "select":
                self._click(deed.name, ("dropdown",))
                self._click(deed.value, ("list item",))
                self._wait(lambda e: e.text == deed.name and e.state.value == deed.value, deed.name)

    def _click(self, name: str, kinds: Sequence[Kind] = _CLICKABLE) -> None:
        target = self._wait(
            lambda e: e.text == name and e.kind in kinds and not e.state.disabled, name
        )
        before = self._content()
        self._controller.click(target.box.center)
        self._until(lambda: self._content() != before, f"nothing came of “{name}”")

    def _type(self, name: str, value: str) -> None:
        field = self._wait(
            lambda e: e.text == name and e.kind == "field" and not e.state.disabled, name
        )
        self._controller.click(field.box.center)
        # A dialog that has just opened gets the keys a moment later than the mouse.
        self._wait(lambda e: e.box == field.box and bool(e.state.focused), name)
        if field.state.value:
            self._controller.press("ctrl+a")
        self._controller.type_text(value)
        self._wait(lambda e: e.text == name and e.state.value == value, f"{name} with {value}")

    def _content(self) -> list[Element]:
        """What shows, wherever the focus is: a button takes it before it acts."""
        return [replace(e, state=replace(e.state, focused=None)) for e in self._truth()]

    def _wait(self, wanted: Callable[[Element], bool], what: str) -> Element:
        found: list[Element] = []

        def seen() -> bool:
            found[:] = [e for e in self._truth() if wanted(e)]
            return bool(found)

        self._until(seen, f"the wizard does not show “{what}”")
        return found[0]

    def _until(self, condition: Callable[[], bool], problem: str) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError(problem)
            time.sleep(0.03)


def solve(controller: Controller, truth: Look) -> None:
    """The whole task, optional parts too, from the first page to Finish. Raises TimeoutError."""
    solver = Solver(controller, truth)
    for name in plan.PAGES:
        solver.page(name)


def deeds() -> tuple[str, ...]:
    """The required actions in a true order, as benchmarks.episodes.completion writes them."""
    return tuple(deed.line() for name in plan.PAGES for deed in DEEDS[name] if deed.required)
