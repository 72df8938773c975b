"""Every sentence of a step's grammar is a reply that can be carried out, whatever is on screen.

Sentences are drawn by an independent reader of GBNF, and llama.cpp's own parser and sampler are
asked whether they see the grammar in the same way.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import get_args

import numpy as np
import pytest
from gbnf_sentences import Sentences, unescaped
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from made_maps import element, keypad, made_map, window
from small_model import small_model

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
from agent.applications import Application
from agent.choices import KEYPAD, Choices, choices
from agent.describe import describe
from agent.gbnf import json_string, literal
from agent.grammar import UnusableReply, compile_grammar, parse_reply
from agent.keypad import Keypad
from agent.keys import parse_keys
from agent.memory import Memory
from agent.outline import Outline, split_grammar
from agent.prompt import step_messages
from agent.trajectory import Effect
from models.errors import ModelError
from models.grammar_sampler import GrammarSampler
from models.llama import LlamaModel
from models.native import last_problem
from vision.elements import Element, ElementMap, Kind, State

SPECIAL = "\"\\\n\r\t\0\x1b\x7f\u2028\u202e[]{}()|*+?.-^$#:=<>'“”éß漢🙂🏳️‍🌈"
TEXTS = st.text(
    st.sampled_from(SPECIAL) | st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=20
)
NAMES = TEXTS.filter(str.strip)
KINDS: tuple[Kind, ...] = get_args(Kind)
STATES = st.builds(
    State,
    checked=st.sampled_from([None, True, False]),
    disabled=st.sampled_from([None, True]),
    value=st.none() | TEXTS,
)
MAPS = st.builds(
    lambda rows, keys: made_map(
        [element(n, kind, text, state=state) for n, (kind, text, state) in enumerate(rows, 1)]
        + (keypad(len(rows) + 1) if keys else []),
        [window(7, "Main", active=True)],
    ),
    st.lists(st.tuples(st.sampled_from(KINDS), TEXTS, STATES), max_size=12),
    st.booleans(),
)
PARTS = st.lists(
    NAMES
    | st.sampled_from(
        ['write "a \\ b" there', "enter 12*7", "tick Newsletter and save", "choose “Ö€🙂”", "x"]
    ),
    min_size=1,
    max_size=4,
)
TABLES = st.dictionaries(NAMES, st.integers(1, 9), max_size=3)
APPLICATIONS = st.dictionaries(
    NAMES, st.builds(Application, id=st.just("a.desktop"), name=NAMES), max_size=2
)
KEYPADS = st.none() | st.just(
    Keypad({sign: element(n, "button", sign) for n, sign in enumerate("0123456789+-*/=", 1)})
)
CHOICES = st.builds(
    Choices,
    clicks=TABLES,
    double_clicks=TABLES,
    fields=TABLES,
    dropdowns=TABLES,
    values=st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
    keypad=KEYPADS,
    keys=st.dictionaries(NAMES, st.sampled_from(["enter", "ctrl+s", "ctrl+shift+s"]), max_size=2),
    applications=APPLICATIONS,
    scroll=st.sampled_from([(), ("down",), ("down", "up")]),
    done=st.booleans(),
    fail=st.booleans(),
)


# They end a run, so there is no again.
OFFERED_AGAIN = Done | Fail
FORM: list[Element] = [
    element(1, "field", "First name", state=State(value="")),
    element(2, "field", 'E-mail "work"', state=State(value="")),
    element(3, "checkbox", "Newsletter", state=State(checked=False)),
    element(4, "dropdown", "Land\\Country"),
    element(5, "button", "Submit 🙂"),
    element(6, "link", "[help] | {more}"),
    element(7, "text", "Please fill in all fields."),
]


def can_be_carried_out(action: object, map_: ElementMap, options: Choices) -> bool:
    """Whether an action names only what exists."""
    usable = {e.id: e for e in map_.elements if not e.state.disabled}
    match action:
        case Click(target=target):
            return target in usable and usable[target].interactive
        case TypeText(text=text, target=target):
            return bool(text) and target in usable and usable[target].kind == "field"
        case Select(option=option, target=target):
            return bool(option) and target in usable and usable[target].kind == "dropdown"
        case Tap(targets=targets):
            return bool(targets) and all(target in usable for target in targets)
        case Press(keys=keys):
            return bool(parse_keys(keys))
        case OpenApp(name=name):
            return any(name == known.name for known in options.applications.values())
        case Scroll(direction=direction):
            return direction in ("up", "down")
        case _:
            target = getattr(action, "target", None)
            return isinstance(action, Done | Fail) or target in usable


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
        "cannot": lambda: Fail("the model sees no way on"),
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


OPTIONS = Choices(clicks={"OK button": 1}, fields={"Name field": 2}, values=("Ann",))


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


# --- llama.cpp itself


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaModel]:
    model = LlamaModel(small_model(), context_tokens=2048)
    yield model
    model.close()


def allows(model: LlamaModel, grammar: str, text: str) -> bool:
    """Whether llama.cpp's sampler lets `text` through, token by token."""
    c, vocabulary = model._c, model._vocabulary
    sampler = GrammarSampler(c, vocabulary.pointer, grammar)
    logits = np.zeros(vocabulary.size, np.float32)
    try:
        for token in vocabulary.tokenize(text, special=False):
            logits[token] = 1.0
            pointer = np.ctypeslib.as_ctypes(logits)
            if sampler.choose(pointer, vocabulary.size) != token:
                return False
            logits[token] = 0.0
            sampler.accept(token)
    finally:
        sampler.close()
    return True


