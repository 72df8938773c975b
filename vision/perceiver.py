"""Perceiver: a screenshot becomes an element map; what did not change is not read again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from vision.capture.change_detection import changed_boxes, inked_region
from vision.capture.changed_regions import aligned, slices, whole_regions
from vision.capture.look_cache import Look, Looks
from vision.capture.screen import Pixels, Screenshot
from vision.capture.windows import Window
from vision.core.answers import Glances, touches
from vision.core.elements import Element, ElementMap
from vision.core.gbdt import Trees
from vision.core.geometry import Box
from vision.core.id_tracking import keep_ids
from vision.core.trace import note_parts
from vision.detection.detector import Detection, ElementDetector
from vision.detection.roi_classifier import Looker, own_looker
from vision.icons.namer import Namer, name_icons
from vision.icons.stepper_numbers import with_numbers
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.parallel import beside
from vision.pipeline.phases import assembled, described, required
from vision.pipeline.runner import run
from vision.pipeline.scene import Scene
from vision.pipeline.text import READING, TEXT
from vision.pixels.flat_regions import Shape, find_shapes, shapes_after
from vision.states.disabled import own_trees

# Above this share of changed area a full look is as quick and simpler.
_MOSTLY = 0.5
_CONTEXT = 64
_STAGES = ("ocr", "detect", "shapes", "merge", "captions")


@dataclass(frozen=True, slots=True)
class Engines:
    """What sees: a reader of text, a detector of controls (without it text and shapes are all),
    what names icons, the trees that judge the detector's boxes (without them all of these count),
    what takes closer looks, and the trees that tell who is disabled."""

    reader: TextRecognizer
    detector: ElementDetector | None = None
    namer: Namer | None = None
    box_trees: Trees | None = None
    looker: Looker = field(default_factory=own_looker)
    disabled_trees: Trees = field(default_factory=own_trees)


class Perceiver:
    """Looks at one screen with its engines, and keeps the last looks: see
    vision.capture.look_cache. Passes `without` are left out: see vision.pipeline.phases.

    Raises:
        ValueError: a pass that is not known, or that others need.
    """

    def __init__(self, engines: Engines, without: frozenset[str] = frozenset()) -> None:
        required(without)
        self._engines = engines
        self._without = without
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
        if self._engines.namer is None or look.named_at == self._engines.namer.revision:
            return look
        seen = look.map
        with _timed(seen.timings, "captions"):
            revision = self._engines.namer.revision
            elements = name_icons(seen.elements, seen.screenshot, seen.windows, self._engines.namer)
            elements = with_numbers(elements, seen.screenshot, self._engines.reader)
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
        answers = known.glances.after(regions) if known else Glances()
        spans, detections = self._read(screenshot, regions, known, timings)
        with _timed(timings, "shapes"):
            shapes = shapes_after(pixels, known.shapes, regions) if known else find_shapes(pixels)
        scene = self._scene(screenshot, windows, spans, detections, shapes, answers)
        with _timed(timings, "ocr"):
            scene = run(TEXT.passes, scene, self._without)
        text = scene.text
        note_parts(text, detections, shapes)
        with _timed(timings, "merge"):
            scene = described(assembled(scene, self._without), self._without)
        elements = tuple(_placed(element, screenshot) for element in scene.elements)
        x, y = screenshot.origin.x, screenshot.origin.y
        areas = tuple(area.moved(x, y) for area in scene.areas)
        seen = ElementMap(elements, screenshot, windows, timings, areas)
        return Look(seen, tuple(spans), tuple(detections), tuple(shapes), text, answers)

    def read(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> Scene:
        """What the engines read of a screenshot, before the first pass over the whole frame.
        Nothing of it is remembered."""
        pixels = screenshot.pixels
        regions, _ = self._regions_to_read(screenshot)
        spans, detections = self._read(screenshot, regions, None, dict.fromkeys(_STAGES, 0.0))
        shapes = find_shapes(pixels)
        return self._scene(screenshot, tuple(windows), spans, detections, shapes, Glances())

    def _scene(
        self,
        screenshot: Screenshot,
        windows: Sequence[Window],
        spans: Sequence[TextSpan],
        detections: Sequence[Detection],
        shapes: Sequence[Shape],
        answers: Glances,
    ) -> Scene:
        x, y = screenshot.origin.x, screenshot.origin.y
        return Scene(
            pixels=screenshot.pixels,
            windows=tuple(replace(w, box=w.box.moved(-x, -y)) for w in windows),
            answers=answers,
            reader=self._engines.reader,
            looker=self._engines.looker,
            box_trees=self._engines.box_trees,
            disabled_trees=self._engines.disabled_trees,
            text=tuple(spans),
            detections=tuple(detections),
            shapes=tuple(shapes),
        )

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
        pixels = screenshot.pixels
        spans = [s for s in known.spans if not touches(s.box, regions)] if known else []
        detections = known.detections_beside(regions) if known else []
        new = []
        for region in regions:
            seen = self._looks.holding(region, screenshot)
            if seen is None:
                new.append(region)
            else:
                spans += [s for s in seen.spans if touches(s.box, [region])]
                detections += [d for d in seen.detections if region.contains(d.box.center)]
        with beside(lambda: [d for region in new for d in self._detected(pixels, region)]) as found:
            with _timed(timings, "ocr"):
                for part in (part for region in new for part in slices(region, pixels)):
                    spans += self._spans(pixels, part)
            with _timed(timings, "detect"):
                detections += found.result()
        return spans, detections

    def _spans(self, pixels: Pixels, region: Box) -> list[TextSpan]:
        crop = pixels[region.top : region.bottom, region.left : region.right]
        reader = self._engines.reader
        scene = Scene(pixels=crop, reader=reader, text=tuple(reader.read(crop)))
        read = run(READING.passes, scene, self._without).text
        return [span.moved(region.left, region.top) for span in read]

    def _detected(self, pixels: Pixels, region: Box) -> list[Detection]:
        """Detections in a region. The detector sees more than that: it goes by what is around."""
        detector = self._engines.detector
        if detector is None:
            return []
        frame = Box(0, 0, pixels.shape[1], pixels.shape[0])
        seen = region.grown(_CONTEXT).intersection(frame) or frame
        found = detector.detect(pixels[seen.top : seen.bottom, seen.left : seen.right])
        moved = [replace(d, box=d.box.moved(seen.left, seen.top)) for d in found]
        return [d for d in moved if region.contains(d.box.center)]


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    timings[stage] += time.perf_counter() - start


def _placed(element: Element, screenshot: Screenshot) -> Element:
    return replace(element, box=element.box.moved(screenshot.origin.x, screenshot.origin.y))
