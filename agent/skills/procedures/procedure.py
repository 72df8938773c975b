"""What a procedure is, and the reading of the TOML files beside this one and of the person's own.

Fields of a [[procedure]]:

name      what is done, in plain words
say       the same with its arguments in braces: what the model reads and chooses by
also      other ways to say it, in English: they help to find it by meaning, in any language
slots     the arguments and their sorts: "file" (shown on the screen, or a name with an ending),
          "files" (several that are shown: those that the task names, or all but what it exempts; to
          be written behind "place"), "shown" (what the screen shows), "new" (any value), "text"
          (any value, what the task tells to write first), "written" (words that stand in the
          document), "seen" (the same; the model is not asked for them), "line" (a line of the
          document of which the task says a word) and "edit" (what the model writes instead of it),
          "row" and "cells" (the same of a row of a sheet: the steps are done for each "cell" that
          changes, with its "text" and the "keys" behind it), "place" (a folder: a path, one that
          everybody has, or one that is shown), "known" (a folder by its path or one that everybody
          has), "folder?" (such a one, where the task names one), "path", "target" (a path, or a
          name with the folder that the task says), "command file" and "command new" (a file, and
          any value, by its whole path where the task says its folder), "pdf" (such a one that ends
          so), "cell" (B2), "area" (a row, a column, a cell, a range of a sheet), "sum" (a
          calculation), "level" (the 2 of "heading 2", else 1), "address" (of a web page), "command"
          (a command for a shell, which the model writes)
where     kinds of programs (agent/apps/categories.toml) that must be in front
programs  beginnings of the class of the window in front, for what holds for these programs only
screen    words of which the screen must show one
icons     names of icons that do the same: it is offered in their place
each      the steps are done for each pair of arguments ("5 in A1 and 7 in A2")
again     the steps may be done once more when nothing of them is seen (a program that only began)
steps     one after the other
shows     what must be seen afterwards, gone: what must not
wrong     what the screen says when it did not work

Steps ("?": passed over where it cannot be done; it may also show nothing):
  choose NAME     click on what is called so
  select NAMES    the same for each of several, which are selected together
  twice NAME      double click on it
  open NAME       the same, and wait until a window or another title comes
  go FOLDER       to a folder by its path, or by opening what is called so; nowhere without one
  press KEYS      keys, or several of them in a row; "A | B": B when A showed nothing
  bring KEYS      keys that must open a window, or a field to write in
  write TEXT      type where the focus is
  fill N TEXT     the Nth field of what was brought
  click NAME      a button, box or menu of one of these names
  marked TEXT     nothing; it goes on only if the search before it has selected the text
  document        click into the text that is written
  own-line        go on to a new line, unless this one is empty
  cell NAME       go to a cell of a sheet, or select an area of it
  column          click the first thing in the column that the task says
A slot with an exclamation mark, {file!}, is quoted as a shell wants it.
"""

from __future__ import annotations

import functools
import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

from agent.errors import AgentError
from models.files.paths import data_folder

Verb = Literal[
    "choose",
    "select",
    "open",
    "go",
    "twice",
    "press",
    "bring",
    "write",
    "fill",
    "click",
    "marked",
    "document",
    "own-line",
    "cell",
    "column",
]
Sort = Literal[
    "file",
    "files",
    "shown",
    "new",
    "text",
    "written",
    "seen",
    "line",
    "edit",
    "row",
    "cells",
    "place",
    "known",
    "folder?",
    "path",
    "target",
    "command file",
    "command new",
    "pdf",
    "cell",
    "area",
    "sum",
    "level",
    "address",
    "command",
]
Value = str | tuple[str, ...]
"""The value of a slot; of a slot for several files their names."""
_STEP = re.compile(r"(?P<do>[\w-]+)(?P<may>\?)?(?: (?P<rest>.*))?")
_LISTS = ("also", "where", "programs", "screen", "icons", "shows", "gone", "wrong")
_FIELDS = {"name", "say", "slots", "each", "again", "steps", *_LISTS}


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One step. `of` are the alternatives (keys, names), tried from the first; names may hold slots
    such as "{file}". `optional`: it is passed over where it cannot be done, and it may show
    nothing."""

    do: Verb
    of: tuple[str, ...] = ()
    optional: bool = False

    def filled(self, values: Mapping[str, Value]) -> tuple[str, ...]:
        """The alternatives with the task's values in place of the slots."""
        return tuple(filled(each, values) for each in self.of)


