"""A map with all of its texts rewritten: what must not be read is taken out everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vision.capture.windows import Window
from vision.core.elements import Element

Change = Callable[[str], str]


def rewritten(element: Element, change: Change) -> Element:
    """The element with `change` made to each of its texts; itself when nothing changed."""
    value = element.state.value
    texts = (element.text, element.caption, element.group, element.within)
    text, caption, group, within = new = tuple(change(old) if old else old for old in texts)
    new_value = change(value) if value else value
    if new == texts and new_value == value:
        return element
    state = replace(element.state, value=new_value)
    return replace(element, text=text, caption=caption, group=group, within=within, state=state)


def retitled(window: Window, change: Change) -> Window:
    """The window with `change` made to its title; itself when nothing changed."""
    title = change(window.title) if window.title else window.title
    return window if title == window.title else replace(window, title=title)
