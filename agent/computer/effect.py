"""Effects, not hopes: what an action did, read from the screens before and after it."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher

import numpy as np

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    Drag,
    DragBy,
    Hover,
    RightClick,
    Select,
    SetSlider,
    TripleClick,
    TypeText,
    Wait,
)
from agent.computer.moved import moved
from agent.computer.readings import number_in
from agent.computer.waiting import CHANGE, LONGEST, shows
from agent.pointing import dropped_on, on_element
from agent.task.literals import alike, normal
from agent.trajectory import WAITED, Effect
from vision.capture.change_detection import changed_boxes, same_place
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, one_line, quote
from vision.core.geometry import Box, iou, overlap_area
from vision.structure.browser_bar import bar_of_browser

UNSAVED = "*•● "
"""How titles mark a document that is not saved, and the space beside the mark."""
# Pixels round the target in which a change may be nothing but a hover or focus mark.
_MARK = 8
# What resembles the typed text less was not typed; OCR errors alone leave more.
_HARDLY = 0.35
# A list shows its choice in clear print, and its options may be alike.
_MOSTLY = 0.65
# How thick the frame of a field and a caret in it may be: so many pixels, or, on a magnified
# screen, this share of the field's height; and how much brighter or darker, of 255, what was
# written must be than what was there.
_THICK, _SHARE, _CLEARLY = 4, 1 / 8, 40
# What changed along so much of the width or the height is a line.
_LINE = 0.8


# A field that is taller than so many pixels (at scale 1) holds more than one line.
_TALL = 70


def is_document(field: Element, scale: float) -> bool:
    """Whether a field is written on; others are filled anew."""
    return field.box.height > _TALL * scale


def judge(action: Action, before: ElementMap, after: ElementMap) -> Effect:
    """Compare the maps before and after `action`."""
    action = on_element(action, before)
    target = _target(action, before)
    match action:
        case TypeText() if target is not None:
            return _typed(action, target, before, after)
        case Select(option=option) if target is not None:
            return _selected(option, target, before, after)
        case Click() if target is not None and target.kind in ("checkbox", "radio"):
            return _toggled(target, before, after)
        case AddToSelection() if target is not None:
            # With the mouse over it already, a row looks otherwise only when it is selected.
            changed = changed_within(target.box, before, after)
            added = Effect("confirmed", "it was added to the selection")
            return added if changed else _elsewhere(target, before, after)
        case Hover() if target is not None:
            return _brought_up(target, before, after)
        case RightClick() | TripleClick() if target is not None:
            menu = isinstance(action, RightClick)
            return (_menu if menu else _marked)(target, before, after)
        case Drag() | DragBy() if target is not None:
            return _dragged(action, target, before, after)
        case SetSlider(value=value) if target is not None:
            return _set(value, target, before, after)
        case Wait(until=until):
            return _waited(until, before, after)
        case _:
            return _anything(target, before, after)


def _waited(until: str, before: ElementMap, after: ElementMap) -> Effect:
    if not until:
        return Effect("confirmed", WAITED)
    if until == CHANGE:
        return _anything(None, before, after)
    if shows(until, after):
        return Effect("confirmed", f"{quote(until)} is on the screen")
    return Effect("no visible change", f"{quote(until)} did not appear within {LONGEST:g} s")


def _menu(target: Element, before: ElementMap, after: ElementMap) -> Effect:
    """Whether a menu opened: a window of its own, or some lines that a page or program draws."""
    if any(w.popup and not w.tooltip for w in _new_windows(before, after)):
        return Effect("confirmed", windows_changed(before, after))
    lines = [e for e in before.diff(after).appeared if e.text]
    if len(lines) > 1:
        names = ", ".join(quote(line.text) for line in lines[:3])
        return Effect("confirmed", f"a menu with {names} opened")
    return _elsewhere(target, before, after)


def _marked(target: Element, before: ElementMap, after: ElementMap) -> Effect:
    """Whether a line looks selected; a button is pressed."""
    if changed_within(target.box, before, after):
        return Effect("confirmed", "it looks selected")
    return _anything(target, before, after)


def _dragged(
    action: Drag | DragBy, target: Element, before: ElementMap, after: ElementMap
) -> Effect:
    """Whether what was dragged is in another place now, or what it was let go over looks
    otherwise."""
    if same_place(before.screenshot, after.screenshot) and (said := moved(target, before, after)):
        return Effect("confirmed", said)
    goal = dropped_on(action, before)
    if goal is not None and changed_within(goal.box, before, after):
        name = quote(goal.text) if goal.text else f"the {goal.kind}"
        return Effect("confirmed", f"{name}, where it was let go, changed")
    if changed_within(target.box, before, after):
        return Effect("confirmed", "what was dragged looks different")
    return _elsewhere(target, before, after)


def _set(wanted: str, target: Element, before: ElementMap, after: ElementMap) -> Effect:
    now = same_thing(target, after)
    value = (now.state.value or "") if now is not None else ""
    if value and (alike(wanted, value, 0.99) or number_in(wanted) == number_in(value)):
        return Effect("confirmed", f"it now shows “{one_line(value)}”")
    if value:
        return Effect("changed elsewhere", f"it shows “{one_line(value)}”, not “{wanted}”")
    if shows(wanted, after):
        return Effect("confirmed", f"“{wanted}” is shown now")
    return _anything(None, before, after)


def _new_windows(before: ElementMap, after: ElementMap) -> list[Window]:
    old = {window.handle for window in before.windows}
    return [window for window in after.windows if window.handle not in old]


def windows_changed(before: ElementMap, after: ElementMap) -> str:
    """What windows, menus or lists opened or closed, in plain words; '' for none."""
    old = {window.handle: window for window in before.windows if not window.tooltip}
    new = {window.handle: window for window in after.windows if not window.tooltip}
    said = [
        f"{_kind(window.popup)}{_title(window.title)} opened"
        for handle, window in new.items()
        if handle not in old
    ]
    said += [
        f"{_kind(window.popup)}{_title(window.title)} closed"
        for handle, window in old.items()
        if handle not in new
    ]
    said += [
        f"the title is now “{window.title}”"
        for handle, window in new.items()
        if handle in old and old[handle].title != window.title and window.title
    ]
    return ", ".join(said)


def scene_changed(before: ElementMap, after: ElementMap) -> bool:
    """Whether windows, menus or lists opened or closed, or one shows another thing by its title. A
    mark that its content is not saved is no other thing."""

    def scene(map_: ElementMap) -> dict[int, str]:
        shown = (window for window in map_.windows if not window.tooltip)
        return {window.handle: window.title.strip(UNSAVED) for window in shown}

    return scene(before) != scene(after)


def _kind(popup: bool) -> str:
    return "a menu or list" if popup else "the window"


def _title(title: str) -> str:
    return f" “{title}”" if title else ""


def _target(action: Action, before: ElementMap) -> Element | None:
    number = getattr(action, "target", None)
    return before.by_id(number) if isinstance(number, int) else None


def same_thing(target: Element, after: ElementMap) -> Element | None:
    """The element at the target's place on the new map, if there is one of its kind."""
    near = [e for e in after.elements if e.kind == target.kind and iou(e.box, target.box) > 0.5]
    return max(near, key=lambda e: iou(e.box, target.box), default=None)


