"""GBNF read in Python: as a pattern that replies are checked with, and as a JSON schema."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grammars
from agent.deciding.action_space import ActionSpace
from agent.deciding.reply import reply_grammar
from benchmarks.fuzz.sentences import Sentences
from models.grammar.gbnf import parse
from models.grammar.gbnf_check import fitting
from models.grammar.gbnf_schema import schema
from tests.support.made_choices import SPACES


@settings(max_examples=15)
@given(SPACES, st.randoms(use_true_random=False))
def test_every_sentence_of_a_grammar_fits_it(space: ActionSpace, source: random.Random):
    grammar = reply_grammar(space, longest_thought=60, most=8)
    said = Sentences(grammar).draw(source)
    assert fitting(said, grammar) == said
    assert fitting(said[:-1], grammar) is None
    assert fitting(said.replace('"actions": [', '"deeds": ['), grammar) is None


def test_the_grammar_of_icons_is_read_too():
    icon = grammars.read("icon")
    assert fitting("save file: A floppy disk.", icon) == "save file: A floppy disk."
    assert fitting("I see a disk", icon) is None
    assert schema(icon) is None


CHOOSING = r"""
root   ::= "{\"reason\": \"" reason "\", \"actions\": [" action (", " action){0,7} "]}"
reason ::= [^"\\\x00-\x1F]{1,60}
action ::= "{\"click\": " name "}" | typed | "{\"done\": true}"
typed  ::= "{\"type into\": \"Name\", \"text\": \"Ann\"}"
name   ::= "\"OK \\\"x\\\"\"" | "\"é\""
"""


def test_a_schema_names_what_may_be_chosen():
    form = schema(CHOOSING)
    assert form is not None
    assert list(form["properties"]) == ["reason", "actions"]
    actions = form["properties"]["actions"]
    assert (actions["minItems"], actions["maxItems"]) == (1, 8)
    click, type_into, done = actions["items"]["anyOf"]
    assert click["properties"] == {"click": {"enum": ['OK "x"', "é"]}}
    assert type_into["properties"] == {"type into": {"const": "Name"}, "text": {"const": "Ann"}}
    assert done["properties"] == {"done": {"const": True}}
    assert click["additionalProperties"] is False
    assert form["properties"]["reason"]["pattern"].endswith("]{1,60}$")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('root ::= "a" root | "b"', "root leads back to itself"),
        ('root ::= "a" other', "other is missing"),
        ('root ::= ("a"', "is not closed"),
        ("root ::= + ", "nothing stands before"),
        ("root = a", "no GBNF"),
    ],
)
def test_a_grammar_that_cannot_be_read_is_refused(text: str, problem: str):
    with pytest.raises(ValueError, match=problem):
        parse(text)
