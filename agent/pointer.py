"""Physical pixels and pointer units: the only place that converts between them.

Screens, boxes and maps are in physical pixels; the pointer of a Retina display counts points.
"""

from __future__ import annotations

from typing import NamedTuple

from vision.geometry import Point


class PointerPosition(NamedTuple):
    """A place in pointer units, which only the controller uses."""

    x: int
    y: int


def to_pointer(point: Point, scale: float) -> PointerPosition:
    """Physical pixels as pointer units; `scale` is physical pixels per pointer unit."""
    return PointerPosition(round(point.x / scale), round(point.y / scale))


def to_physical(position: PointerPosition, scale: float) -> Point:
    """Pointer units as physical pixels."""
    return Point(round(position.x * scale), round(position.y * scale))
