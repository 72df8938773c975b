"""The loop: observe, decide, act, wait until the screen rests, compare, until the task is over.

What a program can know it does not ask the model: whether an action had an effect, which parts of
the task are done, and what must not be tried again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from agent.act_kinds import present
from agent.actions import Action, Done, Fail, Press
from agent.app_first import ApplicationsFirst
from agent.apps.application import Application
from agent.apps.modal import in_reach
from agent.asked import answered, asked_of
from agent.choices import choices
from agent.computer.describe import describe
from agent.computer.effect import judge, windows_changed
from agent.computer.executor import Hands
from agent.computer.observer import Observer
from agent.constraints.once import is_serious, pressed_button
from agent.constraints.parsing import constraints_of
from agent.control.eta import Pace
from agent.control.pause import PauseSwitch
from agent.control.stop import StopSwitch
from agent.control.user_messages import Sayings
from agent.crediting import credit, may_go_on
from agent.decide import Decides, Decision, in_order
from agent.doubts import doubts
from agent.errors import ActionFailed
from agent.events import Acting, Event, Noted, Planned, Said, Seen, Stepped
from agent.forms.filling import Forms
from agent.going_back import GoingBack
from agent.grammar import UnusableReply
from agent.knowledge import Knowledge
from agent.mechanisms import Mechanisms
from agent.memory import Memory
from agent.menu_search import MenuSearch
from agent.outline import Outline
from agent.policy.gate import Gate
from agent.stuck import Stuck
from agent.trajectory import Effect, Outcome
from agent.uninvited import Uninvited
from agent.ways.following import Ways
from vision.elements import ElementMap
from vision.screen import Screenshot

# Seconds that an action may take to show its first effect.
_PATIENCE = 0.8
_PATIENCE_AFTER_KEYS = 1.2
_MOST_HOLDS = 4
_MOST_UNUSABLE = 2
# Looks at what was just opened, and seconds between them, until it shows what is asked for.
_LOOKS, _LOADS = 4, 1.0
_MOST_WAITS = 3
# Looks, and seconds between them, for the effect of a button that may not be pressed twice.
_LATE_LOOKS, _LATE = 4, 2.0


@dataclass
class Loop:
    """One run. `go` returns how it ended; everything else is told as it happens. `lost` says why
    nothing of what the run keeps to can be seen any more, or "". What was `taught` as a routine
    ends as it did then, whether a form was sent or not."""

    task: str
    observer: Observer
    decider: Decides
    hands: Hands
    stop: StopSwitch
    tell: Callable[[Event], None]
    gate: Gate
    first: ApplicationsFirst
    applications: Sequence[Application] = ()
    max_steps: int = 30
    dry_run: bool = False
    taught: bool = False
    mechanisms: Mechanisms = field(default_factory=Mechanisms)
    memory: Memory = field(default_factory=Memory)
    outline: Outline = field(default_factory=lambda: Outline([]))
    last: ElementMap | None = None
    pause: PauseSwitch = field(default_factory=PauseSwitch)
    sayings: Sayings = field(default_factory=Sayings)
    lost: Callable[[], str] = lambda: ""
    pace: Pace = field(default_factory=Pace)
    ways: Ways = field(default_factory=lambda: Ways(on=False))
    forms: Forms = field(default_factory=lambda: Forms(on=False))
    knowledge: Knowledge = field(default_factory=Knowledge)
    menus: MenuSearch = field(default_factory=lambda: MenuSearch(on=False))
    going_back: GoingBack = field(default_factory=lambda: GoingBack(on=False))
    _steps: int = 0
    _holds: int = 0
    _unusable: int = 0
    _waits: int = 0

    def __post_init__(self) -> None:
        self.uninvited = Uninvited(self.task)
        # What they do says itself whether a part of the task is done.
        self._own_ends = (self.first, self.ways, self.menus, self.going_back, self.uninvited)
        self._stuck = Stuck(self.gate, self.tell)

    def go(self) -> Outcome:
        """Carry out the task.

        Raises:
            Stopped: the person stopped it; no key or button is held.
            ModelError, AgentError, OSError: it cannot go on; the message says why.
        """
        with self.pace.of("look", "Reading the screen"):
            self.last = map_ = self.observer.look()
        self.gate.begin(map_.windows)
        spent = dict(map_.timings)
        if ended := self._answered() or self._chosen(self.task, map_, spent):
            return ended
        start = time.perf_counter()
        self.memory.blocking = self.mechanisms.blocking
        planned = self.mechanisms.plan
        with self.pace.of(f"plan {self.decider.name}", "Making the plan"):
            said = self.decider.outline(self.task) if planned else Outline([self.task.strip()])
        self.outline = said
        self.outline.keep_to(self.gate.constraints)
        spent["plan"] = time.perf_counter() - start
        self.tell(Planned(self.outline.lines()))
        if self.outline.parts and self.outline.finished:
            return Outcome("done", "The task only says what not to do, so nothing was done.")
        while True:
            self.last = map_
            self.tell(Seen(self._steps + 1, map_))
            if outcome := self._heed(map_, spent):
                return outcome
            opening, map_ = self._prepared(map_, spent)
            if outcome := self._over(map_):
                return outcome
            decision = self._next(opening, map_, spent)
            if isinstance(decision, Outcome):
                return decision
            # What was decided before a pause, or before the person said more, is not done.
            if decision is None or self._rested() or self.sayings.waiting:
                map_ = self.observer.look()
                continue
            if self.dry_run:
                return Outcome(
                    "done", f"Dry run: nothing was clicked or typed. {_plan(decision, map_)}"
                )
            result = self._act(decision, map_, spent)
            if isinstance(result, Outcome):
                return result
            map_, spent = result, {}

    def _answered(self) -> Outcome | None:
        """The end of a run whose task is nothing but a calculation: no program is needed for it."""
        said = answered(self.task)
        if said is None:
            return None
        self.tell(Noted(said))
        return Outcome("done", said)

    def _chosen(self, task: str, map_: ElementMap, spent: dict[str, float]) -> Outcome | None:
        """Choose the programs that what a text asks for needs; what it forbids needs none."""
        free = constraints_of(task).free()
        return self.first.begin(free, map_, spent) if any(map(str.isalnum, free)) else None

    def _prepared(
        self, map_: ElementMap, spent: dict[str, float]
    ) -> tuple[Decision | None, ElementMap]:
        """What is to be opened first for the next part of the task, and what is looked at of the
        map; what that part says of the screen, or leaves to the model to write, is known then."""
        self.knowledge.answer(self.outline, map_, spent)
        self.knowledge.compute(self.outline, map_, spent, self.first.speaks_of)
        opening = self.first.due(self.outline, map_)
        map_ = self.first.focus.narrowed(map_)
        while opening is None and self.knowledge.read(self.outline, map_, spent):
            opening = self.first.due(self.outline, map_)
        if opening is None:
            for again in range(_LOOKS):
                waits = again < _LOOKS - 1
                if not self.knowledge.inform(self.outline, map_, spent, waits=waits):
                    break
                self.stop.sleep(_LOADS)
                map_ = self.first.focus.narrowed(self.observer.look())
            self.knowledge.invent(self.outline, map_, spent)
        return opening, map_

    def _next(
        self, opening: Decision | None, map_: ElementMap, spent: dict[str, float]
    ) -> Decision | Outcome | None:
        """The next actions, from the model when nothing else knows them; or the end, when a form
        that holds all values ticked the last part. None when the screen must be looked at again."""
        if self._stuck.resumed:
            self._stuck.resumed = False
            return None
        known = opening or self._by_rule(map_)
        if self._rested():
            return None
        if known is None and self.outline.finished and (ended := self._over(map_)):
            return ended
        return known or self._decide(map_, spent)

    def _by_rule(self, map_: ElementMap) -> Decision | None:
        """What a rule does next without asking the model. None does anything on a part of the task
        that forbids or exempts something: they do not read that."""
        part = self.outline.current
        if part is not None and part.held:
            return None
        if (closing := self.uninvited.due(map_)) is not None:
            self.ways.interrupted(map_)
            return closing
        known = self._by_way(map_) or self._by_form(map_)
        known = known or self.menus.due(self.outline, map_)
        return known or self.going_back.due(map_, self.outline, self.memory)

    def _by_way(self, map_: ElementMap) -> Decision | None:
        """The next step of a way that programs share, if one does what is next."""
        self.outline.refer(map_.elements)
        before = self.outline.lines()
        known = self.ways.due(self.outline, map_)
        if self.outline.lines() != before:
            self.tell(Planned(self.outline.lines()))
        return known

    def _by_form(self, map_: ElementMap) -> Decision | None:
        """The next action that fills in the form in front, if there is one and the next part of the
        task is more than a question."""
        if self._is_asked():
            return None
        before = self.outline.lines()
        known = self.forms.due(self.outline, in_reach(map_), self.memory)
        if self.outline.lines() != before:
            self.tell(Planned(self.outline.lines()))
        return known

    def _is_asked(self) -> bool:
        """Whether the next part of the task only asks to be told something."""
        part = self.outline.current
        return part is not None and bool(asked_of(part))

    def _rested(self) -> bool:
        """Wait as long as the run is paused; whether it was."""
        with self.gate.untimed():
            return self.pause.wait(self.stop, self.tell, self.gate.rules.answer_seconds)

    def _heed(self, map_: ElementMap, spent: dict[str, float]) -> Outcome | None:
        """Put what the person said before the rest of the task."""
        for text in self.sayings.take():
            self.gate.secrets.hear(text)
            said = self.decider.outline(text) if self.mechanisms.plan else Outline([text])
            self.outline.insert([part.text for part in said.parts])
            self.gate.task = f"{self.gate.task}\n{text}"
            self.outline.keep_to(self.gate.constraints)
            self.memory.start_afresh()
            self._holds = self._waits = self._unusable = 0
            self.tell(Said(text))
            self.tell(Planned(self.outline.lines()))
            if ended := self._chosen(text, map_, spent):
                return ended
        return None

    def _over(self, map_: ElementMap) -> Outcome | None:
        """Whether the run ends here, as far as a program can tell."""
        begun = self.memory.deeds or self.first.at or self.knowledge.answers
        # What was asked for last was read in what is open: a person may look at it, too.
        read = bool(self.outline.parts) and bool(asked_of(self.outline.parts[-1]))
        if begun and self.outline.finished and (read or not self.memory.something_open(map_)):
            return self._done()
        if name := self.knowledge.informing.not_shown(self.outline):
            return Outcome("failed", f"The windows that were looked at do not show this: {name}.")
        if why := self.lost():
            return Outcome("failed", f"{why} Not done: “{self.outline.remaining}”.")
        if rule := self.gate.over():
            return Outcome("step limit", f"{rule} Not done: “{self.outline.remaining}”.")
        if self._steps >= self.max_steps:
            return Outcome(
                "step limit",
                f"The task was not finished within {self.max_steps} steps. Not done: "
                f"“{self.outline.remaining}”. Allow more steps, or split the task.",
            )
        return self._stuck.over(self.outline, self.memory, self._steps, map_)

    def _done(self) -> Outcome:
        evidence = next((d.line() for d in reversed(self.memory.deeds) if d.tells_of_success), "")
        at = self.first.at
        evidence = evidence or (f"{at.application.name} is in front" if at else "")
        if not self.mechanisms.reflection:
            return Outcome("unsure", "The effects of the actions were not checked.")
        found = [*doubts(self.outline, self.memory, self.last, taught=self.taught)]
        found += self.knowledge.doubts
        said = [*self.knowledge.answers, *([evidence] if evidence else []), *found]
        return Outcome("unsure" if found else "done", ". ".join(said))

    def _decide(self, map_: ElementMap, spent: dict[str, float]) -> Decision | None:
        """The next actions; None when the screen must be looked at again first."""
        map_ = in_reach(map_)
        self.knowledge.work_out(self.outline, map_, spent)
        self.outline.adopt(e.text for e in map_.elements if e.kind in ("checkbox", "radio"))
        offered = self.first.others()
        named = () if self.first.wanted else self.applications
        options = choices(map_, self.outline, self.memory, named, offered)
        if self._is_asked() and options.nothing:
            self.knowledge.informing.no_more_to_see(self.outline)
            return None
        start = time.perf_counter()
        try:
            with self.pace.of(f"decide {self.decider.name}", "Deciding what to do"):
                decision = self.decider.next(map_, self.outline, options)
        except UnusableReply as problem:
            self._unusable += 1
            self.memory.held.clear()
            if self._unusable > _MOST_UNUSABLE:
                raise ActionFailed(
                    f"The model {self.decider.name} gives no usable replies: {problem}",
                    "Choose a larger model: deskhand models list",
                ) from problem
            return None
        except ValueError:
            if self._waits >= _MOST_WAITS:
                raise ActionFailed(
                    "No element on the screen can be used for the rest of the task: "
                    f"“{self.outline.remaining}”.",
                    "Check that the right window is in front and completely visible.",
                ) from None
            self._waits += 1
            self.stop.sleep(1.0)
            return None
        seconds = time.perf_counter() - start
        spent["prompt"] = spent.get("prompt", 0.0) + decision.cost.prompt_seconds
        spent["generate"] = spent.get("generate", 0.0) + seconds - decision.cost.prompt_seconds
        return decision if decision.settled else self._in_order(decision, map_)

    def _in_order(self, decision: Decision, map_: ElementMap) -> Decision | None:
        """What of a reply is carried out now; None when it comes too early."""
        part = self.outline.current
        if part is not None and part.held:
            # Names of a part that forbids something say nothing about its order.
            first = decision.reply.actions[:1]
            return replace(decision, reply=replace(decision.reply, actions=first))
        kept, early = in_order(decision.reply.actions, map_, self.outline)
        if not kept and early is not None and self._holds < _MOST_HOLDS:
            self._holds += 1
            self.memory.hold(early)
            return None
        if not kept and early is not None:
            kept = [early]
        if not self.mechanisms.several_actions:
            kept = kept[:1]
        return replace(decision, reply=replace(decision.reply, actions=tuple(kept)))

    def _act(
        self, decision: Decision, map_: ElementMap, spent: dict[str, float]
    ) -> ElementMap | Outcome:
        """Carry out the actions of one reply until one changes the scene or has no effect."""
        seen = map_
        actions = decision.reply.actions
        for number, action in enumerate(actions, start=1):
            if isinstance(action, Done):
                self.outline.end()
                self.tell(Planned(self.outline.lines()))
                return self._done()
            if isinstance(action, Fail):
                return Outcome("failed", f"{action.why}. Not done: “{self.outline.remaining}”")
            if self._steps >= self.max_steps or self.gate.over() or self._interrupted():
                break
            before, seen = seen, self._step(action, decision, seen, spent)
            spent.clear()
            if ended := self._opened(action):
                return ended
            useless = self.memory.deeds[-1].effect.kind != "confirmed"
            if useless or windows_changed(before, seen) or not present(actions[number:], seen):
                break
        return seen

    def _opened(self, action: Action) -> Outcome | None:
        before = self.outline.lines()
        ended = self.first.opened(action, self.memory.deeds[-1].effect, self.outline)
        if self.outline.lines() != before:
            self.tell(Planned(self.outline.lines()))
        return ended

    def _interrupted(self) -> bool:
        return self.pause.pressed or self.sayings.waiting

    def _step(
        self, action: Action, decision: Decision, map_: ElementMap, spent: dict[str, float]
    ) -> ElementMap:
        """One action with its effect; returns the map after it."""
        self._steps += 1
        said = describe(action, map_)
        start = time.perf_counter()
        baseline, problem = self._carry_out(action, said, decision, map_)
        acted = time.perf_counter()
        patience = _PATIENCE_AFTER_KEYS if isinstance(action, Press) else _PATIENCE
        after = self.observer.look(before=baseline, patience=0.0 if problem else patience)
        start_of_compare = time.perf_counter()
        effect = problem or judge(action, replace(map_, screenshot=baseline), after)
        if problem is None:
            after, effect = self._later(action, map_, baseline, after, effect)
            self.gate.done(
                action, map_, confirmed=effect.kind == "confirmed" or not self.memory.blocking
            )
        believed = effect
        if not self.mechanisms.reflection and problem is None:
            believed = Effect("confirmed", "not checked")
        self.memory.note(action, said, believed, map_, after)
        if (part := self.ways.told(action, effect, map_, after)) is not None:
            part.done = True
            self.knowledge.done(part, after)
            self.memory.opened.clear()  # What is open still was to be opened.
            self.tell(Planned(self.outline.lines()))
        if (part := self.menus.told(action, effect)) is not None:
            part.done = True
            self.tell(Planned(self.outline.lines()))
        if believed.kind == "confirmed":
            self._credit(action, map_, after)
        elif may_go_on(action, believed, map_, self.outline):
            left = [part for part in self.outline.parts if not part.done]
            self._credit(action, map_, after)
            for part in left:
                # "Press Apply" asks for no more than that.
                part.unseen = part.done and not part.points
        if not self.menus.keeps(action):
            self.going_back.noted(action, effect, map_, after, self.outline)
        self.uninvited.noted(action, after)
        timings = {**spent, "act": acted - start}
        for stage, seconds in after.timings.items():
            timings[stage] = timings.get(stage, 0.0) + seconds
        timings["compare"] = time.perf_counter() - start_of_compare
        step = decision.step(self._steps, action, said, effect, map_, timings, first=bool(spent))
        self.tell(Stepped(step))
        self.pause.acted()
        self.last = after
        return after

    def _later(
        self,
        action: Action,
        map_: ElementMap,
        baseline: Screenshot,
        after: ElementMap,
        effect: Effect,
    ) -> tuple[ElementMap, Effect]:
        """The map and the effect of an action that may show late: a button that sends, creates or
        pays is not pressed twice, so its effect is waited for."""
        button = pressed_button(action, map_)
        for _ in range(_LATE_LOOKS):
            if button is None or not is_serious(button) or effect.kind == "confirmed":
                break
            self.stop.sleep(_LATE)
            after = self.observer.look()
            effect = judge(action, replace(map_, screenshot=baseline), after)
        return after, effect

    def _carry_out(
        self, action: Action, said: str, decision: Decision, map_: ElementMap
    ) -> tuple[Screenshot, Effect | None]:
        """Do it, if the gate lets it through. The screen just before, and why it was not done."""
        recorded = self.taught and decision.settled
        verdict = self.gate.review(self._steps, action, said, map_, recorded=recorded)
        if verdict.early:
            self.stop.sleep(_LATE)
        if verdict.kind == "refused":
            return map_.screenshot, Effect("not allowed", verdict.why)
        if verdict.kind == "done":
            return map_.screenshot, None
        target = getattr(action, "target", None)
        self.tell(Acting(self._steps, said, decision.reply.reason, target))
        try:
            if verdict.asked:
                self._rested()
                self.hands.return_to(map_)
            return self.hands.carry_out(action, map_), None
        except ActionFailed as problem:
            return map_.screenshot, Effect("failed", str(problem))

    def _credit(self, action: Action, map_: ElementMap, after: ElementMap) -> None:
        """Tick what the action finished of the task."""
        self._holds = self._waits = self._unusable = 0
        if any(part.keeps(action) for part in self._own_ends):
            return
        before, done = self.outline.lines(), self.outline.progress
        held = [part for part in self.outline.parts if part.held and not part.done]
        credit(action, map_, after, self.outline, self.memory)
        for part in held:
            # Its words name also what must not be used: only the model says when it is done.
            part.done = False
        for part in self.outline.parts:
            if part.done and self.ways.refutes(part, after):
                part.done = False
        if self.outline.progress > done:
            self.memory.went_on()
        if self.outline.lines() != before:
            self.tell(Planned(self.outline.lines()))


def _plan(decision: Decision, map_: ElementMap) -> str:
    return "It would " + ", ".join(describe(a, map_) for a in decision.reply.actions) + "."
