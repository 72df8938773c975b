"""Deciding: the task becomes an outline, a screen becomes the next actions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Protocol

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    Hover,
    OpenApp,
    Press,
    Select,
    Tap,
    TypeText,
)
from agent.apps.selection import Choice, Surroundings, choose
from agent.choices import Choices
from agent.control.stop import StopSwitch
from agent.errors import Stopped
from agent.grammar import Reply, UnusableReply, compile_grammar, parse_reply
from agent.limits import fits_limits
from agent.outline import Outline, parse_split, split_grammar
from agent.prompt import split_messages, step_messages
from agent.shortcuts import meaning
from agent.trajectory import Effect, Step
from models.runtime.errors import UnfitReply
from models.runtime.llm import Completion, LanguageModel, Message, Piece
from vision.elements import ElementMap

_LONGEST_REPLY = 400
_LONGEST_OUTLINE = 600
_LONGEST_CHOICE = 60
_LONGEST_ANSWER = 60
_LONGEST_TEXT = 260
_USUAL_TEXT = 80
# Where a text that is cut off may end.
_SENTENCE = re.compile(r".*[.!?…](?=\s|$)|.*(?=\n)", re.DOTALL)
_ONLY = "the only thing here that the task names next"
FREE = Completion("", 0, 0, 0, 0.0, 0.0, "stop")
"""What it costs when no model is asked."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the model was asked and said; `reply` is what it means. Prompt and text are empty when
    there was only one thing to choose and the model was not asked. `grammar` is what the reply had
    to fit, `pieces` the text as it came, or nothing. What is `settled` is carried out as it is,
    whatever the order of the task."""

    prompt: str
    text: str
    reply: Reply
    cost: Completion
    grammar: str = ""
    settled: bool = False

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
        )


class Decides(Protocol):
    """Cuts a task into parts and chooses the next actions: by asking a model, or by a routine.
    `name` is that of the model; of its replies, some cannot be used."""

    @property
    def name(self) -> str: ...

    @property
    def replies(self) -> int: ...

    @property
    def unusable(self) -> int: ...

    def outline(self, task: str) -> Outline: ...

    def next(self, map_: ElementMap, outline: Outline, choices: Choices) -> Decision: ...


@dataclass
class Decider:
    """Asks the model. Counts its replies, and those that could not be used. `notes` are the lines
    that it is given about what is on the screen, `manual` those of the application's manual."""

    model: LanguageModel
    stop: StopSwitch
    on_token: Callable[[str], None]
    replies: int = 0
    unusable: int = 0
    split_cost: Completion | None = field(default=None)
    notes: Callable[[ElementMap], Sequence[str]] = lambda map_: ()
    manual: Callable[[ElementMap, Outline], Sequence[str]] = lambda map_, outline: ()

    @property
    def name(self) -> str:
        return self.model.name

    def outline(self, task: str) -> Outline:
        """The task in parts; one part when it is a single instruction.

        Raises:
            Stopped: the switch was pressed.
            ModelError: the task is too long for the model.
        """
        grammar = split_grammar(task)
        if grammar is None:
            return Outline([task.strip()])
        try:
            self.split_cost = self._ask(split_messages(task), grammar, _LONGEST_OUTLINE)
        except UnfitReply:
            return Outline([" ".join(task.split())])
        whole = self.split_cost.ending == "stop"
        return Outline(parse_split(self.split_cost.text) if whole else [" ".join(task.split())])

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

    def short_answer(self, messages: Sequence[Message], grammar: str) -> str:
        """The reply to a small question; empty when it does not fit.

        Raises:
            Stopped, ModelError: as in `outline`.
        """
        said = self._counted(messages, grammar, _LONGEST_ANSWER)
        return said.text if said is not None else ""

    def text(self, messages: Sequence[Message], grammar: str) -> str:
        """A text of some sentences; one that grew too long ends with its last whole sentence. Empty
        when the reply does not fit. Raises as `short_answer` does."""
        said = self._counted(messages, grammar, _LONGEST_TEXT)
        if said is None or said.ending == "stop":
            return said.text if said is not None else ""
        whole = _SENTENCE.match(said.text)
        return whole.group() if whole is not None else ""

    def next(self, map_: ElementMap, outline: Outline, choices: Choices) -> Decision:
        """The next actions.

        Raises:
            Stopped: the switch was pressed.
            ModelError: the prompt is too long for the model.
            UnusableReply: the reply is cut off, or fits no grammar.
            ValueError: nothing can be done on this screen.
        """
        if (only := choices.only) is not None:
            return Decision("", "", Reply(_ONLY, (only,)), FREE)
        grammar = compile_grammar(choices)
        told = self.notes(map_), self.manual(map_, outline)
        messages = step_messages(map_, outline, choices, *told)
        # A reply has room for one long text beside all that is usual.
        long = (_said(value) for value in choices.values if len(value) > _USUAL_TEXT)
        longest = _LONGEST_REPLY + max(map(self.model.count_tokens, long), default=0)
        try:
            cost = self._ask(messages, grammar, longest)
        except UnfitReply as problem:
            self.replies += 1
            self.unusable += 1
            raise UnusableReply(str(problem)) from problem
        self.replies += 1
        try:
            reply = parse_reply(cost.text, choices)
        except Exception:
            self.unusable += 1
            raise
        return Decision(plain_prompt(messages), cost.text, reply, cost, grammar)

    def _counted(
        self, messages: Sequence[Message], grammar: str, longest: int
    ) -> Completion | None:
        """A reply, counted; None where it does not fit."""
        self.replies += 1
        try:
            return self._ask(messages, grammar, longest)
        except UnfitReply:
            self.unusable += 1
            return None

    def _ask(self, messages: Sequence[Message], grammar: str, longest: int) -> Completion:
        self.stop.check()
        cost = self.model.complete(
            messages,
            grammar=grammar,
            max_tokens=longest,
            stop=self.stop.event,
            on_token=self.on_token,
        )
        if cost.ending == "aborted":
            self.stop.check()
            raise Stopped()
        return cost


