"""A text as words, with the numbers that it says in figures or in words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

_WORD = re.compile(
    r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,'’]\d+)*|[^\W\d_]+|\S"
)
_OPENING = {'"': '"', "“": "”", "„": "“", "«": "»", "»": "«", "‚": "‘"}
_MOST_FIGURES = 15
# Beside these a figure is part of a name: "12.txt", "4711-0815", "16:9", "v2", "a_1".
_NAME_SIGNS = "_/\\-#@:&="


@dataclass(frozen=True, slots=True)
class Word:
    """A word, a number or a sign of a text, at its characters `start` to `end`.

    `number` is what it says as a number; `ordinal` tells that it counts ("third"), `glued` that
    nothing stands between it and the word before it.
    """

    text: str
    start: int
    end: int
    number: Decimal | None = None
    ordinal: bool = False
    glued: bool = False

    @property
    def low(self) -> str:
        return self.text.casefold()

    @property
    def in_figures(self) -> bool:
        return self.text[0].isdigit()


@cache
def spoken(language: str) -> dict[str, Any]:
    """The words of a language for days, times and halves; nothing for one without them."""
    tables: dict[str, dict[str, Any]] = tomllib.loads(
        files(__package__).joinpath("spoken.toml").read_text("utf-8")
    )
    return tables.get(language, {})


def words_of(text: str, languages: Sequence[str]) -> tuple[Word, ...]:
    """The words of a text; number words of the first of the languages that reads any are joined
    into one word with their number."""
    words: list[Word] = []
    for found in _WORD.finditer(text):
        glued = bool(words) and words[-1].end == found.start()
        words.append(Word(found.group(), found.start(), found.end(), glued=glued))
    plain = tuple(
        replace(word, number=figures(word.text, languages)) if word.in_figures else word
        for word in words
    )
    for language in languages:
        read = _numbers_joined(text, plain, language)
        if read != plain:
            return read
    return plain


def figures(text: str, languages: Sequence[str]) -> Decimal | None:
    """The number that figures with their signs say, by the languages' own signs first; None for
    what is a number in none of them, such as "192.168.0.12", and for more than 15 figures, which
    are a code."""
    from babel.numbers import NumberFormatError, parse_decimal

    if sum(sign.isdigit() for sign in text) > _MOST_FIGURES:
        return None
    if text.isascii() and text.isdigit():
        return Decimal(text)
    text = re.sub(r"[ \u00a0\u202f]", "", text)
    for locale in (*languages, "en", "de", "de_CH"):
        try:
            return parse_decimal(text.replace("'", "’"), locale=locale, strict=True)
        except NumberFormatError:
            continue
    return None


def stands_alone(text: str, word: Word) -> bool:
    """Whether the figures are a number, and not part of a name, a version, a telephone number or
    an address ("12.txt", "v3", "0171 2345", "4711-0815")."""
    before, after = text[: word.start], text[word.end :]
    if before and (before[-1].isalnum() or before[-1] in _NAME_SIGNS + "."):
        return False
    if after and (after[0] in _NAME_SIGNS or (after[0] == "." and after[1:2].isalnum())):
        return False
    digits = re.sub(r"\D", "", word.text)
    return not (digits.startswith("0") and word.text.isdigit() and len(digits) > 2)


def quoted_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The parts of a text between quotation marks, from behind the first to before the second."""
    spans = []
    at = 0
    while at < len(text):
        closing = _OPENING.get(text[at])
        end = text.find(closing, at + 1) if closing else -1
        if end > 0:
            spans.append((at + 1, end))
            at = end
        at += 1
    return tuple(spans)


class _Spelled:
    """A word as text2num wants it."""

    def __init__(self, word: Word) -> None:
        self._word = word

    def text(self) -> str:
        return self._word.low

    def nt_separated(self, previous: object) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return self._word.in_figures


def _numbers_joined(text: str, words: tuple[Word, ...], language: str) -> tuple[Word, ...]:
    runs = _by_list(words, language) if "ordinals" in spoken(language) else ()
    runs = runs or _by_text2num(words, language)
    joined: list[Word] = []
    at = 0
    for first, behind, number, ordinal in runs:
        joined.extend(words[at:first])
        start, end = words[first].start, words[behind - 1].end
        joined.append(Word(text[start:end], start, end, number, ordinal, words[first].glued))
        at = behind
    listed = spoken(language).get("numbers", {})
    return tuple(
        replace(word, number=Decimal(str(listed[word.low])))
        if word.number is None and word.low in listed
        else word
        for word in (*joined, *words[at:])
    )


_Run = tuple[int, int, Decimal, bool]


def _by_text2num(words: tuple[Word, ...], language: str) -> tuple[_Run, ...]:
    from text_to_num import find_numbers

    try:
        found = find_numbers([_Spelled(word) for word in words], language, 0)
    except ValueError:  # a language that it has not
        return ()
    return tuple((run.start, run.end, _exact(run.value), run.is_ordinal) for run in found)


def _exact(value: float) -> Decimal:
    return Decimal(int(value)) if value == int(value) else Decimal(str(value))


def _by_list(words: tuple[Word, ...], language: str) -> tuple[_Run, ...]:
    """Runs of number words from the language's own list: "dwadzieścia pięć" is 25."""
    runs: list[_Run] = []
    for at, word in enumerate(words):
        number, ordinal = _listed(word.low, language)
        if number is None:
            continue
        if runs and runs[-1][1] == at and runs[-1][2] % 10 == 0 and 0 < number < 10:
            first, _, tens, _ = runs.pop()
            runs.append((first, at + 1, tens + number, ordinal))
        else:
            runs.append((at, at + 1, number, ordinal))
    return tuple(runs)


def _listed(word: str, language: str) -> tuple[Decimal | None, bool]:
    table = spoken(language)
    if word in table["numbers"]:
        return Decimal(str(table["numbers"][word])), False
    for stem, number in table["ordinals"].items():
        if word.startswith(stem) and 1 <= len(word) - len(stem) <= 4:
            return Decimal(number), True
    return None, False
