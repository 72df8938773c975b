"""Chooses what the steps of a page say instead of a model, and keeps every screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.actions import Action, Click, DoubleClick, Fail, Hover, RightClick
from agent.deciding.decider import AT_A_LOSS, FREE, Decider, Decision
from agent.deciding.reply import Reply
from agent.deciding.situation import Situation, Suggestion
from agent.mechanisms import Mechanisms
from agent.task.plan import Outline, cut
from benchmarks.decide.adapter import Product
from benchmarks.decide.format import Act
from training.decisions.scenes import action_of
from training.recording.steps import Steps
from vision.core.elements import ElementMap

# So often in a row the same action is tried.
_MOST_TRIES = 4


@dataclass(frozen=True, slots=True)
class Look:
    """A screen that was decided on: the right acts with the keys of their steps, which steps were
    done before, what it is tempting to click, and what was done then."""

    map: ElementMap
    right: tuple[tuple[str, Act], ...]
    done: frozenset[str]
    tempting: tuple[str, ...]
    action: Action | None


@dataclass
class Script:
    """A strategy, and what it decides with. `why` says what kept it from going on."""

    steps: Steps
    title: str = "do what the steps say"
    name: str = "script"
    looks: list[Look] = field(default_factory=list)
    why: str = ""
    _tried: str = ""
    _deeds: int = 0

    def mechanisms(self) -> Mechanisms:
        return Mechanisms()

    def decides(self, decider: Decider) -> Script:
        return self

    def outline(self, task: str) -> Outline:
        return Outline(cut(task))

    def next(self, now: Situation, suggestions: Sequence[Suggestion]) -> Decision:
        """The first suggestion that is right, or a right action that is not suggested."""
        deeds = now.memory.deeds
        # A page may swallow the event that is counted.
        if self._tried and len(deeds) > self._deeds and deeds[-1].effect.kind == "confirmed":
            self.steps.done.add(self._tried)
        self.steps.settle()
        right = self.steps.right(now.map)
        taken = self._taken(now, suggestions, [act for _, act in right])
        said, action = taken or ("", None)
        done, tempting = frozenset(self.steps.done), tuple(self.steps.named_tempting(now.map))
        self.looks.append(Look(now.map, tuple(right), done, tempting, action))
        last = [look.action for look in self.looks[-_MOST_TRIES:]]
        stays = len(last) == _MOST_TRIES and all(each == action for each in last)
        if action is None or stays:
            self.why = f"no effect: {action}" if action else "what comes next is not seen"
            return Decision("", "", Reply("the script ends", (Fail(AT_A_LOSS),)), FREE)
        self._tried, self._deeds = self._key(action, right), len(deeds)
        return Decision("", said, Reply("a step", (action,)), replace(FREE, text=said, share=1.0))

    def _taken(
        self, now: Situation, suggestions: Sequence[Suggestion], right: Sequence[Act]
    ) -> tuple[str, Action] | None:
        product = Product(None)
        product.suggestions(now)  # From here on it knows the first moves of skills.
        for each, fits in product.judge(suggestions, now, right):
            if fits and not each.open_text:
                return each.words, each.action
        return next((("", action_of(act)) for act in right if act.verb != "done"), None)

    @staticmethod
    def _key(action: Action, right: Sequence[tuple[str, Act]]) -> str:
        """The key of the step that a click does; "" for what shows itself whether it is done."""
        if not isinstance(action, Click | DoubleClick | RightClick | Hover):
            return ""
        keys = (key for key, act in right if act.verb != "done" and action_of(act) == action)
        return next(keys, "")
