"""Which way a part of a task asks for, and what of its values goes where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agent.apps.known_folders import PATH, WORDS, usual_folder, whole_path
from agent.literals import CELL, ENDING, normal, quoted, wording
from agent.outline import PREPOSITIONS, boundaries
from agent.secrets import placeholders
from agent.skills.ways.areas import area_of, cells_of
from agent.skills.ways.formulas import formula_of
from agent.skills.ways.way import Way, ways, words
from agent.verbs import JOINTS
from agent.worded_sums import worded_sum

_CELL = re.compile(CELL)
_FILE = re.compile(rf"[^\s]*[/\\][^\s]+|.*{ENDING}")
ADDRESS = re.compile(
    r"(?:https?|file)://\S+|localhost(?:[:/]\S*)?|(?:[\w-]+\.)+[a-z]{2,}(?:[:/?]\S*)?|\d+(?:\.\d+){3}\S*",
    re.IGNORECASE,
)
_CALCULATION = re.compile(r"[\d\s.,()+\-*/×÷^%−]*\d\s*[+\-*/×÷^−]\s*\(*\d[\d\s.,()+\-*/×÷^%−]*")
_PDF = re.compile(r".+\.pdf", re.IGNORECASE)
_SAVED = ("target", "pdf")
_TARGETS = (*_SAVED, "path")
_NAME = re.compile(rf"[^/\\]*{ENDING}")
_PATTERNS = {"cell": _CELL, "file": _FILE, "address": ADDRESS, "name": _NAME}
_BUT = ("but", "aber", "mais", "pero", "ma", "mas", "maar", "ale")
_SHORTEST = 3
# How many words before a value may say what it is for.
_NEAR = 4


@dataclass(frozen=True, slots=True)
class Fit:
    """A way with the values of a task in its slots, once for each time that it is to be done."""

    way: Way
    values: tuple[dict[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Value:
    """A value with the words before it."""

    text: str
    before: tuple[str, ...]

    def is_after(self, name: str) -> bool:
        return not set(words(name)).isdisjoint(self.before)


def fit_of(
    text: str,
    values: Sequence[str],
    kind: str,
    program: str,
    known: Callable[[str], bool],
    last: Way | None = None,
    subject: str = "",
    cells: Sequence[str] = (),
) -> Fit | None:
    """The first way that does what a part of a task says; None when none does.

    `values` are those of the part in its order, `kind` and `program` those of the window in front.
    A value for which a way has no slot must be `known`: it only says where something is. `last` is
    the way of the part before, which one without a verb goes on with ("7 in A2"); `subject` is what
    that was about, which "it" means, `cells` those that were filled just before ("their sum").
    """
    said, found = _words(text, values), _values(text, values)
    it = subject if _said(said, words("it")) else ""
    for way in ways():
        if way.where and kind not in way.where:
            continue
        if way.programs and not program.casefold().startswith(way.programs):
            continue
        goes_on = way.each and way is last
        if not (goes_on or _says(said, way)):
            continue
        if way.first and not _said([_first(text)], way.said[0]):
            continue
        formula = formula_of(text, cells) if way.each else None
        if formula is not None:
            return Fit(way, (dict(zip(_slots_of(way), formula, strict=True)),))
        filled = _filled(way, text, found, known)
        # "Save it" gives it no other name.
        if filled is None and it and not any(sort in _SAVED for _, sort in way.slots):
            # "Rename it to b.txt": what is meant was named before.
            filled = _filled(way, text, [_Value(it, ()), *found], known)
        if filled is not None:
            return Fit(way, filled)
    return None


def clauses_of(text: str, kind: str) -> list[str]:
    """A part of a task, cut where an instruction begins that a way for this kind of program
    follows ("open it, replace a by b")."""
    cut: list[str] = []
    begun = False
    for word, joint in boundaries(text):
        begun = begun or joint
        plain = word.strip(".,;:!?").casefold()
        # "In the folder that is shown, rename a to b": the beginning says only where.
        where = bool(cut) and normal(cut[0].split()[0]) in PREPOSITIONS and len(cut) == 1
        if cut and begun and not where and plain not in JOINTS:
            begun = False
            if begins(plain, kind):
                cut.append(word)
                continue
        if cut:
            cut[-1] += f" {word}"
        else:
            cut = [word]
    return cut


def begins(text: str, kind: str) -> bool:
    """Whether the first word of a text that joins nothing is one by which a way is asked for."""
    return any(_said([_first(text)], way.said[0]) for way in ways() if kind in way.where)


def _first(text: str) -> str:
    """The first word that joins nothing."""
    said = (word.strip(".,;:!?").casefold() for word in text.split())
    return next((word for word in said if word not in (*JOINTS, *_BUT)), "")


def names_said(text: str, shown: Sequence[str]) -> list[str]:
    """What a text names without quotes or capitals, in its order: what follows "called", and names
    that are `shown` on the screen."""
    found = {}
    for said in re.finditer(rf"\b(?:{'|'.join(words('called'))})\s+([^\s\"“„«]+)", text):
        found[said.start(1)] = said.group(1).rstrip(".,;:!?")
    for name in sorted(set(shown), key=len, reverse=True):
        if len(name) < _SHORTEST or name.casefold() in words("common"):
            continue
        if (said_so := wording(text, name)) is not None:
            at = text.index(said_so)
            if not any(start <= at < start + len(known) for start, known in found.items()):
                found[at] = said_so
    return [found[at] for at in sorted(found)]


def _says(said: Sequence[str], way: Way) -> bool:
    if _said(said, way.without):
        return False
    return all(_said(said, group) for group in way.said)


def _said(words_: Iterable[str], group: Sequence[str]) -> bool:
    """Whether one of the words begins as the group says; "man." is a whole word."""
    return any(f"{word}.".startswith(begun) for word in words_ for begun in group)


def _words(text: str, values: Sequence[str]) -> list[str]:
    """The words of a text but those of its quoted values and of names of files."""
    for value in values:
        if value in quoted(text) or _FILE.fullmatch(value):
            text = _whole(value).sub(" ", text)
    return re.findall(r"\w+", placeholders.without(text).casefold())


def _whole(value: str) -> re.Pattern[str]:
    """A value where it is no piece of a word: the "a" of “a”, not that of "replace"."""
    return re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")


def _values(text: str, values: Sequence[str]) -> list[_Value]:
    found, end = [], 0
    for value in values:
        whole = _whole(value).search(text, end)
        at = whole.start() if whole is not None else text.find(value, end)
        if at < 0:
            at = end
        before = re.findall(r"\w+", text[end:at].rpartition(",")[2].casefold())
        found.append(_Value(value, tuple(before[-_NEAR:])))
        end = at + len(value)
    return found


def _filled(
    way: Way, text: str, found: Sequence[_Value], known: Callable[[str], bool]
) -> tuple[dict[str, str], ...] | None:
    """The values in their slots; None when one is missing, or one is left that is not known."""
    if way.each:
        return _each(way, text, found)
    here = _sourced(way, text, found, known)
    return here if here is not None else _sourced(way, text, found, known, source=False)


def _sourced(
    way: Way,
    text: str,
    found: Sequence[_Value],
    known: Callable[[str], bool],
    *,
    source: bool = True,
) -> tuple[dict[str, str], ...] | None:
    """The same; without `source` the task is taken to say nothing of where something is: "in" may
    mean where it goes."""
    left, filled = list(found), {}
    # Those that say most of themselves first.
    for name, sort in sorted(way.slots, key=lambda slot: (slot[1] == "", slot[1] != "at?")):
        if sort == "level":
            filled[name] = _level(text, way)
        elif sort == "area" and (area := area_of(text)) is not None:
            filled[name] = area
            own = area.replace(":", " ").split()
            left = [value for value in left if value.text.upper() not in own]
        elif sort == "sum" and (formula := _sum(text, left)) is not None:
            filled[name] = formula
            left = [value for value in left if value.text not in formula]
        elif sort in _TARGETS:
            found_there = _target(sort, text, left)
            if found_there is None:
                return None
            filled[name], left = found_there
        elif (usual := _usual(sort, text, source=source)) is not None:
            filled[name], said_so = usual
            left = [value for value in left if value.text not in said_so]
        elif (value := _of_sort(sort, left)) is not None:
            left.remove(value)
            filled[name] = _without_folder(value.text) if sort == "into" else value.text
        elif sort != "at?":
            return None
    spare = (v.text for v in left if v.text not in filled.values() and not _is_verb(v.text, way))
    return (filled,) if all(known(each) for each in spare) else None


def _sum(text: str, left: Sequence[_Value]) -> str | None:
    """The calculation that a text says, in words or in signs."""
    signs = (value.text for value in left if _CALCULATION.fullmatch(value.text))
    return worded_sum(text) or next(signs, None)


def _target(sort: str, text: str, left: Sequence[_Value]) -> tuple[str, list[_Value]] | None:
    """The path of what a text says is to be opened, or the one under which it is to be saved, its
    folder said beside its name or not; and the values that are left."""
    if sort == "path":
        named = next((v for v in left if whole_path(v.text)), None)
    else:
        named = _of_sort("name", left) or _of_sort("file", left)
    if named is None or (sort == "pdf" and not _PDF.fullmatch(named.text)):
        return None
    others = [value for value in left if value is not named]
    if not _NAME.fullmatch(named.text):
        return whole_path(named.text) or named.text, others
    if (usual := usual_folder(text, wanted=True)) is not None:
        folder, said_so = usual
        return f"{folder}/{named.text}", [v for v in others if v.text not in said_so]
    if (place := _of_sort("folder", others)) is not None:
        return f"{place.text}/{named.text}", [v for v in others if v is not place]
    return named.text, others


def _usual(sort: str, text: str, *, source: bool) -> tuple[str, str] | None:
    """The folder that everybody has which a text says for a slot, and the words for it."""
    if sort == "folder":
        return usual_folder(text, wanted=True)
    if sort == "into":
        # A folder called so may be shown, as well as one of the person's own elsewhere.
        return usual_folder(text, wanted=True, side="to" if source else "in", own=False)
    if sort not in ("at", "at?") or not source:
        return None
    found = usual_folder(text, wanted=True, side="from")
    # "In den Ordner Downloads" is said with the same word.
    return found if found != usual_folder(text, wanted=True, side="to") else None


def _is_verb(value: str, way: Way) -> bool:
    """Whether it is the word by which the way is asked for, and no name that begins like one."""
    return value.isalpha() and _said([value.casefold()], way.said[0])


def _level(text: str, way: Way) -> str:
    """The number that follows the word for what the way is about ("heading 2"), else 1."""
    found = re.search(rf"\b(?:{'|'.join(way.said[0])})\w*\s+(\d)", text, re.IGNORECASE)
    return found.group(1) if found else "1"


def _of_sort(sort: str, left: Sequence[_Value]) -> _Value | None:
    if sort == "to":
        # In some languages the same word means a place: "benenne a in b um".
        marked = [v for name in ("to", "into") for v in left if v.is_after(name)]
        return next(iter(marked), None)
    if sort in ("into", "from"):
        return next((value for value in left if value.is_after(sort)), None)
    if sort in ("at", "at?", "area", "sum"):
        return None
    if (pattern := _PATTERNS.get(sort)) is not None:
        return next((value for value in left if pattern.fullmatch(value.text)), None)
    if sort == "folder":
        return next((v for v in left if PATH.fullmatch(v.text) and v.is_after("into")), None)
    free = [value for value in left if not (value.is_after("to") or value.is_after("into"))]
    return next(iter([*free, *left]), None)


def _without_folder(value: str) -> str:
    """A name without the word for what it is, where that has a capital: "Ordner Alt"."""
    return re.sub(rf"^(?:{WORDS})\s+(?=\S)", "", value, flags=re.IGNORECASE)


def _each(way: Way, text: str, found: Sequence[_Value]) -> tuple[dict[str, str], ...] | None:
    """Pairs of a slot for a cell and one for any other value, in the order of the task."""
    cells = [value.text for value in found if _CELL.fullmatch(value.text)]
    others = [value.text for value in found if not _CELL.fullmatch(value.text)]
    if len(others) == len(cells) - 1:
        # "Anna in A2": the first word of a part has its capital by itself.
        first = re.match(rf"\W*(\w+)\s+(?:{'|'.join(words('into'))})\s+{CELL}\b", text)
        others = [first.group(1), *others] if first else others
    if len(cells) == 2 and (spread := cells_of(text)):
        cells = spread  # "1, 2 and 3 in A1 to A3"
    if not cells or len(cells) != len(others):
        return None
    cell, other = _slots_of(way)
    return tuple({cell: at, other: text} for at, text in zip(cells, others, strict=True))


def _slots_of(way: Way) -> tuple[str, str]:
    """The names of the slot for a cell and of the other one."""
    cell = next(name for name, sort in way.slots if sort == "cell")
    return cell, next(name for name, sort in way.slots if sort != "cell")
