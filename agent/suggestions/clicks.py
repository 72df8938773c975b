"""What may be clicked, pointed at or dragged, with what is known of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.actions import (
    AddToSelection,
    Click,
    DoubleClick,
    Drag,
    DragBy,
    Edge,
    Hover,
    RightClick,
    TripleClick,
)
from agent.suggestions.keypad import find_keypad
from agent.suggestions.meaning import likeness
from agent.suggestions.ordinals import ORDINAL, place_of
from agent.suggestions.reading import Reading, meant_so
from agent.suggestions.weights import Candidate
from agent.task.literals import PATH_SIGN, alike, mentions
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.navigation.title_bars import BUTTON_NAMES
from vision.structure.browser_bar import bar_of_browser

ENTERED = ("field", "dropdown")
_OPENED_TWICE = ("icon", "list item", "image", "text")
# A text that is most of the task only repeats it.
_MOSTLY = 0.5
_DOUBLE = ("double-click it", "open it with two clicks")
_RIGHT = ("right-click it", "open its context menu")
_OPEN = ("open it", "start it", "play it", "go into the folder")
_SELECT = (
    "select the text with the mouse",
    "highlight the paragraph",
    "mark these words in the text",
)
_WINDOW = ("close the window", "minimise the window", "maximise the window")
_DRAG = ("drag it with the mouse and drop it at another place", "move it there by dragging")
# Features that tell that the task speaks of a thing.
_SPOKEN_OF = (
    *("named", "named later", "words", "words later", "value", "holds a value", "used value"),
    *("counted", "beside", "beside words"),
)
# Less like a part of the task, a drag is not thought of; things that a task names for one.
_LEAST, _MOST = 0.25, 4
# Of 308 parts of tasks that select no text 6 are as like to that, of nine that do eight.
_LIKE_SELECTING = 0.4
_DRAWN = ("icon", "image")
# Less like these, nothing is dragged by itself: of 459 parts of tasks for pages one is more like,
# of 13 that want it eleven.
_LEAST_BY, _LEAST_WAY = 0.35, 0.3
# Things that are dragged by themselves, at most; how far, in pixels, and where to.
_FEW, _FAR = 2, 120
_WAYS = {
    "to the top": (0, -1),
    "to the bottom": (0, 1),
    "to the left": (-1, 0),
    "to the right": (1, 0),
}
# Things in a line, and the part of their height by which their places and sides differ.
_FEWEST, _LONGEST, _OFF = 3, 9, 0.2
# "4th", "last", and as other languages write it: "4.", "4º", "4e".
_PLACE = re.compile(rf"\b(?:{ORDINAL[1:-1]}|\d+(?:\.(?!\d)|º|ª|er?\b|[eè]me\b))", re.IGNORECASE)


def clicks(reading: Reading) -> Iterator[Candidate]:
    """All clicks on the screen."""
    text = reading.part.text
    keypad = find_keypad(reading.now.map)
    # Its keys are one thing to write into.
    folded = {e.id for e in keypad.buttons.values() if e.text != "="} if keypad else set()
    shown = [e for e in reading.now.map.elements if e.id not in folded and _is_clicked(e, reading)]
    double, right = meant_so(text, _DOUBLE), meant_so(text, _RIGHT)
    opening, window = meant_so(text, _OPEN), meant_so(text, _WINDOW)
    for element, known in zip(shown, reading.of_elements(shown), strict=True):
        click = _click(element, reading)
        sort = "hover" if isinstance(click, Hover) else "click"
        frame = float(element.text in BUTTON_NAMES)
        told = {f"{sort} {element.kind}": 1.0, "frame": frame, "frame meant": frame * window}
        answers = reading.now.memory.answers
        told["answers"] = float(any(element.text == e.text for e in answers))
        told |= _unasked(element, known, shown)
        yield Candidate(click, {sort: 1.0, **told, **_of(sort, known)})
        if element.kind in _OPENED_TWICE:
            yield Candidate(
                DoubleClick(element.id),
                {"double": 1.0, "double meant": double, "double to open": opening, **known},
            )
        if element.kind not in ENTERED:
            yield Candidate(RightClick(element.id), {"right": 1.0, "right meant": right, **known})


def selections(reading: Reading) -> Iterator[Candidate]:
    """Selecting a line or paragraph with the mouse, where the part means that."""
    like = meant_so(reading.part.text, _SELECT)
    if like < _LIKE_SELECTING:
        return
    bar, task = bar_of_browser(reading.now.map.elements), reading.now.task
    shown = [e for e in reading.now.map.elements if e.kind == "text" and e.box.center.y > bar]
    shown = [e for e in shown if e.text and not mentions(task, e.text)]
    shown = sorted(shown, key=lambda e: -len(e.text))[:_MOST]
    for element, known in zip(shown, reading.of_elements(shown), strict=True):
        yield Candidate(
            TripleClick(element.id), {"triple": 1.0, "triple meant": like, "click": 1.0, **known}
        )


def _unasked(
    element: Element, known: dict[str, float], shown: Sequence[Element]
) -> dict[str, float]:
    """Whether a box is one that no word of the task speaks of, alone or in a form with entries."""
    if element.kind != "checkbox" or any(known.get(name) for name in _SPOKEN_OF):
        return {}
    form = any(e.kind in ENTERED for e in shown)
    return {"unasked box": 1.0, "unasked box in a form": float(form)}


def _of(sort: str, known: dict[str, float]) -> dict[str, float]:
    return {**known, **{f"{sort} {name}": value for name, value in known.items() if value}}


def _is_clicked(element: Element, reading: Reading) -> bool:
    if element.state.disabled or element.kind in ("scroll bar", "slider"):
        return False
    if element.interactive:
        return True
    if element.kind != "text" or len(element.text) > _MOSTLY * len(reading.now.task):
        return False
    said = any(alike(element.text, value, 0.9) for value in reading.part.open_values)
    return said or mentions(reading.part.text, element.text)


def _click(element: Element, reading: Reading) -> Click | Hover:
    """A click; on a row beside one that the run chose in its list, one that keeps that; on an entry
    of a path that goes on ("Export" in "Export > PDF"), the mouse over it."""
    now, part = reading.now, reading.part
    rows = [e for e in now.memory.picked if e.within == element.within]
    if element.kind == "list item" and rows and part.used:
        return AddToSelection(element.id)
    path = rf"(?<!\w){re.escape(element.text)}\s*{PATH_SIGN}"
    pointed = now.memory.is_blocked(Hover(element.id), now.map) or element.text in part.used
    if element.kind in ("menu", "list item") and re.search(path, part.text) and not pointed:
        return Hover(element.id)
    return Click(element.id)


def drags(reading: Reading) -> Iterator[Candidate]:
    """Drags between the things that the part names, in its order first; of one to each place of its
    row or column; and of one by itself up, down, left or right."""
    text = reading.part.text
    like = meant_so(text, _DRAG)
    if like < _LEAST:
        return
    shown = reading.now.map.elements
    named = [e for e in shown if e.called and mentions(text, e.called)]
    named.sort(key=lambda e: text.casefold().find(e.called.casefold()))
    named = named[:_MOST]
    meant = {"drag": 1.0, "drag meant": like}
    for place, one in enumerate(named):
        for number, other in enumerate(named):
            if one is not other:
                backwards = {"backwards": float(number < place)}
                yield Candidate(Drag(one.id, other.id), {**meant, **backwards})
    for one in named:
        row = line_of(one, shown)
        said = {row[n] for o in _PLACE.findall(text) if (n := _place(o, len(row))) is not None}
        for other in row:
            if other not in named and (len(named) == 1 or other in said):
                drag = Drag(one.id, other.id, _far_edge(one.box, other.box))
                yield Candidate(drag, {**meant, "backwards": float(other not in said)})
    yield from _drags_by(reading, meant, [e for e in named or shown if e.kind in _DRAWN])


def _drags_by(
    reading: Reading, meant: dict[str, float], things: Sequence[Element]
) -> Iterator[Candidate]:
    """Drags of a thing that is drawn, where there are few: by itself, into four directions."""
    bar = bar_of_browser(reading.now.map.elements)
    things = [e for e in things if e.box.center.y > bar and e.text not in BUTTON_NAMES]
    if len(things) > _FEW:
        return
    likes = likeness(reading.part.text, list(_WAYS))
    if meant["drag meant"] < _LEAST_BY or max(likes) < _LEAST_WAY:
        return
    for one in things:
        for (right, down), like in zip(_WAYS.values(), likes, strict=True):
            way = {"backwards": float(like < max(likes))}
            yield Candidate(DragBy(one.id, right * _FAR, down * _FAR), {**meant, **way})


def line_of(one: Element, shown: Sequence[Element]) -> list[Element]:
    """The things as large as `one` and of its kind in its column, else in its row, in order; itself
    among them. Two are no line: []."""
    alike = [e for e in shown if e.kind == one.kind and _is_as_large(e.box, one.box)]
    off = _OFF * one.box.height
    below = [e for e in alike if abs(e.box.left - one.box.left) <= off]
    beside = [e for e in alike if abs(e.box.top - one.box.top) <= off]
    below.sort(key=lambda e: e.box.top)
    beside.sort(key=lambda e: e.box.left)
    best = max(below, beside, key=len)
    return best if _FEWEST <= len(best) <= _LONGEST else []


def _far_edge(here: Box, there: Box) -> Edge:
    """The edge of what something is dragged onto that it passes last: it takes its place then."""
    right, down = there.left - here.left, there.top - here.top
    if abs(down) >= abs(right):
        return "bottom" if down > 0 else "top"
    return "right" if right > 0 else "left"


def _is_as_large(box: Box, other: Box) -> bool:
    off = _OFF * box.height
    return abs(box.width - other.width) <= off and abs(box.height - other.height) <= off


def _place(said: str, count: int) -> int | None:
    """The place from 0 that an ordinal tells, among `count`."""
    number = re.match(r"\d+", said)
    if number is None:
        return place_of(said.casefold(), count)
    place = int(number.group()) - 1
    return place if 0 <= place < count else None
