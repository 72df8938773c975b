"""Which phrases of a task say that something is not to be done, is left out, or stays as it is.

People seldom say "do not": "the Meiers get nothing", "hands off the blue one", "the rest can wait";
and what sounds like it often forbids nothing: "there is no milk left". A logistic regression on the
vectors of the sentence encoder tells the two apart in ten languages. Its weights come from
`python -m training.prohibitions`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.constraints import lexicon
from agent.constraints.clauses import (
    JOINT,
    WORD,
    clause_starts,
    ends_sentence,
    sentence_end,
    sentence_start,
)
from agent.task.requests import begins_with_verb, numbers
from models.meaning.encoder import encoder
from models.meaning.regression import regression

WEIGHTS = Path(__file__).with_name("prohibitions.json")
FORBIDS = 0.8
"""From this chance on a phrase counts as one that forbids: a request that is taken for one is not
carried out."""
DOUBTFUL = 0.1
"""Below this chance a phrase only tells something, though a word in it may forbid."""
Span = tuple[int, int]
# An aside begins and ends with these.
_ASIDE = re.compile(r"\s[–—-]+\s|[()]")
# What agent.constraints.parsing puts for what is quoted or told to be typed.
_DATA = re.compile("¤+")
# "I" joins nothing in English, "i" does in Polish.
_JOINT = re.compile(rf"(?!(?-i:I)\b){JOINT}(?!\w)", re.IGNORECASE)
# Behind a mere "and" an enumeration may go on: "put ant.txt and cow.odt from Letters into Attic".
_FORBIDS_JOINED = 0.9
_JOINED = re.compile(rf"(?<!\w){JOINT}\s*\Z", re.IGNORECASE)
# "… or not" forbids nothing.
_LEAST_WORDS = 2
_CUTTING: Sequence[lexicon.Cue] = ("except", "without")


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a text, in which "¤" stands for what is only data: where each stands, and its
    chance from 0 to 1 that it forbids or exempts something."""

    text: str
    chances: Mapping[Span, float]

    @classmethod
    def of(cls, text: str) -> Phrases:
        """Raises ModelError if the encoder is not installed."""
        spans = cut(text)
        found = regression(WEIGHTS).chances(features(text, spans)) if spans else []
        return cls(text, dict(zip(spans, found, strict=True)))

    def only_tells(self, at: int) -> bool:
        """Whether a word at this place that may forbid only tells something: "I could not find it".
        A phrase that begins with such a word, or with a verb, is an order, and so is one that says
        what stays."""
        span = next((span for span in self.chances if span[0] <= at < span[1]), None)
        if span is None or self.chances[span] >= DOUBTFUL:
            return False
        said = led(self.text[slice(*span)])
        if lexicon.cue("stays").search(said):
            return False
        return WORD.search(said[: at - span[1]]) is not None and not begins_with_verb(said)

    def forbidding(self, known: Sequence[Span]) -> list[Span]:
        """Where phrases forbid something, those that follow one another in a sentence put together.
        A phrase that begins with a verb asks for something; one in the sentence of a prohibition
        that is `known` only sounds like one."""
        found: list[Span] = []
        for (start, end), chance in self.chances.items():
            joined = _JOINED.search(self.text, 0, start) is not None
            least = _FORBIDS_JOINED if joined else FORBIDS
            if chance < least or not self._may_forbid(start, end, known):
                continue
            if found and found[-1][1] == start and not ends_sentence(self.text, start):
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
        return found

    def _may_forbid(self, start: int, end: int, known: Sequence[Span]) -> bool:
        text = self.text
        first, last = sentence_start(text, start + 1), sentence_end(text, end - 1)
        beside = any(at < last and first < stop for at, stop in known)
        enough = len(WORD.findall(text[start:end])) >= _LEAST_WORDS
        return enough and not beside and not begins_with_verb(led(text[start:end]))


def cut(text: str) -> list[Span]:
    """Where the phrases of a text stand: its clauses, cut where an aside, an exception or a "but"
    begins."""
    starts = {*clause_starts(text), *(found.end() for found in _ASIDE.finditer(text))}
    for kind in _CUTTING:
        starts |= {found.start() for found in lexicon.cue(kind).finditer(text)}
    starts |= {found.start() for found in lexicon.words("but").finditer(text)}
    spans = pairwise([*sorted(starts), len(text)])
    return [(start, end) for start, end in spans if any(map(str.isalnum, text[start:end]))]


def led(text: str) -> str:
    """A phrase without what joins it to the one before: "but", "and please"."""
    while True:
        rest = text.lstrip(" ,;(–—-")
        joint = lexicon.words("but").match(rest) or _JOINT.match(rest)
        if joint is None or not WORD.search(rest, joint.end()):
            return rest
        text = rest[joint.end() :]


def features(text: str, spans: Sequence[Span]) -> NDArray[np.float64]:
    """What is known of n phrases, shape (n, 3074): the numbers of agent.task.requests, and the
    vectors of the phrases before and behind, and of the whole text (512 each). What is only data
    counts as one sign."""
    own = numbers([_spoken(text[start:end]) for start, end in spans])
    whole = np.repeat(encoder().embed([_spoken(text)]), len(spans), axis=0)
    vectors = own[:, : whole.shape[1]]
    none = np.zeros((1, whole.shape[1]))
    around = np.vstack([none, vectors, none])
    before, behind = around[:-2], around[2:]
    return np.hstack([own, before, behind, whole])


def _spoken(text: str) -> str:
    return _DATA.sub("…", text)
