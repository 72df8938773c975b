"""Arguments of skills that a model writes itself: a command for a shell, a line of a text or a row
of a sheet and what it is to be, which files of a folder are meant, or words of the task."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import grammars
from agent.actions import UseSkill
from agent.constraints.parsing import constraints_of
from agent.constraints.unasked import is_meant
from agent.deciding.own_text import is_said, lines_named
from agent.deciding.prompt import (
    argument_messages,
    command_messages,
    edit_messages,
    files_messages,
    row_messages,
)
from agent.deciding.reply import argument_grammar, edit_grammar, files_grammar, row_grammar
from agent.deciding.situation import Situation
from agent.skills.procedures.front import document_of, files_shown
from agent.skills.procedures.several import not_exempt
from agent.skills.procedures.sheet import cells_told, headings_of, row_below, rows_told, table_of
from models.runtime.llm import Message

COMMAND, SEVERAL = "shell", "files"
"""Slots whose value need not be words of the task."""
_LINE, _ROW = ("line", "edit"), ("row", "cells")
_DELETES: dict[tuple[str, ...], str] = {
    _LINE: "delete the line {line}",
    _ROW: "delete the row {row}",
}
_ADDS: dict[tuple[str, ...], str] = {
    _LINE: "add {added} below the line {line}",
    _ROW: "add a row: {cells}",
}

Ask = Callable[[Sequence[Message], str], str]
"""The model's reply to a conversation under a grammar."""


def said_for(action: UseSkill, now: Situation, ask: Ask) -> dict[str, str]:
    """What the model says for the arguments of a skill, as it says it; nothing where there is
    nothing to choose from.

    Raises:
        ValueError, KeyError, AttributeError: the reply cannot be used.
    """
    if action.asked == (COMMAND,):
        command = ask(command_messages(now.task), grammars.read("own_text"))
        return {COMMAND: str(json.loads(command)).strip()}
    if action.asked == _LINE:
        return _edited(now, ask)
    if action.asked == _ROW:
        return _row(now, ask)
    if action.asked == (SEVERAL,):
        return _meant(now, ask)
    said = ask(argument_messages(now, action), argument_grammar(action.asked))
    return {name: str(text).strip() for name, text in json.loads(said).items()}


def is_edit(action: UseSkill) -> bool:
    """Whether a call changes a line or a row that the model chooses."""
    return action.asked in (_LINE, _ROW)


def with_edit(action: UseSkill, said: Mapping[str, str], now: Situation) -> UseSkill | None:
    """A call that changes a line or a row as the model says; None where it changes nothing, or
    what the run wrote itself."""
    line, edit = (said.get(slot, "") for slot in action.asked)
    known = [each for each in _lines(now, action.asked) if not now.memory.wrote_once(each)]
    begins, _, added = edit.partition("\n") if action.asked == _LINE else ("", "", edit)
    adds = bool(added) and begins.strip() == line
    if (line not in known and not adds) or line == edit:
        return None
    say = _ADDS[action.asked] if adds else action.say if edit else _DELETES[action.asked]
    new = [*zip(action.asked, (line, edit), strict=True)]
    new += [("added", added)] if adds else []
    return replace(action, arguments=(*action.arguments[:1], *new), say=say, asked=())


def _lines(now: Situation, slots: tuple[str, ...]) -> list[str]:
    """The lines of the document in front, or the rows of the sheet."""
    if slots == _ROW:
        return list(rows_told(table_of(now.map)))
    sheet = document_of(now.map)
    held = (sheet.state.value or "") if sheet is not None else ""
    return [line.strip() for line in held.splitlines() if line.strip()]


def _edited(now: Situation, ask: Ask) -> dict[str, str]:
    """Which line of the document in front the model changes, and what it makes of it."""
    lines = _lines(now, _LINE)
    named = lines_named(lines, now.task)
    if not named:
        return {}
    said = json.loads(ask(edit_messages(now.task, lines), edit_grammar(named)))
    # A small model goes on with the line that comes next.
    others = {line for line in lines if line != said["line"]}
    new = (each for each in said["new"].split("\n") if each.strip() not in others)
    return dict(zip(_LINE, (said["line"], "\n".join(new).strip()), strict=True))


def _row(now: Situation, ask: Ask) -> dict[str, str]:
    """Which row of the sheet in front the model changes, adds or deletes, and what it holds."""
    table = table_of(now.map)
    rows, headings = _lines(now, _ROW), headings_of(table)
    if not rows:
        return {}
    named, deletes = lines_named(rows[1:], now.task), is_meant("delete", now.task)
    grammar = row_grammar(named, list(headings), deletes=deletes)
    said = json.loads(ask(row_messages(now.task, rows), grammar))
    # What the task says; a small model fills the rest from other rows.
    told = ((heading, text.strip()) for heading, text in said.get("cells", {}).items())
    cells = {heading: text for heading, text in told if is_said(text, now.task)}
    known = {
        line: {heading: table[number].get(column, "") for heading, column in headings.items()}
        for line, number in rows_told(table).items()
    }
    # A row is not added that is there already, with less in it.
    row = said.get("row", "") or next((r for r in rows[1:] if _is_same(known[r], cells)), "")
    if not row and row_below(table) is None:
        return {}
    old = known.get(row, dict.fromkeys(headings, ""))
    changed = {heading: text for heading, text in cells.items() if text != old[heading]}
    if said["do"] != "delete" and not changed:
        return {}
    return dict(zip(_ROW, (row, cells_told(changed)), strict=True))


def _is_same(row: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two rows have a cell in common, and none in which both hold something else."""
    both = [(row[name].casefold(), text.casefold()) for name, text in other.items() if row[name]]
    return any(a == b for a, b in both) and all(b in ("", a) for a, b in both)


def _meant(now: Situation, ask: Ask) -> dict[str, str]:
    """The files of the folder in front that the task means, as the model says."""
    names = [name for name in files_shown(now.map) if name.isprintable()]
    names = not_exempt(names, constraints_of(now.task))
    if not names:
        return {}
    meant = json.loads(ask(files_messages(now.task, names), files_grammar(names)))
    return {SEVERAL: ", ".join(_different(meant))}


def _different(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
