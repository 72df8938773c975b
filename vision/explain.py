"""Why an element is on the map as it is, in plain English, from the trace of a look."""

from __future__ import annotations

from collections.abc import Iterable

from vision.core.elements import Element, quote
from vision.core.geometry import Box, Point, iou, overlap_area
from vision.core.trace import Event, Trace

# A part saw an element when it covers this share of the smaller of the two; of larger areas only
# those count that are about as large as it is.
_COVERS, _ABOUT = 0.5, 0.3


def explain(element: Element, trace: Trace, origin: Point) -> str:
    """Which parts saw the element, with boxes and scores, and what was dropped or joined for it.

    `trace` is that of the look that found it; `origin` is the place of the frame's first pixel.
    All boxes are told in pixels of the screen as left, top, right, bottom.
    """
    box = element.box.moved(-origin.x, -origin.y)
    name = f" {quote(element.text)}" if element.text else ""
    lines = [
        f"[{element.id}] {element.kind}{name} at {_at(element.box)}; "
        f"made by: {element.source}, score {element.score:.2f}"
    ]
    if state := element.state.words():
        lines.append(f"State: {state}")
    if structure := _structure(element):
        lines.append(f"Structure: {structure}")
    seen = [
        *_text(trace, box, origin),
        *_detector(trace, box, origin),
        *_shapes(trace, box, origin),
    ]
    lines += ["Seen by:", *seen] if seen else ["No part saw it by itself: it was inferred."]
    happened = [_event(event, origin) for event in trace.events if _concerns(event, box)]
    if happened:
        lines += ["Dropped or joined:", *dict.fromkeys(happened)]
    return "\n".join(lines)


def _structure(element: Element) -> str:
    said = [f"within {quote(element.within)}"] if element.within else []
    if element.cell:
        said.append(f"row {element.cell[0]}, column {element.cell[1]}")
    if element.notice:
        said.append(element.notice)
    return ", ".join(said)


def _text(trace: Trace, box: Box, origin: Point) -> Iterable[str]:
    for span in trace.spans:
        if _touches(span.box, box):
            place = _at(span.box.moved(origin.x, origin.y))
            yield f"  text reader: {quote(span.text)} at {place}, score {span.score:.2f}"


def _detector(trace: Trace, box: Box, origin: Point) -> Iterable[str]:
    for one in trace.detections:
        if iou(one.box, box) > _ABOUT or (_touches(one.box, box) and one.box.area <= box.area):
            place = _at(one.box.moved(origin.x, origin.y))
            yield f"  detector: {one.label or 'a control'} at {place}, score {one.score:.2f}"


def _shapes(trace: Trace, box: Box, origin: Point) -> Iterable[str]:
    for shape in trace.shapes:
        if iou(shape.box, box) > _ABOUT:
            form = "round" if shape.round else "rectangular"
            colour = "#{:02x}{:02x}{:02x}".format(*shape.colour)
            place = _at(shape.box.moved(origin.x, origin.y))
            yield f"  shapes: a {form} area of colour {colour} at {place}"


def _event(event: Event, origin: Point) -> str:
    return f"  {event.stage}: {event.why} (at {_at(event.box.moved(origin.x, origin.y))})"


def _concerns(event: Event, box: Box) -> bool:
    if event.into is not None and iou(event.into, box) > _ABOUT:
        return True
    return _touches(event.box, box) and event.box.area <= 4 * box.area


def _touches(part: Box, box: Box) -> bool:
    return overlap_area(part, box) > _COVERS * min(part.area, box.area)


def _at(box: Box) -> str:
    return ", ".join(map(str, box.as_list()))
