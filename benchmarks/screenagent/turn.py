"""One decision of the product, without a loop round it."""

from __future__ import annotations

import itertools

from agent.choices import choices
from agent.grammar import UnusableReply

from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider, in_order
from agent.memory import Memory
from agent.outline import Outline
from benchmarks.jobs import Options
from benchmarks.screenagent.calls import Call, said
from models.runtime.llm import Completion, LanguageModel
from vision.elements import ElementMap

_MOST_HOLDS = 4  # As in agent.loop.


class Turns:
    """Plans and decides as the loop does it for its first step, and counts what it costs."""

    def __init__(self, model: LanguageModel, options: Options) -> None:
        self._options = options
        self._decider = Decider(model, StopSwitch(), lambda _: None)
        self.tokens = 0

    @property
    def replies(self) -> int:
        """How often the model was asked for actions."""
        return self._decider.replies

    @property
    def unusable(self) -> int:
        """How many of these replies could not be carried out as calls."""
        return self._decider.unusable

    def plan(self, task: str) -> list[str]:
        """The parts of a task; the task itself when it is not to be cut."""
        return [part.text for part in self._outline(task).parts]

    def act(self, map_: ElementMap, task: str) -> list[Call]:
        """The calls that the product would make first for this task on this screen."""
        outline = self._outline(task)
        outline.adopt(e.text for e in map_.elements if e.kind in ("checkbox", "radio"))
        memory = Memory(self._options.blocking)
        for holds in itertools.count():
            try:
                decision = self._decider.next(map_, outline, choices(map_, outline, memory))
            except ValueError:
                return [Call("wait")]  # There is nothing to choose: it would look again.
            except UnusableReply:
                return []
            self._note(decision.cost)
            kept, early = in_order(decision.reply.actions, map_, outline)
            if not kept and early is not None and holds < _MOST_HOLDS:
                memory.hold(early)
                continue
            if not kept and early is not None:
                kept = [early]
            return said(kept if self._options.several_actions else kept[:1], map_)
        raise AssertionError("counting never ends")

    def _outline(self, task: str) -> Outline:
        if not self._options.plan:
            return Outline([task.strip()])
        self._decider.split_cost = None
        outline = self._decider.outline(task)
        if self._decider.split_cost is not None:
            self._note(self._decider.split_cost)
        return outline

    def _note(self, cost: Completion) -> None:
        self.tokens += cost.prompt_tokens - cost.cached_tokens + cost.new_tokens
