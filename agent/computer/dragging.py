"""Dragging: from an element onto another one, onto an edge of it, or by a distance."""

from __future__ import annotations

from agent.actions import Drag, DragBy
from agent.errors import ActionFailed
from agent.pointing import dropped_at
from vision.core.elements import ElementMap
from vision.core.geometry import Point


def end_of(action: Drag | DragBy, map_: ElementMap) -> Point:
    """Where a drag ends.

    Raises:
        ActionFailed: its elements are not there, it goes nowhere, or it leaves the screen.
    """
    end = dropped_at(action, map_)
    if end is None:
        raise ActionFailed("What it is to be dragged onto is no longer there.")
    if end == map_.by_id(action.target).box.center:
        raise ActionFailed("A drag must end in another place than it begins.")
    if not map_.screenshot.box.contains(end):
        raise ActionFailed(
            f"The drag would end at ({end.x}, {end.y}), outside of the screen.",
            f"The screen is {map_.screenshot.box.width} by {map_.screenshot.box.height} pixels.",
        )
    return end
