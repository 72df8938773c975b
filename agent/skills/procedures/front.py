"""Which kind of program a window is of, and what stands on the screen by a name."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from agent.apps.application import Application
from agent.apps.categories import kind_of
from agent.apps.windows import belongs
from agent.computer.effect import is_document
from agent.skills.procedures.rows import file_in, is_row_of
from agent.task.literals import alike, looks_same, looks_same_in, mentions, normal
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box
from vision.core.pieces import same_row
from vision.navigation.title_bars import BUTTON_NAMES

_ANYWHERE = Box(0, 0, 1, 1)
_SENTENCE, _SHORTEST = 16, 4
LONGEST_LINE = 40
"""Signs: what is longer may stand on several lines, or reach beyond the side of a window."""
# Of such a text so many words are looked for, and this part of them is to be found.
_LAST_WORDS, _MOST_READ = 8, 0.75
_SHARED = 0.25
ENTERED = ("field", "dropdown")
_ROWS = ("list item", "icon", "text")
_EDGES = " []|{}<>()-–—"


def active(map_: ElementMap) -> Window | None:
    """The window that has the keys, or the one in front."""
    shown = [window for window in map_.windows if not window.popup]
    return next((window for window in shown if window.active), next(iter(shown), None))


def is_dialog(window: Window, map_: ElementMap) -> bool:
    """Whether a window belongs to another one that is there."""
    return any(other.handle == window.owner for other in map_.windows)


def only_asks(window: Window, map_: ElementMap) -> bool:
    """Whether a window has a question with buttons and nothing to write in or to choose from, as
    that of a program that ended badly and offers at its start to restore what was open."""
    inside = [e for e in map_.elements if window.box.contains(e.box.center)]
    others = any(e.kind in (*ENTERED, "menu", "tab") for e in inside)
    answered = any(e.kind == "button" and e.text not in BUTTON_NAMES for e in inside)
    return answered and not others and any("?" in e.text for e in inside if not e.interactive)


def button_called(names: Sequence[str], window: Window, map_: ElementMap) -> Element | None:
    """The button or link in a window that is called by the first of some names that one has."""
    inside = [
        e
        for e in map_.elements
        if e.kind in ("button", "link")
        and not e.state.disabled
        and window.box.contains(e.box.center)
    ]
    return next((e for name in names for e in inside if normal(e.text) == normal(name)), None)


def kind_name(window: Window | None, installed: Sequence[Application]) -> str:
    """The name of the kind of program that a window is of; "" when nothing tells."""
    owner = owner_of(window, installed) if window is not None else None
    kind = kind_of(owner) if owner is not None else None
    return kind.name if kind is not None else ""


def owner_of(window: Window, installed: Sequence[Application]) -> Application | None:
    """The application that a window belongs to."""
    # Only these tell; the place of a window changes all the time.
    title = "" if window.application else window.title
    told = replace(window, handle=0, title=title, box=_ANYWHERE, active=False)
    return _owner(told, tuple(installed))


@functools.lru_cache(64)
def _owner(window: Window, installed: tuple[Application, ...]) -> Application | None:
    owners = [application for application in installed if belongs(window, application)]
    # One command may have several entries: the program itself, its settings.
    return min(
        owners,
        key=lambda owner: normal(owner.id.split(".")[-1]) != normal(window.application),
        default=None,
    )


def thing_called(name: str, map_: ElementMap) -> Element | None:
    """What is called so in the window in front: the name itself before what looks the same and a
    row that begins with it, what can be used before mere text. Never a field, nor a thing with a
    similar name."""
    near = [e for e in in_front(map_) if e.text and e.kind not in ("field", "window title")]
    for usable in (True, False):
        for called in (_is_called, _looks_called, _is_row):
            for element in near:
                if element.interactive is usable and called(element, name):
                    return element
    return None


def still_called(name: str, before: ElementMap, map_: ElementMap) -> Element | None:
    """What stands where a thing of this name stood, and is read as a part of it: beside what is
    highlighted a recogniser may cut a name."""
    was = thing_called(name, before)
    if was is None:
        return None
    there = (e for e in in_front(map_) if e.kind in _ROWS and e.box.contains(was.box.center))
    cut = (e for e in there if len(e.text) >= _SHORTEST and normal(e.text) in normal(name))
    return next(cut, None)


def _is_called(element: Element, name: str) -> bool:
    return normal(element.text) == normal(name)


def _looks_called(element: Element, name: str) -> bool:
    # The edge of an icon beside a name is read as a bracket or a bar.
    return looks_same(element.text.strip(_EDGES), name.strip(_EDGES))


def _is_row(element: Element, name: str) -> bool:
    return element.kind in _ROWS and is_row_of(element.text, name)


def is_shown(text: str, map_: ElementMap) -> bool:
    """Whether a text can be read on the screen or in the title of a window; of a long one its end,
    where one has just written."""
    shown = [window.title for window in map_.windows]
    shown += [t for e in map_.elements for t in (e.text, e.state.value or "")]
    # A recogniser loses marks on letters.
    bare = _bare(text)
    if any(looks_same_in(bare, _bare(each)) for each in shown if each):
        return True
    # It misreads a sign of a sentence and cuts its line; a name is known by every sign.
    if len(text) >= _SENTENCE:
        lines = lines_of(map_)
        if any(looks_same_in(text, line) for line in lines):
            return True
        if any(alike(each, text, 0.85) for each in (*shown, *lines)):
            return True
    breaks = "\n" in text.strip() or len(text) > LONGEST_LINE
    return breaks and share_shown(text, map_) >= _MOST_READ


def _bare(text: str) -> str:
    """A text without the marks on its letters."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def share_shown(text: str, map_: ElementMap) -> float:
    """How many of the last words of a text are on the screen, 0 to 1: lines break where the window
    ends, and a recogniser misreads a word. Words of two letters tell only where there
    is no other."""
    words = re.findall(r"\w+", text.casefold())
    last = ([word for word in words if len(word) > 2] or words)[-_LAST_WORDS:]
    texts = [*lines_of(map_), *(element.state.value or "" for element in map_.elements)]
    # Words that are read together count too.
    shown = "".join(re.findall(r"\w+", " ".join(texts).casefold()))
    return sum(word in shown for word in last) / max(1, len(last))


