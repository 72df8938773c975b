"""Named secrets during a run: looked up when they are typed, taken out of all that is seen after.

The run works with maps in which a secret reads as its placeholder, so that neither a prompt nor
the comparison of screens holds it, also when a program shows in plain text what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from agent.policy.wording import SAME_LOOKS
from agent.secrets.map_texts import retitled, rewritten
from agent.secrets.placeholders import filled, placeholder
from agent.secrets.redaction import Secrets
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box

# Shorter ones are known only where they stand alone and are read rightly.
_SHORT = 4
# How much a text that OCR read must resemble a secret to be it: anywhere, and where it was typed.
_ALIKE, _ALIKE_IN_PLACE = 0.75, 0.5
# Of what was typed a field may show only the end; so many signs of it are enough.
_PIECE = 3


class Sealed:
    """The named secrets of one run; `value_of` looks one up by its name.

    What `secrets` masks in records and on pages grows by each one that is typed.
    """

    def __init__(self, secrets: Secrets, value_of: Callable[[str], str]) -> None:
        self._secrets, self._value_of = secrets, value_of
        self._known: dict[str, str] = {}
        self._places: list[tuple[Box, str]] = []

    def reveal(self, text: str, place: Box | None = None) -> str:
        """The text to type into `place`, with the secrets that it refers to.

        Raises:
            AgentError: there is no such secret, or the keyring cannot be used.
        """

        def value(name: str) -> str:
            found = self._value_of(name)
            self._known[found] = name
            self._secrets.seal(found, placeholder(name))
            if place is not None:
                self._places.append((place, found))
            return found

        return filled(text, value)

    def map(self, map_: ElementMap) -> ElementMap:
        """The map with placeholders for what was typed; itself before anything was."""
        if not self._known:
            return map_
        elements = tuple(self._element(element) for element in map_.elements)
        windows = tuple(retitled(window, self._text) for window in map_.windows)
        return replace(map_, elements=elements, windows=windows)

    def _element(self, element: Element) -> Element:
        element = rewritten(element, self._text)
        for place, value in self._places:
            if place.contains(element.box.center):
                element = _in_place(element, value, placeholder(self._known[value]))
        return element

    def _text(self, text: str) -> str:
        for value, name in self._known.items():
            text = _sealed(text, value, placeholder(name))
        return text


def _in_place(element: Element, value: str, name: str) -> Element:
    """The element without pieces of the value; its label is no piece of it."""
    shown = element.state.value or ""
    if _shows(shown, value):
        element = replace(element, state=replace(element.state, value=name))
    if element.kind == "text" and _shows(element.text, value):
        element = replace(element, text=name)
    return element


def _sealed(text: str, value: str, name: str) -> str:
    """The text with `name` wherever it shows `value`, as OCR may have read it."""
    if len(value) < _SHORT:
        return re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", lambda _: name, text)
    text = text.replace(value, name)
    for start, end in reversed(_same_looking(text, value)):
        text = text[:start] + name + text[end:]
    for start, end in reversed(_resembling(text, value)):
        text = text[:start] + name + text[end:]
    return text


def _same_looking(text: str, value: str) -> list[tuple[int, int]]:
    """Where the text says the value but for case, spaces and signs that look the same."""
    wanted = _looks(value)
    places = [i for i, sign in enumerate(text) if not sign.isspace()]
    folded = "".join(_look(text[i]) for i in places)
    return [
        (places[match.start()], places[match.end() - 1] + 1)
        for match in re.finditer(re.escape(wanted), folded)
    ]


def _resembling(text: str, value: str) -> list[tuple[int, int]]:
    """Where one or a few words of the text are so much like the value that they must be it."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    count = len(value.split())
    runs = [
        (words[first][0], words[first + length - 1][1])
        for length in range(max(1, count - 1), count + 2)
        for first in range(len(words) - length + 1)
    ]
    rated = sorted(((_ratio(text[a:b], value), a, b) for a, b in runs), reverse=True)
    found: list[tuple[int, int]] = []
    for ratio, start, end in rated:
        if ratio >= _ALIKE and all(end <= a or b <= start for a, b in found):
            found.append((start, end))
    return sorted(found)


def _shows(text: str, value: str) -> bool:
    """Whether a text in the place where `value` was typed is it, or a piece of it."""
    shown, typed = _looks(text), _looks(value)
    if len(shown) >= _PIECE and (shown in typed or typed in shown):
        return True
    return _ratio(text, value) >= _ALIKE_IN_PLACE


@lru_cache(maxsize=4096)
def _ratio(text: str, value: str) -> float:
    """How much two texts resemble each other, 0 to 1; 0 when their lengths rule it out."""
    shown, typed = _looks(text), _looks(value)
    if "{secret:" in text or 2 * min(len(shown), len(typed)) < _ALIKE_IN_PLACE * len(shown + typed):
        return 0.0
    return SequenceMatcher(None, shown, typed).ratio()


def _looks(text: str) -> str:
    return "".join(_look(sign) for sign in text if not sign.isspace())


def _look(sign: str) -> str:
    """One sign as compared; always one, so that places stay the same."""
    low = sign.casefold()
    return (low if len(low) == 1 else sign).translate(SAME_LOOKS)
