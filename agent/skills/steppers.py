"""Number steppers: a number with a button that lowers it on one side and one that raises it on the
other. "Two children" is entered by pressing the right one until the number is reached."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.actions import Action, Click, UseSkill
from agent.constraints.lexicon import LANGUAGES
from agent.deciding.situation import Situation, Suggestion
from agent.skills.skill import Move
from agent.suggestions.beside import shared, words
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from agent.values.words import CARDINAL, likely, plain_of
from vision.core.elements import Element, ElementMap, one_line, quote
from vision.core.pieces import gap_between, same_row
from vision.structure.repeated_items import telling_items

_RAISING = frozenset({"add", "+", "plus", "increase", "more"})
_LOWERING = frozenset({"remove", "-", "−", "–", "minus", "decrease", "less", ""})
# Widths of the button that lie between it and the number at most, and sizes that are alike.
_APART, _ALIKE = 2.0, 0.6
_MOST_PRESSES = 40
# Texts without such a word are prices and times, which change with the number.
_LETTERS = re.compile(r"[^\W\d_]{3}")
# The logarithm of its odds against all single steps, and one more for each word that says its name.
_ODDS = 0.0


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
            for stepper, number, likeness in _wanted(part, known) if not part.done else ():
                said = f"set {quote(one_line(stepper.name))} to {number} with its buttons"
                arguments = (("as", said), ("name", stepper.name), ("number", str(number)))
                if number != stepper.value:
                    action = UseSkill(self.title, arguments)
                    found.append(Suggestion(action, said, score=_ODDS + likeness))
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
    found: list[tuple[Element, Element, Element]] = []
    for number in numbers:
        near = [b for b in buttons if _is_at(b, number)]
        right = [b for b in near if b.box.left > number.box.center.x]
        higher = next((b for b in right if _is_sign(b, _RAISING)), None)
        if higher is None:
            continue
        lower = [b for b in near if b.box.right < higher.box.left and _is_pair(b, higher)]
        lower = [b for b in lower if _is_sign(b, _LOWERING)]
        if lower:
            found.append((number, max(lower, key=lambda b: b.box.right), higher))
    if not found:
        return []
    items = telling_items([higher for _, _, higher in found], map_.elements)
    made: list[Stepper] = []
    for number, lower_one, higher in found:
        own = {number.id, lower_one.id, higher.id}
        texts = [e.text for e in items[higher.id] if e.id not in own and _LETTERS.search(e.text)]
        made.append(Stepper(number, lower_one, higher, " ".join(texts[:3])))
    return made


def _wanted(part: Part, known: Sequence[Stepper]) -> list[tuple[Stepper, int, int]]:
    """The numbers that a part tells for steppers: beside its name, or as the only number for the
    only stepper. With how many words say the name."""
    plain = plain_of(part.text, likely(part.text, LANGUAGES)).text
    told = [
        (int(said["number"]), words(said["behind"]))
        for said in re.finditer(rf"(?P<number>\d+){CARDINAL}?(?P<behind>(?: [^\s\d,.;:]+)*)", plain)
    ]
    found: list[tuple[Stepper, int, int]] = []
    for stepper in known:
        counts = [(len(shared(behind, words(stepper.name))), number) for number, behind in told]
        most, number = max(counts, key=lambda one: one[0], default=(0, 0))
        if most or (len(known) == len(told) == 1):
            found.append((stepper, number, most))
    return found


def _figures(element: Element) -> str:
    shown = (element.state.value or element.text).strip()
    return shown if re.fullmatch(r"\d{1,3}", shown) else ""


def _is_at(button: Element, number: Element) -> bool:
    room = _APART * button.box.width
    return same_row(button.box, number.box) and gap_between(button.box, number.box) < room


def _is_sign(button: Element, names: frozenset[str]) -> bool:
    """Whether a button shows such a picture or sign. The word "Add" adds something else."""
    picture = button.kind == "icon" or not any(map(str.isalpha, button.text))
    return picture and button.text.casefold() in names


def _is_pair(one: Element, other: Element) -> bool:
    small, large = sorted((one.box.width, other.box.width))
    return small > _ALIKE * large
