"""The prompts that models are timed with: the two questions of a first step on a form of usual
size, always the same, in the product's own words and with its own grammars."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agent.deciding.action_space import action_space
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import choice_messages, step_messages
from agent.deciding.reply import listed_grammar, reply_grammar
from agent.deciding.situation import Situation, ranked
from agent.memory import Memory
from agent.suggestions.by_words import ByWords
from agent.task.plan import Outline
from models.runtime.llm import Message
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box

_TASK = (
    'Write "Ann Meyer" into Name.',
    'Write "ann.meyer@example.org" into E-mail.',
    "Tick Newsletter.",
    "Save the customer.",
)
_PROFILE = PROFILES["small"]
_FIELDS = ("Name", "E-mail", "Street", "Postcode", "Town", "Country", "Telephone", "Note")
_BOXES = ("Newsletter", "Invoice by post", "Deliver to a neighbour", "Business customer")
_BUTTONS = ("Save", "Save as draft", "Search", "Print", "Export", "New customer", "Help")
_LINKS = ("Customers", "Orders", "Articles", "Stock", "Reports", "Settings", "Sign out")
_TEXTS = tuple(f"Order {4700 + n} of 3 March, {12 + 7 * n} articles, sent" for n in range(24))


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked, and the grammar that bounds its reply."""

    messages: tuple[Message, ...]
    grammar: str


def choice() -> Question:
    """Which of the suggestions for the form is right: what a small model is asked first."""
    now = _situation()
    offered = ranked(ByWords().suggest(now))[: _PROFILE.suggestions]
    return Question(tuple(choice_messages(now, offered)), listed_grammar(offered))


def question() -> Question:
    """What is to be done on the form, with the whole action space."""
    now = _situation()
    space = action_space(now)
    grammar = reply_grammar(space, longest_thought=_PROFILE.thought, most=_PROFILE.actions)
    return Question(tuple(step_messages(now, space, (), _PROFILE)), grammar)


def _situation() -> Situation:
    return Situation("\n".join(_TASK), Outline(list(_TASK)), Memory(), _form())


def _form() -> ElementMap:
    kinds: list[tuple[Kind, tuple[str, ...]]] = [
        ("link", _LINKS),
        ("field", _FIELDS),
        ("checkbox", _BOXES),
        ("button", _BUTTONS),
        ("text", _TEXTS),
    ]
    named = [(kind, text) for kind, texts in kinds for text in texts]
    elements = [
        Element(number, kind, text, _place(number), _state(kind), "Customer")
        for number, (kind, text) in enumerate(named, start=1)
    ]
    screenshot = Screenshot(np.zeros((800, 1280, 3), np.uint8))
    window = Window(1, "Customer", "customers", screenshot.box, active=True)
    return ElementMap(tuple(elements), screenshot, (window,))


def _place(number: int) -> Box:
    left, top = 20 + 400 * (number % 3), 20 + 36 * (number // 3)
    return Box(left, top, left + 360, top + 28)


def _state(kind: Kind) -> State:
    return State(
        value="" if kind == "field" else None, checked=False if kind == "checkbox" else None
    )
