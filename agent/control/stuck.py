"""A run that gets nowhere: the person is asked what to do, or it ends and says where it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.events import Event, Noted
from agent.memory import Memory
from agent.policy.gate import Gate
from agent.policy.picking import pick
from agent.task.plan import Outline
from agent.trajectory import Outcome
from vision.core.elements import ElementMap

# Actions in a row without effect; actions without a tick or a value that gets to its place.
_MOST_USELESS, _MOST_IDLE = 6, 15
_MOST_QUESTIONS = 3
BY_PERSON = "I did this part myself; continue with the rest"
AGAIN = "Try it again"


@dataclass
class Stuck:
    """Of one run. `resumed` is set when the person has answered: the screen may be another one."""

    gate: Gate
    tell: Callable[[Event], None]
    resumed: bool = False
    _progress: int = 0
    _since: int = 0
    _asked: int = 0

    def over(
        self, outline: Outline, memory: Memory, steps: int, map_: ElementMap
    ) -> Outcome | None:
        """The end of a run that is stuck after `steps` actions, unless the person helps it on.

        Raises:
            Stopped: the run was stopped while it waited for the answer.
        """
        if self._progress != outline.progress:
            self._progress, self._since = outline.progress, steps
        why = self._why(outline, memory, steps)
        if not why:
            return None
        part = outline.current
        chosen = None
        if part is not None and self._may_ask():
            self._asked += 1
            question = f"Deskhand is stuck at “{part.text}”. What should it do?"
            chosen = pick(self.gate, question, (BY_PERSON, AGAIN), map_)
        if part is None or chosen is None:
            return Outcome("failed", why)
        if chosen == 0:
            part.done = True
            self.tell(Noted(f"You did this part of the task: “{part.text}”"))
        memory.start_afresh()
        self._progress, self._since, self.resumed = outline.progress, steps, True
        return None

    def _may_ask(self) -> bool:
        asks = self.gate.asker is not None and self.gate.level != "trusted"
        return asks and self._asked < _MOST_QUESTIONS

    def _why(self, outline: Outline, memory: Memory, steps: int) -> str:
        if memory.useless_in_a_row >= _MOST_USELESS:
            last = memory.deeds[-1].line()
            return f"{_MOST_USELESS} actions in a row had no effect. Last: {last}"
        if steps - self._since < _MOST_IDLE:
            return ""
        current = outline.current
        left = current.text if current is not None else outline.remaining
        return (
            f"{_MOST_IDLE} actions completed no part of the task. Stuck at: “{left}”. Describe "
            "this part in smaller steps, or do it yourself and start a task with the rest."
        )
