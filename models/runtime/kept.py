"""What a context holds of earlier prompts, so that a beginning is read once.

A model that chooses with an adapter reads prompts of several kinds in turns, each of which begins
in its own way: they lie in sequences of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

# Prompts with so many equal tokens at the beginning are of one kind.
_ONE_KIND = 32


@dataclass
class Kept:
    """One sequence of a context: the tokens whose keys and values are there, and whether they were
    read with the adapter for choices."""

    number: int = 0
    tokens: list[int] = field(default_factory=list)
    choosing: bool = False

    def common(self, prompt: Sequence[int]) -> int:
        """The length of the beginning that it has in common with a prompt. The last token of that
        is always evaluated: its result chooses the first new one."""
        for length, (old, new) in enumerate(zip(self.tokens, prompt[:-1], strict=False)):
            if old != new:
                return length
        return min(len(self.tokens), max(0, len(prompt) - 1))


class Sequences:
    """The sequences of one context; `now` is the one in use."""

    def __init__(self, count: int) -> None:
        self._all = [Kept(number) for number in range(count)]  # that used last at the end
        self.now = self._all[-1]

    @property
    def count(self) -> int:
        return len(self._all)

    def use(self, prompt: Sequence[int], *, choosing: bool) -> int:
        """Take the sequence whose beginning the prompt shares, or the one not used for longest.
        Returns the number of tokens that they share."""
        alike = [each for each in self._all if each.choosing == choosing]
        best = max(alike, key=lambda each: each.common(prompt), default=None)
        if best is None or (best.common(prompt) < _ONE_KIND and len(self._all) > 1):
            empty = (each for each in self._all if not each.tokens)
            best = next(empty, self._all[0])
            if best.choosing != choosing:
                best.tokens.clear()
        best.choosing = choosing
        self._all.remove(best)
        self._all.append(best)
        self.now = best
        return best.common(prompt)

    def others(self) -> Sequence[Kept]:
        """Those that are not in use, that which was not used for longest first."""
        return self._all[:-1]

    def forget(self) -> None:
        """None of them holds anything."""
        for each in self._all:
            each.tokens.clear()
