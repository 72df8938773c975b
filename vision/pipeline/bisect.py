"""Which pass found, changed or lost what is at one place, from the trace of a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vision.core.elements import quote
from vision.core.geometry import Box, Point, iou
from vision.core.trace import Step
from vision.pipeline.runner import contents

# Of IoU with the place: what is less alike is something else.
_AT_PLACE = 0.4


def bisected(steps: Sequence[Step], box: Box, origin: Point) -> Iterator[str]:
    """What each pass changed at a place, a line for each field of the scene that it changed there;
    `box` is in pixels of the screen, `origin` is the place of the frame's first pixel."""
    place = box.moved(-origin.x, -origin.y)
    for one in steps:
        for change in one.changes:
            before, after = _best(change.before, place), _best(change.after, place)
            said = _difference(before, after, origin)
            if said:
                yield f"{one.name}: {change.field}: {said}"


def _best(value: object, place: Box) -> object | None:
    """The thing of a field that fits a place best; None where nothing fits."""
    fitting = [(iou(box, place), one) for one in contents(value) if (box := _box(one))]
    return max((pair for pair in fitting if pair[0] >= _AT_PLACE), key=_fit, default=(0, None))[1]


def _fit(pair: tuple[float, object]) -> float:
    return pair[0]


def _box(one: object) -> Box | None:
    if isinstance(one, Box):
        return one
    box = getattr(one, "box", None)
    return box if isinstance(box, Box) else None


def _difference(before: object | None, after: object | None, origin: Point) -> str:
    if before == after:
        return ""
    if before is None:
        return f"found {_told(after, origin)}"
    if after is None:
        return f"lost {_told(before, origin)}"
    return f"{_told(before, origin)} became {_told(after, origin)}"


def _told(one: object, origin: Point) -> str:
    """A thing in words: its kind, text, score and states as far as it has these, and its place."""
    text = getattr(one, "text", "")
    kind = getattr(one, "kind", None) or ("line of text" if text else "box")
    score = getattr(one, "score", None)
    state = getattr(one, "state", None)
    states = state.words() if state is not None else ""
    box = _box(one)
    place = ", ".join(map(str, box.moved(origin.x, origin.y).as_list())) if box else "?"
    name = f"{kind} {quote(text)}" if text else str(kind)
    parts = [
        f"{name} at {place}",
        *([f"score {score:.2f}"] if score is not None else []),
        *([states] if states else []),
    ]
    return ", ".join(parts)
