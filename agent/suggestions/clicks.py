"""What may be clicked, pointed at or dragged, with what is known of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.actions import AddToSelection, Click, DoubleClick, Drag, Hover, RightClick
from agent.suggestions.keypad import find_keypad
from agent.suggestions.reading import Reading, meant_so
from agent.suggestions.weights import Candidate
from agent.task.literals import PATH_SIGN, alike, mentions
from vision.core.elements import Element
from vision.navigation.title_bars import BUTTON_NAMES

ENTERED = ("field", "dropdown")
_OPENED_TWICE = ("icon", "list item", "image", "text")
# A text that is most of the task only repeats it.
_MOSTLY = 0.5
_DOUBLE = ("double-click it", "open it with two clicks")
_RIGHT = ("right-click it", "open its context menu")
_OPEN = ("open it", "start it", "play it", "go into the folder")
_WINDOW = ("close the window", "minimise the window", "maximise the window")
_DRAG = ("drag it with the mouse and drop it at another place", "move it there by dragging")
# Features that tell that the task speaks of a thing.
_SPOKEN_OF = (
    *("named", "named later", "words", "words later", "value", "holds a value", "used value"),
    *("counted", "beside", "beside words"),
)
# Less like a part of the task, a drag is not thought of; things that a task names for one.
_LEAST, _MOST = 0.25, 4


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
    """Drags between the things that the part names, in its order first."""
    like = meant_so(reading.part.text, _DRAG)
    if like < _LEAST:
        return
    text = reading.part.text.casefold()
    shown = reading.now.map.elements
    named = [e for e in shown if e.called and mentions(text, e.called.casefold())]
    named.sort(key=lambda e: text.find(e.called.casefold()))
    for place, one in enumerate(named[:_MOST]):
        for number, other in enumerate(named[:_MOST]):
            if one is not other:
                yield Candidate(
                    Drag(one.id, other.id),
                    {"drag": 1.0, "drag meant": like, "backwards": float(number < place)},
                )