def _typed(action: TypeText, target: Element, before: ElementMap, after: ElementMap) -> Effect:
    text = action.text
    now = same_thing(target, after)
    value = (now.state.value or "") if now else ""
    if value and text and (normal(text) in normal(value) or alike(text, value, 0.75)):
        if _replaces(action, target, before.screenshot.scale) and _is_left(target, text, value):
            return Effect(
                "changed elsewhere",
                f"it shows “{one_line(value)}”, together with the previous text",
            )
        return Effect("confirmed", f"it now shows “{one_line(value)}”")
    if not changed_within(target.box, before, after):
        return _elsewhere(target, before, after)
    if not text and now is not None and now.state.value == "":
        return Effect("confirmed", "the field is empty now")
    if now is not None and now.state.value == "" and not _written_in(target.box, before, after):
        return Effect("no visible change", "the field is still empty")
    if not value or _resemblance(text, value) > _HARDLY or _is_masked(value):
        read = f", read as “{one_line(value)}”" if value else ""
        return Effect("confirmed", f"the field changed{read}")
    return Effect("changed elsewhere", f"it shows “{one_line(value)}”, not what was typed")


def _brought_up(target: Element, before: ElementMap, after: ElementMap) -> Effect:
    """Whether something appeared beside what the mouse was put over: that it is lit up is none."""
    new = [e for e in before.diff(after).appeared if e.text and not overlap_area(e.box, target.box)]
    if said := windows_changed(before, after):
        return Effect("confirmed", said)
    if not new:
        return Effect("no visible change", "nothing appeared")
    return Effect("confirmed", f"{quote(new[0].text)} appeared")


def _replaces(action: TypeText, field: Element, scale: float) -> bool:
    """Whether what a field held is to be gone."""
    return action.mode == "replace" or (action.mode == "auto" and not is_document(field, scale))


def _is_left(field: Element, text: str, value: str) -> bool:
    """Whether what a field held before still stands beside what was to replace it."""
    old, rest = normal(field.state.value or ""), normal(value).replace(normal(text), "", 1)
    return bool(old) and old not in normal(text) and old in rest


def _written_in(box: Box, before: ElementMap, after: ElementMap) -> bool:
    """Whether more than a caret is new inside of a field: its frame changes with the focus."""
    thick = max(_THICK, int(_SHARE * box.height))
    if min(box.width, box.height) <= 2 * thick:
        return True
    shots = before.screenshot, after.screenshot
    inner = box.grown(-thick).moved(-shots[0].origin.x, -shots[0].origin.y)
    old, new = (
        shot.pixels[inner.top : inner.bottom, inner.left : inner.right].astype(int)
        for shot in shots
    )
    changed = abs(old - new).max(axis=2) > _CLEARLY
    # The lines of a frame, where the field was seen larger than it is.
    across, down = changed.mean(axis=1) > _LINE, changed.mean(axis=0) > _LINE
    if across.sum() <= 2 * thick and down.sum() <= 2 * thick:
        changed &= ~across[:, np.newaxis] & ~down
    return int(changed.any(axis=0).sum()) > thick


