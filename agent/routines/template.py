"""Texts with gaps: "Enter “{full-name}” and press Save".

A gap has the name of a parameter in braces. Braces with any other name are text like any other, so
that {secret:mail} stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from agent.task.literals import literals

LONGEST_MATCHED = 2000
_GAP = re.compile(r"\{([\w-]{1,40})\}")
_QUOTES = "\"“”„«»‘’'"
# A value in quotes may hold an apostrophe.
_CLOSING = '"“”„«»'
# What an unquoted value may be: a few words of one line.
_FEW_WORDS = r"\S+(?:[ \t]\S+){0,5}?"


def gap(name: str) -> str:
    return f"{{{name}}}"


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with the values in its gaps."""
    return _GAP.sub(lambda found: values.get(found[1], found[0]), text)


def gaps(text: str, names: Collection[str]) -> list[str]:
    """The parameters that the text has gaps for, in order and once each."""
    return list(dict.fromkeys(name for name in _GAP.findall(text) if name in names))


def with_gap(text: str, value: str, name: str) -> str:
    """The text with a gap for each time that it says the value as whole words; when it has it in
    quotes, only there."""
    said = re.escape(value)
    quoted = rf"(?<=[{_QUOTES}]){said}(?=[{_QUOTES}])"
    pattern = quoted if re.search(quoted, text) else rf"(?<!\w){said}(?!\w)"
    return re.sub(pattern, lambda _: gap(name), text)


def matched(template: str, task: str, names: Collection[str]) -> dict[str, str] | None:
    """The values with which the task says the same as the template; None when it does not. Case,
    spaces, kinds of quotes and the full stop at the end do not matter."""
    task = task.strip()
    if not task or len(task) > LONGEST_MATCHED:
        return None
    found = re.fullmatch(_pattern(template.strip(), names), task, re.IGNORECASE)
    if found is None:
        return None
    values = {name: found[f"p{n}"] for n, name in enumerate(gaps(template, names))}
    ours = set(literals(task))
    # Without quotes only a value tells where it ends: "first name ann" is no two parameters.
    sure = all(v in ours or f"{{{n}}}" == v or len(v.split()) <= 3 for n, v in values.items())
    return values if sure else None


def _pattern(template: str, names: Collection[str]) -> str:
    numbers = {name: n for n, name in enumerate(gaps(template, names))}
    pieces, said = [], set[str]()
    at = 0
    for found in _GAP.finditer(template):
        if found[1] not in numbers:
            continue
        before = template[at : found.start()]
        pieces.append(_fixed(before))
        pieces.append(_of_gap(found[1], numbers, said, before[-1:] in tuple(_QUOTES)))
        at = found.end()
    rest = template[at:]
    return "".join(pieces) + _fixed(rest.rstrip(".!")) + r"[.!]?"


def _of_gap(name: str, numbers: Mapping[str, int], said: set[str], quoted: bool) -> str:
    group = f"p{numbers[name]}"
    if name in said:
        return f"(?P={group})"
    said.add(name)
    return f"(?P<{group}>[^{_CLOSING}]+?)" if quoted else f"(?P<{group}>{_FEW_WORDS})"


def _fixed(text: str) -> str:
    """The words between gaps, as a pattern."""
    signs = []
    for piece in re.findall(r"\s+|.", text):
        if piece.isspace():
            signs.append(r"\s+")
        else:
            signs.append(f"[{_QUOTES}]" if piece in _QUOTES else re.escape(piece))
    return "".join(signs)
