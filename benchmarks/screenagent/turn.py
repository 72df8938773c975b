"""One decision of the product, without a loop round it."""

from __future__ import annotations

from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.profiles import profile_of
from agent.deciding.reply import UnusableReply
from agent.deciding.situation import Situation, Suggestion, ranked
from agent.memory import Memory
from agent.suggestions.by_words import ByWords
from agent.task.plan import Outline
from benchmarks.harness.jobs import Options
from benchmarks.screenagent.calls import Call, said
from models.catalogue.catalogue import spec
from models.runtime.errors import ModelError
from models.runtime.llm import Completion, LanguageModel
from vision.core.elements import ElementMap


class Turns:
    """Plans and decides as the loop does it for its first step, and counts what it costs."""

    def __init__(self, model: LanguageModel, options: Options) -> None:
        self._options = options
        self._decider = Decider(model, StopSwitch(), lambda _: None)
        try:
            known = spec(model.name)
        except ModelError:
            known = None  # A scripted one.
        self._decider.profile = profile_of(known, options.profile)
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
        memory = Memory(self._options.blocking)
        now = Situation(task, self._outline(task), memory, map_)
        try:
            decision = self._decider.next(now, self._suggestions(now))
        except UnusableReply:
            return []
        self._note(decision.cost)
        actions = decision.reply.actions
        return said(actions if self._options.several_actions else actions[:1], map_)

    def _suggestions(self, now: Situation) -> tuple[Suggestion, ...]:
        return ranked(ByWords().suggest(now)) if self._options.suggestions else ()

    def _outline(self, task: str) -> Outline:
        if not self._options.plan:
            return Outline([task.strip()])
        return self._decider.outline(task)

    def _note(self, cost: Completion) -> None:
        self.tokens += cost.prompt_tokens - cost.cached_tokens + cost.new_tokens
