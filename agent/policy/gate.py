"""The gate that every action passes: rules and levels first, then a question, then nothing else.

No answer, a late answer and nobody to ask all mean no.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from agent.actions import Action, Click, OpenApp, Scroll, Wait
from agent.constraints import ambiguous, selected, ticks, unasked, unchanged
from agent.constraints.closing import Closing
from agent.constraints.deeds import Selection
from agent.constraints.forbidden import Objection, forbidden
from agent.constraints.once import Once
from agent.constraints.parsing import Constraints, constraints_of
from agent.control.stop import StopSwitch
from agent.events import Answer, Asking, Event, Judged
from agent.keyboard.keyboard_focus import Focus
from agent.pointing import on_element
from agent.policy.answers import Asker
from agent.policy.areas import touches
from agent.policy.deviation import deviation
from agent.policy.picture import spotlight
from agent.policy.reach import closed
from agent.policy.risk import risks_of, window_of, windows_of
from agent.policy.rules import Risk, Rules, Safety, hours_of
from agent.secrets.redaction import Secrets
from vision.capture.windows import Window
from vision.core.elements import ElementMap

NOT_ALLOWED = "you did not allow it"
_UNANSWERED = "nobody answered in time, so it was not done"
_TASK = "the task forbids"
_NOBODY = "it needs your permission, and nobody can be asked here"
# No two questions of this process have the same number, so that no answer can be meant for another.
_numbers = itertools.count(1)


def next_number() -> int:
    """A number that no question had before."""
    return next(_numbers)


# On 91 unread pages an objection stood against all that was right in 10 % of 1,637 decisions; for
# nearly a half of these it was a box of which the task does not speak. Among the twelve likeliest
# suggestions such boxes are right as often as all else, and of those that the taught model chose
# with at least this share 11 were right and none wrong.
_SURE = 0.7
# Looking and waiting changes nothing, so it is never asked about.
_HARMLESS = (Wait, Scroll)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`done` means that the person did the action. `why` says what keeps it from being done;
    `asked` that a person was at mouse and keyboard meanwhile; `early` that what keeps it may be
    over after a while; `unclear` that the task does not tell which of several equal buttons it
    means."""

    kind: Literal["allowed", "done", "refused"] = "allowed"
    why: str = ""
    asked: bool = False
    early: bool = False
    unclear: bool = False


