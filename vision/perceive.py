"""Perceiver: a screenshot becomes an element map; what did not change is not read again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from vision.change import changed_boxes, inked_region, same_place
from vision.detect import Detection, ElementDetector
from vision.elements import Element, ElementMap
from vision.frames import frame_of
from vision.geometry import Box, coverage, overlap_area
from vision.links import split_links
from vision.merge import line_height, merge
from vision.recognise import TextRecognizer, TextSpan
from vision.regions import aligned, whole_regions
from vision.screen import Pixels, Screenshot
from vision.scrolling import scroll_areas
from vision.shapes import Shape, find_shapes
from vision.signs import LIKE_PERCENT, read_label
from vision.states import with_states
from vision.structure import with_structure
from vision.trace import note_parts
from vision.track import keep_ids
from vision.windows import Window

# Above this share of changed area a full look is as quick and simpler.
_MOSTLY = 0.5
_CONTEXT = 64
# Larger detections are pictures or panes: what changes in them does not concern the whole.
_TALLEST_KNOWN = 120
_STAGES = ("ocr", "detect", "shapes", "merge")
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
        self._read_text: tuple[TextSpan, ...] = ()
        self._last_map: ElementMap | None = None
        self._labels: dict[bytes, TextSpan | None] = {}

    @property
    def read_text(self) -> tuple[TextSpan, ...]:
        """All text of the last screenshot, in its own coordinates, before any of it was given to
        controls or dropped."""
        return self._read_text

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
        """The element map of a screenshot; `windows` front to back, in virtual-screen pixels.

        Timings are in the map: seconds of ocr, detect, shapes and merge.
        """
        regions, last = self._regions_to_read(screenshot)
        timings = dict.fromkeys(_STAGES, 0.0)
        known = self._last_map
        if not regions and last and known and known.windows == tuple(windows):
            self._last = replace(last, screenshot=screenshot)
            self._last_map = replace(known, screenshot=screenshot, timings=timings)
            return self._last_map
        spans, detections = self._read(screenshot.pixels, regions, last, timings)
        with _timed(timings, "shapes"):
            shapes = find_shapes(screenshot.pixels)
        with _timed(timings, "ocr"):
            read = self._labels_of_keys(screenshot.pixels, spans, shapes)
        self._read_text = tuple(read)
        with _timed(timings, "merge"):
            note_parts(read, detections, shapes)
            own = [_moved(w, -screenshot.origin.x, -screenshot.origin.y) for w in windows]
            elements = merge(screenshot.pixels, read, detections, shapes, own)
            elements = with_states(screenshot.pixels, elements)
            elements = with_structure(screenshot.pixels, elements, own)
            areas = scroll_areas(screenshot.pixels, shapes, [w.box for w in own if not w.popup])
            placed = [_placed(e, screenshot) for e in elements]
            kept = keep_ids(known, placed) if known else tuple(placed)
        self._last = _Look(screenshot, tuple(spans), tuple(detections))
        x, y = screenshot.origin.x, screenshot.origin.y
        told = tuple(area.moved(x, y) for area in areas)
        self._last_map = ElementMap(kept, screenshot, tuple(windows), timings, told)
        return self._last_map

    def _regions_to_read(self, screenshot: Screenshot) -> tuple[list[Box], _Look | None]:
        """What must be read anew, in the screenshot's own coordinates, and the look that holds the
        rest; None for the look when nothing of it counts any more."""
        last = self._last
        frame = Box(0, 0, screenshot.pixels.shape[1], screenshot.pixels.shape[0])
        if last is not None and same_place(last.screenshot, screenshot):
            changed = changed_boxes(last.screenshot, screenshot)
            own = [box.moved(-screenshot.origin.x, -screenshot.origin.y) for box in changed]
            known = [s.box for s in last.spans]
            known += [d.box for d in last.detections if d.box.height < _TALLEST_KNOWN]
            regions = whole_regions(own, known, frame)
            if sum(region.area for region in regions) <= _MOSTLY * frame.area:
                return regions, last
        inked = inked_region(screenshot.pixels)
        return ([aligned(inked, frame)] if inked else []), None

    def _read(
        self,
        pixels: Pixels,
        regions: Sequence[Box],
        last: _Look | None,
        timings: dict[str, float],
    ) -> tuple[list[TextSpan], list[Detection]]:
        spans = [s for s in last.spans if not _touches(s.box, regions)] if last else []
        detections = [d for d in last.detections if not _touches(d.box, regions)] if last else []
        for region in regions:
            with _timed(timings, "ocr"):
                crop = pixels[region.top : region.bottom, region.left : region.right]
                read = split_links(self._recognizer.read(crop), crop, self._recognizer)
                spans += [_moved_span(s, region.left, region.top) for s in read]
            with _timed(timings, "detect"):
                detections += self._detected(pixels, region)
        return spans, detections

    def _detected(self, pixels: Pixels, region: Box) -> list[Detection]:
        """Detections in a region. The detector sees more than that: it goes by what is around."""
        if self._detector is None:
            return []
        frame = Box(0, 0, pixels.shape[1], pixels.shape[0])
        seen = region.grown(_CONTEXT).intersection(frame) or frame
        found = self._detector.detect(pixels[seen.top : seen.bottom, seen.left : seen.right])
        moved = [replace(d, box=d.box.moved(seen.left, seen.top)) for d in found]
        return [d for d in moved if region.contains(d.box.center)]

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
            if label is not None and all(_is_better(label, s) for s in inner):
                kept = [s for s in kept if s not in inner] + [label]
        return kept

    def _label(self, pixels: Pixels, box: Box, line: float) -> TextSpan | None:
        crop = pixels[box.top + 2 : box.bottom - 2, box.left + 2 : box.right - 2]
        key = crop.tobytes()
        if key not in self._labels:
            self._labels[key] = read_label(self._recognizer, crop, line)
        span = self._labels[key]
        return _moved_span(span, box.left + 2, box.top + 2) if span else None


def _is_better(label: TextSpan, first: TextSpan) -> bool:
    """Whether a second reading counts. A sign does not turn into a letter ("<-" into "L")."""
    if label.text.isalpha() and not any(c.isalnum() for c in first.text):
        return False
    return label.score >= first.score - 0.1


def _is_doubtful(span: TextSpan) -> bool:
    """A short text that may be a sign read wrongly."""
    lone = (len(span.text) == 1 and not span.text.isalnum()) or span.text in LIKE_PERCENT
    return len(span.text) <= 5 and (span.score < _SURE or lone)


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    timings[stage] += time.perf_counter() - start


def _touches(box: Box, regions: Sequence[Box]) -> bool:
    return any(overlap_area(box, region) > 0 for region in regions)


def _moved(window: Window, dx: int, dy: int) -> Window:
    return replace(window, box=window.box.moved(dx, dy))


def _moved_span(span: TextSpan, dx: int, dy: int) -> TextSpan:
    words = tuple(replace(word, box=word.box.moved(dx, dy)) for word in span.words)
    return replace(span, box=span.box.moved(dx, dy), words=words)


def _placed(element: Element, screenshot: Screenshot) -> Element:
    return replace(element, box=element.box.moved(screenshot.origin.x, screenshot.origin.y))
