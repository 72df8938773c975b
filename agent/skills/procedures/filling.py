"""Arguments: which values of a part of the task may fill the slots of a procedure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from agent.apps.known_folders import (
    PATH,
    WORDS,
    usual_folder,
    whole_path,
    whole_path_beside,
)
from agent.constraints import lexicon
from agent.policy.commands import may_be_run
from agent.policy.wording import canonical
from agent.skills.procedures.areas import area_of, cells_of
from agent.skills.procedures.formulas import INTO, formula_of
from agent.skills.procedures.procedure import Procedure, Sort, Value, filled, several
from agent.skills.procedures.several import (
    NO_FOLDER,
    Folder,
    counted_in,
    files_meant,
    only_says_files,
)
from agent.skills.procedures.sheet import Table, cells_said, changes
from agent.task.literals import (
    CELL,
    ENDING,
    is_file,
    literals,
    mentions,
    normal,
    quoted,
    wording,
)
from agent.task.told_text import is_pointed_at

_CELL = re.compile(CELL)
_FILE = re.compile(rf"[^\s]*[/\\][^\s]+|.*{ENDING}")
ADDRESS = re.compile(
    r"(?:https?|file)://\S+|localhost(?:[:/]\S*)?|(?:[\w-]+\.)+[a-z]{2,}(?:[:/?]\S*)?|\d+(?:\.\d+){3}\S*",
    re.IGNORECASE,
)
_CALCULATION = re.compile(r"[\d\s.,()+\-*/×÷^%−]*\d\s*[+\-*/×÷^−]\s*\(*\d[\d\s.,()+\-*/×÷^%−]*")
_PATH = re.compile(r"[/\\]")
_PDF = re.compile(r".+\.pdf", re.IGNORECASE)
_NAME = re.compile(rf"[^/\\]*{ENDING}")
_FOLDER = re.compile(rf"(?!.*{ENDING}$){PATH.pattern}")
_LEVEL = re.compile(r"\b([1-6])\b")
_TOKEN = re.compile(r"[\w'.-]+")
# Words in a run of which the screen says all, and letters of one of them at least.
_LONGEST_RUN, _SHORTEST_WORD = 6, 4
_SHORTEST = 3
# A line of the screen that is most of the text is no name.
_MOSTLY = 0.6
# Of one procedure, how many ways to fill it are offered.
_MOST = 2
# Sorts of which the model says the words of the task where no value is marked as one.
_ASKED: tuple[Sort, ...] = (
    *("file", "shown", "new", "text", "written", "place", "known", "path", "target", "pdf", "cell"),
    *("sum", "address", "command file", "command new", "command"),
    *("line", "edit", "row", "cells"),
)
FREE: tuple[Sort, ...] = (
    *("text", "written", "new", "target", "command new", "command", "line", "edit"),
    *("row", "cells"),
)
"""Sorts of which any words may be a value."""
BLANK = "…"


@dataclass(frozen=True, slots=True)
class Words:
    """A part of a task with its values in their order, and the names that the screen shows of which
    the part says one. `cells` were filled just before ("their sum"); `folder` is what is in front
    where that is a folder; `written` are words of the part that stand on the screen, `of_task`
    those of the whole task, `document` is what stands there, `table` the cells of a sheet; `task`
    is all of the task."""

    text: str
    values: tuple[str, ...]
    shown: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    folder: Folder = NO_FOLDER
    written: tuple[str, ...] = ()
    of_task: tuple[str, ...] = ()
    document: str = ""
    task: str = ""
    table: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """A procedure with its arguments, once for each time that it is to be done. `unused` values of
    the part have no place in it; `place` is its number among the ways to fill it, from 0. `said`
    are words of the part that its arguments stand for. The values of the slots that are `asked`
    are left to the model. `due`: the task is about a file that this would open, and another one
    is open."""

    procedure: Procedure
    values: tuple[dict[str, Value], ...]
    unused: int = 0
    place: int = 0
    said: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    due: bool = False

    @property
    def words(self) -> str:
        """What the model reads."""
        quoted = [
            {slot: tuple(f'"{name}"' for name in several(value)) for slot, value in each.items()}
            for each in self.values
        ]
        left: dict[str, Value] = dict.fromkeys(self.asked, BLANK)
        # What changes several cells of a row is said once.
        said = (filled(self.procedure.say, {**left, **each}) for each in quoted)
        return ", ".join(dict.fromkeys(said))


def words_of_part(text: str, values: Sequence[str], shown: Sequence[str]) -> Words:
    """The words of a part: its values, and what the screen shows that it names; not the entry of a
    folder that everybody knows ("in my home folder"), which is a place and no file."""
    usual = usual_folder(text, wanted=True)
    known = normal(usual[1]) if usual is not None else ""
    said = [
        spelt
        for name in sorted(dict.fromkeys(shown), key=len, reverse=True)
        if _SHORTEST <= len(name) < _MOSTLY * len(text)
        and (spelt := wording(text, name)) is not None
        and normal(spelt) != known
    ]
    whole = len(text) * _MOSTLY
    own = (v for v in values if normal(v) != known and (len(v) < whole or v in literals(text)))
    every = dict.fromkeys([*own, *said])
    kept = [v for v in every if not any(v != w and v in w for w in every)]
    return Words(text, tuple(sorted(kept, key=text.find)), tuple(said))


def calls_of(procedure: Procedure, words: Words) -> list[Call]:
    """The ways to fill a procedure from a part of the task, best first; none when an argument is
    missing."""
    if procedure.takes("row"):
        return []  # Only the model says what changes.
    if procedure.each:
        pairs = _pairs(procedure, words)
        return [Call(procedure, pairs)] if pairs else []
    filled_in = _assignments(list(procedure.slots), words, {}, ())
    found = [_call(procedure, words, *each, place=place) for place, each in enumerate(filled_in)]
    # What the task only says of the screen may be left out, rather than its own values.
    own = [value for value in literals(words.text) if value in words.values]

    def spare(call: Call) -> tuple[int, int]:
        given = [
            name for values in call.values for each in values.values() for name in several(each)
        ]
        return sum(not _told_by(v, (*call.said, *given)) for v in own), call.unused

    found = [_with_asked(call, words) for call in sorted(found, key=spare)]
    different: dict[str, Call] = {}
    for call in found:
        # Two ways to fill it may read the same, or differ only in what the model says.
        different.setdefault(_told_surely(call), call)
    return list(different.values())[:_MOST]


def _told_surely(call: Call) -> str:
    """The words of a call without the values that the model says."""
    sure = tuple({k: v for k, v in each.items() if k not in call.asked} for each in call.values)
    return replace(call, values=sure).words


def said_on(text: str, shown: str) -> list[tuple[int, int]]:
    """Where a text says words that stand in another one, from the longest runs of them; small words
    alone are none."""
    tokens, found, place = list(_TOKEN.finditer(text)), [], 0
    while place < len(tokens):
        run = _run(text, tokens[place : place + _LONGEST_RUN], shown)
        if run:
            start = tokens[place].start()
            found.append((start, start + len(run)))
        place += max(1, len(_TOKEN.findall(run)))
    return found


def _run(text: str, tokens: Sequence[re.Match[str]], shown: str) -> str:
    for count in range(len(tokens), 0, -1):
        run = text[tokens[0].start() : tokens[count - 1].end()].rstrip(".")
        long = any(len(token.group()) >= _SHORTEST_WORD for token in tokens[:count])
        if long and mentions(shown, run):
            return run
    return ""


def blank(procedure: Procedure, words: Words) -> Call | None:
    """A procedure whose arguments the model says; None where no words of a task can be one. What
    is done with words of a document begins with those that stand there."""
    asked = tuple(slot for slot, sort in procedure.slots if sort in _ASKED)
    if not procedure.takes(*FREE) or (procedure.takes("line") and not words.of_task):
        return None
    if procedure.takes("row") and not words.table:
        return None
    there = (slot for slot, sort in procedure.slots if sort == "written")
    values: dict[str, Value] = dict(zip(there, words.written[:1], strict=False))
    return Call(procedure, (values,), asked=asked)


def with_files_asked(procedure: Procedure, words: Words) -> Call | None:
    """A call for several files of which the model says which they are; None where the task does not
    say where they go, where there are no several, or where it speaks of all: `several` knows which
    those are, or nobody does."""
    (slot,) = (name for name, sort in procedure.slots if sort == "files")
    rest = [each for each in procedure.slots if each[0] != slot]
    goes = any(sort == "place" for _, sort in rest) and len(words.folder.files) > 1
    _, other_words = counted_in(words.text)
    if not goes or lexicon.words("every").search(canonical(other_words)):
        return None
    filled_in = next(_assignments(rest, words, {}, ()), None)
    return replace(_call(procedure, words, *filled_in), asked=(slot,)) if filled_in else None


def _with_asked(call: Call, words: Words) -> Call:
    """A call whose values are left to the model where any words could be one and nothing marks
    them: "Annual" of "make Annual report bold" may be a part of it."""
    if is_known_pair(call, words):
        return call
    (values,) = call.values
    marked = (*quoted(words.text), *(said for said in call.said if _PATH.search(said)))
    asked = (
        slot
        for slot, sort in call.procedure.slots
        if sort in FREE and slot in values and not _holds(values[slot], marked)
    )
    return replace(call, asked=tuple(asked))


def is_known_pair(call: Call, words: Words) -> bool:
    """Whether a call replaces what stands in a document by the only value that does not stand there
    yet, but for names of files: no other way round is meant."""
    values, sorts = call.values[0], call.procedure.slots
    old = next((values.get(slot) for slot, sort in sorts if sort == "written"), None)
    new = next((values.get(slot) for slot, sort in sorts if sort == "new"), None)
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    absent = [v for v in words.values if not mentions(words.document, v) and not is_file(v)]
    return mentions(words.document, old) and absent == [new]


def _holds(value: Value, marked: Sequence[str]) -> bool:
    return any(said in name for name in several(value) for said in marked)


def with_words(call: Call, words: Words, said: Mapping[str, str]) -> Call | None:
    """A call with the words that the model `said` for each slot; None where one does not fit."""
    if call.procedure.takes("row"):
        row, cells = (said.get(slot, "") for slot, _ in call.procedure.slots)
        typed = changes(words.table, row, cells_said(cells))
        return replace(call, values=tuple({**said, **each} for each in typed)) if typed else None
    values: dict[str, Value] = {}
    for slot, sort in call.procedure.slots:
        if slot in call.asked and sort == "files":
            spoken = said.get(slot, "").split(", ")
            values[slot] = tuple(name for name in words.folder.files if name in spoken)
            if not values[slot]:
                return None
        elif slot in call.asked:
            text = said.get(slot, "")
            known = replace(words, values=(text,))
            found = next((v for v, s in _values(sort, known) if s == text), None)
            if found is None or (not text and sort != "edit") or is_pointed_at(text):
                return None
            values[slot] = found
    (given,) = call.values
    values |= {slot: value for slot, value in given.items() if slot not in call.asked}
    rest = [(slot, sort) for slot, sort in call.procedure.slots if slot not in values]
    whole = next(_assignments(rest, words, values, tuple(said.values())), None)
    return _call(call.procedure, words, *whole) if whole is not None else None


def _call(
    procedure: Procedure,
    words: Words,
    values: dict[str, Value],
    used: tuple[str, ...],
    place: int = 0,
) -> Call:
    given = [name for value in values.values() for name in several(value)]
    spare = [v for v in words.values if not _told_by(v, (*used, *given))]
    return Call(procedure, (values,), len(spare), place, used)


def _told_by(value: str, used: Sequence[str]) -> bool:
    return any(value in each for each in used)


def _assignments(
    slots: list[tuple[str, Sort]], words: Words, values: dict[str, Value], used: tuple[str, ...]
) -> Iterator[tuple[dict[str, Value], tuple[str, ...]]]:
    """All ways to give each slot a value that no other one has."""
    if not slots:
        yield values, used
        return
    (name, sort), *rest = slots
    if sort == "files":
        meant = files_meant(words.text, words.values, words.shown, used, words.folder)
        if meant is not None:
            given = {**values, name: meant.names}
            yield from _assignments(rest, words, given, (*used, *meant.values))
        return
    candidates = [(v, s) for v, s in _values(sort, words) if s not in used]
    for value, said in candidates:
        yield from _assignments(rest, words, {**values, name: value}, (*used, said))
    if sort == "folder?" and not candidates:
        yield from _assignments(rest, words, values, used)


def _values(sort: Sort, words: Words) -> list[tuple[str, str]]:
    """Values for a slot, each with the words of the task that it stands for."""
    if sort in ("written", "seen", "line", "edit"):
        return _on_document(sort, words)
    if sort == "command":
        return _same([v for v in words.values if may_be_run(v, words.task)])
    if sort not in ("command file", "command new"):
        return _candidates(sort, words)
    plain = _candidates("file" if sort == "command file" else "new", words)
    return [(whole_path_beside(value, words.text), said) for value, said in plain]


def _on_document(sort: Sort, words: Words) -> list[tuple[str, str]]:
    """Words of a document, its lines, and what is written instead of one."""
    if sort == "edit":
        return _same(words.values)
    if sort == "line":
        return _same([v for v in words.values if _once(v, words.document)])
    there = [v for v in words.values if mentions(words.document, v)]
    if sort == "seen":
        return _same(there or words.written or words.of_task or words.values)
    return _same(there or words.values or words.written)


def _once(line: str, document: str) -> bool:
    """Whether a search for a line finds nothing else."""
    return document.casefold().count(line.casefold()) == 1


def _candidates(sort: Sort, words: Words) -> list[tuple[str, str]]:
    match sort:
        case "file":
            shown = [v for v in words.values if v in words.shown]
            named = [v for v in words.values if _FILE.fullmatch(v) and v not in shown]
            return _same([*shown, *named] or _names(words))
        case "shown":
            return _same(words.shown or words.values)
        case "cell":
            return [(v.upper(), v) for v in words.values if _CELL.fullmatch(v)]
        case "area":
            area = area_of(words.text)
            return [(area, area)] if area is not None else []
        case "level":
            found = _LEVEL.search(words.text)
            return [(found.group(1) if found else "1", "")]
        case "address":
            return _same([v for v in words.values if ADDRESS.fullmatch(v)])
        case "sum":
            return _same([v for v in words.values if _CALCULATION.fullmatch(v)])
        case "path" | "target" | "pdf":
            return _targets(sort, words)
        case "place" | "known" | "folder?":
            return _folders(sort, words)
        case _:
            return _same(words.values)


def _names(words: Words) -> list[str]:
    """The values that may be names: what the screen shows or stands in quotes, and what is no word
    for files."""
    sure = (*words.shown, *quoted(words.text))
    return [v for v in words.values if v in sure or not only_says_files(v, words.folder)]


def _same(values: Sequence[str]) -> list[tuple[str, str]]:
    return [(value, value) for value in values]


def _folders(sort: Sort, words: Words) -> list[tuple[str, str]]:
    """Folders by their path, by the name that everybody knows, and for a place by what is shown."""
    found = [(v, v) for v in words.values if PATH.fullmatch(v)]
    for side in ("to", "from", "in"):
        usual = usual_folder(words.text, wanted=True, side=side)
        if usual is not None and all(usual[0] != path for path, _ in found):
            found.append(usual)
    if sort != "place":
        return found
    # Nothing goes where it is.
    named = [(_without_folder(v), v) for v in _names(words) if not _NAME.fullmatch(v)]
    return [each for each in (*found, *named) if not _is_here(each[0], words.folder)]


def _is_here(path: str, folder: Folder) -> bool:
    """Whether a folder is the one in front, by its path or name."""
    return bool(folder.title) and mentions(folder.title, PurePath(path).name)


def _targets(sort: Sort, words: Words) -> list[tuple[str, str]]:
    """Paths of files, or names with the folder that the task says beside them."""
    path = next((v for v in words.values if _FOLDER.fullmatch(v)), None)
    usual = (path, path) if path is not None else usual_folder(words.text, wanted=True)
    found = []
    files = any(_FILE.fullmatch(value) for value in words.values)
    for value in words.values:
        free = sort == "target" and not files
        if value in words.shown or not (_FILE.fullmatch(value) or free):
            continue
        if only_says_files(value, words.folder):
            continue
        if sort == "pdf" and not _PDF.fullmatch(value):
            continue
        if sort == "path" and not (PATH.fullmatch(value) or whole_path(value)):
            continue
        plain = _NAME.fullmatch(value) is not None or not _FILE.fullmatch(value)
        if plain and usual is not None and normal(usual[1]) != normal(value):
            found.append((f"{usual[0]}/{value}", value))
        else:
            found.append((whole_path(value) or value, value))
    return found


def _without_folder(value: str) -> str:
    """A name without the word for what it is, where that has a capital: "Ordner Alt"."""
    return re.sub(rf"^(?:{WORDS})\s+(?=\S)", "", value, flags=re.IGNORECASE)


def _pairs(procedure: Procedure, words: Words) -> tuple[dict[str, Value], ...]:
    """Pairs of a cell and what goes there, in the order of the task."""
    cell = next(name for name, sort in procedure.slots if sort == "cell")
    other = next(name for name, sort in procedure.slots if sort != "cell")
    formula = formula_of(words.text, words.cells)
    if formula is not None:
        return ({cell: formula[0], other: formula[1]},)
    cells = [v.upper() for v in words.values if _CELL.fullmatch(v)]
    others = [v for v in words.values if not _CELL.fullmatch(v)]
    if len(others) == len(cells) - 1:
        # "Anna in A2": the first word of a part has its capital by itself.
        first = re.match(rf"\W*(\w+)\s+(?:{INTO})\s+{CELL}\b", words.text, re.IGNORECASE)
        others = [first.group(1), *others] if first else others
    if len(cells) == 2 and (spread := cells_of(words.text)):
        cells = spread  # "1, 2 and 3 in A1 to A3"
    if not cells or len(cells) != len(others):
        return ()
    return tuple({cell: at, other: text} for at, text in zip(cells, others, strict=True))
