"""Following ways in a run: a part of the task that a way does is done by it, without asking the
model; what does not go as the way says is left to the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Done, Fail, Wait
from agent.app_kinds import kinds
from agent.application import Application
from agent.decide import FREE, Decision
from agent.grammar import Reply
from agent.literals import mentions
from agent.outline import Outline, Part
from agent.trajectory import Effect
from agent.ways.course import Course
from agent.ways.front import active, is_shown, kind_name
from agent.ways.matching import clauses_of, fit_of
from agent.ways.way import Way
from vision.elements import ElementMap

_MOST_LOOKS = 3
_SHELL = "terminal"


@dataclass
class Ways:
    """The ways of one run. Without `on` none is followed."""

    installed: Sequence[Application] = ()
    on: bool = True
    _part: Part | None = None
    _course: Course | None = None
    _left: list[Part] = field(default_factory=list)
    _proposed: Action | None = None
    _last: Way | None = None
    _looks: int = 0

    def due(self, outline: Outline, map_: ElementMap) -> Decision | None:
        """The next step of the way that does the part of the task that is next; None when no way
        does, or it cannot go on."""
        self._proposed = None
        part = outline.current
        if not self.on or part is None or any(part is left for left in self._left):
            return None
        if self._course is None or self._part is not part:
            self._begin(part, outline, map_)
        if self._course is None:
            return None
        course = self._course
        action = course.next(map_)
        if action is None and self._reached(course, map_):
            return self._passed(outline, map_)
        action = action or self._checked(course, map_)
        if action is None:
            self._leave()
            return None
        self._proposed = action
        at = f"step {course.number} of {course.count}" if not course.over else "after its steps"
        return _decided(action, f"{course.fit.way.name}: {at}")

    def _passed(self, outline: Outline, map_: ElementMap) -> Decision | None:
        """The part is done without another action; what comes next."""
        assert self._part is not None
        self._part.done = True
        self._course = self._part = None
        if outline.finished:
            return _decided(Done(), "nothing is left to do")
        return self.due(outline, map_)

    @staticmethod
    def _reached(course: Course, map_: ElementMap) -> bool:
        """Whether all steps were taken and what the way is for is seen."""
        ready = course.over and not course.left
        return ready and not course.missing(map_) and not course.opened(map_)

    def keeps(self, action: Action) -> bool:
        """Whether an action is a way's: the way itself says when its part is done."""
        return self._proposed is not None and action == self._proposed

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap
    ) -> Part | None:
        """Take in what an action did. The part of the task that is done by it, if one is."""
        course, part = self._course, self._part
        if not self.keeps(action) or course is None or part is None:
            return None
        if not course.over:
            course.told(effect, before, after)
        if not self._reached(course, after):
            return None
        self._last = course.fit.way
        self._course = self._part = None
        return part

    def _begin(self, part: Part, outline: Outline, map_: ElementMap) -> None:
        self._part, self._course, self._looks = part, None, 0
        window = active(map_)
        kind = kind_name(window, self.installed)
        program = window.application if window is not None else ""

        def known(value: str) -> bool:
            named = any(mentions(value, word) for k in kinds() for word in (k.name, *k.called))
            owners = any(mentions(application.name, value) for application in self.installed)
            return named or owners or is_shown(value, map_)

        if len(clauses := clauses_of(part.text, kind)) > 1:
            part = self._part = outline.cut(part, clauses)
        own = all(value in part.text for value in part.values)
        if kind == _SHELL and not own:
            return  # What stands on the screen is no command.
        fit = fit_of(part.text, part.values, kind, program, known, self._last)
        if fit is None:
            return
        self._course = Course(fit, part.text, map_)

    def _checked(self, course: Course, map_: ElementMap) -> Action | None:
        """After the last step: another look when what the way is for is not seen yet, and an end
        with that when it does not come. None when the model is to go on."""
        if not course.over:
            return None
        self._looks += 1
        if self._looks < _MOST_LOOKS:
            return Wait()
        # What is open still asks for something: the model may answer it.
        if course.opened(map_):
            return None
        return Fail(f"{course.fit.way.name}: {course.missing(map_)}")

    def _leave(self) -> None:
        if self._part is not None and self._course is not None:
            self._left.append(self._part)
        self._course = self._part = None


def _decided(action: Action, reason: str) -> Decision:
    return Decision("", "", Reply(reason, (action,)), FREE, settled=True)
