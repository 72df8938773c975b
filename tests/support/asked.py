"""A question to a language model of whatever kind, the grammar of its answer, and an answer."""

from __future__ import annotations

from agent.grammar import compile_grammar

from models.runtime.llm import Message
from tests.support.made_choices import OPTIONS

STEP = compile_grammar(OPTIONS)
ASKED = [Message("system", "You answer."), Message("user", "Press the OK button.")]
GOOD = '{"reason": "asked", "actions": [{"click": "OK button"}]}'
