"""A grammar of replies without free texts: a model without any sense comes to an end with it."""

from __future__ import annotations

SHORT = r"""root ::= "{\"thought\": \"" thought "\", \"actions\": [" action "]}"
thought ::= [a-z]{1,12}
action ::= "{\"click\": " name "}" | "{\"double click\": " name "}"
name ::= "\"OK button\""
"""
