"""Every sentence of a step's grammar is a reply that can be carried out, whatever is on screen.

Sentences are drawn by an independent reader of GBNF; test_grammar_llama.py asks llama.cpp.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.actions import (
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
from agent.computer.describe import describe
from agent.deciding.action_space import KEYPAD, ActionSpace, action_space
from agent.deciding.gbnf import json_string, literal
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import step_messages
from agent.deciding.reply import UnusableReply, parse_reply, reply_grammar
from benchmarks.fuzz.sentences import Sentences, unescaped
from tests.support.made_choices import (
    MAPS,
    OPTIONS,
    PARTS,
    SPACES,
    TEXTS,
    can_be_carried_out,
    situation,
)
from tests.support.made_maps import element, keypad, made_map
from vision.core.elements import ElementMap


def sentences(space: ActionSpace) -> Sentences:
    return Sentences(reply_grammar(space, longest_thought=60, most=8))


def is_spelled(text: str, space: ActionSpace) -> bool:
    """Whether a reply types nothing on a keypad that has not all its signs."""
    return all(
        item.get("type into") != KEYPAD
        or space.keypad is None
        or bool(space.keypad.presses(item["text"]))
        for item in json.loads(text)["actions"]
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(MAPS, PARTS, st.integers(0, 10_000))
def test_each_sentence_for_a_random_screen_can_be_carried_out(
    map_: ElementMap, parts: list[str], seed: int
):
    now = situation(map_, parts)
    space = action_space(now, sees=True)
    drawn, source = sentences(space), random.Random(seed)
    for _ in range(4):
        text = drawn.draw(source)
        if not is_spelled(text, space):
            with pytest.raises(UnusableReply, match="not all signs"):
                parse_reply(text, space)
            continue
        reply = parse_reply(text, space)
        assert reply.reason
        assert 1 <= len(reply.actions) <= 8
        for action in reply.actions:
            assert can_be_carried_out(action, map_, space), (action, text)
            assert describe(action, map_)
    told = step_messages(now, space, (), PROFILES["small"])
    assert all(message.content for message in told)


def meant(item: dict[str, Any], space: ActionSpace) -> object:
    """The action of one item of a reply, read by another way than the product's."""
    (verb, name), *rest = item.items()
    second = rest[0][1] if rest else ""
    edge = dict(rest).get("edge", "")
    pointing = {
        "double click": DoubleClick,
        "triple click": TripleClick,
        "right click": RightClick,
        "point at": Hover,
        "add to the selection": AddToSelection,
    }
    if verb in pointing:
        return pointing[verb](space.targets[name])
    if verb == "type into" and name == KEYPAD and space.keypad is not None:
        buttons = space.keypad.presses(second) or []
        return Tap(second, tuple(button.id for button in buttons))
    if verb == "drag" and "to" in item:
        return Drag(space.targets[name], space.targets[second], edge)
    table: dict[str, Any] = {
        "click": lambda: Click(space.clicks[name]),
        "type into": lambda: TypeText(
            second, space.fields[name], "append" if "at the end" in item else "auto"
        ),
        "type": lambda: TypeText(name),
        "select in": lambda: Select(space.dropdowns[name], second),
        "set slider": lambda: SetSlider(space.sliders[name], second),
        "press": lambda: Press(name),
        "open": lambda: OpenApp(space.applications[name].name),
        "do": lambda: space.skills[name].action,
        "drag": lambda: DragBy(space.targets[name], item["right"], item["down"]),
        "scroll": lambda: (
            Scroll(name, space.areas[second], item["amount"]) if rest else Scroll(name)
        ),
        "wait until": lambda: Wait(until=name),
        "answer": lambda: Answer(name),
        "ask": lambda: Ask(name),
        "part done": lambda: PartDone(name),
        "done": lambda: Done(name),
        "cannot": lambda: Fail(name or "the model sees no way to continue"),
        "click at": lambda: ClickAt(*name),
    }
    return table[verb]()


@settings(max_examples=80, deadline=None)
@given(SPACES, st.integers(0, 10_000))
def test_each_sentence_of_any_space_is_read_as_it_was_meant(space: ActionSpace, seed: int):
    source, drawn = random.Random(seed), sentences(space)
    for _ in range(3):
        text = drawn.draw(source)
        if not is_spelled(text, space):
            continue
        said = json.loads(text)
        reply = parse_reply(text, space)
        assert reply.reason == said["thought"]
        for item, action in zip(said["actions"], reply.actions, strict=True):
            assert meant(item, space) == action


def test_the_keypad_gets_only_what_it_can_spell():
    now = situation(made_map([*keypad(), element(30, "field", "Note")]), ["compute 12*7"])
    space = action_space(now)

    def typed(text: str) -> str:
        action = {"type into": KEYPAD, "text": text}
        return json.dumps({"thought": "x", "actions": [action]})

    (tap,) = parse_reply(typed("12*7"), space).actions
    assert isinstance(tap, Tap)
    assert [now.map.by_id(n).text for n in tap.targets] == ["1", "2", "×", "7", "="]
    with pytest.raises(UnusableReply, match="the keypad has not all signs of 'abc'"):
        parse_reply(typed("abc"), space)


@given(TEXTS)
def test_literals_stand_for_their_text(text: str):
    assert unescaped(literal(text)[1:-1]) == text
    assert json.loads(unescaped(json_string(text)[1:-1])) == text
    assert "\n" not in literal(text)
    assert "\n" not in json_string(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"thought": "x", "actions": [{"click": "OK button"}',
        '{"thought": "x"}',
        '{"actions": [{"click": "OK button"}]}',
        '{"thought": "x", "actions": [{"click": "Cancel button"}]}',
        '{"thought": "x", "actions": [{"type into": "OK button", "text": "Ann"}]}',
        '{"thought": "x", "actions": [{"type into": "Name field"}]}',
        '{"thought": "x", "actions": [{"fly": "away"}]}',
        '{"thought": "x", "actions": [{}]}',
        '{"thought": "x", "actions": ["click"]}',
        '{"thought": "x", "actions": [{"click": {"a": 1}}]}',
        '{"thought": "x", "actions": 5}',
        "[]",
        "null",
        "I would click OK.",
    ],
)
def test_a_reply_that_cannot_be_used_is_said(text: str):
    with pytest.raises(UnusableReply, match="The model's reply cannot be used"):
        parse_reply(text, OPTIONS)


def test_a_reply_without_an_action_cannot_be_used():
    with pytest.raises(UnusableReply):
        parse_reply('{"thought": "x", "actions": []}', OPTIONS)
