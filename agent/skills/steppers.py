"""Number steppers: a number with a button that lowers it on one side and one that raises it on the
other. "Two children" is entered by pressing the right one until the number is reached."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.actions import Action, Click, UseSkill
from agent.constraints.lexicon import LANGUAGES
from agent.deciding.situation import Situation, Suggestion
from agent.skills.skill import Move
from agent.suggestions.beside import shared, words
from agent.suggestions.meaning import likeness
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from agent.values.words import CARDINAL, likely, plain_of
from vision.core.elements import Element, ElementMap, one_line, quote
from vision.core.pieces import gap_between, same_row
from vision.icons.stepper_numbers import LOWERING, RAISING, is_sign
from vision.structure.browser_bar import bar_of_browser
from vision.structure.repeated_items import telling_items

# Widths of the button that lie between it and the number at most, and sizes that are alike.
_APART, _ALIKE = 2.0, 0.6
_MOST_PRESSES = 40
# Texts without such a word are prices and times, which change with the number.
_LETTERS = re.compile(r"[^\W\d_]{3}")
# Of 60 unread requests for two to five steppers 34 are understood in full and two in part wrongly;
# by shared words alone 22 and four. The words behind a number that count for its meaning.
_LIKE, _TELLING = 0.5, 4
# The logarithm of its odds against all single steps, to which is added how well it fits. The texts
# of a name.
_ODDS = 0.0
_MOST_TEXTS = 3

Signs = tuple[Element, Element, Element]
"""A number, and the buttons that lower and raise it."""


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number on the screen with its two buttons; `name` are the words that belong to it."""

    number: Element
    lower: Element
    higher: Element
    name: str

    @property
    def value(self) -> int:
        return int(_figures(self.number))


@dataclass
class Steppers:
    """The steppers of the screen in front, set to the numbers that the task tells."""

    title: str = "set a number with its buttons"
    problem: str = ""
    _goal: tuple[str, int] | None = None
    _presses: int = 0
    _proposed: Action | None = None

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """Each stepper that shows another number than a part of the task tells for it."""
        found: list[Suggestion] = []
        known = steppers_of(now.map)
        for part in now.plan.parts if known else ():
            for stepper, number, fit in _wanted(part, known) if not part.done else ():
                said = f"set {quote(one_line(stepper.name))} to {number} with its buttons"
                arguments = (("as", said), ("name", stepper.name), ("number", str(number)))
                if number != stepper.value:
                    action = UseSkill(self.title, arguments)
                    found.append(Suggestion(action, said, score=_ODDS + fit))
        return found

    def begin(self, action: UseSkill, now: Situation) -> None:
        """Set the one that was chosen."""
        told = dict(action.arguments)
        self._goal = told["name"], int(told["number"])
        self._presses, self.problem = 0, ""

    def next(self, now: Situation) -> Move | None:
        """One more press; None when the number is reached, or nothing changes it."""
        self._proposed = None
        if self._goal is None:
            return None
        name, wanted = self._goal
        stepper = next((s for s in steppers_of(now.map) if s.name == name), None)
        if stepper is None or stepper.value == wanted or self._presses >= _MOST_PRESSES:
            if stepper is None or stepper.value != wanted:
                self.problem = f"{quote(name)} could not be set to {wanted}."
            self._goal = None
            return None
        button = stepper.higher if stepper.value < wanted else stepper.lower
        self._proposed = Click(button.id)
        return Move(self._proposed, f"{quote(one_line(name))} is {stepper.value}, not {wanted}")

    def keeps(self, action: Action) -> bool:
        return self._proposed is not None and action == self._proposed

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """The part that is done when all of its numbers are set, and it tells nothing else."""
        if not self.keeps(action) or self._goal is None:
            return None
        self._presses += 1
        known = steppers_of(after)
        values = [
            next((s.value for s in steppers if s.name == self._goal[0]), None)
            for steppers in (steppers_of(before), known)
        ]
        if effect.kind != "confirmed" or values[0] == values[1]:
            self._presses = _MOST_PRESSES
            return None
        for part in plan.parts:
            wanted = [] if part.done else _wanted(part, known)
            if not any(stepper.name == self._goal[0] for stepper, _, _ in wanted):
                continue
            part.used |= {v for v in part.open_values if v in {str(n) for _, n, _ in wanted}}
            if not part.open_values and all(s.value == n for s, n, _ in wanted):
                return part
        return None


