"""What only the person may do: prove that they are human."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.actions import Ask
from agent.deciding.situation import Situation, Suggestion
from agent.skills.procedures.front import in_front
from agent.suggestions.meaning import likeness

_HUMAN = ("prove that you are human", "I am not a robot", "solve the captcha")
_ASKED = "The page wants you to prove that you are human. Please do it."
_CHOICES = ("I did it", "Stop")
# So like it is meant; and above all that is learnt.
_SAME, _FIRST = 0.62, 50.0


@dataclass(frozen=True, slots=True)
class Handover:
    """Offers to ask the person where the window in front wants a proof that they are human."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Asking them to do it, once."""
        texts = [e.text for e in in_front(now.map) if 3 < len(e.text) < 60]
        meant = any(like >= _SAME for each in _HUMAN for like in likeness(each, texts))
        asked = any(_ASKED in deed.description for deed in now.memory.deeds)
        if not meant or asked:
            return []
        return [Suggestion(Ask(_ASKED, _CHOICES), f"ask the person: {_ASKED}", score=_FIRST)]
