"""What the model reads: the rules first and always the same, then the screen, then the task.

The rules stand first so that their evaluation is kept from step to step.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from agent.choices import KEYPAD, Choices
from agent.clicks import is_named
from agent.crowded import Line, told
from agent.literals import mentions
from agent.outline import Outline
from models.runtime.llm import Message
from vision.elements import Element, ElementMap, one_line, quote

_LONGEST_TEXT = 80
_LONGEST_NOTE = 160


def step_messages(
    map_: ElementMap,
    outline: Outline,
    choices: Choices,
    notes: Sequence[str] = (),
    manual: Sequence[str] = (),
) -> list[Message]:
    """The conversation that asks for the next actions. `notes` are lines from earlier runs,
    `manual` those of a manual."""
    noted = "".join(f"\n- {one_line(note, _LONGEST_NOTE)}" for note in notes)
    explained = "".join(f"\n{line}" for line in manual)
    asked = (
        f"{screen_text(map_, choices, outline)}\n\n"
        f"{_read('notes') + noted + 2 * chr(10) if notes else ''}"
        f"{_read('manual') + explained + 2 * chr(10) if manual else ''}"
        f"Task: {outline.remaining}\n"
        f"{_forbidden(outline)}"
        "Which actions are to be done now?"
    )
    return [Message("system", _read("step")), Message("user", asked)]


def _forbidden(outline: Outline) -> str:
    """What the task forbids, also when the part that says so is ticked."""
    return "".join(f"It says: {one_line(said, _LONGEST_NOTE)}\n" for said in outline.forbids)


_EXAMPLES = (
    (
        'Write "Dear Tom" in the letter, then print it with the printer HP 2 and close the window.',
        '- Write "Dear Tom" in the letter,\n- then print it with the printer HP 2\n'
        "- and close the window.\n",
    ),
    ("Set width 20, height 30 and press OK.", "- Set width 20, height 30\n- and press OK.\n"),
)


def split_messages(task: str) -> list[Message]:
    """The conversation that asks where the parts of a task begin; see agent.outline."""
    said = [Message("system", _read("outline"))]
    for example, parts in _EXAMPLES:
        said += [Message("user", f"Task: {example}"), Message("assistant", parts)]
    return [*said, Message("user", "Task: " + " ".join(task.split()))]


def screen_text(map_: ElementMap, choices: Choices, outline: Outline | None = None) -> str:
    """The elements by their names, the front window first; texts that cannot be used in quotes. Of
    a crowded screen not all is told, but always what is left of the task names; see agent.crowded.
    """
    names = map_.unique_names()
    hidden = choices.folded
    lines: list[Line] = []
    for group in _groups(map_):
        elements = [e for e in map_.elements if e.group == group and e.id not in hidden]
        lines.append(Line(f"Window {quote(group)}:" if group else "Screen:", usable=True))
        lines += [_line(e, names.get(e.id), outline) for e in _without_noise(elements)]
    if choices.keypad is not None:
        keypad = f"- {KEYPAD}: the keys {choices.keypad.signs}"
        lines.append(Line(keypad, usable=True, named=True))
    return "\n".join(told(lines)) if lines else "The screen is empty. No application is open."


def _groups(map_: ElementMap) -> list[str]:
    """Titles of windows as they stand, front to back, then what lies in none."""
    order = [window.title for window in map_.windows]
    found = list(dict.fromkeys(element.group for element in map_.elements))
    return sorted(found, key=lambda title: order.index(title) if title in order else len(order))


def _without_noise(elements: list[Element]) -> list[Element]:
    """Without signs, and without scroll bars: they are not clicked, scrolling is a choice."""
    return [e for e in elements if _is_clicked(e) or len(e.text.strip()) > 1 or e.text.isdigit()]


def _is_clicked(element: Element) -> bool:
    return element.interactive and element.kind != "scroll bar"


def _line(element: Element, name: str | None, outline: Outline | None) -> Line:
    if name is None:
        text = f"  {quote(one_line(element.text, _LONGEST_TEXT))}"
        named = outline is not None and _is_said(element.text, outline)
        if element.cell is None:
            return Line(text, named=named)
        row, column = element.cell
        return Line(text, named=named, row=(element.group, row), column=column)
    state = element.state.words()
    named = outline is not None and is_named(element, outline)
    return Line(f"- {name}" + (f": {state}" if state else ""), usable=True, named=named)


def _is_said(text: str, outline: Outline) -> bool:
    """Whether the task says this text, or it holds a value of the task, letter by letter: much
    text is nearly alike, as "Article 1005" and "Article 1006"."""
    values = (value for value in outline.open_values if len(value) > 1)
    return mentions(outline.remaining, text) or any(mentions(text, value) for value in values)


def _read(name: str) -> str:
    return files("agent").joinpath(f"prompts/{name}.md").read_text(encoding="utf-8").strip()
