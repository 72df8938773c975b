"""Deciding: a situation becomes the next actions. The model chooses."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import grammars
from agent.actions import Action, Answer, Fail, Tap, TypeText, UseSkill
from agent.apps.selection import Choice, Surroundings, choose
from agent.control.stop import StopSwitch
from agent.deciding.action_space import ActionSpace, action_space
from agent.deciding.own_arguments import COMMAND, SEVERAL, is_edit, said_for, with_edit
from agent.deciding.own_text import repeats, usable
from agent.deciding.profiles import PROFILES, Profile
from agent.deciding.prompt import (
    choice_messages,
    step_messages,
    sum_messages,
    text_messages,
)
from agent.deciding.reply import (
    NONE_OF_THESE,
    Reply,
    UnusableReply,
    listed_grammar,
    parse_reply,
    reply_grammar,
)
from agent.deciding.situation import Situation, Suggestion, share_of
from agent.errors import Stopped
from agent.suggestions.keypad import find_keypad
from agent.suggestions.wording import words_for
from agent.task.literals import is_file, mentions, wording
from agent.task.plan import Outline, cut
from agent.trajectory import By, Effect, Step
from models.runtime.errors import UnfitReply
from models.runtime.llm import Choices, Completion, LanguageModel, Message, Piece
from vision.core.elements import ElementMap

_LONGEST_CHOICE = 80
# A line of the list: two names and a text, all of signs that take several tokens each.
_LONGEST_LINE = 700
# 600 signs of up to three tokens each.
_LONGEST_TEXT = 1_800
# How much the scores of suggestions count beside what a model says that was taught to choose, and
# the logarithm of how likely "none of these" is beforehand: of 184 decisions on unread pages the
# model alone has 53.8 % right, with 0.3 54.9 %, with 1.0 62.0 %, with 1.5 56.5 %; of 87 of unread
# scenes 80.5, 82.8, 86.2 and 87.4 %.
_PRIOR, _NONE = 1.0, -2.0
# Lists that a small model chooses from. Of the unread decisions for which
# nothing is right among the first ten, one in three has something right among the next four.
_LISTS = 2
# Of the first list, what is taken with at least this share though the model said "none of these":
# of 68 such decisions, unread and recorded, 29 were right, of 18 with a smaller share one. What a
# small model does of its own then was right once in 9 times on pages, and typed nonsense 3 times.
_LIKELY = 0.4
AT_A_LOSS = "Nothing on the screen clearly goes on with the task"
# Calls of skills get their arguments before the model chooses: a line with the words of the task in
# it is weighed better than one without. So often it is asked for them at most.
_FILLED = 3
# More than so much of a part of a task is no argument.
_NEARLY_ALL = 0.9
FREE = Completion("", 0, 0, 0, 0.0, 0.0, "stop")
"""What it costs when no model is asked."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was asked and said; `reply` is what it means and `by` who chose it. `grammar` is what
    the reply had to fit, `pieces` the text as it came, or nothing; `share` is how likely a line
    of a list is, where a model chose it that was taught to (`models.runtime.llm.Choices`). Prompt
    and text are empty for a step of a skill or of a routine, which was chosen before."""

    prompt: str
    text: str
    reply: Reply
    cost: Completion
    grammar: str = ""
    by: By = "model"

    @property
    def share(self) -> float | None:
        return self.cost.share

    @property
    def pieces(self) -> tuple[Piece, ...]:
        whole = "".join(piece.text for piece in self.cost.pieces) == self.text
        return self.cost.pieces if whole else ()

    def step(
        self,
        number: int,
        action: Action,
        said: str,
        effect: Effect,
        seen: ElementMap,
        timings: dict[str, float],
        *,
        first: bool,
    ) -> Step:
        """The record of one of its actions, `said` in plain words; its tokens are counted with the
        first."""
        cost = self.cost if first else FREE
        return Step(
            number,
            seen,
            self.prompt,
            self.text,
            action,
            said,
            self.reply.reason,
            effect,
            timings,
            cost.prompt_tokens,
            cost.cached_tokens,
            cost.new_tokens,
            self.grammar,
            self.pieces,
            self.by,
        )


def looking(decision: Decision, offered: Sequence[Suggestion]) -> Decision | None:
    """What only looks, in place of what is not likely: it changes nothing, and the model sees more
    then. None where nothing of the kind is offered."""
    look = next((each for each in offered if each.looks), None)
    if look is None:
        return None
    reply = Reply("nothing in sight is likely", (look.action,))
    cost = replace(decision.cost, share=None, shares={})
    return replace(decision, text=look.words, reply=reply, cost=cost)


class Decides(Protocol):
    """Cuts a task into parts and chooses the next actions: by asking a model, or by a routine.
    `name` is that of the model."""

    @property
    def name(self) -> str: ...

    def outline(self, task: str) -> Outline: ...

    def next(self, now: Situation, suggestions: Sequence[Suggestion]) -> Decision: ...


@dataclass
class Decider:
    """Asks the model. Counts its replies, and those that could not be used. `notes` are the lines
    that it is given about what is on the screen, `manual` those of the application's manual."""

    model: LanguageModel
    stop: StopSwitch
    on_token: Callable[[str], None]
    profile: Profile = PROFILES["small"]
    sees: bool = False
    replies: int = 0
    unusable: int = 0
    _taught: bool = False
    _arguments: dict[tuple[str, tuple[str, ...]], dict[str, str]] = field(default_factory=dict)
    _copies: dict[tuple[str, str], str] = field(default_factory=dict)
    notes: Callable[[ElementMap], Sequence[str]] = lambda map_: ()
    manual: Callable[[ElementMap, Outline], Sequence[str]] = lambda map_, outline: ()

    @property
    def name(self) -> str:
        return self.model.name

    def outline(self, task: str) -> Outline:
        """The task in parts."""
        return Outline(cut(task))

    def applications(self, task: str, around: Surroundings) -> tuple[Choice, Completion]:
        """The applications that the task needs, and what it cost to ask the model (nothing when the
        task's words leave no doubt).

        Raises:
            Stopped: the switch was pressed.
            ModelError: the task is too long for the model.
        """
        cost = FREE

        def ask(messages: Sequence[Message], grammar: str) -> str:
            nonlocal cost
            said = self._counted(messages, grammar, _LONGEST_CHOICE)
            cost = said or cost
            return said.text if said is not None else ""

        return choose(task, around, ask), cost

    def next(self, now: Situation, suggestions: Sequence[Suggestion]) -> Decision:
        """The next actions: a suggestion, or anything else that can be done.

        Raises:
            Stopped: the switch was pressed.
            ModelError: the prompt is too long for the model.
            UnusableReply: the reply is cut off, or fits no grammar.
        """
        most, lists = self.profile.suggestions, _LISTS if self.profile.lists_first else 0
        if lists:
            filled = self._filled_in(now, suggestions[:most])
            suggestions = [*self._copied(now, suggestions), *filled, *suggestions[most:]]
        for begin in range(0, min(lists * most, len(suggestions)), most):
            listed = suggestions[begin : begin + most]
            chosen = self._among(now, listed, suggestions)
            if chosen is not None:
                return chosen
        if lists and suggestions and self._taught:
            chosen = self._among(now, suggestions[:most], suggestions, none=False)
            likely = chosen is not None and (chosen.share or 0.0) >= _LIKELY
            return chosen if chosen is not None and likely else _at_a_loss()
        # What it did not take is not put before it once more.
        offered = () if lists else suggestions[:most]
        space = action_space(now, offered, sees=self.sees)
        return self._freely(now, space, offered)

    def _among(
        self,
        now: Situation,
        offered: Sequence[Suggestion],
        found: Sequence[Suggestion],
        *,
        none: bool = True,
    ) -> Decision | None:
        """The suggestion of these that the model takes, of all that were `found`; None for none of
        them, which it can only say with `none`."""
        messages, grammar = choice_messages(now, offered, none=none), listed_grammar(offered)
        choices = Choices(prior(offered, found, none=none))
        cost = self._reply(messages, grammar, _LONGEST_LINE, choices)
        self._taught = cost.share is not None
        said = cost.text.strip()
        taken = next((each for each in offered if each.words == said), None)
        if taken is None and said != NONE_OF_THESE:
            self.unusable += 1
            raise UnusableReply(f"The model's reply cannot be used: {said[:80]!r}")
        if taken is None:
            return None
        action = self._with_text(now, taken) if taken.open_text else taken.action
        if action is None:
            return None
        reply = Reply(taken.reason, (action,))
        if cost.shares:
            cost = replace(cost, share=share_of(taken, offered, cost.shares))
        return Decision(plain_prompt(messages), cost.text, reply, cost, grammar)

    def _with_text(self, now: Situation, taken: Suggestion) -> Action | None:
        """What was taken, with a text of the model's own; None where it writes none that can be
        entered."""
        action = taken.action
        if isinstance(action, UseSkill):
            return self._with_arguments(now, action)
        if isinstance(action, Tap):
            keypad, text = find_keypad(now.map), self._written(sum_messages(now.task), "own_sum")
            return keypad.tap(text) if keypad is not None else None
        text = self._own_text(now, taken)
        return (
            replace(action, text=text) if text and isinstance(action, TypeText | Answer) else None
        )

    def _filled_in(self, now: Situation, offered: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions, where calls of skills have the arguments that the model says; without
        those for which it says none, or is not asked any more."""
        found: list[Suggestion] = []
        left = _FILLED
        for each in offered:
            action = each.action
            if isinstance(action, UseSkill) and action.asked:
                new = self._key(now, action) not in self._arguments
                if new and not left:
                    continue
                left -= new
                filled = self._with_arguments(now, action)
                if filled is None:
                    continue
                each = replace(each, action=filled, words=filled.told, open_text=False)
            if all(each.words != other.words for other in found):
                found.append(each)
        return found

    def _copied(self, now: Situation, offered: Sequence[Suggestion]) -> list[Suggestion]:
        """Typing what the run has found elsewhere, where a text of the model's own may be typed."""
        own = next((s for s in offered if s.open_text and isinstance(s.action, TypeText)), None)
        if own is None or not isinstance(own.action, TypeText):
            return []
        text = now.memory.result or self._seen_elsewhere(now, own)
        if not text or now.memory.wrote_once(text) or find_keypad(now.map) is not None:
            return []
        action = replace(own.action, text=text)
        words, score = words_for(action, now), max(each.score for each in offered)
        return [replace(own, action=action, words=words, open_text=False, score=score)]

    def _seen_elsewhere(self, now: Situation, own: Suggestion) -> str:
        """What a window showed that the run has left, where the next part of the task gives no
        text: the model says once which it would be. "" for nothing."""
        part = now.plan.current
        if part is None or not now.memory.left or not all(map(is_file, part.open_values)):
            return ""
        key = part.text, own.words
        if key not in self._copies:
            self._copies[key] = self._own_text(now, own)
        text = self._copies[key]
        elsewhere = (e for _, elements in now.memory.left.values() for e in elements)
        seen = any(mentions(e.text or e.state.value or "", text) for e in elsewhere)
        return text if seen else ""

    @staticmethod
    def _key(now: Situation, action: UseSkill) -> tuple[str, tuple[str, ...]]:
        """What decides which words are said for the arguments of a skill: which words are to be
        bold, or in italics, is the same. They are asked for once for a part of the task."""
        return action.part or now.task, action.asked

    def _with_arguments(self, now: Situation, action: UseSkill) -> UseSkill | None:
        """A call of a skill with the words of the task that the model says for its arguments; what
        is none, or nearly all of the task, counts as the value that is known already. None where
        there is no such one, where two are equal, or where all was typed before."""
        part, _ = key = self._key(now, action)
        said = self._arguments.get(key)
        if said is None:
            said = self._arguments[key] = self._said(now, action)
        known = dict(action.arguments)
        for name in action.asked:
            own, heard = name in (COMMAND, SEVERAL), said.get(name, "")
            text = heard if own else wording(now.task, heard)
            if text and (own or not _is_nearly_all(text, (part, now.task))):
                known[name] = text
        if is_edit(action):
            return with_edit(action, said, now)
        texts = [known[name] for name in action.asked]
        if not all(texts) or len({*texts}) < len(texts) or all(map(now.memory.wrote_once, texts)):
            return None
        return replace(action, arguments=tuple(known.items()), asked=())

    def _said(self, now: Situation, action: UseSkill) -> dict[str, str]:
        """What the model says for the arguments of a skill, as it says it."""

        def ask(messages: Sequence[Message], grammar: str) -> str:
            return self._reply(messages, grammar, _LONGEST_TEXT).text

        try:
            return said_for(action, now, ask)
        except (ValueError, KeyError, AttributeError):
            self.unusable += 1
            return {}

    def _written(self, messages: Sequence[Message], grammar: str) -> str:
        """A text that the model writes; "" for nothing."""
        cost = self._reply(messages, grammars.read(grammar), _LONGEST_TEXT)
        try:
            return str(json.loads(cost.text)).strip()
        except ValueError:
            self.unusable += 1
            return ""

    def _own_text(self, now: Situation, taken: Suggestion) -> str:
        """What the model types where the task gives no words for it; "" for nothing, and for what
        stands there."""
        text = usable(self._written(text_messages(now, taken), "own_text"), now)
        target = taken.action.target if isinstance(taken.action, TypeText) else None
        held = now.map.by_id(target).state.value if target is not None else None
        return "" if text == held else text

    def _freely(
        self, now: Situation, space: ActionSpace, offered: Sequence[Suggestion]
    ) -> Decision:
        """What the model does of all that can be done."""
        profile = self.profile
        grammar = reply_grammar(
            space,
            longest_thought=profile.thought,
            most=profile.actions,
            longest_text=profile.reply_tokens // 3,  # a sign may take three tokens
        )
        told = self.notes(now.map), self.manual(now.map, now.plan)
        messages = step_messages(now, space, offered, profile, *told)
        cost = self._reply(messages, grammar, profile.reply_tokens)
        try:
            reply = parse_reply(cost.text, space)
        except UnusableReply:
            self.unusable += 1
            raise
        actions = [
            self._with_arguments(now, one) if isinstance(one, UseSkill) and one.asked else one
            for one in reply.actions
        ]
        if None in actions:
            self.unusable += 1
            raise UnusableReply("The arguments of a skill must be words of the task.")
        reply = replace(reply, actions=tuple(one for one in actions if one is not None))
        return Decision(plain_prompt(messages), cost.text, reply, cost, grammar)

    def _reply(
        self,
        messages: Sequence[Message],
        grammar: str,
        longest: int,
        choices: Choices | None = None,
    ) -> Completion:
        self.replies += 1
        try:
            return self._ask(messages, grammar, longest, choices)
        except UnfitReply as problem:
            self.unusable += 1
            raise UnusableReply(str(problem)) from problem

    def _counted(
        self, messages: Sequence[Message], grammar: str, longest: int
    ) -> Completion | None:
        """A reply, counted; None where it does not fit."""
        try:
            return self._reply(messages, grammar, longest)
        except UnusableReply:
            return None

    def _ask(
        self,
        messages: Sequence[Message],
        grammar: str,
        longest: int,
        choices: Choices | None = None,
    ) -> Completion:
        self.stop.check()
        cost = self.model.complete(
            messages,
            grammar=grammar,
            choices=choices,
            max_tokens=longest,
            stop=self.stop.event,
            on_token=self.on_token,
        )
        if cost.ending == "aborted":
            self.stop.check()
            raise Stopped()
        return cost


def _at_a_loss() -> Decision:
    """Nothing that could be done is likely right."""
    return Decision(
        "", "", Reply("nothing that is offered is likely right", (Fail(AT_A_LOSS),)), FREE
    )


def _is_nearly_all(text: str, wholes: Sequence[str]) -> bool:
    return any(repeats(text, whole, _NEARLY_ALL) for whole in wholes)


def prior(
    offered: Sequence[Suggestion], found: Sequence[Suggestion], *, none: bool = True
) -> dict[str, float]:
    """What the scores say of each line that the model may choose, with "none of these" at the end,
    as it counts beside what the model says."""
    best = max(each.score for each in found)
    whole = math.log(sum(math.exp(each.score - best) for each in found)) + best
    known = {each.words: _PRIOR * (each.score - whole) for each in offered}
    return known | {NONE_OF_THESE: _NONE} if none else known


def plain_prompt(messages: Sequence[Message]) -> str:
    """A conversation as it is kept in the record."""
    return "\n\n".join(f"[{message.role}]\n{message.content}" for message in messages)
