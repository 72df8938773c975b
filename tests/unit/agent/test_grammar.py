"""Every sentence of a step's grammar is a reply that can be carried out, whatever is on screen.

Sentences are drawn by an independent reader of GBNF; test_grammar_llama.py asks llama.cpp.
"""

from __future__ import annotations

import json
import random

import pytest
from agent.choices import KEYPAD, Choices, choices
from agent.grammar import UnusableReply, compile_grammar, parse_reply
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

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
from agent.computer.describe import describe
from agent.deciding.gbnf import json_string, literal
from agent.deciding.prompt import step_messages
from agent.memory import Memory
from agent.outline import Outline
from agent.trajectory import Effect
from benchmarks.fuzz.sentences import Sentences, unescaped
from tests.support.made_choices import (
    CHOICES,
    FORM,
    MAPS,
    OPTIONS,
    PARTS,
    TEXTS,
    can_be_carried_out,
)
from tests.support.made_maps import element, keypad, made_map, window
from vision.elements import ElementMap

# They end a run, so there is no again.
OFFERED_AGAIN = Done | Fail


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(MAPS, PARTS, st.integers(0, 10_000))
def test_each_sentence_for_a_random_screen_can_be_carried_out(
    map_: ElementMap, parts: list[str], seed: int
):
    options = choices(map_, Outline(parts), Memory())
    try:
        grammar = compile_grammar(options)
    except ValueError:
        assume(False)
    sentences, source = Sentences(grammar), random.Random(seed)
    for _ in range(4):
        text = sentences.draw(source)
        reply = parse_reply(text, options)
        assert reply.reason
        assert 1 <= len(reply.actions) <= 8
        for action in reply.actions:
            assert can_be_carried_out(action, map_, options), (action, text)
            assert "\n" not in describe(action, map_).replace(getattr(action, "text", "\n"), "")
    assert all(message.content for message in step_messages(map_, Outline(parts), options))


def vars_of(options: Choices) -> dict[str, object]:
    """What makes an action possible."""
    names = ("clicks", "double_clicks", "fields", "dropdowns", "keypad", "keys", "applications")
    return {name: getattr(options, name) for name in (*names, "scroll", "done", "fail")}


def meant(item: dict[str, str], options: Choices) -> object:
    """The action of one item of a reply, read by another way than the product's."""
    (verb, name), *rest = item.items()
    second = rest[0][1] if rest else ""
    if verb == "type into" and name == KEYPAD and options.keypad is not None:
        buttons = options.keypad.presses(second) or []
        return Tap(second, tuple(button.id for button in buttons))
    table: dict[str, object] = {
        "click": lambda: Click(options.clicks[name]),
        "double click": lambda: DoubleClick(options.double_clicks[name]),
        "type into": lambda: TypeText(second, options.fields[name]),
        "select in": lambda: Select(options.dropdowns[name], second),
        "shortcut": lambda: Press(options.keys[name]),
        "open": lambda: OpenApp(options.applications[name].name),
        "scroll": lambda: Scroll("down" if name == "down" else "up"),
        "done": lambda: Done(),
        "cannot": lambda: Fail("the model sees no way to continue"),
    }
    return table[verb]()  # type: ignore[operator]


@settings(max_examples=120, deadline=None)
@given(CHOICES, st.integers(0, 10_000))
def test_each_sentence_of_any_choices_is_read_as_it_was_meant(options: Choices, seed: int):
    assume(any(value for value in vars_of(options).values()))
    source = random.Random(seed)
    sentences = Sentences(compile_grammar(options))
    for _ in range(3):
        text = sentences.draw(source)
        said = json.loads(text)
        reply = parse_reply(text, options)
        assert reply.reason == said["reason"]
        for item, action in zip(said["actions"], reply.actions, strict=True):
            assert meant(item, options) == action
            assert not isinstance(action, TypeText | Select) or (
                (getattr(action, "text", None) or getattr(action, "option", "")) in options.values
            )


def test_the_keypad_gets_only_what_it_can_spell():
    options = choices(
        made_map([*keypad(), element(30, "field", "Note")]),
        Outline(['compute 12*7 and write "no digits" into the note']),
        Memory(),
    )
    sentences, source = Sentences(compile_grammar(options)), random.Random(1)
    for _ in range(30):
        for action in parse_reply(sentences.draw(source), options).actions:
            assert not isinstance(action, Tap) or action.targets


VALUES = ['write "Ann" and “Bo B” there', "enter 12*7 and 5", "choose “Oslo”", "go on"]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(MAPS, st.lists(st.sampled_from(VALUES), min_size=1, max_size=3), st.integers(0, 10_000))
def test_what_had_no_effect_is_in_no_sentence_any_more(
    map_: ElementMap, parts: list[str], seed: int
):
    plan, memory, source = Outline(parts), Memory(), random.Random(seed)
    for _ in range(3):
        options = choices(map_, plan, memory)
        try:
            sentences = Sentences(compile_grammar(options))
        except ValueError:
            return
        for _ in range(4):
            for action in parse_reply(sentences.draw(source), options).actions:
                assert not memory.is_blocked(action, map_) or isinstance(action, OFFERED_AGAIN)
        memory.note(action, "it", Effect("no visible change"), map_, map_)


BOTH = ["enter “Ann” and “Oslo”"]


@pytest.mark.parametrize(
    ("parts", "action"),
    [
        (BOTH, TypeText("Ann", 1)),
        (BOTH, TypeText("Oslo", 1)),
        (BOTH, Select(4, "Ann")),
        (BOTH, Select(4, "Oslo")),
        (["enter 12*7"], Tap("12*7", (14, 15))),
        (["go on"], Scroll("down")),
        (["go on"], Scroll("up")),
    ],
)
def test_each_action_in_vain_is_offered_no_more(parts: list[str], action: Action):
    keys = keypad(10) if isinstance(action, Tap) else []
    map_, memory = made_map([*FORM, *keys], [window(7, "Main", active=True)]), Memory()

    def offered() -> set[str]:
        options = choices(map_, Outline(parts), memory)
        sentences, source = Sentences(compile_grammar(options)), random.Random(1)
        replies = [parse_reply(sentences.draw(source), options) for _ in range(80)]
        return {same_action(one) for reply in replies for one in reply.actions}

    assert same_action(action) in offered()
    memory.note(action, "it", Effect("no visible change"), map_, map_)
    assert same_action(action) not in offered()


def same_action(action: Action) -> str:
    """An action in words; a keypad's keys do not matter."""
    return f"tap {action.text}" if isinstance(action, Tap) else repr(action)


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
        '{"reason": "x", "actions": [{"click": "OK button"}',
        '{"reason": "x"}',
        '{"reason": "x", "actions": [{"click": "Cancel button"}]}',
        '{"reason": "x", "actions": [{"type into": "OK button", "text": "Ann"}]}',
        '{"reason": "x", "actions": [{"fly": "away"}]}',
        '{"reason": "x", "actions": [{}]}',
        '{"reason": "x", "actions": ["click"]}',
        '{"reason": "x", "actions": [{"click": {"a": 1}}]}',
        '{"reason": "x", "actions": 5}',
        "[]",
        "null",
        "I would click OK.",
    ],
)
def test_a_reply_that_cannot_be_used_is_said(text: str):
    with pytest.raises(UnusableReply, match="The model's reply cannot be used"):
        parse_reply(text, OPTIONS)


def test_nothing_to_do_is_an_error():
    with pytest.raises(ValueError, match="nothing can be done"):
        compile_grammar(Choices())
