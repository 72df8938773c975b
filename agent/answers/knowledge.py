"""What a run works out and composes on its way: results of calculations and texts of the model.
They are told, and what came last is the value of a part that writes without saying what."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.answers.asked import sum_asked
from agent.answers.composing import Compose, Wish, text_for, wish_of, written
from agent.apps.application import Application
from agent.deciding.action_space import ENTERED
from agent.events import Event, Noted, Planned
from agent.skills.procedures.filling import ADDRESS
from agent.skills.procedures.formulas import formula_of
from agent.skills.procedures.front import active, document_of, in_front, kind_name, texts_in_front
from agent.skills.procedures.sheet import cell_of, result_in_sheet
from agent.suggestions.keypad import find_keypad
from agent.task.plan import Outline, Part
from agent.task.writing import asks_to_write
from vision.core.elements import ElementMap

# Kinds of programs whose windows are sheets, seen as such or not.
_WRITTEN_IN = ("text editor", "word processor", "programming editor")
_ANY_CELLS = ("A1", "A2")
"""In the place of those that "them" means, where only the cell of the result matters."""


@dataclass
class Knowledge:
    """Of one run. Without `compose`, which asks the model, no text is composed. `installed` are the
    applications of the system. `answers` are what was told; `doubts` say what of a composed text
    should be looked at."""

    tell: Callable[[Event], None] = lambda event: None
    compose: Compose | None = None
    installed: Sequence[Application] = ()
    answers: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    _last: str = ""
    _composed_for: list[Part] = field(default_factory=list)

    def prepare(self, plan: Outline, map_: ElementMap, spent: dict[str, float]) -> None:
        """Work out, or make of what the window in front shows, what the next part of the task asks
        for, before anything else comes to the front. Adds its seconds to `spent`.

        Raises:
            Stopped, ModelError: as `compose` does.
        """
        part = plan.current
        if part is None:
            return
        wish = wish_of(part)
        known = sum_asked(part.text) if find_keypad(map_) is None else None
        if known is not None:
            self._tell(part, " = ".join(known), known[1])
        elif wish is not None and wish.reads and wish.is_about_this():
            text = self._composed(part, wish, to_read(map_), spent, lines=False)
            if text and wish.writes:
                written(part, wish, text)
            elif text:
                self._tell(part, text, text)
            else:
                return
        elif self._last and wish is None and not part.open_values and asks_to_write(part):
            part.values, part.foreign, self._last = (*part.values, self._last), True, ""
        else:
            return
        self.tell(Planned(plan.lines()))

    def invent(self, plan: Outline, map_: ElementMap, spent: dict[str, float]) -> None:
        """Compose the text that the next part of the task only describes, once there is something
        to write in. Raises as `prepare` does."""
        part = plan.current
        wish = wish_of(part) if part is not None else None
        if part is None or wish is None or not wish.writes:
            return
        sheet = document_of(map_) is not None
        sheet = sheet or kind_name(active(map_), self.installed) in _WRITTEN_IN
        if not (sheet or any(e.kind in ENTERED for e in in_front(map_))):
            return
        shown = to_read(map_) if wish.reads else []
        if text := self._composed(part, wish, shown, spent, lines=sheet):
            written(part, wish, text)
            self.tell(Planned(plan.lines()))

    def done(self, part: Part, map_: ElementMap) -> None:
        """A part was done: the result of a formula that it wrote into a sheet is known."""
        # "Sum them in A4" says its formula in words.
        said = formula_of(part.text, _ANY_CELLS)
        self._last = (
            cell_of(said[0], map_) if said else result_in_sheet(part.values, map_)
        ) or self._last

    def _tell(self, part: Part, said: str, value: str) -> None:
        part.done, part.used = True, set(part.values)
        self.answers.append(said)
        self._last = value
        self.tell(Noted(said))

    def _composed(
        self,
        part: Part,
        wish: Wish,
        shown: Sequence[str],
        spent: dict[str, float],
        *,
        lines: bool,
    ) -> str:
        """The text, asked for once for each part; "" without one."""
        asked = any(part is known for known in self._composed_for)
        if self.compose is None or asked or (wish.reads and not shown):
            return ""
        self._composed_for.append(part)
        start = time.perf_counter()
        made = text_for(wish, shown, self.compose, lines=lines)
        spent["plan"] = spent.get("plan", 0.0) + time.perf_counter() - start
        if made.strange:
            self.doubts.append(
                f"The text written contains words that its source does not: {made.strange}."
            )
        return made.text


def to_read(map_: ElementMap) -> list[str]:
    """What stands in the window in front, but for the address of a page."""
    return [text for text in texts_in_front(map_) if ADDRESS.fullmatch(text) is None]
