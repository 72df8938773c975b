"""Full stops that end no sentence: those of ordinal numbers ("am 3. Juni", "den 2. Eintrag")."""

from __future__ import annotations

import functools
import re

from babel import Locale

from agent.constraints import lexicon

# Languages that write the day of a month so.
_LANGUAGES = ("de", "pl", "da", "nb", "cs", "fi")
_NUMBER = re.compile(r"(?:(?<=\s)|^)(\d{1,2})\.(?=\s)")
_LAST_WORD = re.compile(r"([^\W\d_]+)\s+$")
_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")


def ordinal_stops(text: str) -> set[int]:
    """The places of such full stops: with a month behind it, or a word before it behind which a
    number by itself would say nothing."""
    found = set()
    for number in _NUMBER.finditer(text):
        before = _LAST_WORD.search(text[: number.start()])
        behind = _NEXT_WORD.match(text, number.end())
        counted = before and lexicon.words("before ordinal").fullmatch(before[1].casefold())
        if counted or (behind and behind[1].casefold() in _months()):
            found.add(number.end() - 1)
    return found


@functools.cache
def _months() -> frozenset[str]:
    names = (Locale(code).months["format"]["wide"].values() for code in _LANGUAGES)
    return frozenset(name.casefold() for each in names for name in each)