def steppers_of(map_: ElementMap) -> list[Stepper]:
    """The steppers of a screen."""
    numbers = [e for e in map_.elements if _figures(e)]
    buttons = [e for e in map_.elements if e.interactive and not _figures(e)]
    found: list[Signs] = []
    for number in numbers:
        near = [b for b in buttons if _is_at(b, number)]
        right = [b for b in near if b.box.left > number.box.center.x]
        higher = next((b for b in right if is_sign(b, RAISING)), None)
        if higher is None:
            continue
        lower = [b for b in near if b.box.right < higher.box.left and _is_pair(b, higher)]
        lower = [b for b in lower if is_sign(b, LOWERING)]
        if lower:
            found.append((number, max(lower, key=lambda b: b.box.right), higher))
    return [Stepper(*each, _name(each, found, map_)) for each in found]


def _name(stepper: Signs, every: Sequence[Signs], map_: ElementMap) -> str:
    """What belongs to one of several steppers; or what stands in the row of the only one before it,
    or else closest above or below it."""
    number, lower, higher = stepper
    own = {each.id for signs in every for each in signs}
    bar = bar_of_browser(map_.elements)
    texts = [
        replace(e, text=_text(e))
        for e in map_.elements
        if e.id in own or (e.group == number.group and e.box.center.y > bar)
    ]
    found: Sequence[Element] = ()
    if len(every) > 1:
        found = telling_items([signs[2] for signs in every], texts)[higher.id]
        found = [e for e in found if e.id not in own and _LETTERS.search(e.text)]
    texts = [e for e in texts if e.id not in own and _LETTERS.search(e.text)]
    row = [e for e in texts if same_row(e.box, lower.box) and e.box.center.x < lower.box.left]
    near = [e for e in texts if e.box.left < higher.box.right and e.box.right > lower.box.left]
    near.sort(key=lambda e: abs(e.box.center.y - number.box.center.y))
    return " ".join(" ".join(e.text.split()) for e in (found or row or near[:1])[:_MOST_TEXTS])


def _text(element: Element) -> str:
    """What an element says; a card may look like a field with its texts in it."""
    return element.state.value or element.text


def _wanted(part: Part, known: Sequence[Stepper]) -> list[tuple[Stepper, int, float]]:
    """The numbers that a part tells for steppers: each for the one whose name says or means what
    stands behind the number, or the only number for the only stepper. With how well they fit."""
    plain = plain_of(part.text, likely(part.text, LANGUAGES)).text
    told = [
        (int(said["number"]), said["behind"].strip())
        for said in re.finditer(rf"(?P<number>\d+){CARDINAL}?(?P<behind>(?: [^\s\d,.;:]+)*)", plain)
    ]
    if len(known) == len(told) == 1:
        return [(known[0], told[0][0], 0.0)]
    fits = [
        (fit, place, stepper)
        for place, (_, behind) in enumerate(told)
        for fit, stepper in zip(_fits(behind, known), known, strict=True)
    ]
    found: dict[int, tuple[Stepper, int, float]] = {}
    for fit, place, stepper in sorted(fits, key=lambda each: -each[0]):
        taken = any(stepper is other for other, _, _ in found.values())
        if fit >= _LIKE and place not in found and not taken:
            found[place] = stepper, told[place][0], fit
    return list(found.values())


def _fits(behind: str, known: Sequence[Stepper]) -> list[float]:
    """How well each stepper fits the words behind a number: with words of its name, or else by what
    they mean."""
    if not behind:
        return [0.0] * len(known)
    said = [float(len(shared(words(behind), words(stepper.name)))) for stepper in known]
    meant = likeness(" ".join(behind.split()[:_TELLING]), [stepper.name for stepper in known])
    return [1 + count if count else like for count, like in zip(said, meant, strict=True)]


def _figures(element: Element) -> str:
    shown = (element.state.value or element.text).strip()
    return shown if re.fullmatch(r"\d{1,3}", shown) else ""


def _is_at(button: Element, number: Element) -> bool:
    room = _APART * button.box.width
    return same_row(button.box, number.box) and gap_between(button.box, number.box) < room


def _is_pair(one: Element, other: Element) -> bool:
    small, large = sorted((one.box.width, other.box.width))
    return small > _ALIKE * large
