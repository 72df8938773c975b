"""Replaying: proposes the next step of a routine on what is on the screen now; what does not fit is
left to the model.

A replay stands where the model's decider stands, so policy, Stop, record and the judging of effects
are those of any run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    Done,
    DoubleClick,
    Fail,
    Hover,
    OpenApp,
    Press,
    Scroll,
    Select,
    Tap,
    TypeText,
    Wait,
)
from agent.deciding.decider import FREE, Decider, Decision
from agent.deciding.reply import Reply
from agent.deciding.situation import Situation, Suggestion
from agent.memory import Memory
from agent.pointing import active_window
from agent.reports.plain_words import counted
from agent.routines.routine import Filled, RoutineStep
from agent.routines.things import find
from agent.suggestions.keypad import find_keypad
from agent.task.action_words import words_of
from agent.task.literals import alike
from agent.task.plan import Outline
from agent.trajectory import Outcome
from vision.core.elements import Element, ElementMap

# How often it waits a second, and turns the wheel, for a thing that is not in sight.
_MOST_WAITS, _MOST_SCROLLS = 2, 6


@dataclass
class Replay:
    """Decides one run. `memory` is that of the run, in which it reads what came of its steps;
    `no_model` says why no language model could take over, '' when one could; `tell` gets a sentence
    when one does."""

    filled: Filled
    model: Decider
    memory: Memory
    no_model: Callable[[], str]
    tell: Callable[[str], None]
    why: str = ""
    done: int = 0
    _proposed: int | None = None
    _searching: bool = False
    _again: bool = False
    _waits: int = 0
    _scrolls: int = 0
    _planned: bool = False
    _handed_over: bool = False
    _steps: tuple[RoutineStep, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._steps = self.filled.steps

    @property
    def name(self) -> str:
        return self.model.name

    def outline(self, task: str) -> Outline:
        """The parts of the task as the routine knows them. A second call comes with what the person
        said meanwhile, of which a routine knows nothing."""
        if self._planned:
            self._leave("you gave further instructions")
            return self.model.outline(task) if not self.no_model() else Outline([task])
        self._planned = True
        return Outline(list(self.filled.parts) or [" ".join(task.split())])

    def next(self, now: Situation, suggestions: Sequence[Suggestion]) -> Decision:
        """The next step, on the element that fits it now; else what the model decides.

        Raises:
            Stopped, ModelError, UnusableReply: as the model's decider.
        """
        map_, outline = now.map, now.plan
        if not self.why:
            self._judge()
        while not self.why and self.done < len(self._steps):
            if not self._holds_already(self._steps[self.done], map_, outline):
                decision = self._proposal(self._steps[self.done], map_)
                if decision is not None:
                    return decision
                break
            self._go_on()
        if not self.why and outline.finished:
            return _decided(Done(), "all steps of the routine were done")
        if not self.why:
            self._leave("a part of the task is left after its last step")
        if problem := self.no_model():
            return _decided(Fail(problem), self.why)
        self._handed_over = True
        return self.model.next(now, suggestions)

    def with_report(self, outcome: Outcome) -> str:
        """What is said of the end, and how far the routine went."""
        said = f"{outcome.message.rstrip('.')}. " if outcome.message else ""
        return said + self._report(outcome.kind == "done")

    def _report(self, done: bool) -> str:
        name, count = f"The routine “{self.filled.routine.name}”", len(self._steps)
        if done and not self.why:
            return f"{name} did the task without asking a language model."
        # What came of the last step is not read any more when the run ends with it.
        last = not self._searching and self._carried_out()
        did = self.done + (last and self.memory.deeds[-1].effect.kind == "confirmed")
        went = f"{name} did {did} of its {counted(count, 'step')}"
        then = f"; then {self.why}" if self.why else ""
        on = f" {self.name} did the rest." if self._handed_over else ""
        return f"{went}{then}.{on}"

    def _carried_out(self) -> bool:
        """Whether what was proposed last was tried; a pause may have dropped it."""
        return self._proposed is not None and len(self.memory.deeds) > self._proposed

    def _judge(self) -> None:
        """Read what came of the step that was proposed last, if it was carried out."""
        if not self._carried_out():
            return
        effect = self.memory.deeds[-1].effect
        self._proposed = None
        if self._searching:
            self._searching = False
        elif effect.kind == "confirmed":
            self._go_on()
        elif effect.kind == "failed" and not self._again:
            # Nothing was touched: it moved, or looked otherwise, at that very moment.
            self._again = True
        else:
            words = self._steps[self.done].words()
            why = (
                "was not done"
                if effect.kind in ("failed", "not allowed")
                else "did not have the expected effect"
            )
            said = f" ({effect.evidence})" if effect.evidence else ""
            self._leave(f"its step “{words}” {why}{said}")

    def _go_on(self) -> None:
        self.done += 1
        self._waits = self._scrolls = 0
        self._again = False

    def _leave(self, why: str) -> None:
        if not self.why:
            self.why = why
            if not self.no_model():
                self.tell(f"The routine does not fit: {why}. The model takes over.")

    def _proposal(self, step: RoutineStep, map_: ElementMap) -> Decision | None:
        number = f"step {self.done + 1} of {len(self._steps)} of the routine"
        self._proposed, self._searching = len(self.memory.deeds), False
        if (action := _action(step, map_)) is not None:
            return _decided(action, number)
        self._searching = True
        thing = step.on.words() if step.on else "the keypad"
        if (search := self._search(map_)) is not None:
            return _decided(search, f"{number}: {thing} is not visible yet")
        self._leave(f"{thing} was not on the screen")
        return None

    def _search(self, map_: ElementMap) -> Action | None:
        if self._waits < _MOST_WAITS:
            self._waits += 1
            return Wait()
        if self._scrolls < _MOST_SCROLLS:
            self._scrolls += 1
            if any(area.below for area in map_.areas):
                return Scroll("down")
        return None

    def _holds_already(self, step: RoutineStep, map_: ElementMap, outline: Outline) -> bool:
        """Whether what the step is for is so already: a box is ticked, an application is in front.
        The task is ticked as if it had been done."""
        action = _action(step, map_)
        if isinstance(action, Click) and step.ticked is not None:
            holds = map_.by_id(action.target).state.checked is step.ticked
        elif isinstance(action, OpenApp):
            front = active_window(map_.windows)
            holds = front is not None and alike(front.application, action.name, 0.9)
        else:
            return False
        if holds and action is not None:
            outline.credit(words_of(action, map_), ends_part=True)
        return holds


_SIDES: tuple[Literal["up", "left", "right"], ...] = ("up", "left", "right")


def _action(step: RoutineStep, map_: ElementMap) -> Action | None:
    """The step on this screen; None when what it is done to is not there."""
    match step.do:
        case "press":
            return Press(step.text)
        case "open":
            return OpenApp(step.text)
        case "scroll":
            sides = (side for side in _SIDES if side == step.text)
            return Scroll(next(sides, "down"))
        case "tap":
            keypad = find_keypad(map_)
            buttons = keypad.presses(step.text) if keypad else None
            return Tap(step.text, tuple(button.id for button in buttons)) if buttons else None
    element = find(step.on, map_) if step.on is not None else None
    return _on(step, element) if element is not None else None


def _on(step: RoutineStep, element: Element) -> Action:
    match step.do:
        case "type":
            return TypeText(step.text, element.id)
        case "choose":
            return Select(element.id, step.text)
        case "point at":
            return Hover(element.id)
        case "add":
            return AddToSelection(element.id)
        case "double-click":
            return DoubleClick(element.id)
        case _:
            return Click(element.id)


def _decided(action: Action, reason: str) -> Decision:
    return Decision("", "", Reply(reason, (action,)), FREE, by="routine")
