"""A situation as the suggestions read it: what the task says now, later and before, and how like
each name on the screen is to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.deciding.situation import Situation
from agent.desktop.browser_bar import bar_of_browser
from agent.suggestions.beside import is_cut_off, meant, named_beside
from agent.suggestions.meaning import likeness, likeness_of_controls
from agent.suggestions.ordinals import pointed_at
from agent.suggestions.weights import Features
from agent.task.literals import alike, mentions, normal, quoted
from agent.task.plan import Part, wish_of
from vision.core.elements import Element
from vision.structure.repeated_items import twins_of

_SIGN = re.compile(r"(?<!\S)[\"'“„(]?(\S)[\"'”“).,;:]?(?!\S)")
_MOST_LIKE = 0.9
_ROWS = ("list item", "menu")
_FILLED = ("field", "dropdown")
_MOST_LATER = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """`part` is the part of the plan that is next; `later` and `before` are the texts of the open
    parts behind it and of those that are done."""

    now: Situation
    part: Part
    later: str
    before: str

    @classmethod
    def of(cls, now: Situation) -> Reading | None:
        """None when all parts are done."""
        part = now.plan.current
        if part is None:
            return None
        others = [each for each in now.plan.parts if each is not part]
        later = " ".join(each.text for each in others if not each.done)
        return cls(now, part, later, " ".join(each.text for each in others if each.done))

    @property
    def later_parts(self) -> list[Part]:
        """The open parts that come next but one, as far as they may matter now."""
        left = [part for part in self.now.plan.parts if not part.done]
        return [part for part in left if part is not self.part][:_MOST_LATER]

    def of_elements(self, elements: Sequence[Element]) -> list[dict[str, float]]:
        """What is known of each element by its name, place and state."""
        names = [e.called or e.kind for e in elements]
        likes = likeness_of_controls(wish_of(self.part.text), names)
        each = [likeness_of_controls(part.text, names) for part in self.later_parts]
        later = [max(found) for found in zip(*each, strict=True)] if each else [0.0] * len(names)
        counted = pointed_at(self.part.text, self.now.map.elements)
        (named, near), cut = self._beside(elements), self.cut_off(elements)
        bar = bar_of_browser(self.now.map.elements)
        return [
            {
                "like": like,
                "like later": like_later,
                "counted": float(element is counted),
                "beside": float(element.id in named),
                "beside words": float(element.id in near),
                "cut off": float(element.id in cut),
                "browser bar": float(element.box.center.y <= bar),
                **self._said(element),
                **self._state(element),
            }
            for element, like, like_later in zip(elements, likes, later, strict=True)
        ]

    def _said(self, element: Element) -> Features:
        """How the task says the name of an element."""
        name, part = element.called, self.part
        if not name:
            return {"nameless": 1.0}
        said = mentions(part.text, name) or _is_sign_in(name, part.text)
        called = [v for v in part.open_values if is_called(element, v)]
        return {
            "value": float(bool(called)),
            "quoted": float(any(v in quoted(part.text) for v in called)),
            "used value": float(any(is_called(element, v) for v in part.used)),
            "holds a value": float(any(mentions(name, v) for v in part.open_values if len(v) > 2)),
            "named": float(said),
            "named later": float(mentions(self.later, name)),
            "named before": float(mentions(self.before, name)),
            "words": _shared(name, part.text),
            "words later": _shared(name, self.later),
        }

    def _state(self, element: Element) -> Features:
        state, memory = element.state, self.now.memory
        return {
            "ticked": float(bool(state.checked)),
            "selected": float(bool(state.selected)),
            "focused": float(bool(state.focused)),
            "was ticked": float(memory.is_toggled(element)),
            "was picked": float(memory.is_picked(element)),
            "was filled": float(element.kind in _FILLED and memory.is_filled(element)),
        }

    def cut_off(self, elements: Sequence[Element]) -> set[int]:
        """Elements with one name of which that one is out of sight which stands beside a value or
        name that the task says."""
        shown, said = self.now.map.elements, self._anchors()
        twins = [group for group in twins_of(elements) if is_cut_off(group, shown, said)]
        return {element.id for group in twins for element in group}

    def _beside(self, elements: Sequence[Element]) -> tuple[set[int], set[int]]:
        """Of elements with one name, those in the row or card of a name or value of the task, and
        those in the one that shows most of its words."""
        named, said = set[int](), set[int]()
        for twins in twins_of(elements):
            shown = self.now.map.elements
            named |= named_beside(twins, shown, self._anchors())
            near = meant(twins, shown, self.part.text)
            if len(near) == len(twins):
                near = meant(twins, shown, self.now.task)
            said |= near if len(near) < len(twins) else set()
        return named, said

    def _anchors(self) -> list[str]:
        values = [value for each in self.now.plan.parts for value in each.values]
        shown = (e.text for e in self.now.map.elements if len(e.text) > 2)
        return [*values, *(text for text in shown if mentions(self.now.task, text))]


def is_called(element: Element, value: str) -> bool:
    """Whether a value is the name of an element; of a row, its first cell."""
    if alike(element.called, value, _MOST_LIKE):
        return True
    row = element.kind in _ROWS and len(value) > 1
    return row and normal(element.text).startswith(normal(value)) and mentions(element.text, value)


def _is_sign_in(name: str, text: str) -> bool:
    """Whether a text says a name of one sign, as a word of its own."""
    return len(name) == 1 and name not in "aIàyoe" and name in _SIGN.findall(text)


def _shared(name: str, text: str) -> float:
    """The part of the words of a name that a text says."""
    words, said = _words(name), set(_words(text))
    return sum(word in said for word in words) / len(words) if words else 0.0


def _words(text: str) -> list[str]:
    return re.findall(r"\w{3,}", text.casefold())


def meant_so(text: str, wordings: Sequence[str]) -> float:
    """How much a text means one of some wordings."""
    return max(likeness(text, wordings), default=0.0)
