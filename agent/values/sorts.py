"""What sort of thing a value is, by how it is written: an e-mail address, a path, a date."""

from __future__ import annotations

import re

_SORTS = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (r"[^\s@]+@[^\s@]+\.\w+", "e-mail address"),
        (r"(?:https?://|www\.)\S+", "web address"),
        (r".+\.(?:png|jpe?g|gif|svg|bmp|ico|webp)", "picture file"),
        (r"(?:\w:)?[/\\~].*|.*[^\s/\\][/\\][^\s/\\]+.*", "path of a folder"),
        (r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}", "date"),
        (r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?", "time of day"),
        (r"[+(]?\d[\d ()/\-]{6,}", "telephone number"),
        (r"[$€£¥]\s?[\d.,]+|[\d.,]+\s?[$€£¥]", "price"),
        (r"\d+(?:\.\d+){1,3}", "version"),
        (r"[\d.,]+", "number"),
        (r".+\.\w{1,5}", "name of a file"),
    )
)


def sort_of(value: str) -> str:
    """What a value is, in English words for the encoder; "" for what may be anything."""
    return next((words for pattern, words in _SORTS if pattern.fullmatch(value.strip())), "")
