"""GBNF read in Python: as a pattern that replies are checked with, and as a JSON schema."""

from __future__ import annotations

import random

import pytest
from agent.choices import Choices
from agent.grammar import compile_grammar
from hypothesis import given, settings
from hypothesis import strategies as st

import grammars
from agent.outline import split_grammar
from benchmarks.fuzz.sentences import Sentences
from models.grammar.gbnf import parse
from models.grammar.gbnf_check import fitting
from models.grammar.gbnf_schema import schema
from tests.support.made_choices import CHOICES


@settings(max_examples=25)
@given(CHOICES, st.randoms(use_true_random=False))
def test_every_sentence_of_a_grammar_fits_it(options: Choices, source: random.Random):
    try:
        grammar = compile_grammar(options)
    except ValueError:
        return  # Nothing can be done.
    said = Sentences(grammar).draw(source)
    assert fitting(said, grammar) == said
    assert fitting(said[:-1], grammar) is None
    assert fitting(said.replace('"actions"', '"deeds"'), grammar) is None
    form = schema(grammar)
    assert form is not None
    assert list(form["properties"]) == ["reason", "actions"]


def test_the_other_grammars_of_ours_are_read_too():
    split = split_grammar("Tick Newsletter, then press Save.")
    assert split is not None
    assert fitting("- Tick Newsletter,\n- then press Save.", split) is not None
    assert fitting("- Tick Newsletter,\n- then pay.", split) is None
    icon = grammars.read("icon")
    assert fitting("save file: A floppy disk.", icon) == "save file: A floppy disk."
    assert fitting("I see a disk", icon) is None
    assert schema(split) is None
    assert schema(icon) is None


def test_a_schema_names_what_may_be_chosen():
    options = Choices(clicks={'OK "x"': 1, "é": 2}, fields={"Name": 3}, values=("Ann",), done=True)
    form = schema(compile_grammar(options))
    assert form is not None
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
