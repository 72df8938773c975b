"""One of some lines is chosen by what the model says and what is known beforehand together."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import pytest

from models.grammar.listed import Listed

WORDS = ("open", "close", " it", " all", "end")
END = WORDS.index("end")


class Words:
    """A vocabulary of five tokens."""

    end = END

    def tokenize(self, text: str, *, special: bool) -> list[int]:
        first, *rest = text.split()
        return [WORDS.index(first), *(WORDS.index(f" {word}") for word in rest)]

    def piece(self, token: int) -> bytes:
        return WORDS[token].encode()


def listed(prior: Mapping[str, float]) -> Listed:
    vocabulary: Any = Words()
    return Listed(vocabulary, prior)


def logits(**known: float) -> Any:
    values = [known.get(word.strip(), -9.0) for word in WORDS]
    return (ctypes.c_float * len(WORDS))(*values)


def said(lines: Listed, **known: float) -> str:
    tokens = lines.fixed()
    while not tokens or tokens[-1] != END:
        tokens.append(lines.choose(logits(**known), len(WORDS)))
        lines.take(tokens[-1])
        tokens += lines.fixed()
    return "".join(WORDS[token] for token in tokens[:-1])


LINES = ("open it", "open all", "close it")


def test_the_model_decides_between_what_is_equally_likely() -> None:
    prior = dict.fromkeys(LINES, 0.0)
    assert said(listed(prior), close=1.0) == "close it"
    assert said(listed(prior), open=1.0, all=1.0) == "open all"


def test_what_is_known_counts_as_much_as_a_logit() -> None:
    prior = {"open it": 0.0, "open all": -3.0, "close it": -3.0}
    assert said(listed(prior), close=-7.0) == "open it"
    assert said(listed(prior), close=-5.0) == "close it"
    assert said(listed(prior), all=-7.0) == "open it"


def test_a_line_that_others_go_on_from() -> None:
    prior = {"open": 0.0, "open it": 0.0}
    assert said(listed(prior), end=1.0) == "open"
    assert said(listed(prior), it=1.0) == "open it"


def test_what_cannot_be_written_is_no_list() -> None:
    with pytest.raises(ValueError, match="cannot write"):
        listed({"open  it": 0.0})
