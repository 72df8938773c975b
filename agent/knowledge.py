"""What a run tells on its way: the calculations among the parts of a task, which it works out, and
the answers of the model. What was told last is the value of a part that writes without saying
what."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.events import Event, Noted, Planned
from agent.skills.procedures.formulas import formula_of
from agent.skills.procedures.front import in_front
from agent.skills.procedures.sheet import cell_of, result_in_sheet
from agent.suggestions.keypad import find_keypad
from agent.task.asked import sum_asked
from agent.task.plan import Outline, Part
from agent.task.writing import asks_to_write
from vision.core.elements import ElementMap

_NUMBER = re.compile(r"[-−]?\d[\d.,' ]*")
# In the place of the cells that "them" means, where only that of the result matters.
_ANY_CELLS = ("A1", "A2")


@dataclass
class Knowledge:
    """Of one run. `answers` are what the person was told."""

    tell: Callable[[Event], None] = lambda event: None
    answers: list[str] = field(default_factory=list)
    _last: str = ""

    def prepare(self, plan: Outline, map_: ElementMap) -> None:
        """Work out what the next part of the task asks for, unless a calculator is in front, or
        give that part the result before it."""
        part = plan.current
        if part is None:
            return
        known = sum_asked(part.text) if find_keypad(map_) is None else None
        if known is not None:
            part.done, part.used = True, set(part.values)
            self.told(" = ".join(known), known[1])
        elif self._last and not part.open_values and asks_to_write(part):
            part.values, part.foreign, self._last = (*part.values, self._last), True, ""
        else:
            return
        self.tell(Planned(plan.lines()))

    def told(self, answer: str, value: str = "") -> None:
        """Tell the person an answer; what of it would be written is `value`, or all of it."""
        self.answers.append(answer)
        self._last = value or answer
        self.tell(Noted(answer))

    def calculated(self, map_: ElementMap) -> str:
        """What the display of a keypad shows on which a sum was entered; "" where nothing tells."""
        shown = [e.state.value or "" for e in in_front(map_) if e.kind == "field"]
        numbers = [text for text in shown if _NUMBER.fullmatch(text.strip())]
        result = numbers[0].strip() if len(numbers) == 1 else ""
        self._last = result or self._last
        return result

    def done(self, part: Part, map_: ElementMap) -> None:
        """A part was done: the result of a formula that it wrote into a sheet is known."""
        # "Sum them in A4" says its formula in words.
        said = formula_of(part.text, _ANY_CELLS)
        shown = cell_of(said[0], map_) if said else result_in_sheet(part.values, map_)
        self._last = shown or self._last
