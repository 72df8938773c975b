"""The product's own deciding as `Decides`: its plan, suggestions, action space, grammar and model.

The moves of a skill after its first one are left out: this measures the choice itself. A call of a
skill counts as its first move.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.actions import (
    Action,
    AddToSelection,
    Answer,
    Click,
    Done,
    DoubleClick,
    Drag,
    Hover,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TypeText,
    UseSkill,
)
from agent.apps.application import Application
from agent.constraints.parsing import constraints_of
from agent.control.stop import StopSwitch
from agent.deciding.action_space import ActionSpace, action_space
from agent.deciding.decider import Decider
from agent.deciding.modal import in_reach
from agent.deciding.profiles import PROFILES, Profile
from agent.deciding.reply import UnusableReply
from agent.deciding.situation import Situation, Suggestion, among_steps, ranked
from agent.deciding.task_on_screen import without_task
from agent.memory import Deed, Memory
from agent.skills.known import known_skills
from agent.skills.running import Skills
from agent.suggestions.by_words import ByWords
from agent.suggestions.going_on import Ending
from agent.task.literals import mentions
from agent.task.plan import Outline, cut
from agent.trajectory import Effect
from benchmarks.decide.format import Act, Case, Verb
from benchmarks.decide.scoring import Chosen, matches
from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel
from vision.core.elements import ElementMap

_TOUCHED = re.compile(r"\[\d+\] (.*?)(?= “|$| to \[)")
_NUMBER = re.compile(r"\[(\d+)\]")
_PROGRAMS = ("Firefox", "Calculator", "LibreOffice Writer", "LibreOffice Calc", "Files", "Terminal")
"""The applications that count as installed."""


@dataclass
class Product:
    """What the product would do. Without a `model` nothing can be chosen."""

    model: LanguageModel | None
    profile: Profile = PROFILES["small"]
    _skills: Skills = field(default_factory=Skills)

    def reach(self, case: Case, wording: int) -> bool:
        now = self._situation(case, wording)
        suggestions = self.suggestions(now)
        space = action_space(now, suggestions)
        if any(_possible(right, space) for right in case.right):
            return True
        acts = [self._act(each.action, now) for each in suggestions]
        return any(matches(act, right) for act in acts for right in case.right)

    def choose(self, case: Case, wording: int) -> Chosen:
        now = self._situation(case, wording)
        began = time.perf_counter()
        try:
            decision = self._decider().next(now, self.suggestions(now))
        except (UnusableReply, ModelError) as problem:
            return Chosen((), time.perf_counter() - began, str(problem))
        seconds = time.perf_counter() - began
        return Chosen(tuple(self._act(a, now) for a in decision.reply.actions), seconds)

    def rank(self, case: Case, wording: int) -> int | None:
        """The place, from 0, of the first right suggestion; None when none is right."""
        judged = sorted(self.judged(case, wording), key=lambda pair: -pair[0].score)
        return next((place for place, (_, right) in enumerate(judged) if right), None)

    def judged(self, case: Case, wording: int) -> list[tuple[Suggestion, bool]]:
        """All suggestions, each with whether it is right; a text of the model's own counts as right
        where any text does, or one that the task does not hold."""
        now = self._situation(case, wording)
        return self.judge(self.suggestions(now, 10_000), now, case.right)

    def judge(
        self, suggestions: Sequence[Suggestion], now: Situation, right: Sequence[Act]
    ) -> list[tuple[Suggestion, bool]]:
        """The suggestions, each with whether it is one of the `right` actions. A text of the
        model's own is right where any text is, and where none that is offered is the right one."""
        acts = [self._act(each.action, now) for each in suggestions]
        told = [
            not each.open_text and any(matches(act, one) for one in right)
            for each, act in zip(suggestions, acts, strict=True)
        ]
        offered = {(act.verb, act.target) for act, fits in zip(acts, told, strict=True) if fits}
        own = {
            (one.verb, one.target)
            for one in right
            if one.value is None or (one.verb, one.target) not in offered
        }
        return [
            (each, fits or (each.open_text and (act.verb, act.target) in own))
            for each, act, fits in zip(suggestions, acts, told, strict=True)
        ]

    def suggestions(self, now: Situation, most: int = 32) -> Sequence[Suggestion]:
        """What the product suggests, best first."""
        self._skills = known_skills(now.task, now.applications)
        suggesters = (self._skills, ByWords(most), Ending())
        found = [each for suggester in suggesters for each in suggester.suggest(now)]
        return ranked(among_steps(found))

    def _act(self, action: Action, now: Situation) -> Act:
        """An action as one of a case; a call of a skill is its first move."""
        if isinstance(action, UseSkill):
            move = self._skills.begin(action, now)
            return plain_act(move.action, now.map) if move is not None else Act("skill")
        return plain_act(action, now.map)

    def _decider(self) -> Decider:
        assert self.model is not None
        return Decider(self.model, StopSwitch(), lambda text: None, self.profile)

    def _situation(self, case: Case, wording: int) -> Situation:
        """The screen, and what a run would have noted by then."""
        task = case.tasks[wording]
        plan = Outline(cut(task))
        plan.keep_to(constraints_of(task))
        map_ = without_task(in_reach(case.screen), task)
        memory = Memory()
        for number, past in enumerate(case.history, 1):
            memory.deeds.append(Deed(past.action, Effect("confirmed", past.effect)))
            # What only brings something up ends no part of a task.
            opens = past.action.startswith("right click") or bool(
                number == len(case.history) and case.came
            )
            plan.credit(_TOUCHED.findall(past.action), ends_part=not opens)
            _note_used(past.action, map_, memory)
        memory.came = tuple(e for e in map_.elements if e.id in case.came)
        if case.history:
            _tick_before(plan, case.right, map_)
        for element in map_.elements if case.history else ():
            if element.state.value and plan.use(element.state.value) is not None:
                memory.filled.append((element, element.state.value))
                memory.unsent = element
            if element.state.checked and plan.use(element.text) is not None:
                memory.toggled.append(element)
        programs = [Application(name.casefold(), name) for name in _PROGRAMS]
        return Situation(task, plan, memory, map_, programs)


