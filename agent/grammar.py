"""Choices -> GBNF, and a reply in that grammar -> actions. A reply that fits can be executed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import grammars
from agent.actions import (
    Action,
    Click,
    Done,
    DoubleClick,
    Fail,
    OpenApp,
    Press,
    Scroll,
    Select,
    Tap,
    TypeText,
)
from agent.choices import KEYPAD, Choices
from agent.errors import ActionFailed
from agent.gbnf import literal, one_of


@dataclass(frozen=True, slots=True)
class Reply:
    reason: str
    actions: tuple[Action, ...]


class UnusableReply(ActionFailed):
    """A reply that is cut off or that the grammar should have made impossible."""


def compile_grammar(choices: Choices) -> str:
    """GBNF text whose sentences are exactly the replies that can be executed now.

    Raises:
        ValueError: there is nothing that could be done.
    """
    rules: dict[str, str] = {}
    if choices.clicks:
        rules["click"] = _object("click", "clicked")
        rules["clicked"] = one_of(choices.clicks)
    if choices.double_clicks:
        rules["twice"] = _object("double click", "opened")
        rules["opened"] = one_of(choices.double_clicks)
    fields = [*choices.fields, *([KEYPAD] if choices.keypad else [])]
    if fields:
        rules["type"] = _pair("type into", "field", "text", "value")
        rules["field"] = one_of(fields)
    if choices.dropdowns:
        rules["select"] = _pair("select in", "dropdown", "option", "value")
        rules["dropdown"] = one_of(choices.dropdowns)
    if fields or choices.dropdowns:
        rules["value"] = _value(choices)
    if choices.keys:
        rules["press"] = _object("press", "keys")
        rules["keys"] = one_of(choices.keys)
    if choices.applications:
        rules["open"] = _object("open", "application")
        rules["application"] = one_of(choices.applications)
    if choices.scroll:
        rules["scroll"] = _object("scroll", "direction")
        rules["direction"] = one_of(("down", "up"))
    if choices.done:
        rules["done"] = literal('{"done": true}')
    if choices.fail:
        rules["fail"] = literal('{"cannot": true}')
    heads = [name for name in _HEADS if name in rules]
    if not heads:
        raise ValueError("nothing can be done on this screen")
    text = grammars.read("step").replace("{{action}}", " | ".join(heads))
    return text.replace(
        "{{rules}}", "\n".join(f"{name} ::= {rule}" for name, rule in rules.items())
    )


_HEADS = ("click", "type", "select", "press", "open", "twice", "scroll", "done", "fail")


def _object(verb: str, rule: str) -> str:
    return f"{literal(f'{{{json.dumps(verb)}: ')} {rule} {literal('}')}"


def _pair(verb: str, rule: str, second: str, value: str) -> str:
    start, between = literal(f"{{{json.dumps(verb)}: "), literal(f", {json.dumps(second)}: ")
    return f"{start} {rule} {between} {value} {literal('}')}"


def _value(choices: Choices) -> str:
    free = r'"\"" [^"\\\x00-\x1F]{1,200} "\""'
    return free if choices.free_text else one_of(choices.values)


def parse_reply(text: str, choices: Choices) -> Reply:
    """The reason and the actions of a reply.

    Raises:
        UnusableReply: the text is no whole reply (cut off), or names what is no choice.
    """
    try:
        data = json.loads(text)
        actions = tuple(_action(item, choices) for item in data["actions"])
        return Reply(str(data["reason"]), actions)
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise UnusableReply(
            f"The model's reply cannot be used: {error!r} in {text[:80]!r}"
        ) from None


def _action(item: Mapping[str, Any], choices: Choices) -> Action:
    match item:
        case {"click": name}:
            return Click(choices.clicks[name])
        case {"double click": name}:
            return DoubleClick(choices.double_clicks[name])
        case {"type into": name, "text": value} if name == KEYPAD and choices.keypad:
            buttons = choices.keypad.presses(value) or []
            return Tap(value, tuple(button.id for button in buttons))
        case {"type into": name, "text": value}:
            return TypeText(value, choices.fields[name])
        case {"select in": name, "option": value}:
            return Select(choices.dropdowns[name], value)
        case {"press": name}:
            return Press(choices.keys[name])
        case {"open": name}:
            return OpenApp(choices.applications[name].name)
        case {"scroll": "up" | "down" as direction}:
            return Scroll(direction)
        case {"done": True}:
            return Done()
        case {"cannot": True}:
            return Fail("the model sees no way on")
        case _:
            raise KeyError(f"no such action: {item}")
