"""A question to a language model of whatever kind, the grammar of its answer, and an answer."""

from __future__ import annotations

from models.runtime.llm import Message

# Without free texts, so that a model without any sense comes to an end.
STEP = r"""root ::= "{\"thought\": \"" thought "\", \"actions\": [" action "]}"
thought ::= [a-z]{1,12}
action ::= "{\"click\": " name "}" | "{\"double click\": " name "}"
name ::= "\"OK button\"" | "\"Name field\""
"""
ASKED = [Message("system", "You answer."), Message("user", "Press the OK button.")]
GOOD = '{"thought": "asked", "actions": [{"click": "OK button"}]}'
