"""Perceiver: a screenshot becomes an element map; what did not change is not read again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from vision.bars import scroll_bars
from vision.before_labels import without_pictures
from vision.change import changed_boxes, inked_region
from vision.closeup import Looker
from vision.detect import Detection, ElementDetector
from vision.elements import Element, ElementMap
from vision.geometry import Box
from vision.glances import Glances, View, touches
from vision.keypads import with_labels_of_keys
from vision.legends import without_frame_lines
from vision.links import split_links
from vision.lone_signs import with_lone_signs
from vision.looked import Look, Looks
from vision.merge import merge
from vision.naming import Namer, name_icons
from vision.pagers import split_pages
from vision.read_carets import without_read_carets
from vision.recognise import TextRecognizer, TextSpan
from vision.regions import aligned, slices, whole_regions
from vision.screen import Pixels, Screenshot
from vision.scrolling import scroll_areas
from vision.shapes import Shape, find_shapes, shapes_after
from vision.sign_rows import without_sign_rows
from vision.small_signs import with_small_signs
from vision.states import with_states
from vision.structure import with_structure
from vision.trace import note_parts
from vision.track import keep_ids
from vision.windows import Window

# Above this share of changed area a full look is as quick and simpler.
_MOSTLY = 0.5
_CONTEXT = 64
_STAGES = ("ocr", "detect", "shapes", "merge", "captions")


Judge = Callable[[Sequence[Detection], Sequence[TextSpan], Sequence[Shape], View], list[Detection]]
"""Says which detections count; see vision.judged."""


class Perceiver:
    """Joins a recogniser, a detector, what judges its boxes (without it all of them count), what
    takes closer looks at states, and what names icons. Keeps the last looks (see vision.looked), so
    it belongs to one screen."""

    def __init__(
        self,
        recognizer: TextRecognizer,
        detector: ElementDetector | None,
        namer: Namer | None = None,
        judge: Judge | None = None,
        looker: Looker | None = None,
    ) -> None:
        self._recognizer = recognizer
        self._detector = detector
        self._namer = namer
        self._judge = judge
        self._looker = looker
        self._looks = Looks()
        self._last: Look | None = None

    @property
    def read_text(self) -> tuple[TextSpan, ...]:
        """All text of the last screenshot, in its own coordinates, before any of it was given to
        controls or dropped."""
        return self._last.text if self._last else ()

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
        """The element map of a screenshot; `windows` front to back, in virtual-screen pixels.

        Timings are in the map: seconds of ocr, detect, shapes, merge and captions.
        """
        timings = dict.fromkeys(_STAGES, 0.0)
        regions, known = self._regions_to_read(screenshot)
        same = known is not None and not regions and known.map.windows == tuple(windows)
        if known is not None and same:
            seen = replace(known.map, screenshot=screenshot, timings=timings)
            look = replace(known, map=seen)
        else:
            look = self._look(screenshot, tuple(windows), regions, known, timings)
        look = self._named(look)
        if known is not self._last or not same:
            look = self._with_ids(look)
        self._last = look
        self._looks.add(look)
        return look.map

    def _named(self, look: Look) -> Look:
        """The look with the names of its icons, asked for again only when they may have changed."""
        if self._namer is None or look.named_at == self._namer.revision:
            return look
        seen = look.map
        with _timed(seen.timings, "captions"):
            revision = self._namer.revision
            elements = name_icons(seen.elements, seen.screenshot, seen.windows, self._namer)
        return replace(look, map=replace(seen, elements=elements), named_at=revision)

    def _with_ids(self, look: Look) -> Look:
        """The look with the ids of the last one."""
        if self._last is None:
            return look
        elements = keep_ids(self._last.map, look.map.elements)
        return replace(look, map=replace(look.map, elements=elements))

    def _look(
        self,
        screenshot: Screenshot,
        windows: tuple[Window, ...],
        regions: Sequence[Box],
        known: Look | None,
        timings: dict[str, float],
    ) -> Look:
        """A look at the regions; the rest is `known`, or empty."""
        pixels = screenshot.pixels
        glances = known.glances.after(regions) if known else Glances()
        spans, detections = self._read(screenshot, regions, known, timings)
        with _timed(timings, "shapes"):
            shapes = shapes_after(pixels, known.shapes, regions) if known else find_shapes(pixels)
        with _timed(timings, "ocr"):
            view = View(pixels, glances)
            text = with_labels_of_keys(spans, detections, shapes, view, self._recognizer)
            text = with_lone_signs(text, detections, shapes, view, self._recognizer)
            text = without_frame_lines(text, view)
            text = without_read_carets(text, view, self._recognizer)
            text, signs = without_sign_rows(without_pictures(text, view))
        with _timed(timings, "merge"):
            note_parts(text, detections, shapes)
            own = [_moved(w, -screenshot.origin.x, -screenshot.origin.y) for w in windows]
            bars = scroll_bars(pixels, shapes)
            counted = detections
            if self._judge is not None:
                counted = self._judge(detections, text, shapes, view)
            counted = with_small_signs(counted, text, view, signs)
            found = merge(pixels, text, counted, shapes, own, glances, bars, detections)
            found = with_states(pixels, found, glances, self._looker)
            found = with_structure(pixels, found, own, glances)
            panes = [window.box for window in own if not window.popup]
            areas = scroll_areas(bars, shapes, panes, Box(0, 0, pixels.shape[1], pixels.shape[0]))
        x, y = screenshot.origin.x, screenshot.origin.y
        elements = tuple(_placed(element, screenshot) for element in found)
        told = tuple(area.moved(x, y) for area in areas)
        seen = ElementMap(elements, screenshot, windows, timings, told)
        return Look(seen, tuple(spans), tuple(detections), tuple(shapes), tuple(text), glances)

    def _regions_to_read(self, screenshot: Screenshot) -> tuple[list[Box], Look | None]:
        """What must be read anew, in the screenshot's own coordinates, and the look that holds the
        rest; None for the look when nothing of it counts any more."""
        known = self._looks.nearest(screenshot)
        frame = Box(0, 0, screenshot.pixels.shape[1], screenshot.pixels.shape[0])
        if known is not None:
            changed = changed_boxes(known.screenshot, screenshot)
            own = [box.moved(-screenshot.origin.x, -screenshot.origin.y) for box in changed]
            regions = whole_regions(own, known.whole(), frame)
            if sum(region.area for region in regions) <= _MOSTLY * frame.area:
                return regions, known
        inked = inked_region(screenshot.pixels)
        return ([aligned(inked, frame)] if inked else []), None

    def _read(
        self,
        screenshot: Screenshot,
        regions: Sequence[Box],
        known: Look | None,
        timings: dict[str, float],
    ) -> tuple[list[TextSpan], list[Detection]]:
        """What is in the regions, read now or remembered, and what is known of the rest."""
        spans = [s for s in known.spans if not touches(s.box, regions)] if known else []
        detections = known.detections_beside(regions) if known else []
        for region in regions:
            seen = self._looks.holding(region, screenshot)
            if seen is not None:
                spans += [s for s in seen.spans if touches(s.box, [region])]
                detections += [d for d in seen.detections if region.contains(d.box.center)]
                continue
            with _timed(timings, "ocr"):
                for part in slices(region, screenshot.pixels):
                    spans += self._spans(screenshot.pixels, part)
            with _timed(timings, "detect"):
                detections += self._detected(screenshot.pixels, region)
        return spans, detections

    def _spans(self, pixels: Pixels, region: Box) -> list[TextSpan]:
        crop = pixels[region.top : region.bottom, region.left : region.right]
        read = split_links(self._recognizer.read(crop), crop, self._recognizer)
        return [s.moved(region.left, region.top) for s in split_pages(read, crop)]

    def _detected(self, pixels: Pixels, region: Box) -> list[Detection]:
        """Detections in a region. The detector sees more than that: it goes by what is around."""
        if self._detector is None:
            return []
        frame = Box(0, 0, pixels.shape[1], pixels.shape[0])
        seen = region.grown(_CONTEXT).intersection(frame) or frame
        found = self._detector.detect(pixels[seen.top : seen.bottom, seen.left : seen.right])
        moved = [replace(d, box=d.box.moved(seen.left, seen.top)) for d in found]
        return [d for d in moved if region.contains(d.box.center)]


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    timings[stage] += time.perf_counter() - start


def _moved(window: Window, dx: int, dy: int) -> Window:
    return replace(window, box=window.box.moved(dx, dy))


def _placed(element: Element, screenshot: Screenshot) -> Element:
    return replace(element, box=element.box.moved(screenshot.origin.x, screenshot.origin.y))
