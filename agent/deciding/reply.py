"""The reply of a model: action space -> GBNF, and a reply in that grammar -> actions.

A reply that fits can be executed: elements, applications and skills are named from lists, keys are
written from their names. Texts are free.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import grammars
from agent.actions import (
    Action,
    AddToSelection,
    Answer,
    Ask,
    Click,
    ClickAt,
    Done,
    DoubleClick,
    Drag,
    DragBy,
    Fail,
    Hover,
    OpenApp,
    PartDone,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
    Wait,
)
from agent.deciding.action_space import KEYPAD, ActionSpace
from agent.deciding.gbnf import literal, one_of
from agent.deciding.situation import Suggestion
from agent.errors import ActionFailed
from agent.keyboard.keys import KEYS, MODIFIERS

NONE_OF_THESE = "none of these"
# Keys that are pressed one after the other without a look between them.
_MOST_KEYS = 20
_EDGES = ("left", "right", "top", "bottom")
_WAYS = ("up", "down", "left", "right")
_AMOUNTS = ("little", "page", "end")
_POINTING: Mapping[str, Callable[[int], Action]] = {
    "double click": DoubleClick,
    "triple click": TripleClick,
    "right click": RightClick,
    "point at": Hover,
    "add to the selection": AddToSelection,
}


@dataclass(frozen=True, slots=True)
class Reply:
    """The thought of a reply and its actions."""

    reason: str
    actions: tuple[Action, ...]


class UnusableReply(ActionFailed):
    """A reply that is cut off or that the grammar should have made impossible."""


def listed_grammar(suggestions: Sequence[Suggestion]) -> str:
    """GBNF whose sentences are the words of the suggestions, and "none of these"."""
    words = [each.words for each in suggestions]
    return "root ::= " + " | ".join(literal(each) for each in [*words, NONE_OF_THESE])


def argument_grammar(names: Sequence[str]) -> str:
    """GBNF of a JSON object with a text for each of some names, in their order."""
    pieces = [f"{literal(json.dumps(name) + ': ')} text" for name in names]
    text = grammars.read("own_text").replace("root ::=", "text ::=")
    joined = ' ", " '.join(pieces)
    return f'root ::= "{{" {joined} "}}"\n{text}'


def edit_grammar(lines: Sequence[str]) -> str:
    """GBNF of a JSON object with what is to be done, one of some lines of a text, and what stands
    there afterwards."""
    text = grammars.read("own_text").replace("root ::=", "text ::=")
    names = [literal(name) for name in ('{"todo": ', ', "line": ', ', "new": ')]
    root = f'root ::= {names[0]} text {names[1]} line {names[2]} text "}}"'
    return f"{root}\nline ::= {_one_of(lines)}\n{text}"


def row_grammar(rows: Sequence[str], headings: Sequence[str], *, deletes: bool) -> str:
    """GBNF of a JSON object with what is to be done, whether a row is changed, added or (if it
    `deletes`) deleted, which of some rows of a sheet, and what each cell of it holds afterwards."""
    text = grammars.read("own_text").replace("root ::=", "text ::=")
    told = ((literal(json.dumps(each, ensure_ascii=False) + ": ")) for each in headings)
    cells = ' ", " '.join(f"{heading} cell" for heading in told)
    row, of = literal(', "row": '), literal(', "cells": {')
    changed = f'{literal(_quoted("change"))} {row} row {of} {cells} "}}"'
    added = f'{literal(_quoted("add"))} {of} {cells} "}}"'
    deleted = f"{literal(_quoted('delete'))} {row} row"
    ways = [*([changed] if rows else []), added, *([deleted] if rows and deletes else [])]
    which = f"({' | '.join(ways)})"
    begin, do = literal('{"todo": '), literal(', "do": ')
    rules = [
        f'root ::= {begin} text {do} {which} "}}"',
        *([f"row ::= {_one_of(rows)}"] if rows else []),
        r'cell ::= "\"" [^"\\\x00-\x1F]{0,60} "\""',
        text,
    ]
    return "\n".join(rules)


def _one_of(texts: Sequence[str]) -> str:
    return " | ".join(literal(_quoted(text)) for text in texts)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def files_grammar(names: Sequence[str]) -> str:
    """GBNF of a JSON list of some of these names."""
    one_of = " | ".join(literal(json.dumps(name, ensure_ascii=False)) for name in names)
    return f'root ::= "[" name (", " name){{0,{len(names) - 1}}} "]"\nname ::= {one_of}'


def reply_grammar(
    space: ActionSpace, *, longest_thought: int, most: int, longest_text: int = 300
) -> str:
    """GBNF whose sentences are the replies that can be executed in a space, with a thought of up to
    `longest_thought` characters, up to `most` actions, and texts of up to `longest_text`
    characters: a reply that is cut off cannot be used."""
    rules = _rules(space, _MOST_KEYS if most > 1 else 1)
    heads = [name for name in rules if not name.startswith("of-")]
    text = grammars.read("step").replace("{{action}}", " | ".join(heads))
    text = text.replace("{{more}}", f' (", " action){{0,{most - 1}}}' if most > 1 else "")
    text = text.replace("{{longest}}", str(longest_thought))
    text = text.replace("{{text}}", str(longest_text))
    lines = "\n".join(f"{name} ::= {rule}" for name, rule in rules.items())
    return text.replace("{{rules}}", lines)


def _rules(space: ActionSpace, most_keys: int) -> dict[str, str]:
    """Rules by their names: the actions, and with "of-" what they are done to; of keys up to
    `most_keys`, one after the other."""
    rules: dict[str, str] = {}
    lists = {
        "of-clicks": space.clicks,
        "of-targets": space.targets,
        "of-fields": space.fields,
        "of-dropdowns": space.dropdowns,
        "of-sliders": space.sliders,
        "of-areas": space.areas,
        "of-applications": space.applications,
        "of-skills": space.skills,
    }
    for name, names in lists.items():
        if names:
            rules[name] = one_of(names)
    rules["of-key"] = " | ".join(literal(key) for key in KEYS if key not in (*MODIFIERS, '"', "\\"))
    rules["of-keys-at-once"] = f"({' | '.join(literal(m + '+') for m in MODIFIERS)}){{0,3}} of-key"
    more = f' (" " of-keys-at-once){{0,{most_keys - 1}}}' if most_keys > 1 else ""
    rules["of-keys"] = f'"\\"" of-keys-at-once{more} "\\""'
    if space.keypad is not None:
        spelled = (json.dumps(sign, ensure_ascii=False) for sign in space.keypad.spelled)
        signs = " | ".join(literal(sign[1:-1]) for sign in spelled)
        rules["of-signs"] = f'"\\"" ({signs})+ "\\""'
    for name, pieces in _forms(space).items():
        if all(piece in rules or not piece.startswith("of-") for piece in pieces[1::2]):
            rules[name] = _joined(pieces)
    return rules


def _forms(space: ActionSpace) -> dict[str, Sequence[str]]:
    """The actions as pieces: texts as they stand and rules, in turns."""
    forms: dict[str, Sequence[str]] = {
        "click": ('{"click": ', "of-clicks", "}"),
        "type": ('{"type into": ', "of-fields", ', "text": ', "string", "}"),
        "append": ('{"type into": ', "of-fields", ', "text": ', "string", ', "at the end": true}'),
        "tap": (f'{{"type into": "{KEYPAD}", "text": ', "of-signs", "}"),
        "here": ('{"type": ', "string", "}"),
        "select": ('{"select in": ', "of-dropdowns", ', "option": ', "string", "}"),
        "press": ('{"press": ', "of-keys", "}"),
        "open": ('{"open": ', "of-applications", "}"),
        "skill": ('{"do": ', "of-skills", "}"),
        "slide": ('{"set slider": ', "of-sliders", ', "to": ', "string", "}"),
        "drag": ('{"drag": ', "of-targets", ', "to": ', "of-targets", "}"),
        "edge": (
            *('{"drag": ', "of-targets", ', "to": ', "of-targets"),
            *(', "edge": ', f"({one_of(_EDGES)})", "}"),
        ),
        "shift": ('{"drag": ', "of-targets", ', "right": ', "number", ', "down": ', "number", "}"),
        "scroll": ('{"scroll": ', f"({one_of(_WAYS)})", "}"),
        "within": (
            *('{"scroll": ', f"({one_of(_WAYS)})", ', "in": ', "of-areas"),
            *(', "amount": ', f"({one_of(_AMOUNTS)})", "}"),
        ),
        "wait": ('{"wait until": ', "string", "}"),
        "answer": ('{"answer": ', "string", "}"),
        "ask": ('{"ask": ', "string", "}"),
        "done": ('{"done": ', "string", "}"),
        "cannot": ('{"cannot": ', "string", "}"),
    }
    for verb in _POINTING:
        forms[verb.replace(" ", "-")] = (f'{{"{verb}": ', "of-targets", "}")
    if space.parts:
        parts = " | ".join(literal(str(number)) for number in space.parts)
        forms["part"] = ('{"part done": ', f"({parts})", "}")
    if space.sees:
        forms["at"] = ('{"click at": [', "number", ", ", "number", "]}")
    return forms


def _joined(pieces: Sequence[str]) -> str:
    return " ".join(
        piece if place % 2 else literal(piece) for place, piece in enumerate(pieces) if piece
    )


def parse_reply(text: str, space: ActionSpace) -> Reply:
    """The thought and the actions of a reply.

    Raises:
        UnusableReply: the text is no whole reply (cut off), or names what cannot be done.
    """
    try:
        data = json.loads(text)
        actions = tuple(_action(item, space) for item in data["actions"])
        if not actions:
            raise ValueError("it has no action")
        return Reply(str(data["thought"]), actions)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnusableReply(
            f"The model's reply cannot be used: {error!r} in {text[:80]!r}"
        ) from None


def _action(item: Mapping[str, Any], space: ActionSpace) -> Action:
    verb = next(iter(item), "")
    name = item[verb]
    if verb in _POINTING:
        return _POINTING[verb](space.targets[name])
    return _PARSERS[verb](name, item, space)


def _typed(name: str, item: Mapping[str, Any], space: ActionSpace) -> Action:
    if name == KEYPAD and space.keypad is not None:
        buttons = space.keypad.presses(item["text"]) or space.keypad.taps(item["text"])
        if not buttons:
            raise ValueError(f"the keypad has not all signs of {item['text']!r}")
        return Tap(item["text"], tuple(button.id for button in buttons))
    if item.get("at the end"):
        return TypeText(item["text"], space.fields[name], "append")
    return TypeText(item["text"], space.fields[name])


def _dragged(name: str, item: Mapping[str, Any], space: ActionSpace) -> Action:
    if "to" in item:
        return Drag(space.targets[name], space.targets[item["to"]], item.get("edge", ""))
    return DragBy(space.targets[name], int(item["right"]), int(item["down"]))


def _scrolled(name: str, item: Mapping[str, Any], space: ActionSpace) -> Action:
    if "in" in item:
        return Scroll(cast(Any, name), space.areas[item["in"]], item["amount"])
    return Scroll(cast(Any, name))


_PARSERS: Mapping[str, Callable[[Any, Mapping[str, Any], ActionSpace], Action]] = {
    "click": lambda name, item, space: Click(space.clicks[name]),
    "type into": _typed,
    "type": lambda text, item, space: TypeText(text),
    "select in": lambda name, item, space: Select(space.dropdowns[name], item["option"]),
    "press": lambda keys, item, space: Press(keys),
    "open": lambda name, item, space: OpenApp(space.applications[name].name),
    "do": lambda name, item, space: space.skills[name].action,
    "set slider": lambda name, item, space: SetSlider(space.sliders[name], item["to"]),
    "drag": _dragged,
    "scroll": _scrolled,
    "wait until": lambda text, item, space: Wait(until=text),
    "answer": lambda text, item, space: Answer(text),
    "ask": lambda text, item, space: Ask(text),
    "part done": lambda number, item, space: PartDone(int(number)),
    "done": lambda text, item, space: Done(text),
    "cannot": lambda text, item, space: Fail(text or "the model sees no way to continue"),
    "click at": lambda place, item, space: ClickAt(int(place[0]), int(place[1])),
}