def names_shown(map_: ElementMap, *, icons: bool = True) -> list[str]:
    """What things in front are called: not menus and buttons, and `icons` only where they may be
    files."""
    kinds = [kind for kind in _ROWS if icons or kind != "icon"]
    # A caption says what an icon shows: that is no name. Its edge is read as a dash or a bar.
    texts = [e.text.lstrip("-–—|[ ") for e in in_front(map_) if e.kind in kinds and not e.caption]
    return [text for text in texts if text]


def files_shown(map_: ElementMap) -> tuple[str, ...]:
    """The names of files in front, in their order."""
    found = {normal(f): f for text in names_shown(map_) if (f := file_in(text)) is not None}
    return tuple(found.values())


def lines_of(map_: ElementMap) -> list[str]:
    """What is read on the screen, line by line: a recogniser may cut a line into its words. The
    lines of a text area count too: a terminal may be seen as one."""
    rows: list[list[Element]] = []
    for element in sorted(map_.elements, key=lambda e: (e.box.top, e.box.left)):
        row = next((each for each in rows if same_row(each[0].box, element.box)), None)
        if row is None:
            rows.append([element])
        else:
            row.append(element)
    lines = [" ".join(e.text for e in sorted(r, key=lambda e: e.box.left) if e.text) for r in rows]
    values = (element.state.value or "" for element in map_.elements)
    return lines + [line for value in values if "\n" in value for line in value.splitlines()]


def content(map_: ElementMap) -> str:
    """What is written or lies in the program in front, line by line: not the names of controls."""
    shown = [e for e in in_front(map_) if not e.interactive or e.kind in ("list item", "field")]
    return "\n".join(f"{e.text}\n{e.state.value or ''}" for e in shown)


def is_gone(text: str, map_: ElementMap) -> bool:
    """Whether nothing on the screen is called so, and no text that is written holds it."""
    wanted = normal(text)
    for element in map_.elements:
        value = normal(element.state.value or "")
        if normal(element.text) == wanted or value == wanted or _is_row(element, text):
            return False
        if wanted in value and is_document(element, map_.screenshot.scale):
            return False
    return True


def document_of(map_: ElementMap) -> Element | None:
    """The largest field in front that is written on like a sheet of paper."""
    scale = map_.screenshot.scale
    fields = [e for e in in_front(map_) if e.kind == "field" and is_document(e, scale)]
    return max(fields, key=lambda e: e.box.area, default=None)


def below_heading(said: str, map_: ElementMap) -> Element | None:
    """The first thing in the column whose heading a text says, close below it."""
    shown = in_front(map_)
    for heading in shown:
        text = _content(heading)
        if heading.kind in ("icon", "menu") or len(text) < 2 or not mentions(said, text):
            continue
        height = heading.box.height
        for element in shown:
            gap = element.box.top - heading.box.bottom
            close = -height // 2 < gap < 2 * height
            if close and _content(element) and _is_under(element, heading, shown):
                return element
    return None


def _content(element: Element) -> str:
    return element.state.value or element.text


def _is_under(element: Element, heading: Element, shown: Sequence[Element]) -> bool:
    """Whether a thing is in the column of a heading: below it, or between its beginning and that of
    the next one, since numbers stand at the right of a column."""
    shared = min(element.box.right, heading.box.right) - max(element.box.left, heading.box.left)
    # Cells reach as far as the next column begins.
    if shared > _SHARED * min(element.box.width, heading.box.width):
        return True
    row = [e.box.left for e in shown if same_row(e.box, heading.box)]
    following = min((left for left in row if left > heading.box.left), default=None)
    middle = element.box.center.x
    return middle >= heading.box.left and (following is None or middle < following)


def in_front(map_: ElementMap) -> list[Element]:
    """The elements of the window in front."""
    front = active(map_)
    return [e for e in map_.elements if front is None or front.box.contains(e.box.center)]
