"""Which entry a value of the task is for, by the words before it: "directed by Holloway from year
2011" speaks of the fields “Director” and “Year”. And the words that are left for an empty one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.literals import alike, wording
from agent.outline import Outline, Part
from agent.verbs import JOINTS
from vision.elements import Element, ElementMap

_ENTRIES = ("field", "dropdown")
# Words before a value that may say what it is; letters of a word that count, and the part of the
# longer of two words that they must share.
_BEFORE, _LONG, _SHARED = 3, 4, 0.7
# What stands between a value and the entry that it is for.
_AS = "as in into to for at als ins zu comme dans como en come jako w do"
_NAMING = frozenset(_AS.split())
_JOINING = (
    "from with into that this then than your have been will also only please them their there "
    "which what when where about made some using dann nach einen einer eine oder alle "
    "avec dans pour leur para desde como della nella voor naar"
)
_LITTLE = frozenset(_JOINING.split())
_WORD = re.compile(r"[^\W\d_]+")
_CLAUSE = re.compile(r"[,;:.!?]")


def led_to(value: str, part: Part, entries: Sequence[Element]) -> Element | None:
    """The entry of which alone the words right before a value speak; None if there is none."""
    said = wording(part.text, value) or value
    before = _CLAUSE.split(part.text.partition(said)[0].rstrip(" \"'“„‘«"))[-1]
    near: list[str] = []
    # "Mill Lane 7 as Street and 0171 as Phone": what stands before the "and" is said of another.
    for word in _WORD.findall(_behind_values(before, part))[-_BEFORE:]:
        near = [] if word.casefold() in JOINTS else [*near, word]
    counts = [sum(_is_said(word, near) for word in _words(entry.text)) for entry in entries]
    most = max(counts, default=0)
    return entries[counts.index(most)] if most and counts.count(most) == 1 else None


def _behind_values(text: str, part: Part) -> str:
    """The end of a text that speaks of none of the values in it: “Mill Lane 7” as Street."""
    for other in part.values:
        _, found, rest = text.rpartition(other)
        first = _WORD.search(rest)
        ends = found and first is not None and first.group().casefold() in _NAMING
        text = "" if ends else rest
    return text


def entry_for_rest(
    part: Part | None, map_: ElementMap, outline: Outline
) -> tuple[Element, str] | None:
    """The only empty entry of a form and the only word that is left for it."""
    if part is None:
        return None
    rest = left_for_empty(part, map_, outline)
    empty = [e for e in map_.elements if e.kind == "field" and e.state.value == ""]
    return (empty[0], rest[0]) if len(rest) == 1 and len(empty) == 1 and empty[0].text else None


def left_for_empty(part: Part, map_: ElementMap, outline: Outline) -> list[str]:
    """What a part says besides its values, which are all used, and the words on the screen, where
    some entries of a form hold its values and another one is empty: "drama" in "search for drama
    movies directed by Holloway from year 2011"."""
    entries = [e for e in map_.elements if e.kind in _ENTRIES and e.text and not e.state.disabled]
    filled = [e for e in entries if any(alike(e.state.value or "", v) for v in part.used)]
    empty = [e for e in entries if e.state.value == ""]
    if len(filled) < 2 or not empty or part.open_values:
        return []
    shown = [e.text for e in map_.elements if e.text and not outline.repeats(e.text)]
    known = _words(" ".join([*shown, *part.values]))
    words = [word.group() for word in _WORD.finditer(part.text)]
    content = [w for w in words if len(w) >= _LONG and w.casefold() not in _LITTLE]
    return [word for word in content if not _is_said(word, known)]


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if len(word) >= _LONG]


def _is_said(word: str, words: Iterable[str]) -> bool:
    """Whether one of the words has the same stem ("directed" and "Director")."""
    return any(_same_stem(word.casefold(), other.casefold()) for other in words)


def _same_stem(a: str, b: str) -> bool:
    longer = max(len(a), len(b))
    shared = next(
        (n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
    return shared >= max(_LONG, _SHARED * longer)
