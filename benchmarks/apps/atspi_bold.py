"""Prints the bold parts of the paragraphs that show on this desktop, as a JSON list of texts.

Run by the system's own Python, which has the bindings of AT-SPI: `python3 atspi_bold.py`. A
program's weight of a text is a number from 100 to 900, of which 400 is normal.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import gi  # type: ignore[import-not-found,unused-ignore]

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # type: ignore[import-not-found,unused-ignore]  # noqa: E402

_PATIENCE_MS = 1500
_MOST_CHILDREN = 400
_BOLD = 600


def walk(accessible: Any, found: list[str]) -> None:
    """Add the bold parts of a widget and of what it holds."""
    if accessible.get_role_name() in ("paragraph", "heading"):
        found.extend(bold(accessible.get_text_iface()))
    for index in range(min(accessible.get_child_count(), _MOST_CHILDREN)):
        child = accessible.get_child_at_index(index)
        if child is not None:
            walk(child, found)


def bold(text: Any) -> list[str]:
    """The bold parts of a text that are not blank."""
    found, offset = [], 0
    length = text.get_character_count() if text is not None else 0
    while offset < length:
        attributes, start, end = text.get_attribute_run(offset, True)
        part = text.get_text(start, end).strip()
        if part and int(attributes.get("weight", "400")) >= _BOLD:
            found.append(part)
        offset = max(end, offset + 1)
    return found


def main() -> None:
    Atspi.set_timeout(_PATIENCE_MS, _PATIENCE_MS)
    desktop = Atspi.get_desktop(0)
    found: list[str] = []
    for index in range(desktop.get_child_count()):
        try:
            program = desktop.get_child_at_index(index)
            if program is not None:
                walk(program, found)
        except GLib.GError:
            continue  # a program that ended or hangs tells nothing
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
