"""One case: a random task on one to three random screens, decided by a model without any sense."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Answer, Ask, Done, Fail, PartDone, UseSkill
from agent.computer.describe import describe
from agent.computer.effect import judge
from agent.control.stop import StopSwitch
from agent.deciding.action_space import ActionSpace, action_space, target_names
from agent.deciding.decider import Decider
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import screen_text
from agent.deciding.reply import NONE_OF_THESE, UnusableReply, listed_grammar
from agent.deciding.situation import Situation, Suggestion, ranked
from agent.memory import Memory
from agent.policy.gate import Gate
from agent.policy.rules import LEVELS, Rules
from agent.suggestions.by_words import ByWords
from agent.task.plan import Outline
from agent.task.progress import credit
from agent.task.task_text import readable_task
from agent.trajectory import Effect, EffectKind
from benchmarks.fuzz import screens
from benchmarks.fuzz.executable import problem_of
from benchmarks.fuzz.sentences import Sentences
from models.grammar.reader import GrammarReader
from models.runtime.llm import Choices, Completion, Message
from vision.core.elements import quote
from vision.core.sanitize import defused

_EFFECTS: tuple[EffectKind, ...] = ("confirmed", "confirmed", "no visible change", "not allowed")
# What no action on the screen follows from: the loop hears it.
_SAID = (Answer, Ask, Done, Fail, PartDone, UseSkill)
# Each so many screens have no suggestions, as when the mechanism is off.
_WITHOUT = 4


class Wrong(AssertionError):
    """The product did what it must never do; the message says what."""


@dataclass
class RandomModel:
    """Says any sentence of the grammar. With a `reader`, llama.cpp must be able to read each
    grammar; when `thorough`, it must agree, token by token, that this is a sentence of it."""

    chance: random.Random
    reader: GrammarReader | None = None
    thorough: bool = True
    name: str = "random"
    context_tokens: int = 4096

    def count_tokens(self, text: str) -> int:
        return len(self.reader.tokens(text)) if self.reader else len(text.encode())

    def complete(
        self,
        messages: Sequence[Message],
        *,
        grammar: str | None = None,
        choices: Choices | None = None,
        max_tokens: int = 256,
        stop: threading.Event | None = None,
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        """See `models.runtime.llm.LanguageModel`. Raises Wrong when llama.cpp reads the grammar
        otherwise, or when not even one action has room in a reply."""
        assert grammar is not None
        sentences = Sentences(grammar)
        text = sentences.draw(self.chance)
        if self.reader is None:
            return Completion(text, 0, 0, 0, 0.0, 0.0, "stop")
        if not self.thorough:
            self.reader.read(grammar)
        elif not self.reader.allows(grammar, text):
            raise Wrong(f"llama.cpp does not allow {text!r}")
        count = self.count_tokens(text)
        if count > max_tokens and "action" in sentences.rules:
            action = sentences.draw(self.chance, "action")
            text = f'{{"thought": "so", "actions": [{action}]}}'
            count = self.count_tokens(text)
        if count > max_tokens and "gap" in sentences.rules:  # The outline of a long task.
            return Completion(text, 0, 0, count, 0.0, 0.0, "length")
        if count > max_tokens:
            raise Wrong(f"{text!r} has {count} tokens, a reply may have {max_tokens}")
        return Completion(text, 0, 0, count, 0.0, 0.0, "stop")


@dataclass
class Case:
    """Case `number` of `seed`: always the same. `go` raises Wrong, or whatever the product raises.

    `rambles` lets llama.cpp itself choose tokens at random among the suggestions of each screen.
    """

    seed: int
    number: int
    rules: Rules
    reader: GrammarReader | None = None
    thorough: bool = True
    rambles: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._chance = random.Random(f"{self.seed}/{self.number}")
        self._map = screens.screen(self._chance)
        names = [e.text for e in self._map.elements if e.text.strip()]
        self.task = readable_task(screens.task(self._chance, names))
        self._applications = screens.applications(self._chance)
        self._memory = Memory(blocking=self._chance.random() < 0.9)
        self._stop = StopSwitch()
        self._outline = Outline([])
        model = RandomModel(self._chance, self.reader, self.thorough)
        self._decider = Decider(model, self._stop, lambda text: None)
        self._decider.profile = PROFILES[self._chance.choice(list(PROFILES))]
        self._decider.sees = self._chance.random() < 0.2
        level = self._chance.choice(LEVELS)
        self._gate = Gate(self.rules, lambda event: None, self._stop, safety=level, task=self.task)

    def go(self) -> None:
        self._outline = self._decider.outline(self.task)
        kept = " ".join(" ".join(part.text for part in self._outline.parts).split())
        if kept != " ".join(self.task.split()):
            raise Wrong(f"the outline has other words than the task: {kept!r}")
        for _ in range(self._chance.choice((1, 1, 2, 3))):
            self._screen()

    def _screen(self) -> None:
        self.counts["screens"] += 1
        now = Situation(self.task, self._outline, self._memory, self._map, self._applications)
        names = target_names(self._map)
        if len(set(names.values())) != len(names):
            raise Wrong(f"two elements have one name: {sorted(names.values())}")
        suggestions = self._suggestions(now)
        space = action_space(now, suggestions, sees=self._decider.sees)
        self._check_lines(now, space, suggestions)
        if self.rambles and self.reader is not None:
            self._ramble(suggestions, self.reader)
        try:
            actions = self._decider.next(now, suggestions).reply.actions
        except UnusableReply as problem:
            raise Wrong(f"a sentence of the grammar is no reply: {problem}") from problem
        self._check(actions, now, space)
        if not isinstance(actions[0], _SAID):
            self._act(actions[0])

    def _suggestions(self, now: Situation) -> tuple[Suggestion, ...]:
        """What the product suggests, and a skill with random arguments."""
        if self._chance.randrange(_WITHOUT) == 0:
            return ()
        argument = screens.text(self._chance)
        words = f"look for {quote(argument)}"
        skill = Suggestion(UseSkill("look", (("for", argument),)), words, score=0.5)
        return ranked([*ByWords().suggest(now), skill])

    def _check_lines(
        self, now: Situation, space: ActionSpace, suggestions: Sequence[Suggestion]
    ) -> None:
        """Text of the screen must not look like lines of the prompt, nor like marks of a chat."""
        profile = self._decider.profile
        lines = screen_text(now.map, space, now.plan, profile.screen_lines).split("\n")
        if any(not line.startswith(("- ", "  ", "Window ", "Screen:", "The screen is empty",
                                    "(and more")) for line in lines):  # fmt: skip
            raise Wrong(f"a line of the prompt is the screen's: {lines}")
        for each in suggestions:
            if each.words.splitlines() != [each.words] or each.words == NONE_OF_THESE:
                raise Wrong(f"a suggestion is no line of its own: {each.words!r}")
        for line in (*lines, *(each.words for each in suggestions)):
            if defused(line) != line:
                raise Wrong(f"a mark of a chat template is left: {line!r}")
            line.encode()

    def _ramble(self, suggestions: Sequence[Suggestion], reader: GrammarReader) -> None:
        offered = suggestions[: self._decider.profile.suggestions]
        text, whole = reader.rambled(listed_grammar(offered), self.number, 1500)
        if not whole or text not in (NONE_OF_THESE, *(each.words for each in offered)):
            raise Wrong(f"no suggestion: {text[-80:]!r}")
        self.counts["replies of llama.cpp"] += 1

    def _check(self, actions: Sequence[Action], now: Situation, space: ActionSpace) -> None:
        if not 1 <= len(actions) <= self._decider.profile.actions:
            raise Wrong(f"{len(actions)} actions in a reply")
        for action in actions:
            self.counts["actions"] += 1
            if problem := problem_of(action, now, space):
                raise Wrong(f"{problem}: {action}")
            describe(action, now.map)

    def _act(self, action: Action) -> None:
        said = describe(action, self._map)
        verdict = self._gate.review(1, action, said, self._map)
        after = self._map if self._chance.random() < 0.5 else screens.screen(self._chance)
        judge(action, self._map, after)
        effect = Effect(self._chance.choice(_EFFECTS))
        if verdict.kind == "refused":
            effect = Effect("not allowed", verdict.why)
        self._memory.note(action, said, effect, self._map, after)
        if effect.kind == "confirmed":
            credit(action, self._map, after, self._outline, self._memory)
        self._map = after
