"""Where on the screen an action acts: its elements and points, and what lies under a point."""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions import (
    Action,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    Dragging,
    Edge,
    RightClick,
    Tap,
    TripleClick,
)
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box, Point

# Pixels from the edge of an element, inside of it, where something is let go before or after it;
# of a thin one a sixth of its size.
_INSIDE, _SHARE = 6, 6
_LEFT_CLICKS = (Click, DoubleClick, TripleClick)


def active_window(windows: Sequence[Window]) -> Window | None:
    """The window that has the keys."""
    return next((window for window in windows if window.active), None)


def element_at(point: Point, map_: ElementMap) -> Element | None:
    """The smallest element whose box holds a point, or None. A whole dialog is none."""
    under = [e for e in map_.elements if e.kind != "dialog" and e.box.contains(point)]
    return min(under, key=lambda e: e.box.area, default=None)


def on_element(action: Action, map_: ElementMap) -> Action:
    """A click at a point as the same click on the element under it, if there is one; any other
    action is itself."""
    if not isinstance(action, ClickAt):
        return action
    element = element_at(Point(action.x, action.y), map_)
    if element is None:
        return action
    if action.button == "right":
        return RightClick(element.id)
    return _LEFT_CLICKS[min(max(action.count, 1), len(_LEFT_CLICKS)) - 1](element.id)


def drop_point(box: Box, edge: Edge) -> Point:
    """Where something is let go that is dragged onto an element or onto one of its edges."""
    across = min(_INSIDE, max(1, box.width // _SHARE))
    along = min(_INSIDE, max(1, box.height // _SHARE))
    match edge:
        case "left":
            return Point(box.left + across, box.center.y)
        case "right":
            return Point(box.right - 1 - across, box.center.y)
        case "top":
            return Point(box.center.x, box.top + along)
        case "bottom":
            return Point(box.center.x, box.bottom - 1 - along)
        case _:
            return box.center


def dropped_at(action: Drag | DragBy, map_: ElementMap) -> Point | None:
    """Where a drag ends; None when its elements are not on the map."""
    boxes = {element.id: element.box for element in map_.elements}
    start = boxes.get(action.target)
    if isinstance(action, DragBy):
        return Point(start.center.x + action.right, start.center.y + action.down) if start else None
    goal = boxes.get(action.to)
    return drop_point(goal, action.edge) if goal else None


def used_by(action: Action, map_: ElementMap) -> list[Element]:
    """The elements that an action is done to: of a drag what is dragged and then what it is let go
    over, of a click at a point what lies under it."""
    action = on_element(action, map_)
    ids = action.targets if isinstance(action, Tap) else (getattr(action, "target", None),)
    by_id = {element.id: element for element in map_.elements}
    used = [by_id[number] for number in ids if number in by_id]
    goal = dropped_on(action, map_) if isinstance(action, Dragging) else None
    return [*used, goal] if goal is not None else used


def dropped_on(action: Drag | DragBy, map_: ElementMap) -> Element | None:
    """What a drag ends over; None when that is nothing, or what is dragged itself."""
    if isinstance(action, Drag):
        return next((e for e in map_.elements if e.id == action.to), None)
    end = dropped_at(action, map_)
    goal = element_at(end, map_) if end is not None else None
    return goal if goal is not None and goal.id != action.target else None


def points_of(action: Action, map_: ElementMap) -> list[Point]:
    """The points at which an action presses or lets go; none of one that names no place."""
    if isinstance(action, ClickAt):
        return [Point(action.x, action.y)]
    if not isinstance(action, Dragging):
        return [element.box.center for element in used_by(action, map_)]
    start = next((e.box.center for e in map_.elements if e.id == action.target), None)
    return [point for point in (start, dropped_at(action, map_)) if point is not None]
