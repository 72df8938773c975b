"""What a task says of a name without saying the name: "an item that starts with "Sa" and ends with
"ino"". What is typed finds such an item; only choosing it is what was asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.literals import normal
from agent.outline import Outline

_SAID = re.compile(
    r"\b(?P<how>start|begin|end)(?:s|n?ing)?\s+(?:with|in)\s+[\"“„'‘«](?P<value>[^\"”“'’»]+)[\"”“'’»]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Limit:
    """How a name begins, or ends when `ends`."""

    value: str
    ends: bool

    def fits(self, name: str) -> bool:
        """Whether a name, longer than the limit itself, is within it."""
        name, value = normal(name), normal(self.value)
        within = name.endswith(value) if self.ends else name.startswith(value)
        return within and name != value


def open_limits(outline: Outline) -> list[Limit]:
    """The limits of the name that is still to be chosen; empty when there is none, or more than
    one name is spoken of."""
    text = " ".join(part.text for part in outline.parts)
    found = [Limit(said["value"], said["how"].casefold() == "end") for said in _SAID.finditer(text)]
    both = len({limit.ends for limit in found}) == len(found)
    open_ = any(limit.value in outline.open_values for limit in found)
    return found if both and open_ else []


def fits_limits(name: str, outline: Outline) -> bool:
    """Whether a name is within the limits of the one that is still to be chosen."""
    limits = open_limits(outline)
    return bool(limits) and all(limit.fits(name) for limit in limits)
