"""What only the person may do: prove that they are human, log in, pay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.actions import Ask
from agent.deciding.situation import Situation, Suggestion
from agent.skills.procedures.front import in_front
from agent.suggestions.meaning import likeness
from vision.elements import Element

_HUMAN = ("prove that you are human", "I am not a robot", "solve the captcha")
_PAY = ("pay now with your card", "card number", "security code of the card")
_PASSWORD = ("password",)
# Above all that is learnt.
_SAME, _SCORE = 0.62, 50.0
_CHOICES = ("I did it", "Stop")


@dataclass(frozen=True, slots=True)
class Handover:
    """Offers to ask the person where the window in front wants what the task does not give."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Asking them to do it, once for each thing."""
        shown = [e for e in in_front(now.map) if 3 < len(e.text) < 60]
        entries = [e for e in shown if e.kind == "field" and not e.state.value]
        asks = (
            (_HUMAN, shown, "The page wants you to prove that you are human. Please do it."),
            (_PASSWORD, entries, "The page wants a password. Please log in."),
            (_PAY, entries, "The page wants to be paid. Please do it yourself."),
        )
        found = [text for means, among, text in asks if _says(means, among, now.task)]
        return [
            Suggestion(Ask(text, _CHOICES), f"ask the person: {text}", score=_SCORE)
            for text in found
            if all(text not in deed.description for deed in now.memory.deeds)
        ]


def _says(means: Sequence[str], shown: Sequence[Element], task: str) -> bool:
    """Whether something on the screen means this, and the task does not."""
    texts = [e.text for e in shown]
    if not texts:
        return False
    said = [
        text
        for each in means
        for text, like in zip(texts, likeness(each, texts), strict=True)
        if like >= _SAME
    ]
    return bool(said) and not any(_speaks_of(text, task) for text in said)


def _speaks_of(text: str, task: str) -> bool:
    """Whether a task says a word of a text."""
    words = re.findall(r"\w{4,}", text.casefold())
    return any(word in task.casefold() for word in words)
