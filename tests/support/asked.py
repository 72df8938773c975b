"""A question to a language model of whatever kind, the grammar of its answer, and an answer."""

from __future__ import annotations

from agent.deciding.reply import reply_grammar
from models.runtime.llm import Message
from tests.support.made_choices import OPTIONS

STEP = reply_grammar(OPTIONS, longest_thought=60, most=8)
ASKED = [Message("system", "You answer."), Message("user", "Press the OK button.")]
GOOD = '{"thought": "asked", "actions": [{"click": "OK button"}]}'
