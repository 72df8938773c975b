"""Keyboard shortcuts that nearly every program knows, by what they are for."""

from __future__ import annotations

import sys

_CTRL = "win" if sys.platform == "darwin" else "ctrl"
UNDO = f"{_CTRL}+z"

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
    f"undo ({UNDO})": UNDO,
    f"select all ({_CTRL}+a)": f"{_CTRL}+a",
    f"copy ({_CTRL}+c)": f"{_CTRL}+c",
    f"cut ({_CTRL}+x)": f"{_CTRL}+x",
    f"paste ({_CTRL}+v)": f"{_CTRL}+v",
    f"close ({_CTRL}+w)": f"{_CTRL}+w",
    "delete (delete)": "delete",
    "rename (f2)": "f2",
    "help (f1)": "f1",
}


def meaning(keys: str) -> str:
    """What a combination is for, such as "save"; '' when it is not among the shortcuts."""
    for name, known in SHORTCUTS.items():
        if known == keys:
            return name.partition(" (")[0]
    return ""
