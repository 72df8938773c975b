"""What the rows of a file manager are called: "a.txt 15 bytes plain text document Today" is one."""

from __future__ import annotations

import re

from agent.apps.known_folders import WORDS
from agent.task.literals import ENDING, looks_same, normal

_SIGN = r"[^\s\"“”„«»:/\\|<>*?]"
# "3.4" of "3.4 GB" and "1.2kB" are no names; "report-20….txt" is one, cut.
_ENDS = r"[\w….]\.(?=\w*[^\W\d_])\w{1,10}"
_NO_SIZE = r"(?![\d.,]+\s?[kmgt]?i?[bo]\b)"
_WHOLE = re.compile(rf"{_NO_SIZE}{_SIGN}(?:{_SIGN}|[ ])*{_ENDS}|{_NO_SIZE}{_SIGN}?{_ENDS}", re.I)
# With gaps in it a name ends where a size begins.
_BEGINS = re.compile(
    rf"(?P<one>{_NO_SIZE}{_SIGN}*{_ENDS})\s+(?![(\-–—])\S"
    rf"|(?P<gaps>{_NO_SIZE}{_SIGN}(?:{_SIGN}|[ ])*?{_ENDS})\s+\d",
    re.IGNORECASE,
)
_NAME = re.compile(rf".*{ENDING}")
_FOLDER_COLUMN = re.compile(
    r"\s+(?:--?\s|\d[\d.,]*\s*(?:bytes?|octets?|[kmgt]?i?b|[kmg]?o|items?|obje[kt]\w*|éléments?"
    rf"|element\w*|itens)\b|(?:{WORDS})\b)",
    re.IGNORECASE,
)


def file_in(text: str) -> str | None:
    """The name of the file that the text of a row or an icon is, or begins with; None for none."""
    text = " ".join(text.split())
    if _WHOLE.fullmatch(text):
        return text
    found = _BEGINS.match(text)
    return (found["one"] or found["gaps"]) if found else None


def is_row_of(text: str, name: str) -> bool:
    """Whether a text is a row that begins with a name, and goes on with what a list says of it."""
    if _NAME.fullmatch(name):
        found = file_in(text)
        return found is not None and looks_same(found, name)
    said = text[: len(name)]
    return normal(said) == normal(name) and _FOLDER_COLUMN.match(text[len(name) :]) is not None
