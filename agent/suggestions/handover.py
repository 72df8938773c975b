"""What only the person may do: prove that they are human, and say what becomes of what is not
saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.actions import Ask
from agent.constraints import lexicon
from agent.constraints.deeds import is_discard
from agent.constraints.lexicon import Deed
from agent.constraints.parsing import asks_for
from agent.deciding.situation import AHEAD, Situation, Suggestion
from agent.policy.wording import canonical
from agent.skills.procedures.front import active, in_front, is_dialog
from agent.suggestions.meaning import likeness
from vision.core.elements import one_line

_HUMAN = ("prove that you are human", "I am not a robot", "solve the captcha")
_ASKED = "The page wants you to prove that you are human. Please do it."
_UNSAVED = "“{title}” asks what is to become of changes that are not saved. Please answer it."
_CHOICES = ("I did it", "Stop")
_SETTLED: tuple[Deed, ...] = ("overwrite",)
# So like it is meant.
_SAME = 0.62


@dataclass(frozen=True, slots=True)
class Handover:
    """Offers to ask the person where the window in front wants a proof that they are human, or
    whether to save what the task does not speak of."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Asking them to do it, once each."""
        question = _proof(now) or _unsaved(now)
        asked = any(question in deed.description for deed in now.memory.deeds)
        if not question or asked:
            return []
        return [Suggestion(Ask(question, _CHOICES), f"ask the person: {question}", score=AHEAD)]


def _proof(now: Situation) -> str:
    texts = [e.text for e in in_front(now.map) if 3 < len(e.text) < 60]
    meant = any(like >= _SAME for each in _HUMAN for like in likeness(each, texts))
    return _ASKED if meant else ""


def _unsaved(now: Situation) -> str:
    """The question about a dialog in front that may throw away what is not saved; "" where the task
    says what to do about it."""
    window = active(now.map)
    if window is None or not is_dialog(window, now.map):
        return ""
    buttons = [e.text for e in in_front(now.map) if e.kind == "button"]
    said = any(asks_for(deed, now.task) for deed in _SETTLED)
    said = said or lexicon.words("discard").search(canonical(now.task)) is not None
    if said or not any(is_discard(text) for text in buttons):
        return ""
    return _UNSAVED.format(title=one_line(window.title))
