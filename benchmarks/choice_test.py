"""Ten small screens with one right answer each: how well does a model choose?

The suggestions, the prompts and the grammars are the product's own, with the profile for small
models: first the choice among the suggestions, then, for a second figure, the whole action space
without any. An answer counts when the first action of the reply is the right one. The screens are
fixed, so that models can be compared.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from agent.actions import Action, Click, Select, TypeText
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.reply import UnusableReply
from agent.deciding.situation import Situation, Suggestion, ranked
from agent.errors import Stopped
from agent.memory import Memory
from agent.suggestions.by_words import ByWords
from agent.task.plan import Outline
from models.runtime.errors import ModelError
from models.runtime.llm import Completion, LanguageModel, Message
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box

_Row = tuple[Kind, str]


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A task, what is on the screen, and the right action on the element with that number (from
    1); `value` is what is typed or chosen, "" for a click."""

    task: str
    rows: tuple[_Row, ...]
    right: int
    value: str = ""

    def is_right(self, action: Action) -> bool:
        """Whether this action is the answer."""
        match action:
            case Click(target=target):
                return target == self.right and not self.value
            case TypeText(text=value, target=target) | Select(option=value, target=target):
                return target == self.right and value == self.value
            case _:
                return False


_BAR: tuple[_Row, ...] = (("button", "New"), ("button", "Open"), ("button", "Print"))
QUESTIONS = (
    ChoiceQuestion("Press Print.", (*_BAR, ("button", "Help")), 3),
    ChoiceQuestion("Open the settings.", (*_BAR, ("link", "Settings"), ("link", "Orders")), 4),
    ChoiceQuestion(
        'Write "Ann" into First name.',
        (("field", "Last name"), ("field", "First name"), ("button", "Send")),
        2,
        "Ann",
    ),
    ChoiceQuestion(
        'Enter "Ulm" as Town, then press Save.',
        (("button", "Save"), ("field", "Street"), ("field", "Town")),
        3,
        "Ulm",
    ),
    ChoiceQuestion(
        "Tick Newsletter and press Submit.",
        (("button", "Submit"), ("checkbox", "Invoice"), ("checkbox", "Newsletter")),
        3,
    ),
    ChoiceQuestion(
        "Choose the radio button Express.",
        (("radio", "Standard"), ("radio", "Express"), ("button", "Continue")),
        2,
    ),
    ChoiceQuestion(
        "Delete the message from Tom.",
        (("text", "Message from Tom"), ("button", "Reply"), ("button", "Delete")),
        3,
    ),
    ChoiceQuestion("Go to the tab Privacy.", (("tab", "General"), ("tab", "Privacy"), *_BAR), 2),
    ChoiceQuestion(
        'Search for "red shoes".',
        (("button", "Basket"), ("field", "Search"), ("link", "Sign in")),
        2,
        "red shoes",
    ),
    ChoiceQuestion(
        "Cancel the order.",
        (("button", "OK"), ("button", "Cancel"), ("text", "Order 4711"), ("link", "Help")),
        2,
    ),
)


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
        prior: Mapping[str, float] | None = None,
        max_tokens: int = 256,
        stop: threading.Event | None = None,
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        """See `models.runtime.llm.LanguageModel`."""
        cost = self.model.complete(
            messages,
            grammar=grammar,
            prior=prior,
            max_tokens=max_tokens,
            stop=stop,
            on_token=on_token,
        )
        self.costs.append(cost)
        return cost


def screen(question: ChoiceQuestion) -> ElementMap:
    """The screen of a question."""
    elements = tuple(
        Element(number, kind, text, _place(number), _state(kind), "Shop")
        for number, (kind, text) in enumerate(question.rows, start=1)
    )
    screenshot = Screenshot(np.zeros((600, 800, 3), np.uint8))
    return ElementMap(
        elements, screenshot, (Window(1, "Shop", "shop", screenshot.box, active=True),)
    )


def _place(number: int) -> Box:
    return Box(20, 40 * number, 220, 40 * number + 28)


def _state(kind: Kind) -> State:
    if kind in ("checkbox", "radio"):
        return State(checked=False)
    return State(value="") if kind == "field" else State()
