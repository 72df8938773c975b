"""Numbers that the screen shows."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?<![\w.,])[-−+]?\d+(?:[.,]\d+)?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_OF = re.compile(r"(?<=\d)\s*(?:/|\bof\b)")


def number_in(text: str) -> float | None:
    """The number that a text shows: 35 for "Volume: 35 / 100"; None for a text without one."""
    found = _NUMBER.findall(_THOUSANDS.sub("", _OF.split(text)[0]))
    return float(found[-1].replace("−", "-").replace(",", ".")) if found else None
