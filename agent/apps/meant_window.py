"""Which of the open windows a part of a task is about: by its program ("in the text editor"), its
document ("in the letter"), or by counting ("in the second window", "in the other document")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from agent.apps.application import Application
from agent.apps.categories import helping, kind_of, plain
from agent.skills.procedures.areas import ORDINALS
from agent.skills.procedures.front import active, owner_of
from agent.task.literals import mentions, without_quotes
from vision.capture.windows import Window
from vision.core.elements import ElementMap
from vision.core.geometry import overlap_area

_SHORTEST = 4
_WINDOW = (
    r"(?:window|document|editor|terminal|browser|fenster|dokument|fenêtre|ventana|documento"
    r"|finestra|janela|venster|okn[oae]|oknie|dokumen(?:cie|t))"
)
_OTHER = r"(?:other|andere[nrms]?|autre|otr[oa]|altr[oa]|outr[oa]|inn(?:y|e|ym))"


def meant_window(text: str, map_: ElementMap, installed: Sequence[Application]) -> Window | None:
    """The window that a part of a task is about: the one in front, unless it names the program or
    the document of another one, or counts it; None when it names several."""
    front = active(map_)
    shown = [window for window in map_.windows if not (window.popup or window.tooltip)]
    named = [window for window in shown if _says_program(text, window, installed)]
    named = named or [window for window in shown if _says_document(text, window)]
    alike = named or [w for w in shown if front is not None and w.application == front.application]
    one = len({window.application for window in alike}) == 1
    if one and (front is None or not front.owner):
        picked = _one_of([window for window in alike if not window.owner], text, front)
        if picked is not None:
            return picked
    if not named or front in named:
        return front
    return named[0] if one else None


def _says_program(text: str, window: Window, installed: Sequence[Application]) -> bool:
    """Whether a text names the program that a window is of, or what it is ("the text editor")."""
    owner = owner_of(window, installed)
    if owner is None:
        return False
    said = f" {plain(without_quotes(text))} "
    kind = kind_of(owner)
    names = (owner.name, *((kind.name, *kind.called, *kind.asks) if kind is not None else ()))
    return any(f" {plain(name)} " in said for name in names)


def _says_document(text: str, window: Window) -> bool:
    """Whether a text speaks of the document that a window shows: "the letter", for letter.odt."""
    stem, dot, _ = PurePath(_name(window)).name.rpartition(".")
    return bool(dot) and len(stem) >= _SHORTEST and mentions(without_quotes(text), stem)


def _name(window: Window) -> str:
    """What a window shows, as its title says it before the name of the program."""
    return re.split(r" [-–—] ", window.title.strip("* "))[0]


def _one_of(windows: Sequence[Window], text: str, front: Window | None) -> Window | None:
    """The one of several windows of a program that a text tells from the others; None where it
    tells none."""
    if len(windows) < 2:
        return None
    named = [w for w in windows if _says_document(text, w) or _is_called(w, text)]
    if len(named) == 1:
        return named[0]
    said = without_quotes(text)
    others = [window for window in windows if window is not front]
    if len(others) == 1 and _counts(_OTHER, said):
        return others[0]
    ordered = _in_order(windows)
    places = [n for n, words in enumerate(ORDINALS[: len(windows)]) if _counts(words, said)]
    return ordered[places[0]] if len(places) == 1 else None


def _is_called(window: Window, text: str) -> bool:
    """Whether a text calls a window by its name ("the window Untitled 2"): a name alone may be that
    of a folder that something goes to."""
    name = rf"[\"“„«]?{re.escape(_name(window))}(?!\w)[\"“”»]?"
    said = rf"(?<!\w)(?:{name}\s+{_WINDOW}|{_WINDOW}\s+{name})(?!\w)"
    return bool(_name(window)) and re.search(said, text, re.IGNORECASE) is not None


def _counts(words: str, text: str) -> bool:
    """Whether a text counts a window by these words, and not one that is to be opened yet."""
    said = rf"(?<!\w)(?:{words})\s+(?:[\w-]+\s+)?{_WINDOW}(?!\w)"
    for found in re.finditer(said, text, re.IGNORECASE):
        before = re.findall(r"\w+", text[: found.start()].casefold())[-2:]
        if helping("starting").isdisjoint(before):
            return True
    return False


def _in_order(windows: Sequence[Window]) -> list[Window]:
    """Windows as one counts them: from left to right where all are seen side by side, else by their
    handles, which mostly is the order in which they were opened."""
    pairs = [(a, b) for n, a in enumerate(windows) for b in windows[n + 1 :]]
    if any(overlap_area(a.box, b.box) for a, b in pairs):
        return sorted(windows, key=lambda window: window.handle)
    return sorted(windows, key=lambda window: (window.box.left, window.box.top))