@pytest.mark.weights
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(options=CHOICES, seed=st.integers(0, 1000))
def test_llama_cpp_reads_our_grammars_as_we_do(model: LlamaModel, options: Choices, seed: int):
    try:
        grammar = compile_grammar(options)
    except ValueError:
        assume(False)
    text = Sentences(grammar).draw(random.Random(seed))
    assert allows(model, grammar, text), (text, last_problem())
    assert not allows(model, grammar, '{"reason": "x", "actions": [{"destroy": "all"}]}')


@pytest.mark.weights
@pytest.mark.parametrize(
    "task",
    [
        "Write “a\tb”, then save",
        r'Press \ and then ", then \n',
        'Say "two\nlines" and quit',
        "Küche, 漢字, 🙂 and [a-z] {1,2} | x",
        "a, " * 200 + "b",
    ],
)
def test_llama_cpp_reads_the_grammar_of_an_outline(model: LlamaModel, task: str):
    grammar = split_grammar(task)
    assert grammar is not None
    text = Sentences(grammar).draw(random.Random(1))
    assert allows(model, grammar, text)
    assert not allows(model, grammar, text.replace("a", "e", 2).replace("-", "+", 1))


@pytest.mark.weights
@pytest.mark.parametrize(
    ("task", "elements"),
    [
        (['write "Größe \\ 5" there', "choose Österreich"], FORM),
        (["something entirely different"], FORM),
        (["compute 12*7"], keypad()),
    ],
)
def test_the_smallest_model_only_says_what_can_be_used(
    model: LlamaModel, task: list[str], elements: list[Element]
):
    map_ = made_map(elements, [window(7, "Main", active=True)])
    plan = Outline(task)
    options = choices(map_, plan, Memory())
    grammar = compile_grammar(options)
    done = model.complete(step_messages(map_, plan, options), grammar=grammar, max_tokens=400)
    assert done.ending == "stop"
    reply = parse_reply(done.text, options)
    assert all(can_be_carried_out(action, map_, options) for action in reply.actions)


@pytest.mark.weights
def test_a_grammar_that_llama_cpp_cannot_read_is_said(model: LlamaModel):
    with pytest.raises(ModelError, match="does not compile"):
        allows(model, compile_grammar(OPTIONS).replace("action ::=", "acti0n :="), "{")
