"""Ten small screens with one right answer each: how well does a model choose?

The suggestions, the prompts and the grammars are the product's own, with the profile for small
models: first the choice among the suggestions, then, for a second figure, the whole action space
without any. An answer counts when the first action of the reply is the right one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.reply import UnusableReply
from agent.deciding.situation import Situation, Suggestion, ranked
from agent.errors import Stopped
from agent.memory import Memory
from agent.suggestions.by_words import ByWords
from agent.task.plan import Outline
from benchmarks.language_models.choice_questions import QUESTIONS, ChoiceQuestion, screen
from models.runtime.errors import ModelError
from models.runtime.llm import Choices, Completion, LanguageModel, Message


@dataclass(frozen=True, slots=True)
class ChoiceResult:
    """How many answers were right as the product asks, and how many with the whole action space;
    and what each reply cost."""

    right: int
    free_right: int
    costs: tuple[Completion, ...]

    @property
    def read_rate(self) -> float:
        """Tokens per second read; what was known from the last prompt is not counted."""
        tokens = sum(cost.prompt_tokens - cost.cached_tokens for cost in self.costs)
        return tokens / max(1e-9, sum(cost.prompt_seconds for cost in self.costs))

    @property
    def write_rate(self) -> float:
        """Tokens per second written, under the grammar."""
        seconds = sum(cost.generate_seconds for cost in self.costs)
        return sum(cost.new_tokens for cost in self.costs) / max(1e-9, seconds)


class MeasuringStopped(ModelError):
    """It was stopped; nothing is kept."""


def ask(
    model: LanguageModel,
    questions: Sequence[ChoiceQuestion] = QUESTIONS,
    on_answer: Callable[[int, bool], None] = lambda number, right: None,
    stop: threading.Event | None = None,
) -> ChoiceResult:
    """Ask a model all questions, each in both ways; `on_answer` is told the number of each and
    whether the answer was right as the product asks.

    Raises:
        MeasuringStopped: `stop` was set.
        ModelError: a prompt does not fit into the model's context.
    """
    switch = StopSwitch()
    switch.event = stop or switch.event
    noting = _Noting(model)
    decider = Decider(noting, switch, lambda text: None)
    right = free_right = 0
    try:
        for number, question in enumerate(questions, start=1):
            now = situation(question)
            found = _is_right(decider, question, now, suggestions(now))
            free_right += _is_right(decider, question, now, ())
            switch.check()
            right += found
            on_answer(number, found)
    except Stopped:
        raise MeasuringStopped("The measuring was stopped.") from None
    return ChoiceResult(right, free_right, tuple(noting.costs))


def situation(question: ChoiceQuestion) -> Situation:
    """The beginning of a run with the task of a question."""
    return Situation(question.task, Outline([question.task]), Memory(), screen(question))


def suggestions(now: Situation) -> tuple[Suggestion, ...]:
    """What the words of the task point at, as a run suggests it."""
    return ranked(ByWords().suggest(now))


def _is_right(
    decider: Decider, question: ChoiceQuestion, now: Situation, offered: Sequence[Suggestion]
) -> bool:
    try:
        actions = decider.next(now, offered).reply.actions
    except UnusableReply:  # Cut off: no answer is a wrong one.
        return False
    return question.is_right(actions[0])


@dataclass
class _Noting:
    """A model that passes on what another says, and keeps what each reply cost."""

    model: LanguageModel
    costs: list[Completion] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def context_tokens(self) -> int:
        return self.model.context_tokens

    def count_tokens(self, text: str) -> int:
        return self.model.count_tokens(text)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        grammar: str | None = None,
        choices: Choices | None = None,
        max_tokens: int = 256,
        stop: threading.Event | None = None,
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        """See `models.runtime.llm.LanguageModel`."""
        cost = self.model.complete(
            messages,
            grammar=grammar,
            choices=choices,
            max_tokens=max_tokens,
            stop=stop,
            on_token=on_token,
        )
        self.costs.append(cost)
        return cost
