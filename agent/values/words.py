"""A text in small letters with the numbers that it says in words as figures, ready for patterns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

NUMBER = r"(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,'’]\d+)*)"
CARDINAL, ORDINAL = "ʷ", "ᵒ"
"""The marks behind figures that stand for number words: 80ʷ is "eighty", 3ᵒ is "third"."""

_WORD = re.compile(r"\d+(?:[.,'’]\d+)*|[^\W\d_]+|\S")
_PLACE = re.compile(r"\{\w+\}|\\\w")
# More figures are a code.
_MOST_FIGURES = 15


@dataclass(frozen=True, slots=True)
class Plain:
    """A text as patterns read it; `places` has the first and the last character of the text behind
    each of the plain text's own."""

    text: str
    places: tuple[tuple[int, int], ...]

    def within(self, start: int, end: int) -> tuple[int, int]:
        """The part of the text that characters `start` to `end` of the plain text stand for."""
        return self.places[start][0], self.places[end - 1][1]


@cache
def spoken(language: str) -> dict[str, Any]:
    """The words of a language for days, times and halves; nothing for one without them."""
    tables: dict[str, dict[str, Any]] = tomllib.loads(
        files(__package__).joinpath("spoken.toml").read_text("utf-8")
    )
    return tables.get(language, {})


@cache
def _vocabulary(language: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", _PLACE.sub(" ", " ".join(_texts(spoken(language))))))


def _texts(table: dict[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key != "units":
            yield from (value,) if isinstance(value, str) else value


def likely(text: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Those of the languages that most words of the text belong to."""
    words = [found.group().lower() for found in _WORD.finditer(text)]
    known = {one: sum(word in _vocabulary(one) for word in words) for one in languages}
    return tuple(one for one in languages if known[one] == max(known.values()))


def plain_of(text: str, languages: Sequence[str]) -> Plain:
    """The text for patterns: small letters, single spaces, and number words as marked figures by
    the language that reads most of them."""
    words = [found.span() for found in _WORD.finditer(text)]
    low = [text[start:end].lower().replace("’", "'") for start, end in words]
    runs = max((_runs(low, one) for one in languages), key=len, default={})
    signs: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        behind, sign = runs.get(at, (at + 1, low[at]))
        start, end = words[at][0], words[behind - 1][1]
        if at and words[at - 1][1] < start:
            signs.append(" ")
            places.append((words[at - 1][1], start))
        signs.append(sign)
        same = len(sign) == end - start and at not in runs
        places += [(start + i, start + i + 1) if same else (start, end) for i in range(len(sign))]
        at = behind
    return Plain("".join(signs), tuple(places))


def _runs(words: Sequence[str], language: str) -> dict[int, tuple[int, str]]:
    """The number words of a language: by the first of a run, the word behind it and the figures."""
    table = spoken(language)
    runs = {
        at: (at + 1, f"{table['numbers'][word]}{CARDINAL}")
        for at, word in enumerate(words)
        if word in table.get("numbers", ())
    }
    return runs | (_listed(words, table) if "ordinals" in table else _by_text2num(words, language))


class _Spelled:
    """A word as text2num wants it."""

    def __init__(self, word: str) -> None:
        self._word = word

    def text(self) -> str:
        return self._word

    def nt_separated(self, previous: object) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return self._word[0].isdigit()


def _by_text2num(words: Sequence[str], language: str) -> dict[int, tuple[int, str]]:
    from text_to_num import find_numbers

    try:
        found = find_numbers([_Spelled(word) for word in words], language, 0)
    except ValueError:  # a language that it has not
        return {}
    return {
        run.start: (run.end, f"{run.value:.15g}{ORDINAL if run.is_ordinal else CARDINAL}")
        for run in found
        if words[run.start] != "o"
    }


def _listed(words: Sequence[str], table: dict[str, Any]) -> dict[int, tuple[int, str]]:
    """Number words from the language's own lists: "dwadzieścia pięć" is 25."""
    runs: dict[int, tuple[int, str]] = {}
    tens = (-1, 0, 0)  # the first word of the run before, the word behind it, and its number
    for at, word in enumerate(words):
        number, mark = table["numbers"].get(word, 0), CARDINAL
        for stem, ordinal in table["ordinals"].items():
            if word.startswith(stem) and 1 <= len(word) - len(stem) <= 4:
                number, mark = ordinal, ORDINAL
        first = at
        if tens[1] == at and tens[2] % 10 == 0 and 0 < number < 10:
            first, number = tens[0], tens[2] + number
        if number:
            runs[first] = (at + 1, f"{number}{mark}")
            tens = (first, at + 1, number)
    return runs


def figures(text: str, languages: Sequence[str]) -> Decimal | None:
    """The number that figures with their signs say, by the languages' own signs first; None for
    what is a number in none of them, such as "192.168.0.12", and for more than 15 figures, which
    are a code."""
    from babel.numbers import NumberFormatError, parse_decimal

    if sum(sign.isdigit() for sign in text) > _MOST_FIGURES:
        return None
    if text.isascii() and text.isdigit():
        return Decimal(text)
    text = re.sub(r"\s", "", text).replace("'", "’")
    for locale in (*languages, "en", "de", "de_CH"):
        try:
            return parse_decimal(text, locale=locale, strict=True)
        except NumberFormatError:
            continue
    return None
