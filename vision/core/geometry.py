"""Boxes and points in physical pixels of the virtual screen, origin top left, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A place on the screen, in physical pixels."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A half-open rectangle in physical pixels: `left <= x < right`, `top <= y < bottom`.

    Raises:
        ValueError: the rectangle is empty.
    """

    left: int
    top: int
    right: int
    bottom: int

    def __post_init__(self) -> None:
        if self.right <= self.left or self.bottom <= self.top:
            raise ValueError(f"empty box: left, top, right, bottom = {self.as_list()}")

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def center(self) -> Point:
        return Point((self.left + self.right) // 2, (self.top + self.bottom) // 2)

    def as_list(self) -> list[int]:
        return [self.left, self.top, self.right, self.bottom]

    @property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """Points (x, y), clockwise from the top left one on."""
        left, top, right, bottom = self.as_list()
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def intersection(self, other: Box) -> Box | None:
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right, bottom) if left < right and top < bottom else None

    def union(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def contains(self, point: Point) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def moved(self, dx: int, dy: int) -> Box:
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def turned(self) -> Box:
        """The same place where rows are columns."""
        return Box(self.top, self.left, self.bottom, self.right)

    def grown(self, pixels: int) -> Box:
        """The box with every side moved outwards (negative: inwards; raises when empty)."""
        return Box(self.left - pixels, self.top - pixels, self.right + pixels, self.bottom + pixels)


def overlap_area(a: Box, b: Box) -> int:
    """Pixels that both boxes cover."""
    # Asked a hundred thousand times for a full screen, nearly always of boxes far apart.
    if a.bottom <= b.top or b.bottom <= a.top or a.right <= b.left or b.right <= a.left:
        return 0
    width = min(a.right, b.right) - max(a.left, b.left)
    return width * (min(a.bottom, b.bottom) - max(a.top, b.top))


def iou(a: Box, b: Box) -> float:
    """Intersection over union, 0 to 1."""
    common = overlap_area(a, b)
    return common / (a.area + b.area - common)


def ious(a: Sequence[Box], b: Sequence[Box]) -> NDArray[np.float64]:
    """Intersection over union of all pairs, len(a) x len(b): iou for many boxes."""
    left, top, right, bottom = _sides(a)[..., np.newaxis]
    other_left, other_top, other_right, other_bottom = _sides(b)[:, np.newaxis]
    width = np.minimum(right, other_right) - np.maximum(left, other_left)
    height = np.minimum(bottom, other_bottom) - np.maximum(top, other_top)
    common = np.maximum(width, 0) * np.maximum(height, 0)
    areas = (right - left) * (bottom - top)
    other_areas = (other_right - other_left) * (other_bottom - other_top)
    result: NDArray[np.float64] = common / (areas + other_areas - common)
    return result


def _sides(boxes: Sequence[Box]) -> NDArray[np.int64]:
    return np.array([box.as_list() for box in boxes], np.int64).reshape(-1, 4).T


def coverage(inner: Box, outer: Box) -> float:
    """The share of `inner` that lies in `outer`, 0 to 1."""
    if inner.bottom <= outer.top or outer.bottom <= inner.top:
        return 0.0
    return overlap_area(inner, outer) / inner.area


def holds(window: Box, box: Box) -> bool:
    """Whether a window holds the middle of a box, and most of it: what is larger is behind it."""
    return window.contains(box.center) and coverage(box, window) > 0.5


def bounding_box(boxes: Iterable[Box]) -> Box:
    """The smallest box round all of them. Raises ValueError when there is none."""
    boxes = list(boxes)
    if not boxes:
        raise ValueError("no box to bound")
    result = boxes[0]
    for box in boxes[1:]:
        result = result.union(box)
    return result
