"""A trace of one look: what the parts saw, and what was dropped or joined on the way and why.

Collected only inside of `tracing()`; elsewhere `note` costs the look-up of a variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from vision.core.geometry import Box, overlap_area
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was dropped or joined: `box` is where it was, `into` what it gave way to or
    became a part of. `why` is a clause in plain English. Boxes are relative to the frame."""

    stage: str
    box: Box
    why: str
    into: Box | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a pass made of one field of the scene: what it held before, and after."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Step:
    """A pass that ran: its name, the seconds that it took, and the fields that it changed."""

    name: str
    seconds: float
    changes: tuple[Change, ...] = ()


@dataclass(slots=True)
class Trace:
    """All that happened in one look; boxes relative to the frame."""

    spans: tuple[TextSpan, ...] = ()
    detections: tuple[Detection, ...] = ()
    shapes: tuple[Shape, ...] = ()
    steps: list[Step] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def tracing() -> Iterator[Trace]:
    """Collect the trace of what is perceived inside of the block."""
    trace = Trace()
    token = _current.set(trace)
    try:
        yield trace
    finally:
        _current.reset(token)


def is_traced() -> bool:
    """Whether a trace is collected now."""
    return _current.get() is not None


def note(stage: str, box: Box, why: str, into: Box | None = None) -> None:
    """Add an event when a trace is collected."""
    trace = _current.get()
    if trace is not None:
        trace.events.append(Event(stage, box, why, into))


def note_lost(stage: str, before: Sequence[TextSpan], after: Sequence[TextSpan], why: str) -> None:
    """Add an event for each line of text that a stage left out."""
    if _current.get() is None:
        return
    for span in before:
        # A line that was only cut is still there.
        if not any(overlap_area(span.box, kept.box) > 0.3 * span.box.area for kept in after):
            note(stage, span.box, f'"{span.text}" was left out: {why}')


def note_step(step: Step) -> None:
    """Add a pass that ran when a trace is collected."""
    trace = _current.get()
    if trace is not None:
        trace.steps.append(step)


def note_parts(
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
) -> None:
    """Keep what the parts saw when a trace is collected."""
    trace = _current.get()
    if trace is not None:
        trace.spans, trace.detections = tuple(spans), tuple(detections)
        trace.shapes = tuple(shapes)
