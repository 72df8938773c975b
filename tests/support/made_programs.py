"""Programs with a screen each, made by hand: what procedures are offered in."""

from __future__ import annotations

from dataclasses import replace

from agent.apps.application import Application
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.task.plan import Outline
from tests.support.made_maps import element, made_map, window
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

_CATEGORIES = {
    "thunar": "FileManager",
    "pad": "TextEditor",
    "libreoffice-writer": "WordProcessor",
    "libreoffice-calc": "Spreadsheet",
    "libreoffice-impress": "Presentation",
    "term": "TerminalEmulator",
    "chromium": "WebBrowser",
    "speedcrunch": "Calculator",
    "galculator": "Calculator",
    "geany": "IDE",
    "featherpad": "TextEditor",
}
INSTALLED = tuple(
    Application(name, name.capitalize(), categories=(kind,), command=(name,))
    for name, kind in _CATEGORIES.items()
)
FILES = ("notes.txt", "picture.png", "plan.odt", "budget.ods", "Photos", "Letters", "Archive")
_TABLE = (("Item", "Price"), ("Pears", "3"), ("Apples", "2"), ("Plums", "4"))


def program(name: str, *shown: str, value: str = "", title: str = "") -> ElementMap:
    """The window of a program in front, which lists what is `shown`; one that is written in also
    has a sheet with a `value`."""
    lines = [element(n, "list item", text) for n, text in enumerate(shown, 1)]
    writes = "Text" in _CATEGORIES[name] or "Word" in _CATEGORIES[name]
    if writes:
        lines.append(element(90, "field", "", Box(0, 200, 640, 470), State(value=value)))
    return made_map(lines, [window(1, title or name, application=name, active=True)])


def sheet() -> ElementMap:
    """A spreadsheet with the prices of fruit."""
    cells = [
        replace(
            element(1 + 2 * row + column, "text", text, Box(left, top, left + 60, top + 16)),
            cell=(row + 1, column + 1),
        )
        for row, texts in enumerate(_TABLE)
        for column, text in enumerate(texts)
        for left, top in [(40 + 100 * column, 100 + 20 * row)]
    ]
    return made_map(cells, [window(1, "fruit", application="libreoffice-calc", active=True)])


def situation(map_: ElementMap, *parts: str) -> Situation:
    """The beginning of a run whose task has these parts, before a screen."""
    return Situation(" ".join(parts), Outline(list(parts)), Memory(), map_, INSTALLED)
