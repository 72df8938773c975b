"""What the rows of a file manager are called ("a.txt 15 bytes plain text document Today" is one),
and how people speak of them: "the invoice of March" is invoice-march.txt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.apps.known_folders import WORDS
from agent.task.literals import DETERMINED, ENDING, looks_same, mentions, normal

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
# So many other words may stand between those of a name.
_BETWEEN = 2
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


def with_names(text: str, names: Sequence[str]) -> str:
    """A text in which the files of these names that it speaks of by the words of their names stand
    by the names themselves; as it is where it says one of them, or where several may be meant."""
    files = [name for name in names if _NAME.fullmatch(name)]
    said = re.findall(rf"\S*{ENDING}", text)
    if any(mentions(text, name) or any(looks_same(name, one) for one in said) for name in files):
        return text
    found = [(file, span) for file in files if (span := _place_of(file, files, text)) is not None]
    for file, (start, end) in sorted(found, key=lambda each: -each[1][0]):
        if not any(start < e and s < end for f, (s, e) in found if f != file):
            text = text[:start] + file + text[end:]
    return text


def _place_of(file: str, files: Sequence[str], text: str) -> tuple[int, int] | None:
    """Where a text says all words of a file's name, close together; a single word behind an
    article, and where no other file has it."""
    stem = file.rpartition(".")[0]
    words = re.findall(r"[^\W\d_]+|\d+", stem.casefold())
    said = [(m.group().casefold(), *m.span()) for m in re.finditer(r"[^\W\d_]+|\d+", text)]
    for at, (word, start, end) in enumerate(said):
        near = said[at : at + len(words) + _BETWEEN]
        if not words or word not in words or not {*words} <= {each for each, *_ in near}:
            continue
        if len({*words}) > 1:
            last = max(max(i for i, (each, *_) in enumerate(near) if each == w) for w in words)
            return start, near[last][2]
        shared = sum(word in re.findall(r"[^\W\d_]+|\d+", each.casefold()) for each in files)
        if shared == 1 and DETERMINED.search(text[:start].casefold()):
            return start, end
    return None
