"""The loop: observe, decide, act, wait until the screen rests, compare, until the task is over.

The model chooses every action: one that is suggested, the moves of a skill, or anything else that
can be done. The program offers, checks each action before and after it, and remembers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from agent.actions import Action, Answer, Ask, Done, Fail, OpenApp, PartDone, Press, UseSkill
from agent.apps.application import Application
from agent.apps.first import ApplicationsFirst
from agent.computer.describe import describe
from agent.computer.effect import judge, scene_changed
from agent.computer.executor import Hands
from agent.constraints.once import is_serious, pressed_button
from agent.constraints.parsing import constraints_of
from agent.control import endings
from agent.control.eta import Pace
from agent.control.pause import PauseSwitch
from agent.control.stop import StopSwitch
from agent.control.stuck import Stuck
from agent.control.user_messages import Sayings
from agent.deciding.decider import AT_A_LOSS, FREE, Decides, Decision, looking
from agent.deciding.modal import in_reach
from agent.deciding.reply import Reply, UnusableReply
from agent.deciding.situation import Situation, Suggester, Suggestion, among_steps, ranked
from agent.deciding.task_on_screen import without_task
from agent.errors import ActionFailed
from agent.events import Acting, Event, Noted, Planned, Said, Seen, Stepped
from agent.knowledge import Knowledge
from agent.mechanisms import Mechanisms
from agent.memory import Memory
from agent.perception.observer import Observer
from agent.policy.gate import Gate
from agent.policy.picking import MOST, ask_person
from agent.secrets import placeholders
from agent.skills.running import Skills
from agent.suggestions.keypad import works_out
from agent.task.act_kinds import present
from agent.task.asked import answered, asked_of
from agent.task.final_check import is_named_and_unsaved, is_unsaved
from agent.task.literals import mentions
from agent.task.plan import Outline
from agent.task.progress import credit, may_go_on, was_meant
from agent.task.shown import note_held, note_replaced, note_shown
from agent.trajectory import By, Effect, Outcome
from vision.capture.screen import Screenshot
from vision.core.elements import ElementMap

# Seconds that an action may take to show its first effect.
_PATIENCE = 0.8
_PATIENCE_AFTER_KEYS = 1.2
_MOST_UNUSABLE = 2
# What the score of a suggestion loses that names what the task protects.
_PROTECTED = 3.0
# Objections to what the model wants, before another look at the screen.
_MOST_OBJECTIONS = 3
_DO_IT = "Do it"
# Asked where the model is at a loss.
_WHAT_NEXT = "It is not clear what comes next. What shall be done?"
# Replies in a row that touch nothing: an answer, a question, a skill that has no move.
_MOST_IDLE = 6
# Looks, and seconds between them, for the effect of a button that may not be pressed twice.
_LATE_LOOKS, _LATE = 4, 2.0


@dataclass
class Loop:
    """One run. `go` returns how it ended; everything else is told as it happens. `lost` says why
    nothing of what the run keeps to can be seen any more, or "". What was `taught` as a routine
    ends as it did then, whether a form was sent or not. `model_ends`: only the model says that the
    task is done, also where every part of the plan is ticked."""

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
    plan: Outline = field(default_factory=lambda: Outline([]))
    last: ElementMap | None = None
    pause: PauseSwitch = field(default_factory=PauseSwitch)
    sayings: Sayings = field(default_factory=Sayings)
    lost: Callable[[], str] = lambda: ""
    pace: Pace = field(default_factory=Pace)
    skills: Skills = field(default_factory=Skills)
    suggesters: Sequence[Suggester] = ()
    knowledge: Knowledge = field(default_factory=Knowledge)
    model_ends: bool = False
    _steps: int = 0
    _looks: int = 0
    _unusable: int = 0
    _idle: int = 0
    _taught_model: bool | None = None
    _doubted: float | None = None
    _asked_more: bool = False
    _unclear: bool = False
    _told_after: int = -1
    _objections: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stuck = Stuck(self.gate, self.tell)

    def go(self) -> Outcome:
        """Carry out the task.

        Raises:
            Stopped: the person stopped it; no key or button is held.
            ModelError, AgentError, OSError: it cannot go on; the message says why.
        """
        with self.pace.of("look", "Reading the screen"):
            self.last = map_ = self.observer.look()
        self.memory.said_before = _said_by(map_)
        self.gate.begin(map_.windows)
        spent = dict(map_.timings)
        if ended := self._answered() or self._chosen(self.task, map_, spent):
            return ended
        self._make_plan()
        if self.plan.parts and self.plan.finished:
            return Outcome("done", "The task only says what not to do, so nothing was done.")
        while True:
            self.last = map_
            self.tell(Seen(self._steps + 1, map_))
            if outcome := self._heed(map_, spent):
                return outcome
            map_ = self._prepared(map_)
            if outcome := self._over(map_):
                return outcome
            decision = None if self._rested() else self._next(map_, spent)
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

    def _make_plan(self) -> None:
        self.memory.blocking = self.mechanisms.blocking
        planned = self.mechanisms.plan
        self.plan = self.decider.outline(self.task) if planned else Outline([self.task.strip()])
        self.plan.keep_to(self.gate.constraints)
        if self.last is not None:
            note_held(self.plan, self.last)
        self._told_plan()

    def _told_plan(self) -> None:
        self.tell(Planned(self.plan.lines()))

    def _answered(self) -> Outcome | None:
        """The end of a run whose task is nothing but a calculation: no program is needed for it."""
        said = answered(self.task)
        if said is None:
            return None
        self.tell(Noted(said))
        return Outcome("done", said)

    def _chosen(self, task: str, map_: ElementMap, spent: dict[str, float]) -> Outcome | None:
        """Choose the programs that what a text asks for needs; what it forbids needs none."""
        asked = placeholders.without(constraints_of(task).rest())
        return self.first.begin(asked, map_, spent) if any(map(str.isalnum, asked)) else None

    def _prepared(self, map_: ElementMap) -> ElementMap:
        """What is looked at of the map; what the next part of the task leaves to be worked out is
        known then."""
        self.knowledge.prepare(self.plan, map_)
        self.first.due(self.plan, map_)
        return self.first.focus.narrowed(map_)

    def _rested(self) -> bool:
        """Wait as long as the run is paused; whether it was."""
        with self.gate.untimed():
            return self.pause.wait(self.stop, self.tell, self.gate.rules.answer_seconds)

    def _heed(self, map_: ElementMap, spent: dict[str, float]) -> Outcome | None:
        """Put what the person said before the rest of the task."""
        for text in self.sayings.take():
            self.gate.secrets.hear(text)
            note_replaced(self.plan, text)
            said = self.decider.outline(text) if self.mechanisms.plan else Outline([text])
            self.plan.insert([part.text for part in said.parts])
            self.task = self.gate.task = f"{self.gate.task}\n{text}"
            self.plan.keep_to(self.gate.constraints)
            self.memory.start_afresh()
            self.skills.stop()
            self._idle = self._unusable = 0
            self.tell(Said(text))
            self._told_plan()
            if ended := self._chosen(text, map_, spent):
                return ended
        return None

    def _over(self, map_: ElementMap) -> Outcome | None:
        """Whether the run ends here, as far as a program can tell."""
        begun = self.memory.deeds or self.first.at or self.knowledge.answers
        # What was asked for last was read in what is open: a person may look at it, too.
        read = bool(self.plan.parts) and bool(asked_of(self.plan.parts[-1]))
        over = read or not (self._only_model_ends or self.memory.something_open(map_))
        if begun and self.plan.finished and over:
            return self._done()
        if why := self.lost():
            return Outcome("failed", f"{why} Not done: “{self.plan.remaining}”.")
        if rule := self.gate.over():
            return Outcome("step limit", f"{rule} Not done: “{self.plan.remaining}”.")
        if self._acts >= self.max_steps:
            return Outcome(
                "step limit",
                f"The task was not finished within {self.max_steps} steps. Not done: "
                f"“{self.plan.remaining}”. Allow more steps, or split the task.",
            )
        return self._stuck.over(self.plan, self.memory, self._acts, map_)

    @property
    def _acts(self) -> int:
        """The steps without those that only looked into something."""
        return self._steps - self._looks

    @property
    def _only_model_ends(self) -> bool:
        """Whether only the model says that all is done: a larger one, or one that was taught to."""
        return self.model_ends or bool(self._taught_model)

    def _done(self, summary: str = "") -> Outcome:
        at = self.first.at
        summary = f"{at.application.name} is in front" if at else summary
        if not self.mechanisms.reflection:
            return Outcome("unsure", "The effects of the actions were not checked.")
        return endings.ended(
            self.plan, self.memory, self.last, self.knowledge.answers, summary, taught=self.taught
        )

    def _situation(self, map_: ElementMap) -> Situation:
        return Situation(
            self.task, self.plan, self.memory, map_, self.applications, tuple(self._objections)
        )

    def _next(self, map_: ElementMap, spent: dict[str, float]) -> Decision | Outcome | None:
        """The next actions: the next move of the skill that the model chose, or what it chooses
        now. None when the screen must be looked at again."""
        if self._stuck.resumed:
            self._stuck.resumed = False
            return None
        now = self._situation(map_)
        if (move := self.skills.next(now)) is not None:
            return Decision("", "", Reply(move.reason, (move.action,)), FREE, by="skill")
        if self.skills.problem:
            self._objections.append(self.skills.problem)
            self.skills.problem = ""
            now = self._situation(map_)
        if self.plan.finished and (ended := self._over(map_)):
            return ended
        return self._decide(now, spent)

    def _suggestions(self, now: Situation) -> tuple[Suggestion, ...]:
        """What may come next, best first."""
        before = self.plan.lines()
        found = [each for suggester in self.suggesters for each in suggester.suggest(now)]
        if self.plan.lines() != before:
            # A form noted that its entries hold what the task tells: something else is next now.
            self._told_plan()
            return self._suggestions(now)
        kept = [s for s in found if not self.memory.is_blocked(s.action, now.map)]
        kept = [s for s in kept if not self._refused(s.action, now.map)]
        if self._just_told:
            kept = [s for s in kept if not isinstance(s.action, Answer)]
        if self._doubted is not None:
            kept = [s for s in kept if not isinstance(s.action, Done)]
        return ranked(among_steps([self._weighed(each) for each in kept]))

    @property
    def _just_told(self) -> bool:
        """Whether the person was told something, and nothing was done since."""
        return self._told_after == len(self.memory.deeds)

    def _refused(self, action: Action, map_: ElementMap) -> bool:
        """Whether the gate would surely refuse an action; skills are judged move by move."""
        taught = self._taught_model is not False
        return not isinstance(action, UseSkill) and self.gate.refuses(action, map_, taught=taught)

    def _weighed(self, suggestion: Suggestion) -> Suggestion:
        """A suggestion, which counts less when it names what the task protects."""
        limits = [one for one in self.gate.constraints.found if one.kind != "only"]
        named = any(mentions(suggestion.words, name) for one in limits for name in one.names)
        return replace(suggestion, score=suggestion.score - _PROTECTED * named)

    def _decide(self, now: Situation, spent: dict[str, float]) -> Decision | Outcome | None:
        """The next actions of the model; None when the screen must be looked at again first. The
        end of the run where nothing that it could choose is likely right."""
        now = replace(now, map=without_task(in_reach(now.map), self.task))
        suggestions = self._suggestions(now)
        try:
            decision = self._choice(now, suggestions, spent)
        except UnusableReply as problem:
            self._unusable += 1
            if self._unusable > _MOST_UNUSABLE:
                raise ActionFailed(
                    f"The model {self.decider.name} gives no usable replies: {problem}",
                    "Choose a larger model: deskhand models list",
                ) from problem
            return None
        self._taught_model = bool(self._taught_model) or decision.share is not None
        if self._doubted is not None:
            share, self._doubted = self._doubted, None
            if not endings.goes_on(decision):
                return self._believed(share)
        return self._judged(decision, suggestions, now, spent)

    def _choice(
        self, now: Situation, found: Sequence[Suggestion], spent: dict[str, float]
    ) -> Decision:
        """What the model chooses; the time that it takes is added to what is `spent`.

        Raises:
            UnusableReply: what the model wrote cannot be carried out.
        """
        start = time.perf_counter()
        with self.pace.of(f"decide {self.decider.name}", "Deciding what to do"):
            decision = self.decider.next(now, found)
        seconds, reading = time.perf_counter() - start, decision.cost.prompt_seconds
        spent["prompt"] = spent.get("prompt", 0.0) + reading
        spent["generate"] = spent.get("generate", 0.0) + seconds - reading
        return decision

    def _judged(
        self,
        decision: Decision,
        suggestions: Sequence[Suggestion],
        now: Situation,
        spent: dict[str, float],
    ) -> Decision | Outcome | None:
        """The decision, or what is done instead of it; the end where it is likelier wrong."""
        ended = endings.by_chance(decision, self.memory, self.task)
        unclear = ended is not None or endings.is_lost(decision)
        if unclear and (look := looking(decision, suggestions)) is not None:
            return look
        if unclear and (helped := self._helped(suggestions, now.map)) is not None:
            return helped
        if ended is not None:
            return ended
        listed = any(each.words == decision.text.strip() for each in suggestions)
        if listed and not self.model_ends:
            judged = self._unless_rash(decision, suggestions, now, spent)
            if isinstance(judged, Outcome):
                return judged
            decision = judged
        if not self.mechanisms.several_actions:
            first = decision.reply.actions[:1]
            decision = replace(decision, reply=replace(decision.reply, actions=first))
        return self._objected(decision, now)

    def _unless_rash(
        self,
        decision: Decision,
        found: Sequence[Suggestion],
        now: Situation,
        spent: dict[str, float],
    ) -> Decision | Outcome:
        """The decision; before something that cannot be taken back, what is left to be done first,
        or the end, unless the person wants it done."""
        ended = endings.rash(decision, found, now.map, self.plan, self.memory)
        if ended is None:
            return decision
        if (rest := self._rest_first(decision, found, now, spent)) is not None:
            return rest
        answer = self._asked(ended.message, (_DO_IT, "Stop"), now.map)
        return decision if answer == _DO_IT else ended

    def _rest_first(
        self,
        decision: Decision,
        found: Sequence[Suggestion],
        now: Situation,
        spent: dict[str, float],
    ) -> Decision | None:
        """What the model would rather likely do before something that cannot be taken back, while
        a value of the task was not used; None for nothing."""
        if decision.share is None or not endings.left_to_use(self.plan):
            return None
        first = decision.reply.actions[0]
        others = [s for s in found if s.action != first and not isinstance(s.action, Done)]
        try:
            other = self._choice(now, others, spent)
        except UnusableReply:  # Nothing usable is left to be done first: the person is asked.
            return None
        rash = endings.rash(other, others, now.map, self.plan, self.memory)
        return other if rash is None and endings.goes_on(other) else None

    def _helped(self, found: Sequence[Suggestion], map_: ElementMap) -> Decision | None:
        """What the person chooses where the model is at a loss; None for nothing of what is
        offered, no answer and nobody to ask."""
        offered = [each for each in found if not each.open_text][:MOST]
        words = [each.words for each in offered]
        answer = self._asked(_WHAT_NEXT, words, map_) if words else None
        if answer is None:
            return None
        chosen = offered[words.index(answer)]
        return Decision("", answer, Reply("you chose it", (chosen.action,)), FREE, by="person")

    def _asked(self, question: str, choices: Sequence[str], map_: ElementMap) -> str | None:
        """What the person answers; None for no answer. The window that was in front before comes
        back: they may have used another one to answer."""
        answer = ask_person(self.gate, question, choices, map_)
        if answer is not None:
            self._rested()
            self.hands.return_to(map_)
        return answer

    def _objected(self, decision: Decision, now: Situation) -> Decision | Outcome | None:
        """The decision, unless a fact speaks against its first action: then the model hears it and
        decides again."""
        action = decision.reply.actions[0]
        known = self.memory.is_blocked(action, now.map)
        if not known or decision.by != "model" or len(self._objections) >= _MOST_OBJECTIONS:
            return decision
        self._objections.append(f"“{describe(action, now.map)}” had no effect here before.")
        return self._decide(replace(now, objections=tuple(self._objections)), {})

    def _act(
        self, decision: Decision, map_: ElementMap, spent: dict[str, float]
    ) -> ElementMap | Outcome:
        """Carry out the actions of one reply until one changes the scene or has no effect."""
        seen, steps = map_, self._steps
        actions = decision.reply.actions
        for number, action in enumerate(actions, start=1):
            said = self._said(action, decision, seen)
            if isinstance(said, Outcome):
                return said
            if said:
                continue
            if isinstance(action, UseSkill):
                move = self.skills.begin(action, self._situation(seen))
                if move is None:
                    break
                reply = Reply(move.reason, (move.action,))
                decision, action = replace(decision, reply=reply, by="skill"), move.action
            if self._acts >= self.max_steps or self.gate.over() or self._interrupted():
                break
            before, seen = seen, self._step(action, decision, seen, spent)
            spent.clear()
            if ended := self._opened(action):
                return ended
            if self._unclear and decision.share is not None:
                return endings.unclear(self.plan, self.memory)
            useless = self.memory.deeds[-1].effect.kind != "confirmed"
            if useless or scene_changed(before, seen) or not present(actions[number:], seen):
                break
        return self._idle_or(seen, steps)

    def _idle_or(self, seen: ElementMap, steps: int) -> ElementMap | Outcome:
        """The map; or the end, when too many replies in a row touched nothing."""
        self._idle = self._idle + 1 if self._steps == steps else 0
        if self._idle <= _MOST_IDLE:
            return seen
        left = f"Not done: “{self.plan.remaining}”." if self.plan.remaining else ""
        return Outcome(
            "failed", f"The model answered {self._idle} times without doing anything. {left}"
        )

    def _said(self, action: Action, decision: Decision, map_: ElementMap) -> Outcome | bool:
        """What the model says instead of touching the screen: the end of the run, or True when the
        run goes on after it; False for any other action."""
        match action:
            case Done(summary=summary):
                return self._says_done(summary, decision, map_)
            case Fail(why=why) if why == AT_A_LOSS and self._just_told:
                return self._only_told()
            case Fail(why=why):
                return Outcome("failed", f"{why}. Not done: “{self.plan.remaining}”")
            case Answer(text=text):
                return self._only_told() if text in self.knowledge.answers else self._told(text)
            case Ask(question=question, choices=choices):
                answer = self._asked(question, choices, map_)
                if answer is None:
                    return Outcome("unsure", f"The model asks: {question}")
                self.memory.told_by_person(question, answer)
                return True
            case PartDone(number=number):
                self._part_done(number)
                return True
        return False

    def _says_done(self, summary: str, decision: Decision, map_: ElementMap) -> Outcome | bool:
        """The end of the run, or True where it goes on although somebody says that all is done."""
        if decision.by == "person":
            self._all_ticked()
            return self._done()
        if decision.share is None:
            return self._claimed(summary)
        left = not self.plan.finished and is_unsaved(map_)
        named = is_named_and_unsaved(self.plan, map_) and not self._asked_more
        if named or (left and not endings.is_sure(decision.share)):
            # What else would it do? It is asked once more.
            self._doubted, self._asked_more = decision.share, True
            return True
        return self._believed(decision.share)

    def _told(self, text: str) -> bool:
        """The person is told something; what asks for that is done."""
        self.knowledge.told(text)
        self._told_after = len(self.memory.deeds)
        if self.plan.current is not None and asked_of(self.plan.current):
            self.plan.current.done = True
            self._told_plan()
        return True

    def _only_told(self) -> Outcome | bool:
        """The end where the model has nothing else to do than what it told."""
        answers = self.knowledge.answers
        return endings.only_told(self.plan, self.memory, answers) or self._claimed("")

    def _claimed(self, summary: str) -> Outcome | bool:
        """The model says that the task is done: the parts that nothing shows are named once, and
        then the run ends as unsure."""
        left = [part for part in self.plan.parts if not part.done]
        self.plan.end()
        for part in left:
            part.guessed = part.guessed and not was_meant(part, self.memory)
        still = [part for part in left if not part.done]
        said = f"Nothing shows yet that this is done: “{still[0].text}”." if still else ""
        self._told_plan()
        if said and said not in self._objections and len(self._objections) < _MOST_OBJECTIONS:
            self._objections.append(said)
            return True
        ended = self._done(summary)
        if still:
            return Outcome("unsure", f"{ended.message.rstrip('.')}. {said}".strip(". "))
        return ended

    def _believed(self, share: float) -> Outcome:
        """The end, where a model that was taught to choose takes it that all is done. What only the
        plan could not follow is no doubt where it is sure; what the screen shows is."""
        if endings.is_sure(share):
            self._all_ticked()
        self.plan.end()
        self._told_plan()
        shown = self.knowledge.calculated(self.last) if self.last is not None else ""
        if endings.is_worked_out(self.plan, self.memory, shown):
            return self._done()
        likely = endings.is_likely(self.memory)
        return endings.judged(self._done(), share if likely else 0.0)

    def _all_ticked(self) -> None:
        for part in self.plan.parts:
            part.done, part.guessed, part.unseen = True, False, False
        self._told_plan()

    def _part_done(self, number: int) -> None:
        """The model says that a part of the plan is done."""
        if 0 < number <= len(self.plan.parts) and not self.plan.parts[number - 1].done:
            part = self.plan.parts[number - 1]
            part.done, part.guessed = True, bool(part.unshown)
            self.memory.went_on()
            self._told_plan()

    def _opened(self, action: Action) -> Outcome | None:
        before = self.plan.lines()
        ended = self.first.opened(action, self.memory.deeds[-1].effect, self.plan)
        if self.plan.lines() != before:
            self._told_plan()
        return ended

    def _interrupted(self) -> bool:
        return self.pause.pressed or self.sayings.waiting

    def _step(
        self, action: Action, decision: Decision, map_: ElementMap, spent: dict[str, float]
    ) -> ElementMap:
        """One action with its effect; returns the map after it."""
        self._steps += 1
        self._objections.clear()
        looks = self.skills.looks
        self._looks += looks
        said = describe(action, map_)
        start = time.perf_counter()
        baseline, problem, by = self._carry_out(action, said, decision, map_)
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
        if looks:
            self.memory.looked()
        if spent:
            cost = decision.cost
            self.memory.chose(decision.text.strip(), decision.share, cost.shares)
        if isinstance(action, OpenApp):  # What a program says when it opens is no error of the run.
            self.memory.said_before |= _said_by(after)
        self._take_in(action, believed, map_, after)
        timings = {**spent, "act": acted - start}
        for stage, seconds in after.timings.items():
            timings[stage] = timings.get(stage, 0.0) + seconds
        timings["compare"] = time.perf_counter() - start_of_compare
        decision = replace(decision, by=by)
        step = decision.step(self._steps, action, said, effect, map_, timings, first=bool(spent))
        self.tell(Stepped(step))
        self.pause.acted()
        self.last = after
        return after

    def _take_in(self, action: Action, effect: Effect, map_: ElementMap, after: ElementMap) -> None:
        """Tick what an action finished of the task, and let the skills know what it did."""
        own = self.first.keeps(action) or self.skills.keeps(action)
        ended = self.skills.told(action, effect, map_, after, self.plan)
        for part in ended:
            part.done = True
            self.knowledge.done(part, after)
            self.memory.opened.clear()  # What is open still was to be opened.
            self._told_plan()
        if effect.kind == "confirmed":
            self._unusable = 0
            note_shown(self.plan, map_, after)
            if not own:
                self._credit(action, map_, after)
        elif not own and may_go_on(action, effect, map_, self.plan):
            left = [part for part in self.plan.parts if not part.done]
            self._credit(action, map_, after)
            for part in left:
                part.unseen = part.done

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
    ) -> tuple[Screenshot, Effect | None, By]:
        """Do it, if the gate lets it through. The screen just before, why it was not done, and whom
        the action is by: the person, when they did it themselves."""
        recorded = self.taught and decision.by == "routine"
        procedure = decision.by == "skill"
        verdict = self.gate.review(
            self._steps,
            action,
            said,
            map_,
            recorded=recorded,
            of_procedure=procedure,
            share=decision.share,
        )
        self._unclear = verdict.unclear
        if verdict.early:
            self.stop.sleep(_LATE)
        if verdict.kind == "refused":
            return map_.screenshot, Effect("not allowed", verdict.why), decision.by
        if verdict.kind == "done":
            return map_.screenshot, None, "person"
        target = getattr(action, "target", None)
        self.tell(Acting(self._steps, said, decision.reply.reason, target))
        try:
            if verdict.asked:
                self._rested()
                self.hands.return_to(map_)
            return self.hands.carry_out(action, map_), None, decision.by
        except ActionFailed as problem:
            return map_.screenshot, Effect("failed", str(problem)), decision.by

    def _credit(self, action: Action, map_: ElementMap, after: ElementMap) -> None:
        """Tick what the action finished of the task."""
        before, done = self.plan.lines(), self.plan.progress
        held = [part for part in self.plan.parts if part.held and not part.done]
        credit(action, map_, after, self.plan, self.memory)
        if works_out(action, map_):
            self.memory.result = self.knowledge.calculated(after) or self.memory.result
        for part in held:
            # Its words name also what must not be used: only the model says when it is done.
            part.done = False
        if self.plan.progress > done:
            self.memory.went_on()
        if self.plan.lines() != before:
            self._told_plan()


def _said_by(map_: ElementMap) -> frozenset[str]:
    """The texts of a screen: what it said before is no error of the run, whatever it looks like."""
    return frozenset(e.text for e in map_.elements if e.text and not e.interactive)


def _plan(decision: Decision, map_: ElementMap) -> str:
    return "It would " + ", ".join(describe(a, map_) for a in decision.reply.actions) + "."