def _resemblance(a: str, b: str) -> float:
    return SequenceMatcher(None, normal(a), normal(b)).ratio()


def _is_masked(value: str) -> bool:
    """Whether a field shows dots for its content, as for a password."""
    return all(sign in "•●*∙·. " for sign in value)


def _selected(option: str, target: Element, before: ElementMap, after: ElementMap) -> Effect:
    now = same_thing(target, after)
    value = (now.state.value or now.text) if now else ""
    if value and alike(option, value):
        return Effect("confirmed", f"it now shows “{one_line(value)}”")
    # What a field proposes is a list below it.
    taken = next((e for e in after.elements if _holds(e, option)), None)
    if taken is not None and not any(_holds(e, option) for e in before.elements):
        return Effect("confirmed", f"{quote(taken.text)} now shows {quote(option)}")
    if not changed_within(target.box, before, after):
        return _elsewhere(target, before, after)
    if not value or _resemblance(option, value) > _MOSTLY:
        return Effect("confirmed", f"it changed, read as “{one_line(value)}”")
    return Effect("changed elsewhere", f"it shows “{one_line(value)}”, not what was chosen")


def _holds(element: Element, option: str) -> bool:
    """Whether an entry shows an option, maybe with a caret behind it."""
    shown = (element.state.value or "").rstrip("|")
    return element.kind in ("field", "dropdown") and bool(shown) and alike(option, shown, 0.85)


def _toggled(target: Element, before: ElementMap, after: ElementMap) -> Effect:
    now = same_thing(target, after)
    if now is not None and now.state.checked != target.state.checked:
        return Effect("confirmed", "now ticked" if now.state.checked else "no longer ticked")
    if now is not None and target.text and now.text and not alike(target.text, now.text, 0.75):
        return Effect("confirmed", f"{quote(now.text)} is in its place")
    if now is None or changed_within(target.box, before, after):
        return Effect("confirmed", "it changed")
    return _elsewhere(target, before, after)


def _elsewhere(target: Element, before: ElementMap, after: ElementMap) -> Effect:
    effect = _anything(target, before, after)
    kind = "changed elsewhere" if effect.kind == "confirmed" else effect.kind
    return Effect(kind, effect.evidence)


def _anything(target: Element | None, before: ElementMap, after: ElementMap) -> Effect:
    if said := windows_changed(before, after):
        only_closed = target is not None and _only_closed(target, before, after)
        return Effect("changed elsewhere" if only_closed else "confirmed", said)
    if not same_place(before.screenshot, after.screenshot):
        return Effect("confirmed", "another window is in front")
    # What a page does not show is no effect of a click on it: icons come and go in the bar.
    bar = bar_of_browser(before.elements)
    bar = bar if target is not None and target.box.top > bar else 0
    if difference := _below(before, bar).diff(_below(after, bar)):
        return Effect("confirmed", difference.summary())
    mark = target.box.grown(_MARK) if target else None
    boxes = [b for b in changed_boxes(before.screenshot, after.screenshot) if b.bottom > bar]
    outside = [box for box in boxes if mark is None or overlap_area(box, mark) < box.area]
    if sum(box.area for box in outside) >= 64:
        return Effect("confirmed", "the picture changed")
    inside = " (only its outline changed)" if boxes else ""
    return Effect("no visible change", f"the screen looks the same{inside}")


def _below(map_: ElementMap, bar: int) -> ElementMap:
    """The map without what the bar of a browser holds but for the address."""
    entries = ("field", "dropdown")
    kept = (e for e in map_.elements if e.box.center.y > bar or e.kind in entries)
    return replace(map_, elements=tuple(kept)) if bar else map_


def _only_closed(target: Element, before: ElementMap, after: ElementMap) -> bool:
    """Whether all that came of using something was that a menu or list in front of it closed."""
    old = {window.handle for window in before.windows}
    new = {window.handle: window for window in after.windows}
    closed = [w for w in before.windows if w.popup and not w.tooltip and w.handle not in new]
    if not closed or any(overlap_area(w.box, target.box) for w in closed) or new.keys() - old:
        return False
    if any(
        w.handle not in new or new[w.handle].title != w.title for w in before.windows if not w.popup
    ):
        return False
    hidden = [*(w.box for w in closed), target.box.grown(_MARK)]
    changed = changed_boxes(before.screenshot, after.screenshot)
    return all(any(overlap_area(box, one) > box.area // 2 for one in hidden) for box in changed)


def changed_within(box: Box, before: ElementMap, after: ElementMap) -> bool:
    """Whether the pixels inside of a box changed, but for a caret and the box's own frame."""
    if not same_place(before.screenshot, after.screenshot):
        return False
    inner = Box(
        box.left + min(3, box.width // 4),
        box.top + min(3, box.height // 4),
        box.right - min(3, box.width // 4),
        box.bottom - min(3, box.height // 4),
    )
    return any(
        overlap_area(changed, inner) > 0
        for changed in changed_boxes(before.screenshot, after.screenshot)
    )
