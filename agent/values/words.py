"""A text in small letters with the numbers that it says in words as figures, ready for patterns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from babel.numbers import NumberFormatError, get_group_symbol, parse_decimal
from text_to_num import find_numbers

CARDINAL, ORDINAL = "ʷ", "ᵒ"
"""The marks behind figures that stand for number words: 80ʷ is "eighty", 3ᵒ is "third"."""

_WORD = re.compile(r"\d+(?:[.,'’]\d+)*|[^\W\d_]+|\S")
_SIGNS = str.maketrans({"’": "'", CARDINAL: "w", ORDINAL: "o"})
# More figures are a code.
_MOST_FIGURES = 15


class Plain(NamedTuple):
    """A text as patterns read it; `places` has the start and the end in the text of what each of
    the plain text's characters stands for."""

    text: str
    places: tuple[tuple[int, int], ...]

    def within(self, start: int, end: int) -> tuple[int, int]:
        """The part of the text that characters `start` to `end` of the plain text stand for."""
        return self.places[start][0], self.places[end - 1][1]


@cache
def spoken(language: str) -> dict[str, Any]:
    """The words of a language for days, times and halves; nothing for one without them."""
    text = files(__package__).joinpath("spoken.toml").read_text("utf-8")
    return dict(tomllib.loads(text).get(language, {}))


@cache
def _vocabulary(language: str) -> frozenset[str]:
    texts = str([texts for key, texts in spoken(language).items() if key != "units"])
    # Without the names of places, the letters of classes, and single letters: "{unit}", "\\b", "a"
    return frozenset(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}|\\+\w", " ", texts)))


def likely(text: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Those of the languages that most words of the text belong to."""
    words = [found.group().lower() for found in _WORD.finditer(text)]
    known = {one: sum(word in _vocabulary(one) for word in words) for one in languages}
    return tuple(one for one in languages if known[one] == max(known.values()))


def plain_of(text: str, languages: Sequence[str]) -> Plain:
    """The text for patterns: small letters, single spaces, and number words as marked figures by
    the language that reads most of them."""
    words = [found.span() for found in _WORD.finditer(text)]
    low = [text[start:end].lower().translate(_SIGNS) for start, end in words]
    runs = max((_runs(low, one) for one in languages), key=len, default={})
    plain, places = "", list[tuple[int, int]]()
    at = 0
    while at < len(words):
        # "um" of "12um" is no Portuguese "one".
        run = None if plain[-1:].isdigit() and words[at - 1][1] == words[at][0] else runs.get(at)
        behind, sign = run or (at + 1, low[at])
        start, end = words[at][0], words[behind - 1][1]
        if at and words[at - 1][1] < start:
            plain += " "
            places.append((words[at - 1][1], start))
        plain += sign
        whole = run or len(sign) != end - start
        places += ((start, end) if whole else (i, i + 1) for i in range(start, start + len(sign)))
        at = behind
    return Plain(plain, tuple(places))


def _runs(words: Sequence[str], language: str) -> dict[int, tuple[int, str]]:
    """The number words of a language: by the first of a run, the word behind it and the figures."""
    runs: dict[int, tuple[int, str]] = {}
    with suppress(ValueError):  # a language that text2num has not
        for run in find_numbers([_Spelled(word) for word in words], language, 0):
            if words[run.start] != "o":
                mark = ORDINAL if run.is_ordinal else CARDINAL
                runs[run.start] = run.end, f"{run.value:.15g}{mark}"
    before = 0
    for at, word in enumerate(words):
        number, mark = _listed(word, spoken(language))
        tens = before if before % 10 == 0 and number in range(1, 10) else 0
        if number:
            runs[at - bool(tens)] = at + 1, f"{tens + number}{mark}"
        before = number
    return runs


class _Spelled(str):
    """A word as text2num wants it."""

    text = str.__str__

    def nt_separated(self, previous: object) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return self[0].isdigit()


def _listed(word: str, table: dict[str, Any]) -> tuple[Any, str]:
    """The number of a word from the language's own lists; 0 for one that says none."""
    if word in table.get("numbers", ()):
        return table["numbers"][word], CARDINAL
    for stem, number in table.get("ordinals", {}).items():
        if word.startswith(stem) and 1 <= len(word) - len(stem) <= 4:
            return number, ORDINAL
    return 0, ""


def figures(text: str, languages: Sequence[str]) -> Decimal | None:
    """The number that figures with their signs say, by the languages' own signs first; None for
    what is a number in none of them, such as "192.168.0.12", and for more than 15 figures, which
    are a code."""
    if sum(sign.isdigit() for sign in text) > _MOST_FIGURES:
        return None
    text = re.sub(r"\s", "", text)
    for locale in () if text.isdigit() else (*languages, "en", "de", "de_CH"):
        with suppress(NumberFormatError):
            return written_in(text, locale)
    return Decimal(text) if text.isdigit() else None


def written_in(text: str, locale: str) -> Decimal:
    """A number by the signs of one locale, strictly; an apostrophe groups digits everywhere. Raises
    NumberFormatError."""
    grouped = re.sub("['’]", get_group_symbol(locale), text)
    return parse_decimal(grouped, locale=locale, strict=True)
