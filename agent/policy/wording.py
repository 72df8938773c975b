"""Whether a text of the screen says one of the words of a rule, however OCR may have read it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

# Signs that text readers take for each other. Both sides of a comparison are written this way.
SAME_LOOKS = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "’": "'", "‘": "'"})
_JOINED = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
# Chinese and Japanese put no spaces between words.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def canonical(text: str) -> str:
    """Text as compared: no case, no accents, one space between words, look-alike signs as one."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(bare.translate(SAME_LOOKS).split())


def said(text: str, words: Sequence[str]) -> bool:
    """Whether `text` says one of `words`, each a word or a phrase.

    Only whole words count, but in Chinese and Japanese.
    """
    if not words or not text.strip():
        return False
    pattern = _pattern(tuple(words))
    return any(pattern.search(reading) for reading in _readings(text))


def unspaced(text: str) -> bool:
    """Whether a text is of a script that puts no spaces between words."""
    return _UNSPACED.search(text) is not None


@lru_cache(maxsize=4096)
def _readings(text: str) -> frozenset[str]:
    """The text as read, and with words taken apart that were read as one ("DeleteAll")."""
    return frozenset((canonical(text), canonical(_JOINED.sub(" ", text))))


@lru_cache(maxsize=256)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    spaced = "|".join(re.escape(canonical(w)) for w in words if not _UNSPACED.search(w))
    parts = [re.escape(canonical(word)) for word in words if _UNSPACED.search(word)]
    if spaced:
        parts.append(rf"(?<!\w)(?:{spaced})(?!\w)")
    return re.compile("|".join(parts))