@dataclass(frozen=True, slots=True)
class Procedure:
    """How something is done; the fields are explained above."""

    name: str
    say: str
    steps: tuple[ProcedureStep, ...]
    slots: tuple[tuple[str, Sort], ...] = ()
    also: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    screen: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    each: bool = False
    again: bool = False
    shows: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    def takes(self, *sorts: Sort) -> bool:
        """Whether one of its arguments is of one of these sorts."""
        return any(sort in sorts for _, sort in self.slots)


def filled(text: str, values: Mapping[str, Value]) -> str:
    """A text with values in the place of its slots."""

    def put(slot: re.Match[str]) -> str:
        each = several(values.get(slot.group(1), slot.group()))
        return shlex.join(each) if slot.group(2) else ", ".join(each)

    # A value may hold braces of its own: one pass.
    return re.sub(r"\{(\w+)(!?)\}", put, text)


def several(value: Value) -> tuple[str, ...]:
    """The names of which a value is made; one that is no list is one name."""
    return (value,) if isinstance(value, str) else value


def own_folder() -> Path:
    """Where the person's own procedures lie, as NAME.toml."""
    return data_folder() / "skills"


@functools.cache
def shipped() -> tuple[Procedure, ...]:
    """The procedures that come with the program, file by file."""
    texts = [f for f in files("agent.skills.procedures").iterdir() if f.name.endswith(".toml")]
    ordered = sorted(texts, key=lambda f: f.name)
    return tuple(p for f in ordered for p in read(f.read_text("utf-8"), f.name))


def procedures() -> tuple[Procedure, ...]:
    """The person's own procedures, then those of the program.

    Raises:
        AgentError: a file of the person cannot be used; the message names it.
    """
    own = sorted(own_folder().glob("*.toml")) if own_folder().is_dir() else []
    return (*(p for path in own for p in read(path.read_text("utf-8"), str(path))), *shipped())


def read(text: str, name: str) -> tuple[Procedure, ...]:
    """The procedures of a file.

    Raises:
        AgentError: it says what there is not.
    """
    try:
        return tuple(_procedure(entry) for entry in tomllib.loads(text).get("procedure", ()))
    except (ValueError, KeyError, TypeError) as error:
        raise AgentError(f"The skills of {name} cannot be used: {error}", "Correct it.") from error


def _procedure(entry: dict[str, Any]) -> Procedure:
    if unknown := entry.keys() - _FIELDS:
        raise ValueError(f"{entry.get('name')!r} has unknown fields: {sorted(unknown)}")
    slots = tuple(entry.get("slots", {}).items())
    for slot, sort in slots:
        if sort not in get_args(Sort):
            raise ValueError(f"the slot {slot!r} has no sort {sort!r}")
    return Procedure(
        entry["name"],
        entry["say"],
        tuple(read_step(step) for step in entry["steps"]),
        slots,
        each=bool(entry.get("each", False)),
        again=bool(entry.get("again", False)),
        **{name: tuple(entry.get(name, ())) for name in _LISTS},
    )


def read_step(text: str) -> ProcedureStep:
    """A step as it is written: a verb, a "?" when it is optional, alternatives with " | " between.

    Raises:
        ValueError: the verb is unknown.
    """
    found = _STEP.fullmatch(text)
    verb = found.group("do") if found else ""
    known = next((each for each in get_args(Verb) if each == verb), None)
    if found is None or known is None:
        raise ValueError(f"a step begins with one of {', '.join(get_args(Verb))}: {text!r}")
    rest: Sequence[str] = (found.group("rest") or "").split(" | ")
    return ProcedureStep(known, tuple(each for each in rest if each), bool(found.group("may")))
