"""Choices -> GBNF, and a reply in that grammar -> actions. A reply that fits can be executed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import grammars
from agent.actions import (
    Action,
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
    rules = _rules(choices)
    heads = [name for name in _HEADS if name in rules]
    if not heads:
        raise ValueError("nothing can be done on this screen")
    text = grammars.read("step").replace("{{action}}", " | ".join(heads))
    more = f' (", " action){{0,{choices.most - 1}}}' if choices.most > 1 else ""
    text = text.replace("{{more}}", more)
    return text.replace(
        "{{rules}}", "\n".join(f"{name} ::= {rule}" for name, rule in rules.items())
    )


_HEADS = ("click", "type", "select", "press", "open", "twice", "scroll", "done", "fail")


def _rules(choices: Choices) -> dict[str, str]:
    """Rules by their names; the heads are the kinds of actions, the others their parts."""
    rules: dict[str, str] = {}
    for head, verb, part, names in (
        ("click", "click", "clicked", choices.clicks),
        ("twice", "double click", "opened", choices.double_clicks),
        ("press", "shortcut", "keys", choices.keys),
        ("open", "open", "application", choices.applications),
        ("scroll", "scroll", "direction", choices.scroll),
    ):
        if names:
            rules[head] = _object(verb, part)
            rules[part] = one_of(names)
    entries = [("type", "type into", "text", choices.fields)]
    entries += [("select", "select in", "option", choices.dropdowns)]
    for head, verb, second, names in entries:
        ways = [_entry(verb, name, second, choices.values_for(i)) for name, i in names.items()]
        if head == "type" and choices.keypad is not None:
            ways.append(_entry(verb, KEYPAD, second, choices.values_for(0)))
        if any(ways):
            rules[head] = " | ".join(way for way in ways if way)
    if choices.done:
        rules["done"] = literal('{"done": true}')
    if choices.fail:
        rules["fail"] = literal('{"cannot": true}')
    return rules


def _object(verb: str, rule: str) -> str:
    return f"{literal(f'{{{json.dumps(verb)}: ')} {rule} {literal('}')}"


def _entry(verb: str, name: str, second: str, values: Sequence[str]) -> str:
    """One field or dropdown with the values that may go there; '' when there are none."""
    if not values:
        return ""
    start = literal(f"{{{json.dumps(verb)}: {json.dumps(name, ensure_ascii=False)}, ")
    return f"{start} {literal(json.dumps(second) + ': ')} ({one_of(values)}) {literal('}')}"


def parse_reply(text: str, choices: Choices) -> Reply:
    """The reason and the actions of a reply.

    Raises:
        UnusableReply: the text is no whole reply (cut off), or names what is no choice.
    """
    try:
        data = json.loads(text)
        actions = tuple(_action(item, choices) for item in data["actions"])
        return Reply(str(data["reason"]), actions)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnusableReply(
            f"The model's reply cannot be used: {error!r} in {text[:80]!r}"
        ) from None


def _action(item: Mapping[str, Any], choices: Choices) -> Action:
    match item:
        case {"type into": name, "text": value} if name == KEYPAD and choices.keypad:
            buttons = choices.keypad.presses(value) or []
            return Tap(value, tuple(button.id for button in buttons))
        case {"type into": name, "text": value}:
            return TypeText(value, choices.fields[name])
        case {"select in": name, "option": value}:
            return Select(choices.dropdowns[name], value)
        case {"done": True}:
            return Done()
        case {"cannot": True}:
            return Fail("the model sees no way to continue")
        case _:
            [(verb, name)] = item.items()
            return _ON_ONE_THING[verb](name, choices)


_ON_ONE_THING: dict[str, Callable[[str, Choices], Action]] = {
    "click": lambda name, choices: choices.click(choices.clicks[name]),
    "double click": lambda name, choices: DoubleClick(choices.double_clicks[name]),
    "shortcut": lambda name, choices: Press(choices.keys[name]),
    "open": lambda name, choices: OpenApp(choices.applications[name].name),
    "scroll": lambda name, choices: Scroll("up" if name == "up" else "down"),
}
