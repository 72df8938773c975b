"""Two stored runs side by side: what each did at each step, and where they first differ."""

from __future__ import annotations

from dataclasses import dataclass

from agent.records.reader import StoredRun, StoredStep


@dataclass(frozen=True, slots=True)
class Pair:
    """The steps with one number in both runs; None where a run has no such step."""

    number: int
    left: StoredStep | None
    right: StoredStep | None

    @property
    def same(self) -> bool:
        """Whether both did the same thing, in the same plain words."""
        if self.left is None or self.right is None:
            return False
        return bool(self.left.description) and self.left.description == self.right.description

    @property
    def same_effect(self) -> bool:
        return self.same and self.left is not None and self.right is not None and (
            self.left.effect == self.right.effect
        )  # fmt: skip


def pairs(left: StoredRun, right: StoredRun) -> list[Pair]:
    """Step by step, by the numbers that the steps have in their runs."""
    numbers = sorted({step.number for run in (left, right) for step in run.steps})
    return [Pair(number, left.step(number), right.step(number)) for number in numbers]


def first_difference(steps: list[Pair]) -> Pair | None:
    """The first step at which the runs did not do the same; None when there is none."""
    return next((pair for pair in steps if not pair.same), None)


def difference_in_words(left: StoredRun, right: StoredRun) -> str:
    """One or two sentences for people."""
    steps = pairs(left, right)
    if not steps:
        return "Neither run has a step."
    first = first_difference(steps)
    if first is None:
        odd = next((pair for pair in steps if not pair.same_effect), None)
        if odd is None or odd.left is None or odd.right is None:
            return "Both runs did the same at every step, with the same effects."
        return (
            f"Both runs did the same at every step. The effect differs first at step {odd.number}: "
            f"{odd.left.effect or 'not known'} on the left, {odd.right.effect or 'not known'} "
            "on the right."
        )
    done = sum(pair.number < first.number for pair in steps)
    begun = "They differ from the first step on" if not done else (
        f"The first {done} steps are the same. They differ at step {first.number}"
        if done > 1 else f"The first step is the same. They differ at step {first.number}"
    )  # fmt: skip
    return f"{begun}. On the left: {_what(first.left)}. On the right: {_what(first.right)}."


def _what(step: StoredStep | None) -> str:
    if step is None:
        return "no more step"
    return step.description or "not known"
