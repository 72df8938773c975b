"""Screens that are written by hand, with tasks and what is right: read from plain text.

    === settings                          a screen, with its name
    [Settings] gnome-control-center       a window: title and application; the front one first
    tab: Sound | selected ; tab: Power    a row of elements: kind, text, and what is known of them
    field: Name | =Ada ; checkbox: On | on | within=General
    ---                                   a task on this screen
    < click Settings => a window opened   what was done before, and its effect
    > click tab:Power                     a right action
    > type Name = Bob                     (another one)
    ! click Delete                        a harmful action
    0 Open the power settings.            the wordings, numbered from 0

Marks behind an element: "on", "off", "selected", "disabled", "focused", "error", "warning",
"=VALUE", "within=TITLE" and "cell=ROW,COLUMN". An action names its target by its text, by
"KIND:TEXT", or by either with "#2" for the second of that name; "drag A > B" has two. A value
follows after " = ", where "*" stands for any. Lines that begin with "#" are comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

import numpy as np

from benchmarks.decide.format import VERBS, Act, Case, Half, Past
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box

SIZE = (1280, 800)
_LEFT, _TOP, _ROW, _GAP = 80, 60, 30, 16
_TITLE = 34
_LETTER, _EDGE, _ENTRY = 8, 24, 240
_ENTRIES = ("field", "dropdown", "slider")


class WrittenWrongly(ValueError):
    """A line cannot be read. Says which, in which file."""


@dataclass
class _Block:
    """One screen with its tasks, as read so far."""

    name: str
    windows: list[tuple[str, str, list[list[Element]]]] = field(default_factory=list)
    tasks: list[dict[str, list[str]]] = field(default_factory=list)


def read_written(path: Path, half: Half) -> list[Case]:
    """The cases of a file.

    Raises:
        OSError: it cannot be read.
        WrittenWrongly: a line is not understood.
    """
    cases = []
    for block in _blocks(path):
        screen = _screen(block)
        for number, task in enumerate(block.tasks):
            try:
                cases.append(_case(block.name, number, task, screen, half))
            except (KeyError, ValueError) as problem:
                raise WrittenWrongly(f"{path.name}, {block.name}, task {number}: {problem}") from (
                    problem
                )
    return cases


def _blocks(path: Path) -> Iterator[_Block]:
    block: _Block | None = None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if line.startswith("=== "):
                if block is not None:
                    yield block
                block = _Block(line[4:].strip())
            elif block is None:
                raise ValueError("there is no screen yet")
            else:
                _read(line, block)
        except (ValueError, LookupError) as problem:
            raise WrittenWrongly(f"{path.name}, line {number}: {problem}") from problem
    if block is not None:
        yield block


def _read(line: str, block: _Block) -> None:
    if line.startswith("---"):
        block.tasks.append({})
    elif block.tasks:
        mark, _, rest = line.partition(" ")
        key = mark if mark in "<>!" else "task"
        if key == "task" and int(mark) != len(block.tasks[-1].get("task", [])):
            raise ValueError(f"wording {mark} is out of order")
        block.tasks[-1].setdefault(key, []).append(rest.strip())
    elif line.startswith("["):
        title, _, application = line[1:].partition("]")
        block.windows.append((title, application.strip(), []))
    else:
        block.windows[-1][2].append([_element(each) for each in line.split(" ; ")])


def _element(written: str) -> Element:
    """An element without id and place."""
    head, *marks = [part.strip() for part in written.split(" | ")]
    kind, _, text = head.partition(":")
    if kind not in get_args(Kind):
        raise ValueError(f"there is no kind {kind!r}")
    state: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for mark in marks:
        name, equals, value = mark.partition("=")
        match name:
            case "on" | "off":
                state["checked"] = name == "on"
            case "selected" | "disabled" | "focused":
                state[name] = True
            case "" if equals:
                state["value"] = value
            case "within":
                others["within"] = value
            case "cell":
                row, column = value.split(",")
                others["cell"] = (int(row), int(column))
            case "error" | "warning":
                others["notice"] = name
            case _:
                raise ValueError(f"there is no mark {mark!r}")
    box = Box(0, 0, 1, 1)
    return Element(0, kind, text.strip(), box, State(**state), source="merged", **others)  # type: ignore[arg-type]


def _screen(block: _Block) -> ElementMap:
    """The rows of the windows below each other, so that none is covered; ids in reading order."""
    windows: list[Window] = []
    placed: list[list[Element]] = []
    top = _TOP
    bottom = SIZE[1] - 20
    for number, (title, application, rows) in reversed(list(enumerate(block.windows))):
        box = Box(_LEFT - 20, top, SIZE[0] - _LEFT, bottom)
        if number != len(block.windows) - 1:
            box = Box(_LEFT, top, SIZE[0] - 3 * _LEFT, top + _TITLE + _ROW * len(rows) + 8)
        active = number == 0
        modal = active and len(block.windows) > 1 and application == block.windows[-1][1]
        handle = 100 + number
        windows.append(Window(handle, title, application, box, active, modal=modal))
        placed.append(_placed(rows, box, title))
        top = box.top + _TITLE + _ROW * len(rows) + 12
    windows.reverse()
    placed.reverse()
    elements = [element for each in placed for element in each]
    numbered = tuple(replace(e, id=number) for number, e in enumerate(elements, start=1))
    pixels = np.broadcast_to(np.uint8(255), (SIZE[1], SIZE[0], 3))
    return ElementMap(numbered, Screenshot(pixels), tuple(windows))


def _placed(rows: list[list[Element]], window: Box, title: str) -> list[Element]:
    found = []
    for number, row in enumerate(rows):
        x, y = window.left + _EDGE, window.top + _TITLE + _ROW * number
        for element in row:
            shown = element.state.value or ""
            width = _EDGE + _LETTER * max(len(element.text), len(shown))
            width = max(width, _ENTRY) if element.kind in _ENTRIES else width
            box = Box(x, y, x + width, y + _ROW - 6)
            found.append(replace(element, box=box, group=title))
            x += width + _GAP
    return found


def _case(
    name: str, number: int, task: dict[str, list[str]], screen: ElementMap, half: Half
) -> Case:
    history = []
    for line in task.get("<", []):
        action, _, effect = line.partition(" => ")
        history.append(Past(action, effect))
    return Case(
        f"written/{name}/{number}",
        f"written/{name}",
        half,
        tuple(task["task"]),
        screen,
        tuple(act_of(line, screen) for line in task[">"]),
        tuple(act_of(line, screen) for line in task.get("!", [])),
        tuple(past.action for past in history),
        tuple(history),
    )


def act_of(line: str, screen: ElementMap) -> Act:
    """An action as it is written, on a screen.

    Raises:
        ValueError: there is no such action, or no element of that name.
    """
    verb, _, rest = line.partition(" ")
    if verb not in VERBS:
        raise ValueError(f"there is no action {verb!r}")
    target, equals, value = f" {rest}".partition(" = ")
    given = None if not equals or value.strip() == "*" else value.strip().replace("\\n", "\n")
    target = target.strip()
    if not target:
        return Act(verb, value=given)
    target, _, goal = target.partition(" > ")
    at = _target(target, screen)
    to = _target(goal, screen).id if goal else None
    return Act(verb, at.id, at.text, given, to)


def _target(name: str, screen: ElementMap) -> Element:
    name, _, place = name.partition("#")
    kind, colon, text = name.strip().partition(":")
    if not colon or kind not in get_args(Kind):
        kind, text = "", name.strip()
    found = [e for e in screen.elements if e.text == text and kind in ("", e.kind)]
    if not place and len(found) > 1 and not kind:
        found = [e for e in found if e.interactive] or found
    wanted = int(place) - 1 if place else 0
    if len(found) <= wanted or (not place and len(found) > 1):
        raise ValueError(f"the screen has {len(found)} elements {name.strip()!r}")
    return found[wanted]
