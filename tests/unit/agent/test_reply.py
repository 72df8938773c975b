"""Every action that a model may take can be said, and nothing that is not there."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import pytest

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
    UseSkill,
    Wait,
)
from agent.apps.application import Application
from agent.deciding.action_space import KEYPAD, ActionSpace, action_space
from agent.deciding.reply import NONE_OF_THESE, listed_grammar, parse_reply, reply_grammar
from agent.deciding.situation import Suggestion
from agent.keyboard.keys import parse_keys
from models.grammar.gbnf_check import fitting
from tests.support.as_told import reply
from tests.support.made_choices import situation
from tests.support.made_maps import element, keypad, made_map

SKILL = Suggestion(UseSkill("save", (("as", 'save as "a \\ b.txt"'),)), 'save as "a \\ b.txt"')
MAP = made_map(
    [
        *keypad(),
        element(31, "field", 'E-mail "work"'),
        element(32, "dropdown", "Land\\Country"),
        element(33, "slider", "Lautstärke 🙂"),
        element(34, "button", "Say “yes” to 'all'"),
        element(35, "text", 'A "quoted" text'),
        element(36, "list item", "漢字"),
    ]
)
NOW = replace(
    situation(MAP, ["compute 12*7", "write “Ann”", "press OK"]),
    applications=(Application("a.desktop", 'My "Editor"'),),
)
NOW.plan.parts[0].done = True
SPACE = action_space(NOW, [SKILL], sees=True)
GRAMMAR = reply_grammar(SPACE, longest_thought=60, most=4)
FIELD, LIST, SLIDER, BUTTON, TEXT, ITEM = (SPACE.name_of(n) for n in range(31, 37))
TOLD = 'She said "no" \\ “ja”,\nthen\tleft: ß漢🙂 {"a": [1]}'

FORMS: list[tuple[dict[str, Any], Action]] = [
    ({"click": BUTTON}, Click(34)),
    ({"click": TEXT}, Click(35)),
    ({"double click": ITEM}, DoubleClick(36)),
    ({"triple click": TEXT}, TripleClick(35)),
    ({"right click": ITEM}, RightClick(36)),
    ({"point at": BUTTON}, Hover(34)),
    ({"add to the selection": BUTTON}, AddToSelection(34)),
    ({"type into": FIELD, "text": TOLD}, TypeText(TOLD, 31)),
    ({"type into": FIELD, "text": TOLD, "at the end": True}, TypeText(TOLD, 31, "append")),
    ({"type into": FIELD, "text": ""}, TypeText("", 31)),
    ({"type": TOLD}, TypeText(TOLD)),
    ({"select in": LIST, "option": TOLD}, Select(32, TOLD)),
    ({"set slider": SLIDER, "to": "40 %"}, SetSlider(33, "40 %")),
    ({"drag": ITEM, "to": BUTTON}, Drag(36, 34)),
    ({"drag": ITEM, "to": TEXT, "edge": "bottom"}, Drag(36, 35, "bottom")),
    ({"drag": SLIDER, "right": -120, "down": 0}, DragBy(33, -120, 0)),
    ({"press": "ctrl+s"}, Press("ctrl+s")),
    ({"press": "ctrl+shift+f5"}, Press("ctrl+shift+f5")),
    ({"press": "left left ctrl+a"}, Press("left left ctrl+a")),
    ({"press": "ctrl++"}, Press("ctrl++")),
    ({"scroll": "down"}, Scroll("down")),
    ({"scroll": "left", "in": TEXT, "amount": "end"}, Scroll("left", 35, "end")),
    ({"wait until": TOLD}, Wait(until=TOLD)),
    ({"open": 'My "Editor"'}, OpenApp('My "Editor"')),
    ({"do": SKILL.words}, SKILL.action),
    ({"part done": 3}, PartDone(3)),
    ({"answer": TOLD}, Answer(TOLD)),
    ({"ask": TOLD}, Ask(TOLD)),
    ({"done": TOLD}, Done(TOLD)),
    ({"cannot": TOLD}, Fail(TOLD)),
    ({"cannot": ""}, Fail("the model sees no way to continue")),
    ({"click at": [640, 0]}, ClickAt(640, 0)),
]


@pytest.mark.parametrize(("said", "action"), FORMS, ids=lambda one: str(one)[:40])
def test_each_action_can_be_said(said: dict[str, Any], action: Action) -> None:
    text = reply(said)
    assert fitting(text, GRAMMAR) == text
    assert parse_reply(text, SPACE).actions == (action,)


def test_a_calculation_is_said_for_the_keypad() -> None:
    text = reply({"type into": KEYPAD, "text": "12*7"})
    assert fitting(text, GRAMMAR) == text
    (tap,) = parse_reply(text, SPACE).actions
    assert isinstance(tap, Tap)
    assert "".join(MAP.by_id(n).text for n in tap.targets) == "12×7="


def test_no_action_is_left_out() -> None:
    said = {type(action) for _, action in FORMS} | {Tap}
    assert said == {*get_args(Action), AddToSelection}


def test_several_actions_are_said_in_their_order() -> None:
    text = reply({"click": BUTTON}, {"press": "enter"}, {"done": "so"})
    assert fitting(text, GRAMMAR) == text
    assert parse_reply(text, SPACE).actions == (Click(34), Press("enter"), Done("so"))
    assert parse_reply(text, SPACE).reason == "as told"


@pytest.mark.parametrize(
    "said",
    [
        {"click": "Quit button"},
        {"double click": "Quit button"},
        {"type into": BUTTON, "text": "x"},
        {"type into": FIELD},
        {"select in": FIELD, "option": "x"},
        {"set slider": BUTTON, "to": "1"},
        {"drag": ITEM, "to": "nowhere"},
        {"drag": ITEM, "to": BUTTON, "edge": "middle"},
        {"drag": ITEM, "right": "far", "down": 1},
        {"drag": ITEM, "right": 12345, "down": 1},
        {"press": "hyper+x"},
        {"press": "anykey"},
        {"press": ""},
        {"scroll": "sideways"},
        {"scroll": "down", "in": ITEM, "amount": "all"},
        {"open": "Games"},
        {"do": "save"},
        {"part done": 1},
        {"part done": "3"},
        {"click at": [640]},
        {"run": "rm -r"},
        {},
    ],
    ids=str,
)
def test_nothing_that_is_not_there_fits(said: dict[str, Any]) -> None:
    assert fitting(reply(said), GRAMMAR) is None


def test_only_whole_replies_of_some_length_fit() -> None:
    press = {"press": "tab"}
    assert fitting(reply(*[press] * 4), GRAMMAR)
    for text in (
        reply(*[press] * 5),
        reply(),
        reply(press)[:-1],
        json.dumps({"thought": "x" * 61, "actions": [press]}),
        json.dumps({"thought": "", "actions": [press]}),
        json.dumps({"actions": [press]}),
        reply({"type": "a"}).replace('"a"', '"a\n"'),
        "press tab",
    ):
        assert fitting(text, GRAMMAR) is None, text
    single = reply_grammar(SPACE, longest_thought=60, most=1)
    assert fitting(reply(press), single)
    assert fitting(reply(press, press), single) is None
    assert fitting(reply({"press": "tab tab"}), single) is None


def test_where_nothing_is_there_only_keys_and_words_can_be_said() -> None:
    grammar = reply_grammar(ActionSpace(), longest_thought=60, most=1)
    possible = {"press": "f1", "type": "x", "scroll": "up", "answer": "x", "done": "x"}
    for verb, name in possible.items():
        assert fitting(reply({verb: name}), grammar), verb
    for verb in ("click", "double click", "type into", "open", "do"):
        assert fitting(reply({verb: BUTTON}), grammar) is None, verb
    assert fitting(reply({"part done": 1}), grammar) is None
    assert fitting(reply({"click at": [1, 1]}), grammar) is None, "it sees no picture"


def test_every_key_that_can_be_said_can_be_pressed() -> None:
    for keys in ("a", "0", "f12", "pagedown", "+", "?", "alt+f4", "win+d", "ctrl+alt+delete"):
        assert fitting(reply({"press": keys}), GRAMMAR), keys
        assert parse_keys(keys)


def test_a_list_is_answered_with_one_of_its_lines() -> None:
    words = ['click "OK" button', "type “a\\b” into Name", "漢字 🙂"]
    grammar = listed_grammar([Suggestion(Press(f"f{n}"), said) for n, said in enumerate(words, 1)])
    for said in (*words, NONE_OF_THESE):
        assert fitting(said, grammar) == said
    for said in ("", words[0][:-1], f"{words[0]} {words[1]}", "None"):
        assert fitting(said, grammar) is None
