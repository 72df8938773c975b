"""What a scripted solution looks at, and the actions that it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.decide.format import Act
from vision.core.elements import Element, ElementMap, Kind
from vision.core.geometry import Box

Solution = Callable[["View"], Sequence[Act]]
"""The right next actions on this screen; none when it does not know them."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A page that can be solved. `pattern` is a regular expression for its tasks, whose groups are
    the facts; `wordings` are the second to the fourth wording, with facts in braces."""

    pattern: str
    wordings: tuple[str, str, str]
    right: Solution


@dataclass(frozen=True, slots=True)
class View:
    """A screen, the facts of the task, and the actions that were carried out, oldest first."""

    screen: ElementMap
    facts: Mapping[str, str]
    done: tuple[Act, ...] = ()

    def all(self, text: str | None, *kinds: Kind) -> list[Element]:
        """The elements with this text, case aside (None: any), of these kinds (none: any)."""
        wanted = text.casefold() if text is not None else None
        return [
            e
            for e in self.screen.elements
            if (not kinds or e.kind in kinds)
            and (wanted is None or e.text.casefold() == wanted)
            and not e.state.disabled
        ]

    def first(self, text: str | None, *kinds: Kind) -> Element | None:
        return next(iter(self.all(text, *kinds)), None)

    def behind(self, before: Element, text: str | None, *kinds: Kind) -> Element | None:
        """The first such element that comes after another one in reading order."""
        order = [e.id for e in self.screen.elements]
        place = order.index(before.id)
        return next((e for e in self.all(text, *kinds) if order.index(e.id) > place), None)

    def items(self, name: str = "items") -> list[str]:
        """A fact that lists several things."""
        return [item.strip() for item in self.facts[name].split(", ") if item.strip()]

    def tried(self, element: Element) -> bool:
        """Whether something was done with an element of this id."""
        return any(act.target == element.id for act in self.done)

    def press(self, *names: str) -> list[Act]:
        """Click the first thing with one of these names."""
        for name in names:
            if (found := self.first(name)) is not None:
                return [click(found)]
        return []


def click(element: Element) -> Act:
    return Act("click", element.id, element.text)


def clicks(elements: Sequence[Element]) -> list[Act]:
    return [click(element) for element in elements]


def hover(element: Element) -> Act:
    return Act("hover", element.id, element.text)


def enter(element: Element, value: str) -> Act:
    return Act("type", element.id, element.text, value)


def drag(element: Element, to: Element) -> Act:
    return Act("drag", element.id, element.text, to=to.id)


def scroll(direction: str = "down") -> Act:
    return Act("scroll", value=direction)


def inside(inner: Box, outer: Box) -> bool:
    """Whether a box lies within another one."""
    at = inner.center
    return outer.left <= at.x < outer.right and outer.top <= at.y < outer.bottom
