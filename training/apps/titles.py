"""Title bars: the title and the buttons, of openbox or of programs that draw their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from training.apps import ink
from training.apps.frames import Frame
from training.apps.places import Placed, Places, visible
from training.apps.scene import Scene
from training.labels import Label
from vision.capture.screen import Pixels
from vision.core.geometry import Box

_INSET = 1  # pixels at the edge of a title's part that belong to its relief
_DIFFERS = 40
_AROUND = 2
_OWN_BAR = 70  # pixels from the top in which a program's own bar holds the title


def title_labels(scene: Scene, places: Places, placed: Sequence[Placed]) -> Iterator[Label]:
    """Titles and buttons of all windows that show."""
    for number, frame in enumerate(scene.frames):
        if frame.window.popup:
            continue
        title = (
            drawn_title(scene.pixels, frame) if frame.bar else _told(number, frame, places, placed)
        )
        seen = visible(title, number, places.owners) if title else None
        if seen is not None and frame.window.title:
            yield Label("window title", seen, frame.window.title, frame.window.title)
        for name, box in frame.buttons:
            seen = visible(box, number, places.owners)
            if seen is not None and not ink.flat(ink.cut(scene.pixels, seen)):
                yield Label("icon", seen, name)


def drawn_title(pixels: Pixels, frame: Frame) -> Box | None:
    """Where openbox drew the title; None for none. Its ground may change from row to row."""
    bar = frame.bar
    if bar is None or bar.width <= 2 * _INSET or bar.height <= 2 * _INSET:
        return None
    inner = bar.grown(-_INSET)
    part = ink.cut(pixels, inner).astype(np.int32)
    if part.size == 0:
        return None
    ground = np.median(part, axis=1, keepdims=True)
    found = ink.bounds(np.abs(part - ground).max(axis=2) > _DIFFERS)
    if found is None:
        return None
    seen = found.moved(inner.left, inner.top)
    return seen.grown(_AROUND).intersection(bar)


def _told(number: int, frame: Frame, places: Places, placed: Sequence[Placed]) -> Box | None:
    """Where a program that draws its own frame says that its title is."""
    for one in placed:
        own = one.node.role == "label" and one.frame == number
        high = one.box.top - frame.window.box.top < _OWN_BAR
        if own and high and one.node.name == frame.window.title:
            words = places.words(one.node)
            boxes = [box for _, box in words]
            if boxes:
                left, top = min(b.left for b in boxes), min(b.top for b in boxes)
                return Box(left, top, max(b.right for b in boxes), max(b.bottom for b in boxes))
            return one.box
    return None
