"""What a run learns on its way: values read in windows, results of sheets, and the calculations of
questions; what is learnt becomes values of the parts of the task that speak of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.events import Event, Noted, Planned
from agent.facts import RESULTS, Ask, Facts
from agent.keypad import find_keypad
from agent.outline import Outline, Part
from agent.ways.front import texts_in_front
from agent.ways.sheet import result_in_sheet
from agent.word_problem import calculation_for
from vision.elements import ElementMap


@dataclass
class Knowledge:
    """Of one run. Without `ask`, which asks the model, nothing is learnt."""

    tell: Callable[[Event], None] = lambda event: None
    ask: Ask | None = None
    facts: Facts = field(init=False)
    _worked_out: str = ""

    def __post_init__(self) -> None:
        self.facts = Facts(self.ask or (lambda messages, grammar: ""))

    def read(self, outline: Outline, map_: ElementMap, spent: dict[str, float]) -> bool:
        """Read what the next part of the task says that the window in front tells, or give that
        part what was read before; whether something was read. Adds its seconds to `spent`.

        Raises:
            Stopped, ModelError: as `ask` does.
        """
        if self.ask is None:
            return False
        start = time.perf_counter()
        found = self.facts.read(outline.current, texts_in_front(map_))
        filled = not found and self.facts.fill(outline.current)
        _add(spent, start)
        self._note(found)
        if found or filled:
            self.tell(Planned(outline.lines()))
        return bool(found)

    def work_out(self, outline: Outline, map_: ElementMap, spent: dict[str, float]) -> None:
        """Before a calculator: the calculation of a question that has none, once. Raises as `read`
        does."""
        left = outline.remaining
        if self.ask is None or left == self._worked_out or find_keypad(map_) is None:
            return
        start = time.perf_counter()
        part = calculation_for(outline, self.ask)
        _add(spent, start)
        if part is not None:
            outline.finish_with(part)
            self.tell(Planned(outline.lines()))
        self._worked_out = outline.remaining

    def done(self, part: Part, map_: ElementMap) -> None:
        """A part was done: the result of a formula that it wrote into a sheet is known."""
        result = result_in_sheet(part.values, map_) if self.ask is not None else None
        if result:
            self.facts.known |= dict.fromkeys(RESULTS, result)
            self._note({"result": result})

    def _note(self, found: dict[str, str]) -> None:
        for name, value in found.items():
            self.tell(Noted(f"Read on the screen: {name}: {value}"))


def _add(spent: dict[str, float], start: float) -> None:
    spent["plan"] = spent.get("plan", 0.0) + time.perf_counter() - start
