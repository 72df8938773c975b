"""A situation as the suggestions read it: what the task says now, later and before, and how like
each name on the screen is to it."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.constraints.deeds import label_deeds
from agent.constraints.parsing import constraints_of
from agent.deciding.situation import Situation
from agent.policy.committing import commits, only_counts
from agent.suggestions.beside import is_cut_off, meant, named_beside, shared
from agent.suggestions.beside import words as words_of_text
from agent.suggestions.meaning import likeness, likeness_of_controls, likeness_table
from agent.suggestions.ordinals import pointed_at
from agent.suggestions.weights import Features
from agent.task.literals import alike, mentions, normal, quoted
from agent.task.plan import Part, wish_of
from vision.core.elements import Element
from vision.core.pieces import same_row
from vision.structure.browser_bar import bar_of_browser
from vision.structure.repeated_items import telling_items, twins_of

_SIGN = re.compile(r"(?<!\S)[\"'“„(]?(\S)[\"'”“).,;:]?(?!\S)")
_MOST_LIKE = 0.9
_ROWS = ("list item", "menu")
_FILLED = ("field", "dropdown")
_MOST_LATER = 8
_MOST_TWINS, _LONGEST_ROW = 40, 200
_FAR = 1000  # pixels
_PRESSED = ("button", "link", "icon", "menu")
# What a task may ask for, whatever of.
_WISHES = {
    "on": ("turn it on", "I want to see it", "allow it"),
    "off": ("turn it off", "I do not want to see it", "stop it"),
    "gone": ("delete it", "take it out", "cancel it"),
    "new": ("add a new one", "create it", "write one"),
    "other": ("change it", "set it to", "correct it"),
    "sent": ("send it", "order it", "book it"),
    "moved": ("move it there", "put it into", "sort them"),
    "found": ("find it", "search for it", "look it up"),
    "seen": ("show me", "open it", "go to"),
    "told": ("tell me", "what is it?", "how much is it?"),
    "kept": ("save it", "remember it", "mark it"),
}
# What names of controls may mean, whatever the task.
_SORTS = {
    "agrees": ("Yes", "Yes, continue", "Agree", "Allow"),
    "refuses": ("No", "Keep it", "Not now", "Refuse"),
    "takes over": ("OK", "Save", "Apply", "Confirm", "Done"),
    "sends": ("Send", "Submit", "Place order", "Book now", "Continue"),
    "gives up": ("Cancel", "Close", "Discard", "No, thanks"),
    "removes": ("Delete", "Remove", "Clear"),
    "adds": ("Add", "New", "Create"),
    "searches": ("Search", "Find", "Filter"),
    "goes back": ("Back", "Previous", "Home"),
    "goes on": ("Next", "Forward", "Show more"),
    "opens more": ("More", "Options", "Menu", "Settings"),
    "explains": ("Help", "About", "Information"),
    "signs in": ("Sign in", "Log in", "Account"),
}


@dataclass(frozen=True)
class Reading:
    """`part` is the part of the plan that is next; `later` and `before` are the texts of the open
    parts behind it and of those that are done."""

    now: Situation
    part: Part
    later: str
    before: str

    @classmethod
    def of(cls, now: Situation) -> Reading | None:
        """None without a plan. Where all parts are done, the last one is read."""
        if not now.plan.parts:
            return None
        part = now.plan.current or now.plan.parts[-1]
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
        whole = likeness_of_controls(self.whole, names)
        later = self._most_like([part for part in self.later_parts if not part.done], names)
        earlier = self._most_like(
            [part for part in self.now.plan.parts if part.done and part is not self.part], names
        )
        best, most = max(likes, default=0.0), max(whole, default=0.0)
        counted = pointed_at(self.part.text, self.now.map.elements)
        (named, near), cut = self._beside(elements), self.cut_off(elements)
        bar = bar_of_browser(self.now.map.elements)
        rows, words = self._rows_like(elements), self._covered(elements)
        forbidden = self.now.plan.forbids
        against = likeness_of_controls(" ".join(forbidden), names) if forbidden else None
        moment = self.moment
        return [
            {
                "like": like,
                "like later": like_later,
                "like before": like_before,
                "like whole": like_whole,
                "likest": float(like >= best),
                "likest whole": float(like_whole >= most),
                "less like": best - like,
                "less like whole": most - like_whole,
                "counted": float(element is counted),
                "beside": float(element.id in named),
                "beside words": float(element.id in near),
                "cut off": float(element.id in cut),
                "browser bar": float(element.box.center.y <= bar),
                "like what is forbidden": against[number] if against else 0.0,
                "row like": rows.get(element.id, 0.0),
                "in rows": float(element.id in rows),
                **words[number],
                **self._near_last(element),
                **moment,
                **self._said(element),
                **self._state(element),
                **sorts,
            }
            for number, (element, like, like_later, like_before, like_whole, sorts) in enumerate(
                zip(elements, likes, later, earlier, whole, sorts_of(names), strict=True)
            )
        ]

    @functools.cached_property
    def whole(self) -> str:
        """The task without what only tells something, and without what it forbids."""
        asked = constraints_of(self.now.task).rest()
        return wish_of(" ".join((asked or self.now.task).split()))

    @functools.cached_property
    def moment(self) -> Features:
        """What is known of the moment, whatever may be done then."""
        memory, parts = self.now.memory, self.now.plan.parts
        used = memory.last_used
        found = {
            "now nothing done": float(not memory.deeds),
            "now not sent": float(memory.unsent is not None),
            "now other page": float(memory.turned),
            "now something came": float(bool(memory.came) and not memory.turned),
            "now values left": float(any(part.open_values for part in parts if not part.done)),
            "now all ticked": float(all(part.done for part in parts)),
            "now parts left": min(sum(not part.done for part in parts), 4) / 4,
        }
        found |= {f"wanted {wish}": meant_so(self.whole, said) for wish, said in _WISHES.items()}
        return found | ({f"now used {used.kind}": 1.0} if used is not None else {})

    def _covered(self, elements: Sequence[Element]) -> list[Features]:
        """How many words of the task each name says, and each name with its row or card."""
        said = words_of_text(self.whole)
        rows = {
            number: " ".join(each.called for each in items)
            for twins in twins_of(elements, self.now.map.elements)
            for number, items in telling_items(twins, self.now.map.elements).items()
        }
        own = [len(shared(said, words_of_text(e.called))) for e in elements]
        near = [len(shared(said, words_of_text(rows.get(e.id, "")))) for e in elements]
        both = [one + other for one, other in zip(own, near, strict=True)]
        most, best = max(own, default=0), max(both, default=0)
        return [
            {
                "covers": min(one, 5) / 5,
                "covers most": float(0 < one == most),
                "row covers": min(row, 5) / 5,
                "covers most with its row": float(0 < one + row == best),
                "covers less": (most - one) / max(most, 1),
            }
            for one, row in zip(own, near, strict=True)
        ]

    def _near_last(self, element: Element) -> Features:
        """Where an element stands to what was used last."""
        used = self.now.memory.last_used
        if used is None:
            return {}
        here, there = element.box, used.box
        right, down = here.center.x - there.center.x, here.center.y - there.center.y
        return {
            "in the row of the last": float(same_row(here, there)),
            "right of the last": float(same_row(here, there) and right > 0),
            "below the last": float(down > 0),
            "far from the last": min((abs(right) + abs(down)) / _FAR, 1.0),
            "the last itself": float(element.id == used.id),
        }

    @functools.cached_property
    def _came(self) -> frozenset[int]:
        """The numbers of what the last action brought up beside what was there."""
        memory = self.now.memory
        return frozenset(() if memory.turned else (each.id for each in memory.came))

    def _most_like(self, parts: Sequence[Part], names: Sequence[str]) -> list[float]:
        """How like each name is to the likest of some parts."""
        each = [likeness_of_controls(part.text, names) for part in parts[:_MOST_LATER]]
        return [max(found) for found in zip(*each, strict=True)] if each else [0.0] * len(names)

    def _rows_like(self, elements: Sequence[Element]) -> dict[int, float]:
        """Of elements with one name, how much less like the task the row or card of each is than
        that of the likest: 0 and less."""
        found: dict[int, float] = {}
        for twins in twins_of(elements, self.now.map.elements):
            items = telling_items(twins, self.now.map.elements)
            texts = {
                number: text[:_LONGEST_ROW]
                for number, each in items.items()
                if (text := " ".join(e.called for e in each))
            }
            if len(twins) <= _MOST_TWINS and len(texts) > 1:
                likes = likeness(self.whole, list(texts.values()))
                found |= {n: like - max(likes) for n, like in zip(texts, likes, strict=True)}
        return found

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
            "was clicked": float(memory.was_clicked(element) > 0),
            "was clicked again": float(memory.was_clicked(element) > 1),
            "came": float(element.id in self._came),
            "others came": float(bool(self._came) and element.id not in self._came),
        }

    def cut_off(self, elements: Sequence[Element]) -> set[int]:
        """Elements with one name of which that one is out of sight which stands beside a value or
        name that the task says."""
        shown, said = self.now.map.elements, self._anchors()
        twins = [
            group
            for group in twins_of(elements, self.now.map.elements)
            if is_cut_off(group, shown, said)
        ]
        return {element.id for group in twins for element in group}

    def _beside(self, elements: Sequence[Element]) -> tuple[set[int], set[int]]:
        """Of elements with one name, those in the row or card of a name or value of the task, and
        those in the one that shows most of its words."""
        named, said = set[int](), set[int]()
        for twins in twins_of(elements, self.now.map.elements):
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


def sorts_of(names: Sequence[str]) -> list[dict[str, float]]:
    """How much each name means one of the things that many controls do."""
    table = likeness_table(names, [word for words in _SORTS.values() for word in words])
    found: list[dict[str, float]] = [{} for _ in names]
    first = 0
    for sort, words in _SORTS.items():
        for each, likes in zip(found, table[:, first : first + len(words)], strict=True):
            each[sort] = float(likes.max())
        first += len(words)
    return found


def is_of_consequence(element: Element) -> bool:
    """Whether the name of a button says that it sends, saves, removes or the like."""
    if element.kind not in _PRESSED or not element.called or only_counts(element):
        return False
    return says_consequence(element.called)


def says_consequence(name: str) -> bool:
    """The same of a name alone, such as an entry of a menu."""
    return commits(name) or bool(label_deeds(name) - {"close", "run"})


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
