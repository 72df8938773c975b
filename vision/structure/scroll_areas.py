"""Areas that scroll, by their scroll bars: where they are and on which sides there is more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.core.geometry import Box, coverage
from vision.pixels.flat_regions import Shape
from vision.pixels.scroll_bars import ScrollBar


@dataclass(frozen=True, slots=True)
class ScrollArea:
    """A part of the screen that scrolls, with its bar, in physical pixels of the virtual screen;
    the sides on which there is more to see."""

    box: Box
    above: bool = False
    below: bool = False
    left: bool = False
    right: bool = False

    def words(self) -> str:
        """Where there is more, as in "more above and below"; "" when all is in sight."""
        sides = [name for name in ("above", "below", "left", "right") if getattr(self, name)]
        said = " and ".join([", ".join(sides[:-1]), sides[-1]] if len(sides) > 1 else sides)
        return f"more {said}" if said else ""

    def moved(self, dx: int, dy: int) -> ScrollArea:
        return replace(self, box=self.box.moved(dx, dy))


def scroll_areas(
    bars: Sequence[ScrollBar], shapes: Sequence[Shape], windows: Sequence[Box], frame: Box
) -> tuple[ScrollArea, ...]:
    """What each bar scrolls. All boxes are relative to the frame; `windows` come front to back."""
    windows = [*windows, frame]
    areas: list[ScrollArea] = []
    for bar in (each for each in bars if not each.across):
        box = _pane(bar.track, shapes, windows)
        areas.append(ScrollArea(box, above=bar.before, below=bar.after))
    turned = [replace(s, box=s.box.turned()) for s in shapes]
    for bar in (each for each in bars if each.across):
        box = _pane(bar.track.turned(), turned, [w.turned() for w in windows]).turned()
        same = next((a for a in areas if _is_same_area(a.box, box)), None)
        if same is None:
            areas.append(ScrollArea(box, left=bar.before, right=bar.after))
        else:
            both = same.box.union(box)
            areas[areas.index(same)] = replace(same, box=both, left=bar.before, right=bar.after)
    return tuple(sorted(areas, key=lambda area: (area.box.top, area.box.left)))


def _is_same_area(a: Box, b: Box) -> bool:
    return min(coverage(a, b), coverage(b, a)) > 0.7


def _pane(bar: Box, shapes: Sequence[Shape], windows: Sequence[Box]) -> Box:
    """The box of what a bar scrolls: from the left edge of a flat area beside it, or of its window,
    to its right side."""
    window = next((w for w in windows if w.contains(bar.center)), windows[-1])
    beside = [
        s.box.left
        for s in shapes
        if abs(s.box.right - bar.left) <= bar.width
        and abs(s.box.top - bar.top) <= 3 * bar.width
        and abs(s.box.bottom - bar.bottom) <= 3 * bar.width
        and s.box.width > 3 * bar.width
    ]
    left = max(window.left, min(beside, default=window.left))
    return Box(min(left, bar.left), bar.top, bar.right, bar.bottom)
