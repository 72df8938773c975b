"""Setting a slider: drag its handle, look at the value that is shown, correct; keys do the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from agent.actions import SetSlider
from agent.computer.controller import Controller
from agent.computer.effect import same_thing
from agent.computer.readings import number_in
from agent.control.stop import StopSwitch
from agent.errors import ActionFailed
from agent.task.literals import alike
from vision.capture.screen import Screenshot
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box, Point, overlap_area

# So far from a slider, in pixels at scale 1, stands the number that it shows.
_BESIDE, _ABOVE = 160, 70
# Drags and presses of a key, each with a look; keys that are pressed without one.
_MOST_DRAGS, _MOST_KEYS, _MOST_PRESSES = 6, 6, 60
# Of the length of a slider: the first drag.
_FIRST_DRAG = 0.3
# What a pixel of the handle differs from the same place of the track by, of 255; how many pixels do
# at least; how much of its height belongs to it; and the gap that may be inside of it.
_DIFFERS, _LEAST, _NEARLY, _GAP = 20, 4, 0.7, 3


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the handle is along the track, in pixels from its beginning, and the number shown."""

    at: float
    value: float


@dataclass
class Slider:
    """One slider that is set. `map_` is the screen as it was last looked at."""

    target: Element
    map_: ElementMap
    controller: Controller
    look: Callable[[], ElementMap]
    stop: StopSwitch
    _readout: Element | None = field(default=None, init=False)
    _slope: float = field(default=0.0, init=False)
    _box: Box = field(init=False)

    def __post_init__(self) -> None:
        self._box = track_of(self.target, self.map_)

    def set(self, action: SetSlider) -> None:
        """Move the handle until the slider shows the value.

        Raises:
            ActionFailed: it shows none, or another one was reached; the message says which.
            Stopped: the person stopped the run.
        """
        wanted = number_in(action.value)
        if wanted is None:
            self._find_word(action.value)
            return
        here = self._first(wanted)
        if here is None or here.value == wanted:
            return
        reached = self._by_drags(here, wanted)
        if reached != wanted:
            reached = self._by_keys(reached, wanted)
        if reached != wanted:
            raise ActionFailed(
                f"The slider could not be set to {action.value}: it shows {reached:g} now."
            )

    @property
    def _length(self) -> int:
        return max(self._box.width, self._box.height)

    def _first(self, wanted: float) -> _Place | None:
        """The place of the handle and the value that is shown, found by moving it: what changes
        with it is its number. None when it shows the wanted value already."""
        if number_in(self._own(self.map_)) == wanted:
            return None
        before, at = self.map_, self._handle()
        room = _FIRST_DRAG * self._length
        self._drag(at, at + room if at < self._length / 2 else at - room)
        self._readout = self._changed(before)
        if (value := self._value()) is None:
            # Some are moved by keys only.
            self.controller.press("right")
            self.map_ = self.look()
            self._readout = self._changed(before)
            value = self._value()
        after = self._handle()
        if value is None:
            raise ActionFailed(
                "The slider shows no number that changes with its handle, so it cannot be set to "
                "a value.",
                "Drag its handle, or press arrow keys, and look.",
            )
        old = self._value(before)
        if old is not None and after != at:
            self._slope = (value - old) / (after - at)
        return _Place(after, value)

    def _by_drags(self, here: _Place, wanted: float) -> float:
        slope = self._slope  # by how much the value grows with a pixel; 0: nobody knows
        for _ in range(_MOST_DRAGS):
            if here.value == wanted or not slope:
                break
            goal = self._inside(here.at + (wanted - here.value) / slope)
            if abs(goal - here.at) < 1:
                break
            self._drag(here.at, goal)
            value, at = self._value(), self._handle()
            if value is None:
                break
            if value != here.value and at != here.at:
                slope = (value - here.value) / (at - here.at)
            elif value == here.value:
                break
            here = _Place(at, value)
        return here.value

    def _by_keys(self, value: float, wanted: float) -> float:
        """Press an arrow key, look by how much the value changes, press it as often as needed."""
        step, reached = 0.0, value
        for _ in range(_MOST_KEYS):
            times = 1
            if step:
                times = min(_MOST_PRESSES, round(abs((wanted - reached) / step)))
            if times < 1:
                break
            # In most programs right and up raise the value, whatever way the slider lies.
            raises = wanted > reached
            for _ in range(times):
                self.controller.press("right" if raises else "left")
            self.map_ = self.look()
            now = self._value()
            if now is None or now == reached:
                break
            step = (now - reached) / times
            reached = now
            if reached == wanted:
                break
        return reached

    def _find_word(self, wanted: str) -> None:
        """Go through the slider from one end to the other until it shows a word."""
        self.controller.click(self._point(self._handle()))
        self.controller.press("home")
        seen = ""
        for _ in range(_MOST_PRESSES):
            self.map_ = self.look()
            near = [e.text for e in self._near(self.map_)]
            shown = [self._own(self.map_), *near]
            if any(alike(text, wanted, 0.9) for text in shown if text):
                return
            if seen == "|".join(shown):
                break
            seen = "|".join(shown)
            self.controller.press("right")
        raise ActionFailed(f"The slider never showed “{wanted}” from one end to the other.")

    def _drag(self, start: float, end: float) -> None:
        self.controller.drag(self._point(start), self._point(self._inside(end)))
        self.map_ = self.look()

    def _inside(self, at: float) -> float:
        """The nearest place on the track."""
        return min(max(at, 0.0), self._length - 1.0)

    def _point(self, at: float) -> Point:
        if self._box.width >= self._box.height:
            return Point(round(self._box.left + at), self._box.center.y)
        return Point(self._box.center.x, round(self._box.top + at))

    def _handle(self) -> float:
        """The middle of the handle as the picture shows it, else that of the slider."""
        found = handle_of(self.map_.screenshot, self._box)
        return self._length / 2 if found is None else found

    def _own(self, map_: ElementMap) -> str:
        now = same_thing(self.target, map_)
        return (now.state.value or "") if now is not None else ""

    def _value(self, map_: ElementMap | None = None) -> float | None:
        """The number that the slider shows; None when it shows none."""
        map_ = map_ or self.map_
        own = number_in(self._own(map_))
        if own is not None or self._readout is None:
            return own
        place = self._readout.box.center
        near = sorted(
            (e for e in self._near(map_) if number_in(_shown(e)) is not None),
            key=lambda e: abs(e.box.center.x - place.x) + abs(e.box.center.y - place.y),
        )
        return number_in(_shown(near[0])) if near else None

    def _near(self, map_: ElementMap) -> list[Element]:
        scale = map_.screenshot.scale
        around = Box(
            round(self._box.left - _BESIDE * scale),
            round(self._box.top - _ABOVE * scale),
            round(self._box.right + _BESIDE * scale),
            round(self._box.bottom + _ABOVE * scale),
        )
        same = same_thing(self.target, map_)
        return [e for e in map_.elements if e is not same and around.contains(e.box.center)]

    def _changed(self, before: ElementMap) -> Element | None:
        """What near the slider shows another number than before."""
        old = {(_shown(e), e.box.center.y // 8) for e in self._near(before)}
        new = [
            e
            for e in self._near(self.map_)
            if number_in(_shown(e)) is not None and (_shown(e), e.box.center.y // 8) not in old
        ]
        middle = self._box.center
        return min(
            new,
            key=lambda e: abs(e.box.center.x - middle.x) + abs(e.box.center.y - middle.y),
            default=None,
        )


def track_of(slider: Element, map_: ElementMap) -> Box:
    """The box of a slider without the texts that reach into one of its ends: they would be taken
    for the handle."""
    box = slider.box
    flat = box.width >= box.height
    first, last = (box.left, box.right) if flat else (box.top, box.bottom)
    middle = (first + last) // 2
    for text in (e.box for e in map_.elements if e.text and e.id != slider.id):
        begin, end = (text.left, text.right) if flat else (text.top, text.bottom)
        if overlap_area(text, box) and begin > middle:
            last = min(last, begin)
        elif overlap_area(text, box) and end < middle:
            first = max(first, end)
    if flat:
        return Box(first, box.top, last, box.bottom)
    return Box(box.left, first, box.right, last)


def _shown(element: Element) -> str:
    return element.state.value or element.text


def handle_of(shot: Screenshot, box: Box) -> float | None:
    """The middle of a slider's handle along its track, in pixels from the beginning of the box:
    where the slider looks least like it does in most places. None when the picture does not tell.
    """
    inner = box.intersection(shot.box)
    if inner is None or min(inner.width, inner.height) < _LEAST:
        return None
    pixels = shot.crop(inner).astype(np.int16)
    if inner.height > inner.width:
        pixels = pixels.swapaxes(0, 1)
    # Of a part that is filled up to the handle only the track differs, of the handle more.
    other = np.abs(pixels - np.median(pixels, axis=1, keepdims=True)).max(axis=2) > _DIFFERS
    unlike = other.sum(axis=0)
    most = int(unlike.max())
    if most < _LEAST:
        return None
    places = np.flatnonzero(unlike >= _NEARLY * most)
    runs = np.split(places, np.flatnonzero(np.diff(places) > _GAP) + 1)
    widest = max(runs, key=len)
    return float(widest[0] + widest[-1]) / 2
