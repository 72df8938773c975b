"""Phrases with places for numbers, such as "half past {h}", found among words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from agent.values.words import Word

Places = dict[str, Decimal]
_LIMITS = {"{h}": 24, "{m}": 59, "{mm}": 59, "{n}": 10_000}


def phrase_end(words: Sequence[Word], at: int, phrase: str) -> tuple[int, Places] | None:
    """Where a phrase that begins at word `at` ends, with the numbers in its places; None when it
    does not stand there."""
    places: Places = {}
    for item in phrase.split(" "):
        if at >= len(words):
            return None
        word = words[at]
        if item in _LIMITS:
            if not _fits(word, item):
                return None
            places[item[1]] = word.number or Decimal(0)
        elif word.low != item:
            return None
        at += 1
    return at, places


def _fits(word: Word, item: str) -> bool:
    number = word.number
    if number is None or not 0 <= number <= _LIMITS[item]:
        return False
    if item == "{n}":
        return not word.ordinal
    if item == "{mm}" and not (word.in_figures and len(word.text) == 2):
        return False
    return number == int(number)


def first_phrase(
    words: Sequence[Word], at: int, phrases: Sequence[str]
) -> tuple[str, int, Places] | None:
    """The longest of the phrases that stands at word `at`."""
    for phrase in sorted(phrases, key=lambda phrase: -phrase.count(" ")):
        found = phrase_end(words, at, phrase)
        if found is not None:
            return phrase, *found
    return None
