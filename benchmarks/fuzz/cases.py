"""One case: a random task on one to three random screens, decided by a model without any sense."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.choices import Choices, choices
from agent.grammar import compile_grammar, parse_reply

from agent.actions import Action
from agent.computer.describe import describe
from agent.computer.effect import judge
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider, Decision, in_order, words_of
from agent.deciding.prompt import step_messages
from agent.memory import Memory
from agent.outline import Outline
from agent.policy.gate import Gate
from agent.policy.rules import LEVELS, Rules
from agent.task_text import readable_task
from agent.trajectory import Effect, EffectKind
from benchmarks.fuzz import screens
from benchmarks.fuzz.executable import problem_of
from benchmarks.fuzz.sentences import Sentences
from models.grammar.reader import GrammarReader
from models.runtime.llm import Completion, Message

_EFFECTS: tuple[EffectKind, ...] = ("confirmed", "confirmed", "no visible change", "not allowed")
_MOST_LINES = 165


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
            text = f'{{"reason": "so", "actions": [{action}]}}'
            count = self.count_tokens(text)
            if count > max_tokens:
                raise Wrong(f"one action has {count} tokens, a reply may have {max_tokens}")
        ending = "length" if count > max_tokens else "stop"
        return Completion(text, 0, 0, count, 0.0, 0.0, "stop" if ending == "stop" else "length")


@dataclass
class Case:
    """Case `number` of `seed`: always the same. `go` raises Wrong, or whatever the product raises.

    `rambles` lets llama.cpp itself choose tokens at random on each screen (seconds).
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
        level = self._chance.choice(LEVELS)
        self._gate = Gate(self.rules, lambda event: None, self._stop, safety=level)

    def go(self) -> None:
        self._outline = self._decider.outline(self.task)
        kept = " ".join(" ".join(part.text for part in self._outline.parts).split())
        if kept != " ".join(self.task.split()):
            raise Wrong(f"the outline has other words than the task: {kept!r}")
        for _ in range(self._chance.choice((1, 1, 2, 3))):
            self._screen()

    def _screen(self) -> None:
        self.counts["screens"] += 1
        boxes = (e.text for e in self._map.elements if e.kind in ("checkbox", "radio"))
        self._outline.adopt(boxes)
        options = choices(self._map, self._outline, self._memory, self._applications)
        names = self._map.unique_names()
        if len(set(names.values())) != len(names):
            raise Wrong(f"two elements have one name: {sorted(names.values())}")
        self._check_prompt(options)
        if self.rambles and self.reader is not None:
            self._ramble(options, self.reader)
        if not _something(options):
            self.counts["nothing to do"] += 1
            self._map = screens.screen(self._chance)
            return
        decision = self._decider.next(self._map, self._outline, options)
        self._check(decision.reply.actions)
        self._act(decision)

    def _check_prompt(self, options: Choices) -> None:
        asked = step_messages(self._map, self._outline, options)[-1].content
        lines = asked.rpartition("\n\nTask: ")[0].split("\n")
        if len(lines) > _MOST_LINES:
            raise Wrong(f"the screen has {len(lines)} lines in the prompt")
        # Text of the screen must not look like lines of the prompt.
        if any(not line.startswith(("- ", "  ", "Window ", "Screen:", "The screen is empty",
                                    "(and more")) for line in lines):  # fmt: skip
            raise Wrong(f"a line of the prompt is the screen's: {lines}")
        asked.encode()

    def _ramble(self, options: Choices, reader: GrammarReader) -> None:
        if not _something(options):
            return
        text, whole = reader.rambled(compile_grammar(options), self.number, 1500)
        if not whole:
            raise Wrong(f"no end after 1500 tokens: {text[-80:]!r}")
        self._check(parse_reply(text, options).actions)
        self.counts["replies of llama.cpp"] += 1

    def _check(self, actions: Sequence[Action]) -> None:
        if not 1 <= len(actions) <= 8:
            raise Wrong(f"{len(actions)} actions in a reply")
        for action in actions:
            self.counts["actions"] += 1
            if problem := problem_of(action, self._map, self.task, self._applications):
                raise Wrong(f"{problem}: {action}")
            describe(action, self._map)

    def _act(self, decision: Decision) -> None:
        kept, early = in_order(decision.reply.actions, self._map, self._outline)
        if early is not None and not kept:
            self._memory.hold(early)
            self.counts["held back"] += 1
            return
        for action in kept[:1]:
            said = describe(action, self._map)
            verdict = self._gate.review(1, action, said, self._map)
            after = self._map if self._chance.random() < 0.5 else screens.screen(self._chance)
            judge(action, self._map, after)
            effect = Effect(self._chance.choice(_EFFECTS))
            if verdict.kind == "refused":
                effect = Effect("not allowed", verdict.why)
            self._memory.note(action, said, effect, self._map, after)
            if effect.kind == "confirmed":
                ends = not self._memory.something_open(after)
                self._outline.credit(words_of(action, self._map), ends_part=ends)
            self._map = after


def _something(options: Choices) -> bool:
    """Whether there is anything to choose; the grammar says so by ValueError."""
    try:
        compile_grammar(options)
    except ValueError as problem:
        if "nothing can be done" in str(problem):
            return False
        raise
    return True
