"""Whether text on the screen reads like an instruction to whoever works there, and what it names.

Words and patterns stand in rules.toml under [screen]; that a sentence names a thing to use is found
in any language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agent.policy.rules import Screen
from agent.policy.wording import canonical, unspaced
from vision.core.elements import Element, ElementMap

Text = tuple[str, tuple[Element, ...]]
"""A text of the screen and the elements that it stands in; none for the title of a window."""

# Signs between the two halves of an instruction ("ignore … your task").
_FAR = 80
# A name of fewer signs is found in too many sentences.
_SHORT, _SHORT_UNSPACED = 4, 2
# What a sentence has besides the name: words, or signs where words have no spaces between them.
_MORE_WORDS, _MORE_SIGNS = 2, 4
# What no sentence says by chance, and is at least so long: an address, a path, a command.
_LONG = 8
_COMMAND = re.compile(
    r"\w://|\bwww\.|\w\.[a-z]{2,}/|(?:^|\s)[~.]?/\w|[|<>$`]|&&|;\s|\s--?[a-z]", re.IGNORECASE
)


def paragraphs(map_: ElementMap, task: str) -> list[Text]:
    """The texts of the screen, each with its elements: lines below each other are joined, the name,
    content and caption of each thing to use stands alone, and so does the title of each window.

    What the task says itself is left out: it is the person's.
    """
    own = canonical(task)
    blocks: list[list[Element]] = []
    alone: list[Text] = [(w.title, ()) for w in map_.windows]
    for element in map_.elements:
        if element.interactive:
            alone += [(text, (element,)) for text in _texts(element)]
        elif canonical(element.text) not in own:
            above = next((b for b in reversed(blocks) if _goes_on(b[-1], element)), None)
            if above is None:
                blocks.append([element])
            else:
                above.append(element)
    joined = [(" ".join(e.text for e in block), tuple(block)) for block in blocks]
    return [(text, of) for text, of in (*joined, *alone) if text and canonical(text) not in own]


def _goes_on(above: Element, below: Element) -> bool:
    """Whether a line of text goes on in the next one."""
    height = max(above.box.height, 1)
    gap = below.box.top - above.box.bottom
    beside = below.box.left > above.box.right or above.box.left > below.box.right
    return above.group == below.group and not beside and -height < 2 * gap and gap <= height


def instructs(text: str, screen: Screen) -> bool:
    """Whether a text reads like an instruction to an assistant or to whoever works here."""
    plain = canonical(text)
    return (
        any(re.search(pattern, text) for pattern in screen.patterns)
        or _pattern(screen.phrases).search(plain) is not None
        or any(_both(plain, pair.one, pair.other) for pair in screen.pair)
    )


def names_in_a_sentence(text: str, name: str) -> bool:
    """Whether a text says the name of a thing letter by letter among other words."""
    name = name.strip()
    if unspaced(name):
        enough = len(name) >= _SHORT_UNSPACED and len(text) >= len(name) + _MORE_SIGNS
        return enough and name in text
    cased = name.lower() != name.upper()
    if len(name) < _SHORT or (cased and name == name.lower()) or not name[0].isalpha():
        # A name in small letters is a word of any sentence.
        return False
    return _stands_in(text, name)


def gives_in_a_sentence(text: str, typed: str) -> bool:
    """Whether a text says letter by letter, among other words, what is typed or chosen: a name, or
    what no sentence says by chance, such as an address or a command in small letters."""
    typed = typed.strip()
    if names_in_a_sentence(text, typed):
        return True
    told = len(typed) >= _LONG and _COMMAND.search(typed) is not None
    return told and _stands_in(text, typed)


def _stands_in(text: str, name: str) -> bool:
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    return found is not None and len(text.split()) >= len(name.split()) + _MORE_WORDS


def _texts(element: Element) -> Iterable[str]:
    return dict.fromkeys(
        text for text in (element.text, element.state.value, element.caption) if text
    )


def _both(text: str, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a word of each list stands in the text, near each other."""
    first = [match.span() for match in _pattern(one).finditer(text)]
    if not first:
        return False
    second = [match.span() for match in _pattern(other).finditer(text)]
    return any(
        max(a[0], b[0]) - min(a[1], b[1]) <= _FAR and (a[1] <= b[0] or b[1] <= a[0])
        for a in first
        for b in second
    )


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Words or phrases as whole words; "*" at an end stands for any ending."""
    return re.compile("|".join(_one(word) for word in words) or r"(?!)")


def _one(word: str) -> str:
    stem = re.escape(canonical(word.rstrip("*")))
    if unspaced(word):
        return stem
    return rf"(?<!\w){stem}" + (r"\w*" if word.endswith("*") else r"(?!\w)")


def near(element: Element, others: Sequence[Element], across: float, down: float) -> bool:
    """Whether one of some elements of its window is within these pixels beside and above it."""
    at = element.box.center
    return any(
        other.group == element.group
        and abs(other.box.center.x - at.x) <= across
        and abs(other.box.center.y - at.y) <= down
        for other in others
    )
