"""Where something is after it was dragged."""

from __future__ import annotations

from vision.core.elements import Element, ElementMap, one_line
from vision.core.geometry import iou

# Pixels, at scale 1, by which the boxes of a row or column may be off.
_ALIGNED = 12
_SAME_PLACE = 0.5


def moved(thing: Element, before: ElementMap, after: ElementMap) -> str:
    """What became of the place of something that has a text, in plain words; "" when it is where it
    was, and for a thing without a text, of which nobody can tell."""
    if not thing.text:
        return ""
    there = _called(thing, before)
    now = _called(thing, after)
    if len(now) < len(there):
        return f"“{one_line(thing.text)}” is no longer where it was"
    if not now or any(iou(e.box, thing.box) > _SAME_PLACE for e in now):
        return ""
    place = min(now, key=lambda e: _distance(e, thing))
    return f"“{one_line(thing.text)}” moved" + _neighbour(place, after)


def _called(thing: Element, map_: ElementMap) -> list[Element]:
    return [e for e in map_.elements if e.text == thing.text and e.kind == thing.kind]


def _distance(a: Element, b: Element) -> int:
    return abs(a.box.center.x - b.box.center.x) + abs(a.box.center.y - b.box.center.y)


def _neighbour(thing: Element, map_: ElementMap) -> str:
    """What it stands behind or before now, of its kind in its column or row."""
    off = _ALIGNED * map_.screenshot.scale
    others = [e for e in map_.elements if e is not thing and e.kind == thing.kind and e.text]
    column = [e for e in others if abs(e.box.left - thing.box.left) < off]
    row = [e for e in others if abs(e.box.center.y - thing.box.center.y) < off]
    line, across = (column, False) if column else (row, True)

    def place(e: Element) -> int:
        return e.box.center.x if across else e.box.center.y

    earlier = [e for e in line if place(e) < place(thing)]
    if earlier:
        return f": it now comes after “{one_line(max(earlier, key=place).text)}”"
    if line:
        return f": it now comes before “{one_line(min(line, key=place).text)}”"
    return ""