def _said(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def plain_prompt(messages: Sequence[Message]) -> str:
    """A conversation as it is kept in the record."""
    return "\n\n".join(f"[{message.role}]\n{message.content}" for message in messages)


def words_of(action: Action, map_: ElementMap) -> list[str]:
    """What an action typed or chose, and the names of what it touched: the words by which it is
    found in the task."""
    match action:
        case TypeText(text=text, target=target):
            return [text, *_name(target, map_)]
        case Select(option=option, target=target):
            return [option, *_name(target, map_)]
        case Tap(text=text):
            return [text]
        case Hover(target=target):
            # An entry of a menu that is taken for a drop-down list shows its name as the value.
            shown = map_.by_id(target).state.value if target is not None else None
            return [*_name(target, map_), *([shown] if shown else [])]
        case Click(target=target) | DoubleClick(target=target):
            return _name(target, map_)
        case OpenApp(name=name):
            return [name]
        case Press(keys=keys):
            return [meaning(keys), keys]
        case _:
            return []


def _name(target: int | None, map_: ElementMap) -> list[str]:
    return [map_.by_id(target).text] if target is not None else []


def in_order(
    actions: Sequence[Action], map_: ElementMap, outline: Outline
) -> tuple[list[Action], Action | None]:
    """What of a reply is carried out, in the order of the task, and the action that comes too
    early (None when none does).

    Actions that use a value or a name of the task go in the order of its parts, and only they:
    a small model rambles beside them. When there are none, only the first action is kept. An
    action comes too early when a part before its own has values that did not reach the screen,
    nor will by the actions before it. What comes first in the reply may be what an earlier part
    wants that names nothing ("Open the list below and press OK").
    """
    placed = sorted(
        (
            (place, a)
            for a in dict.fromkeys(actions)
            if (place := _place(a, map_, outline)) is not None
        ),
        key=lambda pair: pair[0],
    )
    if not placed:
        return list(actions[:1]), None
    kept = _leading(list(dict.fromkeys(actions)), placed, outline)
    used: set[str] = set()
    for place, action in placed:
        fits = any(fits_limits(word, outline) for word in words_of(action, map_))
        before = outline.parts[:place]
        if not fits and any(not part.done and set(part.open_values) - used for part in before):
            return kept, action
        used.update(known for word in words_of(action, map_) for known in outline.known(word))
        kept.append(action)
    return kept, None


def _leading(
    actions: Sequence[Action], placed: Sequence[tuple[int, Action]], outline: Outline
) -> list[Action]:
    """The actions before the first one that has a place, as many as there are open parts before
    that place which name no value."""
    places = {action for _, action in placed}
    before = list(takewhile(lambda action: action not in places, actions))
    parts = outline.parts[: placed[0][0]]
    unnamed = sum(not part.done and not part.values for part in parts)
    leading: list[Action] = [a for a in before if isinstance(a, Click | DoubleClick | OpenApp)]
    return leading[:unnamed]


def _place(action: Action, map_: ElementMap, outline: Outline) -> int | None:
    """The number of the last part of the task that an action belongs to."""
    places = [outline.place_of(word) for word in words_of(action, map_) if word]
    return max((place for place in places if place is not None), default=None)
