"""Keypads of the screen: what can be typed on them, and that a reply says nothing else."""

from __future__ import annotations

import json

from agent.actions import Tap
from agent.deciding.action_space import action_space
from agent.deciding.reply import parse_reply, reply_grammar
from agent.suggestions.keypad import find_keypad
from models.grammar.gbnf_check import fitting
from tests.support.made_choices import situation
from tests.support.made_maps import keypad, made_map
from vision.core.elements import Element

MAP = made_map(keypad())


def signs(buttons: list[Element] | None) -> list[str] | None:
    return None if buttons is None else [button.text for button in buttons]


def test_a_formula_gets_its_equals_sign_and_a_text_is_only_spelled():
    found = find_keypad(MAP)
    assert found is not None
    assert signs(found.presses("12*7")) == ["1", "2", "×", "7", "="]
    assert signs(found.taps("12*7")) == ["1", "2", "×", "7"]
    assert found.presses("12.3.2026") is None
    assert signs(found.taps("1.5")) == ["1", ".", "5"]
    assert found.taps("1a") is None
    assert found.taps("") is None


def test_a_reply_types_only_the_signs_of_the_keypad_also_as_they_are_shown():
    space = action_space(situation(MAP))
    grammar = reply_grammar(space, longest_thought=20, most=1)
    for text in ("12*7", "12×7", "1−2", "12.3.2026", "=", "(1"):
        action = {"type into": "keypad", "text": text}
        said = json.dumps({"thought": "so", "actions": [action]}, ensure_ascii=False)
        assert fitting(said, grammar) == said, text
        (tap,) = parse_reply(said, space).actions
        assert isinstance(tap, Tap)
        assert tap.targets
    for text in ("", "abc", "1 2"):
        action = {"type into": "keypad", "text": text}
        said = json.dumps({"thought": "so", "actions": [action]}, ensure_ascii=False)
        assert fitting(said, grammar) is None, text
