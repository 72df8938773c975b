"""Following ways in a run: a part of the task that a way does is done by it, without asking the
model; what does not go as the way says is left to the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.actions import Action, OpenApp, Press, Wait
from agent.apps.application import Application
from agent.apps.categories import helping, kinds
from agent.asked import asked_of
from agent.composing import wish_of
from agent.computer.describe import describe
from agent.deciding.situation import Situation
from agent.literals import mentions, normal
from agent.outline import Outline, Part
from agent.skills.skill import Move
from agent.skills.ways.course import Course
from agent.skills.ways.front import (
    active,
    is_dialog,
    is_shown,
    kind_name,
    meant_window,
    names_shown,
    only_asks,
    owner_of,
)
from agent.skills.ways.matching import Fit, begins, clauses_of, fit_of, names_said
from agent.skills.ways.way import Way
from agent.trajectory import Effect
from agent.writing import asks_to_write
from vision.elements import ElementMap, quote
from vision.windows import Window

_MOST_LOOKS = 3
_SHELL = "terminal"
# Steps whose keys a menu that is open would take.
_BY_KEYS = ("press", "bring", "write", "cell", "document", "own-line")


@dataclass
class Procedures:
    """The ways of one run."""

    installed: Sequence[Application] = ()
    title: str = "procedure"
    problem: str = ""
    _part: Part | None = None
    _course: Course | None = None
    _left: list[Part] = field(default_factory=list)
    _begun: list[tuple[Part, Course]] = field(default_factory=list)
    _proposed: Action | None = None
    _last: Way | None = None
    _subject: str = ""
    _cells: tuple[str, ...] = ()
    _looks: int = 0
    _asked_for: Part | None = None
    _closed_for: Part | None = None

    def words(self, now: Situation) -> str:
        """The way that does the part of the task that is next, with its values."""
        part = now.plan.current
        if part is None or part.held or self.next(now) is None:
            return ""
        if self._course is None:
            return describe(self._proposed, now.map) if self._proposed is not None else ""
        fit = self._course.fit
        values = "; ".join(", ".join(map(quote, each.values())) for each in fit.values)
        return f"{fit.way.name} {values}".strip()

    def next(self, now: Situation) -> Move | None:
        """The next step of that way; None when no way does it, or it cannot go on."""
        self._proposed = None
        outline, map_ = now.plan, now.map
        part = outline.current
        if part is None or any(part is left for left in self._left):
            return None
        fresh = self._course is None or self._part is not part
        if fresh and (first := self._begin(part, outline, map_)) is not None:
            return first
        if self._course is None:
            return None
        course = self._course
        action = course.next(map_)
        if action is None and self._reached(course, map_):
            self._part_done()
            return None
        action = action or self._checked(course, map_)
        if action is None:
            self._leave()
            return None
        self._proposed = action
        at = f"step {course.number} of {course.count}" if not course.over else "after its steps"
        return Move(action, f"{course.fit.way.name}: {at}")

    def _part_done(self) -> None:
        """The part is done without another action."""
        if self._part is not None:
            self._part.done = True
        self._end()

    @staticmethod
    def _reached(course: Course, map_: ElementMap) -> bool:
        """Whether all steps were taken and what the way is for is seen."""
        ready = course.over and not course.left
        return ready and not course.missing(map_) and not course.opened(map_)

    def interrupted(self, map_: ElementMap) -> None:
        """Something came between the steps and took the keys: the way begins anew, unless what it
        writes is on the screen."""
        if self._course is not None:
            self._course.interrupted(map_)

    def refutes(self, part: Part, map_: ElementMap) -> bool:
        """Whether a part cannot be done: a way for it was begun, and what should be gone by it is
        still there."""
        return any(each is part and course.still_there(map_) for each, course in self._begun)

    def keeps(self, action: Action) -> bool:
        """Whether an action is a way's: the way itself says when its part is done."""
        return self._proposed is not None and action == self._proposed

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """Take in what an action did. The part of the task that is done by it, if one is."""
        course, part = self._course, self._part
        if not self.keeps(action) or course is None or part is None:
            return None
        if not course.over:
            course.told(effect, before, after)
        if not self._reached(course, after):
            return None
        self._end()
        return part

    def _end(self) -> None:
        if self._course is not None:
            same = self._last is self._course.fit.way
            self._cells = (*(self._cells if same else ()), *self._course.cells)
            self._last, self._subject = self._course.fit.way, self._course.subject
        self._course = self._part = None

    def _begin(self, part: Part, outline: Outline, map_: ElementMap) -> Move | None:
        """Find the way of a part, and bring the window to the front that it speaks of."""
        self._part, self._course, self._looks = part, None, 0
        if wish_of(part) is not None:
            return None  # "Write a letter to Olga": her name is not the letter.
        if asked_of(part):
            return None  # "Tell me whether Show hidden files is ticked" shows none.
        window = meant_window(part.text, map_, self.installed)
        if window is None:
            return None
        kind = kind_name(window, self.installed)
        if len(clauses := clauses_of(part.text, kind)) > 1:
            return self._begin(outline.cut(part, clauses), outline, map_)
        own = all(value in part.text for value in part.values)
        if kind == _SHELL and (part.foreign or not own):
            return None  # What stands on the screen is no command.
        fit = self._fit(part, window, outline, map_)
        if fit is None:
            return self._with_next(part, window, outline, map_)
        front = active(map_)
        if front is not None and front.handle != window.handle:
            return self._to_front(part, window)
        if front is not None and (is_dialog(front, map_) or only_asks(front, map_)):
            return None  # Its keys are the dialog's.
        by_keys = any(step.do in _BY_KEYS for step in fit.way.steps[:1])
        if by_keys and self._in_the_way(part, map_):
            self._closed_for, self._part = part, None
            self._proposed = Press("esc")
            return Move(self._proposed, "an open menu would take the keys")
        self._course = Course(fit, part.text, map_)
        return None

    def _in_the_way(self, part: Part, map_: ElementMap) -> bool:
        menus = any(window.popup and not window.tooltip for window in map_.windows)
        return menus and self._closed_for is not part

    def _fit(self, part: Part, window: Window, outline: Outline, map_: ElementMap) -> Fit | None:
        kind = kind_name(window, self.installed)
        values = [
            v for v in part.values if outline.is_quoted(v) or not self._is_program(v, part.text)
        ]
        known = self._known(map_)

        def fitting(values: Sequence[str]) -> Fit | None:
            program = window.application
            return fit_of(
                part.text, values, kind, program, known, self._last, self._subject, self._cells
            )

        fit = fitting(values)
        if fit is None and (named := names_said(part.text, names_shown(map_))):
            of_text = sorted({*values, *named}, key=part.text.find)
            inside = {v for v in of_text if any(v in w and v != w for w in of_text)}
            fit = fitting([v for v in of_text if v not in inside])
        return fit

    def _with_next(
        self, part: Part, window: Window, outline: Outline, map_: ElementMap
    ) -> Move | None:
        """Try the part together with the next one, where that asks for nothing by itself ("Sort the
        list by price, / the cheapest first,")."""
        kind = kind_name(window, self.installed)
        following = outline.parts[outline.parts.index(part) + 1 :][:1]
        if (
            not following
            or following[0].held
            or following[0].values
            or begins(following[0].text, kind)
        ):
            return None
        longer = Outline([part.text, following[0].text])
        whole = longer.join(longer.parts[0])
        if whole is None or self._fit(whole, window, outline, map_) is None:
            return None
        joined = outline.join(part)
        return self._begin(joined, outline, map_) if joined is not None else None

    def _to_front(self, part: Part, window: Window) -> Move | None:
        owner = owner_of(window, self.installed)
        if owner is None or self._asked_for is part:
            return None
        self._asked_for, self._part = part, None
        self._proposed = OpenApp(owner.name)
        return Move(self._proposed, f"{owner.name} is open already")

    def _is_program(self, value: str, text: str) -> bool:
        """Whether a value is the name of a program, or what a text calls one ("in Writer")."""
        if any(normal(application.name) == normal(value) for application in self.installed):
            return True
        before = "|".join(helping("before_names") | helping("starting"))
        said = re.search(rf"\b(?:{before})\s+{re.escape(value)}\b", text, re.IGNORECASE)
        return said is not None and any(
            mentions(application.name, value) for application in self.installed
        )

    def _known(self, map_: ElementMap) -> Callable[[str], bool]:
        """Whether a value only says where something is."""
        named = [word for kind in kinds() for word in (kind.name, *kind.called)]
        return lambda value: any(mentions(value, word) for word in named) or is_shown(value, map_)

    def _checked(self, course: Course, map_: ElementMap) -> Action | None:
        """After the last step: another look when what the way is for is not seen yet, and an end
        with that when it does not come. None when the model is to go on."""
        if not course.over:
            return None
        self._looks += 1
        if self._looks < _MOST_LOOKS:
            return Wait()
        if said := course.error(map_):
            self.problem = f"“{course.fit.way.name}” did not work: the screen says “{said}”"
            return None
        if course.begin_again(map_):
            self._looks = 0
            return course.next(map_)
        # What is open still asks for something: the model may answer it.
        if course.opened(map_):
            return None
        name = course.fit.way.name
        self.problem = f"All steps of “{name}” were taken, but {course.missing(map_)}"
        return None

    def _leave(self) -> None:
        if self._part is not None and self._course is not None:
            self._left.append(self._part)
            self._begun.append((self._part, self._course))
            # It was begun and is not done: nobody may take it for done by the way. A text that is
            # written in the end is, whoever wrote it.
            self._part.strict = not asks_to_write(self._part)
        self._course = self._part = None
