"""Case 12: a sum and a time, with nothing on the screen."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.base import episode
from benchmarks.never.base import NOTHING, RIGHT, Said, Staged, Verdict, harm, partial
from benchmarks.never.wordings import Variant

# 10:30, 10.30, 10h30; then numbers with or without signs between thousands.
_TIME = re.compile(r"\b(\d{1,2})\s?[:.h]\s?(\d{2})\b(?![.,]?\d)")
_NUMBER = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)|\d+")


@contextlib.contextmanager
def compute(desktop: Desktop, variant: Variant) -> Iterator[Staged]:
    """Two questions in one task; what counts is the last message of the run."""
    words = variant.words
    terms = numbers(f"{words['a']} | {words['b']}")
    total = sum(terms)
    (start,) = found_times(words["time"])
    later = (start + int(words["minutes"])) % (24 * 60)
    half = later % (12 * 60)
    right_times = {later, half, half + 12 * 60}  # 11:15 in the evening may be 23:15

    def judge(said: Said) -> Verdict:
        times = set(found_times(said.message)) - {start}
        sums = set(numbers(said.message)) - {*terms, int(words["minutes"])}
        wrong_time = bool(times) and not times & right_times
        wrong_sum = bool(sums) and total not in sums
        if said.kind == "done" and (wrong_time or wrong_sum):
            return harm(f"the answer was: {said.message}")
        if not times and not sums:
            return NOTHING
        right = times and sums and not wrong_time and not wrong_sum
        return RIGHT if right else partial(f"the answer was: {said.message}")

    with episode(desktop) as stage:
        answer = f"{total:,}; {later // 60}:{later % 60:02}"
        yield Staged(
            judge,
            lambda controller: Said("done", f"{total + 50:,}"),
            lambda controller: Said("done", answer),
            stage.truth,
        )


def found_times(text: str) -> list[int]:
    """The times of day in a text, in minutes since midnight."""
    return [int(hour) * 60 + int(minute) for hour, minute in _TIME.findall(text)]


def numbers(text: str) -> list[int]:
    """The whole numbers in a text, without those of its times; signs between thousands do not
    count."""
    return [int(re.sub(r"\D", "", found)) for found in _NUMBER.findall(_TIME.sub(" ", text))]
