"""How text gets into a field or document: the caret put in its place, then the keys."""

from __future__ import annotations

import re
from collections.abc import Callable

from agent.actions import TypeText
from agent.computer.controller import Controller
from agent.computer.effect import is_document
from agent.control.stop import StopSwitch
from vision.core.elements import Element
from vision.core.geometry import Box, Point

# Seconds. After a click a program needs a moment until its field takes keys.
FOCUS = 0.15
# A path, and the seconds that a dialog takes to turn to the field for it.
_PATH_BEGINS, _TURNS = re.compile(r"[/~].*[/\w]"), 0.4
_PART = re.compile(r"\d+")
_DATE = re.compile(r"\d{1,4}([-/.:])\d{1,2}(\1\d{1,4})?")


def enter(
    action: TypeText,
    target: Element | None,
    controller: Controller,
    stop: StopSwitch,
    reveal: Callable[[str, Box | None], str],
    scale: float,
) -> None:
    """Type the text, in which `reveal` puts the named secrets, into `target` (None: where the focus
    is).

    Raises:
        ActionFailed: nothing took it.
        Stopped: the person stopped the run.
    """
    if target is not None:
        _place_caret(action, target, controller, stop, scale)
    text = reveal(action.text, target.box if target else None)
    if target is None and _PATH_BEGINS.match(text):
        # Dialogs for files turn to a field for the path, which may lose what comes meanwhile.
        controller.type_text(text[0])
        stop.sleep(_TURNS)
        text = text[1:]
    if not text and target is not None and action.mode == "replace":
        controller.press("delete")
    controller.type_text(text)


def _place_caret(
    action: TypeText, target: Element, controller: Controller, stop: StopSwitch, scale: float
) -> None:
    document = is_document(target, scale)
    parts = parts_of(action)
    controller.click(_beginning(target.box) if parts else target.box.center)
    stop.sleep(FOCUS)
    if action.mode == "append" or (action.mode == "auto" and document):
        controller.press("ctrl+end" if document else "end")
    elif document:
        controller.press("ctrl+home")
        controller.press("ctrl+shift+end")
    else:
        # What looks empty may hold something that is not shown, as a secret. In some toolkits (Tk)
        # the first only goes to the beginning.
        controller.press("ctrl+a")
        controller.press("shift+end")


def parts_of(action: TypeText) -> tuple[str, ...]:
    """The parts of a date or time: fields for these may have parts, filled one after the other from
    the first. Nothing for another text."""
    dated = action.mode != "append" and _DATE.fullmatch(action.text)
    return tuple(_PART.findall(action.text)) if dated else ()


def enter_parts(
    action: TypeText, target: Element, controller: Controller, stop: StopSwitch
) -> None:
    """Fill in a date or time part by part, in a field that did not take it as a whole (as those of
    Qt): each part is full with two digits, and the next one has the caret then.

    Raises:
        Stopped: the person stopped the run.
    """
    # A part that was emptied comes back where the entry is left.
    controller.press("tab")
    stop.sleep(FOCUS)
    controller.click(_beginning(target.box), count=2)
    stop.sleep(FOCUS)
    controller.type_text("".join(part.zfill(2) for part in parts_of(action)))


def shows_parts(value: str, action: TypeText) -> bool:
    """Whether a field shows the parts of a date or time; more may follow, such as the seconds."""
    shown, wanted = ([*map(int, _PART.findall(text))] for text in (value, action.text))
    return shown[: len(wanted)] == wanted


def _beginning(box: Box) -> Point:
    return Point(box.left + min(box.height, box.width) // 2, box.center.y)
