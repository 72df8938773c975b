"""Lone signs: the number of a step on its disc, a cell that holds a single digit, the letter of a
picture of somebody, the star behind the label of a field. Finders of text pass over what is as wide
as it is high or narrower, and has nothing beside it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box, coverage, overlap_area
from vision.core.pieces import line_height, same_row
from vision.core.trace import note
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextRecognizer, TextSpan, Word
from vision.ocr.repair.key_glyphs import read_label
from vision.pixels.blobs import squares, standing_out
from vision.pixels.flat_regions import Shape

_MORE = 60  # pixels: no sign is larger, with what is around it
# What stands out: from the mean of the pixels around, by so much of 255.
_AROUND, _CONTRAST = 31, 24
# In heights of a line of text: how high a figure and a star are. In their own: how wide they are,
# the room on their sides, and what is read of it.
_HIGH, _WIDE, _DIGIT_WIDE = (0.6, 1.5), (0.3, 1.2), 0.9
_STAR_HIGH, _STAR_WIDE = (0.2, 0.6), (0.75, 1.35)
_ALONE, _RIM = 0.8, 0.2
_SPECK = 3  # pixels: what is smaller is no neighbour
# How surely a figure must be read, and a letter on a ground of its own; how large that is, in
# heights of a line.
_SURE, _SURELY, _GROUND = 0.95, 0.97, (1.2, 3.5)
_SQUARE = 1.3  # the longer side of such a ground, in the shorter ones
# From where on a detector's icons are none; of it.
_SEEN, _HOLDS = 0.5, 0.8
# In heights of a line: how far from its label a star stands.
_BEHIND = 0.8
_MOST = 60  # that are read of a picture: each takes a hundredth of a second


def with_lone_signs(
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    view: View,
    recognizer: TextRecognizer,
) -> list[TextSpan]:
    """The spans, and the signs that stand alone."""
    if not spans:
        return []
    line = line_height(spans)
    texts = [span.box.grown(1) for span in spans]
    icons = [d.box for d in detections if d.kind == "icon" and d.score >= _SEEN]
    grounds = [s.box for s in shapes if _is_ground(s, line)]
    found: list[TextSpan] = []
    asked = 0
    for box in _lone(view, line):
        if any(overlap_area(box, text) for text in texts):
            continue
        label = next((span.box for span in spans if _is_behind(box, span.box)), None)
        kind = _kind(box, label is not None, grounds, line)
        # The picture of somebody with a letter on it is an icon, too.
        pictured = kind != "A" and any(coverage(box, icon) > _HOLDS for icon in icons)
        if not kind or pictured or asked == _MOST:
            continue
        asked += 1
        # How high it stands in its line tells what a small sign is.
        seen = box
        if kind == "*" and label is not None:
            seen = box.union(replace(label, left=box.left, right=box.right))
        sign = _read(box, seen, kind, view, recognizer, line)
        if sign is not None:
            note("lone signs", box, f'"{sign.text}" stands alone')
            found.append(sign)
    return [*map(_plain, spans), *found]


def _kind(box: Box, labelled: bool, grounds: Sequence[Box], line: float) -> str:
    """What may stand there by its size and place: a star "*", a letter "A", a digit "1", or ""."""
    if box.height < _HIGH[0] * line:
        return "*" if labelled else ""
    if any(ground.contains(box.center) for ground in grounds):
        return "A"
    return "1" if box.width <= _DIGIT_WIDE * box.height else ""


def _is_ground(shape: Shape, line: float) -> bool:
    short, long = sorted((shape.box.width, shape.box.height))
    return _GROUND[0] * line <= short and long <= min(_GROUND[1] * line, _SQUARE * short)


def _is_behind(star: Box, label: Box) -> bool:
    gap = star.left - label.right
    return -1 <= gap <= _BEHIND * label.height and same_row(star, label)


def _read(
    box: Box, seen: Box, kind: str, view: View, recognizer: TextRecognizer, line: float
) -> TextSpan | None:
    """The sign in a box, of which so much is seen, if it is what may stand there; see _kind. Where
    a letter may, a digit may too."""
    frame = Box(0, 0, view.pixels.shape[1], view.pixels.shape[0])
    wide = seen.grown(max(2, round(_RIM * box.height))).intersection(frame)
    label = view.ask(read_label, wide, recognizer, line) if wide else None
    if wide is None or label is None or len(label.text) != 1:
        return None
    sign = label.text
    if kind == "*":
        right = sign == "*"
    elif sign.isdigit():
        right = label.score >= _SURE and box.width <= _DIGIT_WIDE * box.height
    else:
        right = kind == "A" and sign.isupper() and label.score >= _SURELY
    return label.moved(wide.left, wide.top) if right else None


def _plain(span: TextSpan) -> TextSpan:
    """A number that was read with its disc is the number."""
    text = unicodedata.normalize("NFKC", span.text) if len(span.text) == 1 else span.text
    if text == span.text or not text.isdecimal():
        return span
    return replace(span, text=text, words=(Word(text, span.box, span.score),))


def _lone(view: View, line: float) -> list[Box]:
    """What is as large as a figure or a star and has nothing beside it, from above."""
    found: set[Box] = set()
    for square in squares(view.pixels, _MORE):
        blobs = view.ask(_blobs, square, round(line))
        found |= {box.moved(square.left, square.top) for box in blobs}
    return sorted(found, key=lambda box: (box.top, box.left))


def _blobs(crop: Pixels, line: int) -> list[Box]:
    boxes: list[Box] = []
    for _, found in standing_out(crop, _AROUND, _CONTRAST):
        parts = found[(found[:, 2] >= _SPECK) | (found[:, 3] >= _SPECK)]
        x, y, wide, high = parts[:, 0], parts[:, 1], parts[:, 2], parts[:, 3]
        fits = (high >= _HIGH[0] * line) & (high <= _HIGH[1] * line)
        fits &= (wide >= _WIDE[0] * high) & (wide <= _WIDE[1] * high)
        stars = (high >= _STAR_HIGH[0] * line) & (high < _STAR_HIGH[1] * line)
        stars &= (wide >= _STAR_WIDE[0] * high) & (wide <= _STAR_WIDE[1] * high)
        fits |= stars
        fits &= (x > 0) & (y > 0) & (x + wide < crop.shape[1]) & (y + high < crop.shape[0])
        chosen = np.flatnonzero(fits)
        for n in chosen[_are_alone(parts, chosen, stars, _ALONE * line)].tolist():
            boxes.append(Box(int(x[n]), int(y[n]), int(x[n] + wide[n]), int(y[n] + high[n])))
    return boxes


def _are_alone(
    parts: NDArray[np.int32], chosen: NDArray[np.intp], stars: NDArray[np.bool_], room: float
) -> NDArray[np.bool_]:
    """Whether nothing stands beside each of the chosen parts (rows of left, top, width, height); a
    star has its label on the left."""
    left, top = parts[None, :, 0], parts[None, :, 1]
    right, bottom = left + parts[None, :, 2], top + parts[None, :, 3]
    own = parts[chosen]
    start, above = own[:, 0, None], own[:, 1, None]
    end, below = start + own[:, 2, None], above + own[:, 3, None]
    before = np.where(stars[chosen], 0.0, room)[:, None]
    beside = (top < below) & (bottom > above) & (left < end + room) & (right > start - before)
    # A disc or a cell around it is no neighbour, nor is a part of itself.
    around = (left <= start) & (top <= above) & (right >= end) & (bottom >= below)
    inner = (left >= start) & (top >= above) & (right <= end) & (bottom <= below)
    alone: NDArray[np.bool_] = np.asarray(~(beside & ~around & ~inner).any(axis=1))
    return alone
