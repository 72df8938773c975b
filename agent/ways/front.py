"""Which kind of program a window is of, and what stands on the screen by a name."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from agent.app_kinds import kind_of
from agent.app_windows import belongs
from agent.application import Application
from agent.effect import is_document
from agent.literals import alike, normal
from vision.elements import Element, ElementMap
from vision.windows import Window


def active(map_: ElementMap) -> Window | None:
    """The window that has the keys, or the one in front."""
    shown = [window for window in map_.windows if not window.popup]
    return next((window for window in shown if window.active), next(iter(shown), None))


def kind_name(window: Window | None, installed: Sequence[Application]) -> str:
    """The name of the kind of program that a window is of; "" when nothing tells."""
    return _kind_name(window, tuple(installed)) if window is not None else ""


@functools.lru_cache(64)
def _kind_name(window: Window, installed: tuple[Application, ...]) -> str:
    owners = [application for application in installed if belongs(window, application)]
    # One command may have several entries: the program itself, its settings.
    owners.sort(key=lambda owner: normal(owner.id.split(".")[-1]) != normal(window.application))
    kinds = [kind.name for owner in owners if (kind := kind_of(owner)) is not None]
    return kinds[0] if kinds else ""


def thing_called(name: str, map_: ElementMap) -> Element | None:
    """What is called so in the window in front: the name itself before what is nearly it, what can
    be used before mere text. A field is called by what it holds only when nothing else is."""
    front = active(map_)
    near = [e for e in map_.elements if front is None or front.box.contains(e.box.center)]
    for usable in (True, False):
        for exact in (True, False):
            for element in near:
                if element.kind in ("field", "window title") or element.interactive is not usable:
                    continue
                if _called(element.text, name, exact):
                    return element
    return None


def _called(text: str, name: str, exact: bool) -> bool:
    if not text:
        return False
    return normal(text) == normal(name) if exact else alike(text, name, 0.9)


def is_shown(text: str, map_: ElementMap) -> bool:
    """Whether a text can be read on the screen or in the title of a window."""
    wanted = normal(text)
    shown = [window.title for window in map_.windows]
    shown += [t for e in map_.elements for t in (e.text, e.state.value or "")]
    return any(wanted in normal(each) or alike(each, text, 0.85) for each in shown if each)


def is_gone(text: str, map_: ElementMap) -> bool:
    """Whether nothing on the screen is called so, and no text that is written holds it."""
    wanted = normal(text)
    for element in map_.elements:
        value = normal(element.state.value or "")
        if normal(element.text) == wanted or value == wanted:
            return False
        if wanted in value and is_document(element, map_.screenshot.scale):
            return False
    return True


def document_of(map_: ElementMap) -> Element | None:
    """The largest field in front that is written on like a sheet of paper."""
    front = active(map_)
    fields = [
        e
        for e in map_.elements
        if e.kind == "field"
        and is_document(e, map_.screenshot.scale)
        and (front is None or front.box.contains(e.box.center))
    ]
    return max(fields, key=lambda e: e.box.area, default=None)
