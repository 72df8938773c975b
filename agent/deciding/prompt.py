"""What the model reads: first what is always the same, then the task, then what changes.

The order keeps the evaluation of the beginning from step to step: rules, task, plan, notes,
history, screen, suggestions, question.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from agent.actions import UseSkill, targets_of
from agent.apps.known_folders import usual_folder, whole_path_beside
from agent.deciding.action_space import KEYPAD, ActionSpace, target_names
from agent.deciding.glance import glance, glance_of
from agent.deciding.profiles import Profile
from agent.deciding.reply import NONE_OF_THESE
from agent.deciding.screen_text import Line, told
from agent.deciding.situation import Situation, Suggestion
from agent.pointing import active_window
from agent.task.literals import is_file, literals, mentions
from agent.task.plan import Outline
from models.runtime.llm import LETTERS, Message
from vision.core.elements import Element, ElementMap, one_line, quote

_LONGEST_TEXT, _LONGEST_NOTE = 80, 160
# Deeds that the choice among suggestions tells.
_FEW_DEEDS = 6
# Of a document that the model writes or answers about.
_MOST_SIGNS = 6000
# Characters of the rows of the screen that a text is written or worked out from.
_ROOM_FOR_TEXT = 2500
# The same of each window that the run has left.
_ROOM_ELSEWHERE = 1200


def step_messages(
    now: Situation,
    space: ActionSpace,
    suggestions: Sequence[Suggestion],
    profile: Profile,
    notes: Sequence[str] = (),
    manual: Sequence[str] = (),
) -> list[Message]:
    """The conversation that asks for the next actions with the whole action space. `notes` are
    lines from earlier runs, `manual` those of a manual."""
    offered = "\n".join(f"- {each.words}{_why(each)}" for each in suggestions)
    asked = [
        *_task(now),
        _section("Notes", [one_line(note, _LONGEST_NOTE) for note in notes]),
        _section("From the manual", manual),
        _history(now, profile.history),
        *(() if profile.lists_first else _elsewhere(now)),
        screen_text(now.map, space, now.plan, profile.screen_lines),
        f"Values of the task: {', '.join(map(quote, space.values))}" if space.values else "",
        f"Applications: {', '.join(space.applications)}" if space.applications else "",
        _section("Mind", now.objections),
        f"Suggestions:\n{offered}" if offered else "",
        "Which actions are to be done now?",
    ]
    return [Message("system", _read("step")), Message("user", _text(asked))]


def choice_messages(
    now: Situation, suggestions: Sequence[Suggestion], *, none: bool = True
) -> list[Message]:
    """The short conversation that asks which of some suggestions is right. The adapters in
    models/choosing were taught with it: training/choosing."""
    lines = [*(each.words for each in suggestions), *([NONE_OF_THESE] if none else [])]
    targets = {number for each in suggestions for number in targets_of(each.action)}
    offered = "\n".join(f"{a}. {line}" for a, line in zip(LETTERS, lines, strict=False))
    asked = [
        f"Task: {now.task.strip()}",
        glance(now.map, targets),
        _lately(now),
        _section("Mind", now.objections),
        f"What could be done next:\n{offered}",
    ]
    return [Message("system", _read("choose")), Message("user", _text(asked))]


def _lately(now: Situation) -> str:
    """The last deeds."""
    deeds = now.memory.deeds
    lines = [f"- {one_line(deed.line(), _LONGEST_NOTE)}" for deed in deeds[-_FEW_DEEDS:]]
    before = len(deeds) - len(lines)
    more = [f"({before} steps before)"] if before else []
    return "\n".join(["Done so far:", *more, *lines]) if lines else ""


def text_messages(now: Situation, taken: Suggestion) -> list[Message]:
    """The conversation that asks for the text which the model chose to type, or to tell the
    person."""
    target = targets_of(taken.action)
    asked = [
        f"Task: {now.task.strip()}",
        # A small model copies the title, when it finds nothing else.
        glance(now.map, target, _ROOM_FOR_TEXT, titled=False),
        _document(now.map),
        *_elsewhere(now),
        _history(now, 3),
        f"Type into: {target_names(now.map)[target[0]]}" if target else "Tell the person",
    ]
    return _with_examples("own_text", _text(asked))


def sum_messages(task: str) -> list[Message]:
    """The conversation that asks for the sum which a calculator has to work out for the task."""
    return _with_examples("own_sum", task.strip())


def command_messages(task: str) -> list[Message]:
    """The conversation that asks for the shell command that does what a task says."""
    home = str(Path.home())
    folder = usual_folder(task, wanted=True)
    files = [whole_path_beside(value, task) for value in literals(task) if is_file(value)]
    # A terminal begins at home.
    known = [
        str(Path.home() / each) if Path.home().joinpath(each).exists() else each for each in files
    ]
    known = known or ([folder[0]] if folder is not None else [])
    shown = [f"~{path.removeprefix(home)}" if path.startswith(home) else path for path in known]
    told = f"\nFiles: {', '.join(dict.fromkeys(shown))}" if shown else ""
    return _with_examples("own_command", f"Task: {task.strip()}{told}")


def files_messages(task: str, names: Sequence[str]) -> list[Message]:
    """The conversation that asks which files of a folder a task means."""
    return _with_examples("own_files", f"Task: {task.strip()}\nFiles: {', '.join(names)}")


def edit_messages(task: str, lines: Sequence[str]) -> list[Message]:
    """The conversation that asks which line of a text a task changes, and how."""
    return _with_examples("own_edit", "\n".join([f"Task: {task.strip()}", "Text:", *lines]))


def row_messages(task: str, rows: Sequence[str]) -> list[Message]:
    """The conversation that asks which row of a table a task changes, and how."""
    return _with_examples("own_row", "\n".join([f"Task: {task.strip()}", "Table:", *rows]))


def argument_messages(now: Situation, action: UseSkill) -> list[Message]:
    """The conversation that asks which words of the task are the arguments of a skill."""
    part = action.part if len(now.plan.parts) > 1 else ""
    asked = [f"Task: {now.task.strip()}", f"Now: {part}" if part else "", f"Step: {action.say}"]
    return _with_examples("arguments", "\n".join(line for line in asked if line))


def _with_examples(name: str, asked: str) -> list[Message]:
    prompt = _prompt(name)
    said = [Message("system", prompt["system"].strip())]
    for example in prompt["examples"]:
        said.append(Message("user", example["asked"].strip()))
        text = next(value for key, value in example.items() if key != "asked")
        said.append(Message("assistant", json.dumps(text, ensure_ascii=False)))
    return [*said, Message("user", asked)]


@cache
def _prompt(name: str) -> dict[str, Any]:
    text = files("agent").joinpath(f"prompts/{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _document(map_: ElementMap) -> str:
    """What the fullest entry holds, as far as there is room; "" where its line tells all of it."""
    held = max((e.state.value or "" for e in map_.elements), key=len, default="")
    text = "\n".join(one_line(line, _MOST_SIGNS) for line in held.split("\n"))[:_MOST_SIGNS]
    return f"The document:\n{text}" if len(held) > _LONGEST_TEXT else ""


def _elsewhere(now: Situation) -> list[str]:
    """What other windows showed when the run left them: a text may be copied from there."""
    front = active_window(now.map.windows)
    handle = front.handle if front is not None else 0
    return [
        f"Seen before in {quote(title, _LONGEST_NOTE)}:\n{rows}"
        for known, (title, elements) in now.memory.left.items()
        if known != handle and (rows := glance_of(elements, _ROOM_ELSEWHERE))
    ]


def _task(now: Situation) -> list[str]:
    forbidden = [f"It says: {one_line(said, _LONGEST_NOTE)}" for said in now.plan.forbids]
    parts = now.plan.parts
    plan = [
        f"{number}. {'[done] ' if part.done else ''}{one_line(part.text, 2 * _LONGEST_NOTE)}"
        for number, part in enumerate(parts, 1)
    ]
    current = now.plan.current
    return [
        f"Task: {now.task.strip()}",
        "\n".join(forbidden),
        "Plan:\n" + "\n".join(plan) if len(parts) > 1 else "",
        f"Next: {one_line(current.text, 2 * _LONGEST_NOTE)}" if current and len(parts) > 1 else "",
    ]


def _history(now: Situation, most: int) -> str:
    deeds = now.memory.deeds[-most:]
    return _section("Done so far", [one_line(deed.line(), _LONGEST_NOTE) for deed in deeds])


def _section(title: str, lines: Sequence[str]) -> str:
    return f"{title}:\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _why(suggestion: Suggestion) -> str:
    return f" ({suggestion.reason})" if suggestion.reason else ""


def _text(sections: Sequence[str]) -> str:
    return "\n\n".join(section for section in sections if section)


def screen_text(map_: ElementMap, space: ActionSpace, plan: Outline, most: int) -> str:
    """The elements by their names, the front window first; plain texts in quotes. Of a crowded
    screen `most` lines are told, and always what the task names; see agent.deciding.screen_text."""
    names = {number: name for name, number in space.targets.items()}
    keys = space.keypad.buttons.values() if space.keypad else ()
    folded = {element.id for element in keys if element.text != "="}
    lines: list[Line] = []
    for group in _groups(map_):
        elements = [e for e in map_.elements if e.group == group and e.id not in folded]
        lines.append(Line(f"Window {quote(group)}:" if group else "Screen:", usable=True))
        lines += [_line(e, names.get(e.id), plan) for e in _without_noise(elements)]
    for more in dict.fromkeys(area.words() for area in map_.areas if area.words()):
        lines.append(Line(f"  (scrolling shows {more})", usable=True))
    if space.keypad is not None:
        lines.append(Line(f"- {KEYPAD}: the keys {space.keypad.signs}", usable=True, named=True))
    return "\n".join(told(lines, most)) if lines else "The screen is empty. No application is open."


def _groups(map_: ElementMap) -> list[str]:
    """Titles of windows as they stand, front to back, then what lies in none."""
    order = [window.title for window in map_.windows]
    found = list(dict.fromkeys(element.group for element in map_.elements))
    return sorted(found, key=lambda title: order.index(title) if title in order else len(order))


def _without_noise(elements: list[Element]) -> list[Element]:
    """Without signs, and without scroll bars: they are not clicked, scrolling is an action."""
    return [e for e in elements if _is_clicked(e) or len(e.text.strip()) > 1 or e.text.isdigit()]


def _is_clicked(element: Element) -> bool:
    return element.interactive and element.kind != "scroll bar"


def _line(element: Element, name: str | None, plan: Outline) -> Line:
    named = _is_said(element.text, plan)
    if not element.interactive or name is None:
        text = f"  {quote(one_line(element.text, _LONGEST_TEXT))}"
        text += " (disabled)" if element.state.disabled else ""
        if element.cell is None:
            return Line(text, named=named)
        row, column = element.cell
        return Line(text, named=named, row=(element.group, row), column=column)
    state = element.state.words()
    return Line(f"- {name}" + (f": {state}" if state else ""), usable=True, named=named)


def _is_said(text: str, plan: Outline) -> bool:
    """Whether the task says this text, or it holds a value of the task, letter by letter: much
    text is nearly alike, as "Article 1005" and "Article 1006"."""
    values = (value for value in plan.open_values if len(value) > 1)
    return mentions(plan.remaining, text) or any(mentions(text, value) for value in values)


def _read(name: str) -> str:
    return files("agent").joinpath(f"prompts/{name}.md").read_text(encoding="utf-8").strip()
