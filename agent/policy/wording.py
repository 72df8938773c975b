"""Whether a text of the screen says one of the words of a rule, however OCR may have read it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

# Signs that text readers take for each other. Both sides of a comparison are written this way.
_SAME_LOOKS = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "’": "'", "‘": "'"})
_JOINED = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
# Chinese and Japanese put no spaces between words.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def canonical(text: str) -> str:
    """Text as compared: no case, no accents, one space between words, look-alike signs as one."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(bare.translate(_SAME_LOOKS).split())


def said(text: str, words: Iterable[str]) -> str | None:
    """The first of `words` (each a word or a phrase) that `text` says, or None.

    Only whole words count, but in Chinese and Japanese.
    """
    if not text.strip():
        return None
    # As read, and with words taken apart that were read as one ("DeleteAll").
    readings = {canonical(text), canonical(_JOINED.sub(" ", text))}
    return next((w for w in words if any(_pattern(w).search(plain) for plain in readings)), None)


@cache
def _pattern(word: str) -> re.Pattern[str]:
    wanted = re.escape(canonical(word))
    return re.compile(wanted if _UNSPACED.search(word) else rf"(?<!\w){wanted}(?!\w)")
