"""Which of several things with one name is meant: the one in the row or card that the task names.

"Delete report.txt" on a page with a Delete in every row means the one in the row of report.txt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from agent.constraints import lexicon
from agent.policy.wording import canonical
from agent.task.literals import alike, normal
from vision.core.elements import Element
from vision.structure.repeated_items import items_of, telling_items

# A text that holds a value among so many more characters is not about this value alone.
_MORE = 12
# A word of the task is the same as one of the screen from so many letters on, when it only goes on:
# "Yogakurs" and "Yoga".
_STEM = 4


def meant(twins: Sequence[Element], elements: Sequence[Element], text: str) -> set[int]:
    """The ids of those twins (elements with one name) that stand beside most of what a text says;
    all of their ids when that cannot be told."""
    counts = said_beside(twins, elements, text)
    most = max(counts.values(), default=0)
    return {number for number, count in counts.items() if count == most}


def named_beside(
    twins: Sequence[Element], elements: Sequence[Element], values: Iterable[str]
) -> set[int]:
    """The ids of those twins beside which most of some names and values stand as a whole; none
    when all of them have as many."""
    wanted = [value for value in dict.fromkeys(values) if len(value) > 1]
    beside = items_of(twins, elements)
    counts = {
        key: sum(any(_shows(e.text, value) for e in items) for value in wanted)
        for key, items in beside.items()
    }
    most = max(counts.values())
    found = {key for key, count in counts.items() if count == most}
    return found if most and len(found) < len(twins) else set()


def said_beside(
    twins: Sequence[Element], elements: Sequence[Element], text: str
) -> Mapping[int, int]:
    """How many words of a text stand beside each of some elements with one name and not beside all
    of them, by the ids of the twins."""
    if len(twins) < 2:
        return {twin.id: 0 for twin in twins}
    said = words(text) - words(" ".join(twin.text for twin in twins))
    beside = {key: _texts(items) for key, items in telling_items(twins, elements).items()}
    found = {key: shared(said, words(" ".join(texts))) for key, texts in beside.items()}
    common = set.intersection(*found.values())
    return {key: len(own - common) for key, own in found.items()}


def shared(said: set[str], shown: set[str]) -> set[str]:
    """The words of the task that the screen shows, also as the beginning of a longer word or with
    another ending."""
    return {word for word in said if any(_same(word, other) for other in shown)}


def words(text: str) -> set[str]:
    """The words and numbers of a text that may tell things apart."""
    small = lexicon.words("small")
    found = re.findall(r"\w{2,}|\d", text.casefold())
    return {word for word in found if small.fullmatch(canonical(word)) is None}


def is_cut_off(
    twins: Sequence[Element], elements: Sequence[Element], values: Iterable[str]
) -> bool:
    """Whether one of the values is in sight, but no twin beside or below it: the end of its row or
    card is further down."""
    names = {normal(twin.text) for twin in twins}
    wanted = [value for value in values if len(value) > 1 and normal(value) not in names]
    shown = {e.id for e in elements if any(_shows(e.text, value) for value in wanted)}
    shown -= {e.id for e in elements if normal(e.text) in names}
    beside = {e.id for items in items_of(twins, elements).values() for e in items}
    return bool(shown) and not shown & beside


def stands_by(element: Element, elements: Sequence[Element], value: str) -> bool:
    """Whether a value tells where an element stands: its row or card shows it, or all its words,
    also as "Yoga" for "Yogakurs"."""
    if alike(element.within, value, 0.9):
        return True
    twins = [e for e in elements if e.kind == element.kind and alike(e.text, element.text, 0.9)]
    if len(twins) < 2:
        return False
    beside = items_of(twins, elements)[element.id]
    said = words(value)
    whole = bool(said) and shared(said, words(" ".join(_texts(beside)))) == said
    return whole or any(_shows(e.text, value) for e in beside)


def _shows(text: str, value: str) -> bool:
    if alike(text, value, 0.9):
        return True
    return normal(value) in normal(text) and len(text) <= len(value) + _MORE


def _same(word: str, other: str) -> bool:
    if word == other:
        return True
    short, long = sorted((word, other), key=len)
    return len(short) >= _STEM and long.startswith(short)


def _texts(items: Iterable[Element]) -> list[str]:
    return [f"{e.text} {e.state.value or ''}" for e in items]