def _note_used(action: str, map_: ElementMap, memory: Memory) -> None:
    """Remember what an action touched, as far as it is still there."""
    numbers = {int(number) for number in _NUMBER.findall(action)[:1]}
    for element in map_.elements:
        if element.id in numbers:
            memory.last_used = element
            if "click" in action.partition("[")[0]:
                memory.clicked.append(element)


def _tick_before(plan: Outline, right: Sequence[Act], map_: ElementMap) -> None:
    """Tick the parts before the one that names what is right now: the history of a case does not
    tell which parts its actions finished."""
    names = [map_.by_id(act.target).text for act in right if act.target is not None]
    names += [act.value for act in right if act.value]
    parts = [part for part in plan.parts if not part.done]
    named = (n for n, part in enumerate(parts) if any(mentions(part.text, name) for name in names))
    for part in parts[: next(named, 0)]:
        part.done = True


def _possible(right: Act, space: ActionSpace) -> bool:
    """Whether an action can be said in a space: its target has a name there; texts are free."""
    targets = set(space.targets.values())
    if any(number is not None and number not in targets for number in (right.target, right.to)):
        return False
    if right.verb == "open":
        return any(right.value is None or right.value in name for name in space.applications)
    if right.verb == "click":
        return right.target in space.clicks.values()
    if right.verb == "type" and right.target is not None:
        return right.target in space.fields.values()
    if right.verb == "select":
        return right.target in space.dropdowns.values()
    return right.verb != "skill"


_VERBS: Mapping[type[Action], Verb] = {
    TypeText: "type",
    SetSlider: "type",
    Select: "select",
    DoubleClick: "double_click",
    RightClick: "right_click",
    Hover: "hover",
    Click: "click",
    AddToSelection: "click",
    Drag: "drag",
    Press: "press",
    Scroll: "scroll",
    OpenApp: "open",
    Done: "done",
    Answer: "answer",
}
_VALUES = ("text", "option", "value", "keys", "direction", "name")


def plain_act(action: Action, map_: ElementMap) -> Act:
    """An action of the product as one of a case. To wait or to give up is right on no screen."""
    if isinstance(action, Tap):
        target = action.targets[0] if action.targets else None
        return Act("click", target, map_.by_id(target).text if target is not None else "")
    verb = _VERBS.get(type(action))
    if verb is None:
        return Act("skill", value=type(action).__name__)
    target = getattr(action, "target", None)
    name = map_.by_id(target).text if target is not None else ""
    said = (getattr(action, field, None) for field in _VALUES)
    value = next((each for each in said if each is not None), None)
    return Act(verb, target, name, value, getattr(action, "to", None))
