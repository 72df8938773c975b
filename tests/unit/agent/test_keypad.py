"""Keypads of the screen: what can be typed on them, and that a reply says nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

from agent.actions import Tap
from agent.deciding.action_space import action_space
from agent.deciding.reply import parse_reply, reply_grammar
from agent.suggestions.by_words import candidates
from agent.suggestions.keypad import find_keypad
from agent.task.progress import credit
from agent.trajectory import Effect
from models.grammar.gbnf_check import fitting
from tests.support.made_choices import situation
from tests.support.made_maps import element, keypad, made_map
from vision.core.elements import Element, State
from vision.core.geometry import Box

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


def test_a_sum_begins_anew_where_the_display_shows_a_number():
    clear = element(90, "button", "AC", Box(0, 400, 40, 430))
    for shown, first in (("174", 90), ("0", None)):
        display = element(91, "field", "", Box(0, 0, 200, 30), State(value=shown))
        found = find_keypad(made_map([*keypad(), clear, display]))
        assert found is not None
        tap, number = found.tap("174/3"), found.tap("174")
        assert tap is not None
        assert number is not None
        assert (tap.targets[0] == 90) is (first == 90)
        assert 90 not in number.targets, "a number may go on with what is there"


def test_a_keypad_with_a_comma_gets_a_comma():
    keys = [replace(key, text=",") if key.text == "." else key for key in keypad()]
    found = find_keypad(made_map(keys))
    assert found is not None
    tap = found.tap("6.5*4")
    assert tap is not None
    assert tap.text == "6,5*4"


def test_a_sum_that_the_task_does_not_spell_out_is_left_to_the_model():
    now = situation(MAP, ["we are six, what does each of us pay of 90?"])
    (own,) = [each for each in candidates(now) if each.action == Tap("", ())]
    assert own.open_text
    spelt = situation(MAP, ["calculate 12*7"])
    assert Tap("", ()) not in [each.action for each in candidates(spelt)]
    now.memory.note(Tap("90/6", (1,)), "it", Effect("confirmed"), MAP, MAP)
    assert Tap("", ()) not in [each.action for each in candidates(now)], "it was worked out"


def test_the_numbers_of_a_sum_count_as_used():
    now = situation(MAP, ["share 90.50 among 6 of us"])
    credit(Tap("90.50/6", (1,)), MAP, MAP, now.plan, now.memory)
    assert now.plan.finished


def test_the_one_key_that_was_not_read_is_the_equals_sign():
    known = [replace(e, text="") if e.text == "=" else e for e in keypad()]
    (unread,) = [e for e in known if not e.text]
    found = find_keypad(made_map(known))
    assert found is not None
    assert found.calculates
    assert found.buttons["="] == unread
    plus = [replace(e, text="") if e.text == "+" else e for e in known]
    several = find_keypad(made_map(plus))
    assert several is not None
    assert not several.calculates