@dataclass
class Gate:
    """Decides for one run. `safety` None is that of the rules; `task` is what the person asked for,
    and "" lets no action deviate from it; `secrets` learns what is typed into fields for secrets
    before anything is told of it; `now` and `clock` are for tests."""

    rules: Rules
    tell: Callable[[Event], None]
    stop: StopSwitch
    asker: Asker | None = None
    safety: Safety | None = None
    secrets: Secrets = field(default_factory=Secrets)
    task: str = ""
    now: Callable[[], datetime] = datetime.now
    clock: Callable[[], float] = time.monotonic
    _began: float = field(init=False)
    _actions: int = 0
    _allowed: set[tuple[str, str]] = field(default_factory=set)
    _selection: Selection = field(default_factory=Selection)
    _closing: Closing = field(default_factory=Closing)
    _once: Once = field(default_factory=Once)
    _focus: Focus = field(default_factory=Focus)
    _boxes: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._began = self.clock()

    @property
    def level(self) -> Safety:
        return self.safety or self.rules.safety

    @property
    def constraints(self) -> Constraints:
        """What the task forbids."""
        return constraints_of(self.task)

    def begin(self, windows: Sequence[Window]) -> None:
        """The run begins: these windows are the person's, and it closes none of them unasked."""
        self._closing.begin(windows)

    def done(self, action: Action, map_: ElementMap, *, confirmed: bool) -> None:
        """Take in an action that was carried out on the screen that `map_` shows."""
        self._once.done(on_element(action, map_), map_, confirmed=confirmed)
        if isinstance(action, Click) and (name := ticks.called(action.target, map_)):
            self._boxes.add(name)

    @contextlib.contextmanager
    def untimed(self) -> Iterator[None]:
        """A block in which the run waits for a person: its time does not count for max_minutes."""
        began = self.clock()
        try:
            yield
        finally:
            self._began += self.clock() - began

    def over(self) -> str:
        """Why the run must end by the rules, or ''."""
        most, minutes = self.rules.max_actions, self.rules.max_minutes
        if most and self._actions >= most:
            return f"The rules allow {most} actions a run."
        if minutes and self.clock() - self._began >= 60 * minutes:
            return f"The rules allow {minutes:g} minutes a run."
        return self._wrong_time()

    def review(
        self,
        step: int,
        action: Action,
        description: str,
        map_: ElementMap,
        *,
        recorded: bool = False,
        of_procedure: bool = False,
        share: float | None = None,
    ) -> Verdict:
        """Whether the action may be carried out now; asks when it must, and waits. What is
        `recorded` is a step of a routine that the person started; one `of_procedure` may click
        boxes of which the task does not speak. `share` is how likely a model took it, 0 to 1, that
        was taught to choose: where it is sure and nobody can be asked, it overrules a slight
        objection.

        Raises:
            Stopped: the run was stopped while it waited.
        """
        self._actions += 1
        action = on_element(action, map_)
        self.secrets.learn(action, map_)
        risks = risks_of(action, map_, self.rules)
        if asked := deviation(action, map_, self.task, self.rules, moved=self._focus.moved):
            risks.append(asked)
        window = window_of(action, map_)
        if reason := self._forbidden(action, map_, risks):
            return self._refused(step, description, reason)
        if not (recorded and not self.constraints):
            if early := self._once.objection(action, map_, self.task):
                return replace(self._refused(step, description, early), early=True)
            which = ambiguous.objection(action, map_, self.task)
            objection = self._against(action, map_, of_procedure=of_procedure) or which
            if objection is not None and not self._leaves_open(objection, share):
                unclear = objection is which
                return replace(self._refused(step, description, objection.why), unclear=unclear)
            if objection is not None and self._can_ask:
                risks.append(Risk(id=f"{_TASK}: {objection.why}", why=objection.why))
        verdict = Verdict()
        if self._must_ask(action, risks, window):
            verdict = self._ask(step, action, description, map_, window, risks)
        if verdict.kind != "refused":
            self._selection.note(action, map_)
            self._closing.note(action, map_)
            self._focus.note(action)
        return verdict

    def refuses(self, action: Action, map_: ElementMap, *, taught: bool = False) -> bool:
        """Whether it is known before that an action would be refused; nobody is asked. Which of
        several equal buttons is meant is not known before, nor what a model that was `taught` to
        choose is sure of."""
        action = on_element(action, map_)
        if self._forbidden(action, map_, risks_of(action, map_, self.rules)):
            return True
        if self._once.objection(action, map_, self.task):
            return True
        objection = self._against(action, map_)
        share = 1.0 if taught else None
        return objection is not None and not self._leaves_open(objection, share)

    @property
    def _can_ask(self) -> bool:
        return self.asker is not None and self.level != "trusted"

    def _leaves_open(self, objection: Objection, share: float | None) -> bool:
        """Whether an objection leaves it to the person, or to a model that is sure."""
        weighed = objection.slight and (share or 0.0) >= _SURE
        return not objection.sure and (self._can_ask or weighed)

    def _against(
        self, action: Action, map_: ElementMap, *, of_procedure: bool = False
    ) -> Objection | None:
        """What the task says against an action, if anything."""
        found = forbidden(action, map_, self.constraints, self.rules, self._selection)
        found = unchanged.objection(action, map_, self.constraints) or found
        if found is not None and found.sure:
            return found
        found = found or ticks.objection(action, map_, self.task)
        found = found or ticks.exempt(action, map_, self.constraints)
        found = found or ambiguous.beside_exempt(action, map_, self.constraints)
        found = found or ambiguous.in_another_row(action, map_, self.task)
        found = found or selected.objection(action, map_, self.task, self.rules)
        found = found or unasked.objection(action, map_, self.task, self.rules, self._selection)
        closed = self._closing.objection(action, map_, self.task, self.rules, self._selection)
        found = closed if closed is not None and closed.sure else found or closed
        # A slight one comes last, so that it hides no other.
        return found or (
            None if of_procedure else ticks.unasked(action, map_, self.task, self._boxes)
        )

    def _refused(self, step: int, description: str, reason: str) -> Verdict:
        self.tell(Judged(step, description, False, reason))
        return Verdict("refused", reason)

    def _wrong_time(self) -> str:
        if not self.rules.hours:
            return ""
        begin, end = hours_of(self.rules.hours)
        now = self.now().time()
        inside = begin <= now < end if begin <= end else now >= begin or now < end
        return "" if inside else f"The rules allow runs only at {self.rules.hours}."

    def _forbidden(self, action: Action, map_: ElementMap, risks: list[Risk]) -> str:
        """Why no answer could allow the action, or ''."""
        never = next((risk for risk in risks if risk.never), None)
        if never is not None:
            return f"the rules never allow it: {never.why}"
        if isinstance(action, OpenApp):
            return closed(action.name, map_.title_of(action.window), self.rules)
        for reached in windows_of(action, map_):
            if reason := closed(reached.application, reached.title, self.rules):
                return reason
        area = touches(action, map_, self.rules.areas)
        if area is not None:
            return f"the rules keep the area “{area.name or 'without a name'}” from being touched"
        return ""

    def _must_ask(self, action: Action, risks: list[Risk], window: Window | None) -> bool:
        if isinstance(action, _HARMLESS) or self.level == "trusted":
            return False
        if self.level == "watch":
            return True
        if not risks and self.level == "risky":
            return False
        return not all(key in self._allowed for key in _keys(risks, window))

    def _ask(
        self,
        step: int,
        action: Action,
        description: str,
        map_: ElementMap,
        window: Window | None,
        risks: list[Risk],
    ) -> Verdict:
        if self.asker is None:
            self.tell(Judged(step, description, False, _NOBODY))
            return Verdict("refused", _NOBODY)
        question = Asking(
            next_number(),
            step,
            description,
            (window.title or window.application) if window is not None else "",
            tuple(risk.why or risk.id for risk in risks),
            spotlight(action, self.secrets.map(map_)),
            self.rules.answer_seconds,
            self.level == "watch",
        )
        self.tell(question)
        with self.untimed():
            answer = self.asker(question, self.stop)
        if answer == "task":
            self._allowed.update(_keys(risks, window))
        verdict = _verdict(answer, question)
        allowed = verdict.kind != "refused"
        words = verdict.why or ("you did it" if question.watch else "you allowed it")
        self.tell(Judged(step, description, allowed, words, question.number, answer))
        return verdict


def _verdict(answer: Answer | None, question: Asking) -> Verdict:
    if answer is None:
        return Verdict("refused", _UNANSWERED, asked=True)
    if answer == "deny":
        return Verdict("refused", NOT_ALLOWED, asked=True)
    return Verdict("done" if question.watch else "allowed", asked=True)


def _keys(risks: list[Risk], window: Window | None) -> list[tuple[str, str]]:
    """What “allow for this task” allows: these risks in this application, or, when every action is
    asked about, all that have none."""
    application = window.application if window is not None else ""
    return [(risk.id, application) for risk in risks] or [("", "")]
