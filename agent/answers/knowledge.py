"""What a run learns on its way: values read in windows, results of sheets, the calculations of
questions and texts that the model composes; what is learnt becomes values of the parts of the task
that speak of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.answers.arithmetic import result_of
from agent.answers.asked import asks
from agent.answers.composing import Compose, Wish, text_for, wish_of, written
from agent.answers.facts import RESULTS, Ask, Facts
from agent.answers.informing import Informing, to_read
from agent.answers.word_problem import asking, calculation_for
from agent.apps.application import Application
from agent.deciding.action_space import ENTERED
from agent.events import Event, Noted, Planned
from agent.skills.procedures.formulas import formula_of
from agent.skills.procedures.front import active, document_of, in_front, kind_name, texts_in_front
from agent.skills.procedures.sheet import cell_of, result_in_sheet
from agent.suggestions.keypad import find_keypad
from agent.task.plan import Outline, Part
from vision.core.elements import ElementMap

# Kinds of programs whose windows are sheets, seen as such or not.
_WRITTEN_IN = ("text editor", "word processor", "programming editor")
_ANY_CELLS = ("A1", "A2")
"""In the place of those that "them" means, where only the cell of the result matters."""


@dataclass
class Knowledge:
    """Of one run. Without `ask`, which asks the model, nothing is learnt, and without `compose` no
    text is composed. `installed` are the applications of the system. `answers` are those that the
    task asks for without saying where to write; `doubts` say what of a composed text should be
    looked at."""

    tell: Callable[[Event], None] = lambda event: None
    ask: Ask | None = None
    compose: Compose | None = None
    installed: Sequence[Application] = ()
    facts: Facts = field(init=False)
    informing: Informing = field(init=False)
    answers: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    _worked_out: str = ""
    _computed: str = ""
    _composed_for: list[Part] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.facts = Facts(self.ask or (lambda messages, grammar: ""))
        self.informing = Informing(self.facts, self.tell, self.answers, self.doubts)

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

    def inform(
        self, outline: Outline, map_: ElementMap, spent: dict[str, float], *, waits: bool = False
    ) -> bool:
        """Read what the next part of the task asks to be told; see `Informing.inform`."""
        return self.ask is not None and self.informing.inform(outline, map_, spent, waits=waits)

    def answer(self, outline: Outline, map_: ElementMap, spent: dict[str, float]) -> None:
        """Make the text that the next part of the task asks for about what the window in front
        shows, before anything else comes to the front. Raises as `read` does."""
        part = outline.current
        wish = wish_of(part) if part is not None else None
        if part is None or wish is None or not wish.reads or not wish.is_about_this():
            return
        text = self._composed(part, wish, to_read(map_), spent, lines=False)
        if not text:
            return
        if wish.writes:
            written(part, wish, text)
        else:
            part.done = True
            self.answers.append(text)
            self.facts.known |= dict.fromkeys((*RESULTS, "text", wish.called), text)
            self.tell(Noted(f"{wish.called.capitalize()}: {text}"))
        self.tell(Planned(outline.lines()))

    def compute(
        self,
        outline: Outline,
        map_: ElementMap,
        spent: dict[str, float],
        by_program: Callable[[str], bool],
    ) -> None:
        """Answer what the next part of the task asks to be worked out, without touching the screen:
        where its words do not speak of a program that the task needs, as `by_program` says, and no
        calculator is in front. Raises as `read` does."""
        parts = asking(outline)
        text = " ".join(part.text for part in parts)
        if not ("?" in text or any(asks(part) for part in parts)) or text == self._computed:
            return
        self._computed = text
        if by_program(text) or find_keypad(map_) is not None:
            return
        part = self._calculation(outline, parts, spent) or self._said(outline, parts)
        if part is None:
            return
        part.done, part.used = True, set(part.values)
        self.answers.append(f"{part.values[0]} = {self.facts.known[RESULTS[0]]}")
        self.tell(Noted(self.answers[-1]))
        self.tell(Planned(outline.lines()))

    def invent(self, outline: Outline, map_: ElementMap, spent: dict[str, float]) -> None:
        """Compose the text that the next part of the task only describes, once there is something
        to write in. Raises as `read` does."""
        part = outline.current
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
            self.tell(Planned(outline.lines()))

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
        if (
            self.compose is None
            or (wish.reads and not shown)
            or any(part is p for p in self._composed_for)
        ):
            return ""
        self._composed_for.append(part)
        start = time.perf_counter()
        made = text_for(wish, shown, self.compose, lines=lines)
        _add(spent, start)
        if made.strange:
            self.doubts.append(
                f"The text written contains words that its source does not: {made.strange}."
            )
        return made.text

    def work_out(self, outline: Outline, map_: ElementMap, spent: dict[str, float]) -> None:
        """Before a calculator: the calculation of a question that has none, once. Raises as `read`
        does."""
        left = outline.remaining
        if outline.current is not None:
            self._know_result(outline.current.open_values)
        if left == self._worked_out or find_keypad(map_) is None:
            return
        if self._calculation(outline, asking(outline), spent) is not None:
            self.tell(Planned(outline.lines()))
        self._worked_out = outline.remaining

    def _calculation(
        self, outline: Outline, parts: Sequence[Part], spent: dict[str, float]
    ) -> Part | None:
        """The part with the calculation that some parts ask for, now in their place; None where
        they ask for none."""
        if self.ask is None:
            return None
        start = time.perf_counter()
        part = calculation_for(parts, self.ask)
        _add(spent, start)
        if part is not None:
            outline.put(part, parts)
            self._know_result(part.values)
        return part

    def _said(self, outline: Outline, parts: Sequence[Part]) -> Part | None:
        """The part with the one calculation that some parts say themselves ("What is 17*23?"), now
        in their place; None where they say none, or anything beside it."""
        values = [value for part in parts for value in part.values]
        if len(values) != 1 or result_of(values[0]) is None:
            return None
        part = Part(" ".join(part.text for part in parts), tuple(values))
        outline.put(part, parts)
        self._know_result(values)
        return part

    def _know_result(self, values: Sequence[str]) -> None:
        """What a calculation comes to: "write the result" may follow."""
        result = next((result for value in values if (result := result_of(value))), None)
        if result is not None:
            self.facts.known |= dict.fromkeys(RESULTS, result)

    def done(self, part: Part, map_: ElementMap) -> None:
        """A part was done: the result of a formula that it wrote into a sheet is known."""
        if self.ask is None:
            return
        # "Sum them in A4" says its formula in words.
        said = formula_of(part.text, _ANY_CELLS)
        result = cell_of(said[0], map_) if said else result_in_sheet(part.values, map_)
        if result:
            self.facts.known |= dict.fromkeys(RESULTS, result)
            self._note({"result": result})

    def _note(self, found: dict[str, str]) -> None:
        for name, value in found.items():
            self.tell(Noted(f"Read on the screen: {name}: {value}"))


def _add(spent: dict[str, float], start: float) -> None:
    spent["plan"] = spent.get("plan", 0.0) + time.perf_counter() - start
