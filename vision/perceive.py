"""Perceiver: a screenshot becomes an element map; what did not change is not read again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.change import changed_boxes, same_place
from vision.detect import Detection, ElementDetector
from vision.elements import Element, ElementMap
from vision.frames import frame_of
from vision.geometry import Box, bounding_box, coverage, overlap_area
from vision.links import split_links
from vision.merge import line_height, merge
from vision.recognise import TextRecognizer, TextSpan
from vision.screen import Pixels, Screenshot
from vision.shapes import Shape, find_shapes
from vision.signs import read_label
from vision.track import keep_ids
from vision.windows import Window

# Above this share of changed area a full look is as quick and simpler.
_MOSTLY = 0.5
_MARGIN = 12
_SURE = 0.95


@dataclass(frozen=True, slots=True)
class _Look:
    """What the engines said of the last screenshot, in its own coordinates."""

    screenshot: Screenshot
    spans: tuple[TextSpan, ...]
    detections: tuple[Detection, ...]


class Perceiver:
    """Joins a recogniser and a detector. Keeps the last look, so it belongs to one screen."""

    def __init__(self, recognizer: TextRecognizer, detector: ElementDetector | None) -> None:
        self._recognizer = recognizer
        self._detector = detector
        self._last: _Look | None = None
        self._last_map: ElementMap | None = None
        self._labels: dict[bytes, TextSpan | None] = {}

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
        """The element map of a screenshot; `windows` front to back, in virtual-screen pixels.

        Timings are in the map: seconds of ocr, detect, shapes and merge.
        """
        timings: dict[str, float] = {}
        region, last = self._region_to_read(screenshot)
        spans, detections = self._read(screenshot, region, last, timings)
        start = time.perf_counter()
        shapes = find_shapes(screenshot.pixels)
        timings["shapes"] = time.perf_counter() - start
        start = time.perf_counter()
        read = self._labels_of_keys(screenshot.pixels, spans, shapes)
        timings["ocr"] += time.perf_counter() - start
        start = time.perf_counter()
        own = [_moved(w, -screenshot.origin.x, -screenshot.origin.y) for w in windows]
        elements = merge(screenshot.pixels, read, detections, shapes, own)
        placed = [_placed(e, screenshot) for e in elements]
        kept = keep_ids(self._last_map, placed) if self._last_map else tuple(placed)
        timings["merge"] = time.perf_counter() - start
        self._last = _Look(screenshot, tuple(spans), tuple(detections))
        self._last_map = ElementMap(kept, screenshot, tuple(windows), timings)
        return self._last_map

    def _region_to_read(self, screenshot: Screenshot) -> tuple[Box | None, _Look | None]:
        """What must be read anew, in the screenshot's own coordinates; None for nothing."""
        last = self._last
        frame = Box(0, 0, screenshot.pixels.shape[1], screenshot.pixels.shape[0])
        if last is None or not same_place(last.screenshot, screenshot):
            return frame, None
        changed = changed_boxes(last.screenshot, screenshot)
        if not changed:
            return None, last
        region = bounding_box(changed).moved(-screenshot.origin.x, -screenshot.origin.y)
        region = _whole_lines(region.grown(_MARGIN), last, frame)
        return (frame, None) if region.area > _MOSTLY * frame.area else (region, last)

    def _read(
        self,
        screenshot: Screenshot,
        region: Box | None,
        last: _Look | None,
        timings: dict[str, float],
    ) -> tuple[list[TextSpan], list[Detection]]:
        timings.update(ocr=0.0, detect=0.0)
        spans = [s for s in last.spans if not _touches(s.box, region)] if last else []
        detections = [d for d in last.detections if not _touches(d.box, region)] if last else []
        if region is None:
            return spans, detections
        crop = screenshot.pixels[region.top : region.bottom, region.left : region.right]
        start = time.perf_counter()
        dx, dy = region.left, region.top
        read = split_links(self._recognizer.read(crop), crop, self._recognizer)
        spans += [_moved_span(s, dx, dy) for s in read]
        timings["ocr"] = time.perf_counter() - start
        if self._detector is not None:
            start = time.perf_counter()
            found = self._detector.detect(crop)
            detections += [replace(d, box=d.box.moved(dx, dy)) for d in found]
            timings["detect"] = time.perf_counter() - start
        return spans, detections

    def _labels_of_keys(
        self, pixels: Pixels, spans: Sequence[TextSpan], shapes: Sequence[Shape]
    ) -> list[TextSpan]:
        """The spans with short labels on keys read again: text finders pass over lone signs, and
        readers mistake them."""
        line = line_height(spans)
        kept = list(spans)
        for shape in shapes:
            box = shape.box
            if not (1.2 * line <= box.height <= 8 * line and 1.2 * line <= box.width <= 8 * line):
                continue
            inner = [s for s in kept if coverage(s.box, box) > 0.5]
            if any(not _is_doubtful(s) for s in inner) or len(inner) > 1:
                continue
            if not frame_of(box, shape.colour, pixels).closed:
                continue
            label = self._label(pixels, box, line)
            if label is not None and all(label.score >= s.score - 0.1 for s in inner):
                kept = [s for s in kept if s not in inner] + [label]
        return kept

    def _label(self, pixels: Pixels, box: Box, line: float) -> TextSpan | None:
        crop = pixels[box.top + 2 : box.bottom - 2, box.left + 2 : box.right - 2]
        key = crop.tobytes()
        if key not in self._labels:
            self._labels[key] = read_label(self._recognizer, crop, line)
        span = self._labels[key]
        return _moved_span(span, box.left + 2, box.top + 2) if span else None


def _is_doubtful(span: TextSpan) -> bool:
    """A short text that may be a sign read wrongly."""
    lone = len(span.text) == 1 and not span.text.isalpha()
    return len(span.text) <= 5 and (span.score < _SURE or lone)


def _whole_lines(region: Box, last: _Look, frame: Box) -> Box:
    """The region grown until it cuts no known line or control."""
    boxes = [s.box for s in last.spans] + [d.box for d in last.detections if d.box.height < 120]
    for _ in range(4):
        cut = [b for b in boxes if _touches(b, region) and coverage(b, region) < 1]
        if not cut:
            break
        region = bounding_box([region, *[b.grown(3) for b in cut]])
    return region.intersection(frame) or frame


def _touches(box: Box, region: Box | None) -> bool:
    return region is not None and overlap_area(box, region) > 0


def _moved(window: Window, dx: int, dy: int) -> Window:
    return replace(window, box=window.box.moved(dx, dy))


def _moved_span(span: TextSpan, dx: int, dy: int) -> TextSpan:
    words = tuple(replace(word, box=word.box.moved(dx, dy)) for word in span.words)
    return replace(span, box=span.box.moved(dx, dy), words=words)


def _placed(element: Element, screenshot: Screenshot) -> Element:
    return replace(element, box=element.box.moved(screenshot.origin.x, screenshot.origin.y))
