"""The file of a routine: TOML that a person can read, change and pass on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomlkit

from agent.keyboard.shortcuts import SHORTCUTS
from agent.records import loose
from agent.routines.routine import DOES, LONGEST_NAME, Parameter, Routine, RoutineStep
from agent.routines.things import as_plain, of_plain

_HEAD = (
    "A routine of Deskhand. You can edit it: names in braces stand for the parameters,",
    "and steps find elements by their names, never by their positions.",
)
_FORMAT = 1
_MOST_STEPS = 200
_ON_SOMETHING = ("click", "add", "point at", "double-click", "type", "choose")


def as_toml(routine: Routine) -> str:
    document = tomlkit.document()
    for line in _HEAD:
        document.add(tomlkit.comment(line))
    head: dict[str, Any] = {
        "format": _FORMAT,
        "name": routine.name,
        "task": routine.task,
        "saved": routine.saved,
    }
    for key, value in head.items():
        document.add(key, tomlkit.item(value))
    if routine.parts:
        document.add("parts", tomlkit.item(list(routine.parts)).multiline(True))
    for key, tables in (
        ("parameter", [_parameter(each) for each in routine.parameters]),
        ("step", [_step(each) for each in routine.steps]),
    ):
        several = tomlkit.aot()
        for table in tables:
            several.append(tomlkit.item(table))
        if tables:
            document.add(key, several)
    return tomlkit.dumps(document)


def of_toml(data: Mapping[str, Any]) -> Routine:
    """The routine in a file. Raises ValueError with what is wrong, a part of a sentence."""
    if (number := data.get("format", _FORMAT)) != _FORMAT:
        raise ValueError(f"it has the format {number!r}, which this version does not support")
    name, task = (_text(data, key, "it") for key in ("name", "task"))
    if len(name) > LONGEST_NAME:
        raise ValueError(f"its name is longer than {LONGEST_NAME} characters")
    parameters = tuple(_of_parameter(each) for each in _tables(data, "parameter"))
    names = [each.name for each in parameters]
    if len(set(names)) < len(names):
        raise ValueError("two parameters have the same name")
    steps = tuple(_of_step(n, each) for n, each in enumerate(_tables(data, "step"), start=1))
    if not 0 < len(steps) <= _MOST_STEPS:
        raise ValueError(f"it has {len(steps)} steps instead of 1 to {_MOST_STEPS}")
    parts = loose.texts(data, "parts")
    if "".join("".join(parts).split()) != "".join(task.split()):
        # The task was changed and its parts were not.
        parts = ()
    return Routine(name, task, parameters, steps, parts, loose.text(data, "saved"))


def _parameter(parameter: Parameter) -> dict[str, Any]:
    if parameter.secret:
        return {"name": parameter.name, "secret": True}
    return {"name": parameter.name, "value": parameter.value}


def _of_parameter(table: Mapping[str, Any]) -> Parameter:
    name = _text(table, "name", "a parameter")
    secret = table.get("secret", False)
    if not isinstance(secret, bool):
        raise ValueError(f"“secret” of the parameter “{name}” must be true or false")
    return Parameter(name, "" if secret else loose.text(table, "value"), secret)


def _step(step: RoutineStep) -> dict[str, Any]:
    table: dict[str, Any] = {"do": step.do}
    if step.text:
        table["text"] = step.text
    if step.on is not None:
        table |= as_plain(step.on)
    if step.ticked is not None:
        table["ticked"] = step.ticked
    return table


def _of_step(number: int, table: Mapping[str, Any]) -> RoutineStep:
    do = next((known for known in DOES if known == table.get("do")), None)
    if do is None:
        raise ValueError(f"step {number} must have a “do” that is one of {', '.join(DOES)}")
    on, text, ticked = of_plain(table), loose.text(table, "text"), table.get("ticked")
    if do in _ON_SOMETHING and on is None:
        raise ValueError(f"step {number} does not give the kind of its element")
    if do not in ("click", "add", "point at", "double-click") and not text:
        raise ValueError(f"step {number} ({do}) has no text")
    if do == "press" and text not in SHORTCUTS.values():
        raise ValueError(f"step {number} presses “{text}”, which is not allowed in routines")
    if do == "scroll" and text not in ("up", "down"):
        raise ValueError(f"step {number} must scroll up or down")
    return RoutineStep(do, on, text, ticked if isinstance(ticked, bool) else None)


def _tables(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise ValueError(f"“{key}” must be a list of tables, each starting with [[{key}]]")
    return tables


def _text(data: Mapping[str, Any], key: str, of: str) -> str:
    value = loose.text(data, key).strip()
    if not value:
        raise ValueError(f"{of} has no {key}")
    return value
