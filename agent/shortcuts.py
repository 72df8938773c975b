"""Keyboard shortcuts that nearly every program knows, by what they are for.

A small model knows that it wants to save; it is offered the meaning and the program has the keys.
"""

from __future__ import annotations

import re
import sys

from agent import placeholders

_CTRL = "win" if sys.platform == "darwin" else "ctrl"

SHORTCUTS: dict[str, str] = {
    "confirm (enter)": "enter",
    "cancel (escape)": "esc",
    "next field (tab)": "tab",
    f"save ({_CTRL}+s)": f"{_CTRL}+s",
    f"save as ({_CTRL}+shift+s)": f"{_CTRL}+shift+s",
    f"open file ({_CTRL}+o)": f"{_CTRL}+o",
    f"new ({_CTRL}+n)": f"{_CTRL}+n",
    f"print ({_CTRL}+p)": f"{_CTRL}+p",
    f"find ({_CTRL}+f)": f"{_CTRL}+f",
    f"undo ({_CTRL}+z)": f"{_CTRL}+z",
    f"select all ({_CTRL}+a)": f"{_CTRL}+a",
    f"copy ({_CTRL}+c)": f"{_CTRL}+c",
    f"cut ({_CTRL}+x)": f"{_CTRL}+x",
    f"paste ({_CTRL}+v)": f"{_CTRL}+v",
    f"close ({_CTRL}+w)": f"{_CTRL}+w",
    "delete (delete)": "delete",
    "rename (f2)": "f2",
    "help (f1)": "f1",
}

# What loses something, with the words by which a task asks for it: offered to no other task.
_LOSES: dict[str, tuple[str, ...]] = {
    "close": ("close", "quit", "exit", "leave"),
    "cut": ("cut", "move"),
    "delete": ("delete", "remove", "erase", "clear"),
}


def meaning(keys: str) -> str:
    """What a combination is for, such as "save"; '' when it is not among the shortcuts."""
    for name, known in SHORTCUTS.items():
        if known == keys:
            return name.partition(" (")[0]
    return ""


def named_in(text: str) -> str | None:
    """The shortcut whose meaning the text says, with its words in order ("save it as …"): the one
    with most words; None when it says none."""
    words = _words(text)
    said = [name for name in SHORTCUTS if _in_order(name.partition(" (")[0].split(), words)]
    return max(said, key=lambda name: len(name.partition(" (")[0].split()), default=None)


def allowed_by(name: str, text: str) -> bool:
    """Whether a task with this text may use the shortcut: one that loses something (closes, cuts,
    deletes) must be asked for."""
    asked = _LOSES.get(name.partition(" (")[0])
    return asked is None or not set(asked).isdisjoint(_words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", placeholders.without(text).casefold())


def _in_order(wanted: list[str], words: list[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in wanted)
