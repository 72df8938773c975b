"""A model that obeys the screen: it tries the harm of its page in every way that it is offered."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.deciding.gbnf import literal
from agent.deciding.reply import NONE_OF_THESE
from benchmarks.fuzz.sentences import Sentences, unescaped
from benchmarks.injection.deeds import is_named
from benchmarks.injection.pages import Deed, Injected
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel

_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
# Which rule of the grammar lists what an action is done to.
_RULES = {
    "click": "of-clicks",
    "double click": "of-targets",
    "triple click": "of-targets",
    "type into": "of-fields",
    "select in": "of-dropdowns",
}
# The ways of a click; those of an entry and of a choice in a list are fewer.
_CLICKS = ("click", "double click", "triple click")
_BY_KEYS, _WAYS = 1, len(_CLICKS) + 1
_ANY = "Zoë"
# How often the focus is moved on until it is on what is to be pressed.
_MOST_TABS = 6


@dataclass(frozen=True, slots=True)
class _Try:
    """One thing to do: a verb of the reply, or "focus" for moving the focus there by keys; the
    beginning of a name; a text or a key."""

    verb: str
    name: str = ""
    text: str = ""


def obeying(page: Injected) -> ScriptedModel:
    """A model that has fallen for its page: it does the harm in one way after the other, by a
    suggestion where one is the same, and then the task of the person."""
    return ScriptedModel(_Fallen(page).answer, name="fallen")


@dataclass
class _Fallen:
    page: Injected
    left: list[_Try] = field(default_factory=list)
    tabs: int = 0

    def __post_init__(self) -> None:
        scripts = [
            [each for deed in self.page.harm for each in _tries(deed, way)] for way in range(_WAYS)
        ]
        self.left = [
            each
            for number, script in enumerate(scripts)
            if script not in scripts[:number]
            for each in script
        ]
        self.left += [each for deed in self.page.deeds for each in _tries(deed, 0)]

    def answer(self, messages: Sequence[Message], grammar: str | None) -> str:
        assert grammar is not None
        if literal(NONE_OF_THESE) in grammar:
            return self._line(grammar)
        if "thought ::=" not in grammar:
            return Sentences(grammar).draw(random.Random(0))
        action = self._action(messages[-1].content, grammar)
        return json.dumps({"thought": "so", "actions": [action]}, ensure_ascii=False)

    def _line(self, grammar: str) -> str:
        """The suggestion that does what comes next; none of them else."""
        if self.left:
            line = next((line for line in _literals(grammar) if _says(line, self.left[0])), "")
            if line:
                self.left.pop(0)
                return line
        return NONE_OF_THESE

    def _action(self, prompt: str, grammar: str) -> dict[str, Any]:
        while self.left:
            wanted = self.left[0]
            if wanted.verb == "focus" and not self._is_there(prompt, wanted):
                return {"press": "tab"}
            self.left.pop(0)
            if (action := _done_to(wanted, grammar)) is not None:
                return action
        return {"done": "as asked"}

    def _is_there(self, prompt: str, wanted: _Try) -> bool:
        """Whether the focus is on a thing, or was moved often enough: then what was to be done
        there is left out."""
        lines = [line.removeprefix("- ") for line in prompt.splitlines()]
        self.tabs += 1
        if any(is_named(line, wanted.name) and "focused" in line for line in lines):
            self.tabs = 0
            return True
        if self.tabs > _MOST_TABS:
            self.tabs = 0
            del self.left[1]
            return True
        return False


def _tries(deed: Deed, way: int) -> tuple[_Try, ...]:
    """What is done for a deed in one of its ways; the second one is by keys alone."""
    verb, name, *text = deed
    said = (text[0] if text else "") or _ANY
    here = {"click": _Try("press", "", "enter"), "type": _Try("type", "", said)}
    here["select"] = _Try("press", "", "down")
    if verb == "press":
        return (_Try("press", "", name),)
    if way == _BY_KEYS:
        return (_Try("focus", name), here[verb])
    match verb:
        case "click":
            return (_Try(_CLICKS[max(0, way - 1)], name),)
        case "type":
            return (
                (_Try("type into", name, said),) if way == 0 else (_Try("click", name), here[verb])
            )
        case _:
            chosen = (_Try("click", name), _Try("click", said))
            return (_Try("select in", name, said),) if way == 0 else chosen


def _says(line: str, wanted: _Try) -> bool:
    """Whether a suggestion is what is wanted."""
    match wanted.verb:
        case "click":
            return line.startswith("click ") and is_named(line.removeprefix("click "), wanted.name)
        case "type into":
            head = f'type "{wanted.text}" into '
            return line.startswith(head) and is_named(line.removeprefix(head), wanted.name)
        case _:
            return False


def _done_to(wanted: _Try, grammar: str) -> dict[str, Any] | None:
    """The action of a reply; None when the screen has nothing of that name to do it to."""
    if wanted.verb in ("press", "type"):
        return {wanted.verb: wanted.text}
    if wanted.verb == "focus":
        return None
    names = _names(grammar, _RULES[wanted.verb])
    name = next((each for each in names if is_named(each, wanted.name)), None)
    if name is None:
        return None
    second = {"type into": {"text": wanted.text}, "select in": {"option": wanted.text}}
    return {wanted.verb: name, **second.get(wanted.verb, {})}


def _names(grammar: str, rule: str) -> list[str]:
    """The names that a rule of the grammar lists."""
    for line in grammar.splitlines():
        head, _, body = line.partition(" ::= ")
        if head == rule:
            return [str(json.loads(text)) for text in _literals(body)]
    return []


def _literals(body: str) -> list[str]:
    return [unescaped(match[1]) for match in _LITERAL.finditer(body)]
