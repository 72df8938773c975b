"""Candidates: which of the detector's boxes count, where and of what kind, before text is given to
them; and what of the text is tabs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.controls.field_frames import with_whole_fields
from vision.controls.kinds_and_names import settled
from vision.core.gbdt import Trees
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, line_height
from vision.core.trace import note_lost
from vision.core.views import Sight, View
from vision.detection.box_scoring import judged
from vision.detection.contradicted import without_doubtful
from vision.detection.detector import Detection
from vision.detection.modal_backdrop import is_behind, veils
from vision.detection.neighbour_votes import by_neighbours
from vision.navigation.even_columns import even_rows
from vision.navigation.links_and_text import without_symbols
from vision.navigation.notebook_tabs import notebook_tabs
from vision.navigation.ruled_rows import whole_rows
from vision.ocr.engine import TextSpan
from vision.ocr.line_splitting import split_at_boxes, split_at_sides
from vision.pipeline.runner import Phase, step
from vision.pixels.check_marks import cut_off_marks
from vision.pixels.fields_at_cursor import without_carets
from vision.pixels.flat_regions import Shape
from vision.pixels.scroll_bars import ScrollBar, scroll_bars
from vision.structure.scroll_areas import ScrollArea, scroll_areas

_IN_TAB = 0.6


def bars_and_areas(
    pixels: Pixels, shapes: Sequence[Shape], panes: Sequence[Box], frame: Box
) -> tuple[Sequence[ScrollBar], Sequence[ScrollArea]]:
    """The scroll bars, and the areas that they scroll."""
    bars = scroll_bars(pixels, shapes)
    return bars, scroll_areas(bars, shapes, panes, frame)


def believed(
    detections: Sequence[Detection],
    text: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
    trees: Trees | None,
) -> Sequence[Detection]:
    """The detector's boxes that count by what is around them; all of them without trees."""
    return detections if trees is None else judged(detections, text, shapes, view, trees)


def before_backdrop(
    pixels: Pixels,
    text: Sequence[TextSpan],
    candidates: Sequence[Detection],
    shapes: Sequence[Shape],
    bars: Sequence[ScrollBar],
) -> tuple[list[TextSpan], list[Detection], list[Shape], list[ScrollBar], list[TextSpan]]:
    """What lies before the dark backdrop of a dialog; and the text behind it."""
    known = veils(pixels)
    return (
        [one for one in text if not is_behind(one.box, known)],
        [one for one in candidates if not is_behind(one.box, known)],
        [one for one in shapes if not is_behind(one.box, known)],
        [one for one in bars if not is_behind(one.box, known)],
        [one for one in text if is_behind(one.box, known)],
    )


def cut_lines(
    text: Sequence[TextSpan], candidates: Sequence[Detection], popups: Sequence[Window]
) -> list[TextSpan]:
    """The lines, cut at the sides of candidates and of open menus that run through them."""
    parts = split_at_boxes(text, [one.box for one in candidates])
    return split_at_sides(parts, [popup.box for popup in popups])


def in_alphabets(text: Sequence[TextSpan]) -> list[TextSpan]:
    """The lines without pictures at their ends that were read as a symbol."""
    kept = without_symbols(text)
    note_lost("signs", text, kept, "its signs are of no alphabet, so it is a picture")
    return kept


def tabs_apart(
    sight: Sight, text: Sequence[TextSpan], candidates: Sequence[Detection]
) -> tuple[dict[TextSpan, Piece], list[TextSpan], list[Detection]]:
    """Tabs, the open one of which joins its page; and the text and candidates beside them."""
    tabs = notebook_tabs(sight)
    others = [one for one in candidates if not lies_in_one_of(one.box, tabs.values())]
    return tabs, [span for span in text if span not in tabs], others


def lies_in_one_of(box: Box, known: Iterable[Piece]) -> bool:
    """Whether a box is, or lies in, one of the tabs."""
    return any(coverage(box, one.box) > _IN_TAB for one in known)


CANDIDATES = Phase(
    "candidates",
    "merge",
    (
        step("scroll_bars", bars_and_areas, "pixels shapes panes frame", "bars areas"),
        step("box_scores", believed, "detections text shapes view box_trees", "candidates"),
        step(
            "modal_backdrop",
            before_backdrop,
            "pixels text candidates shapes bars",
            "text candidates shapes bars behind",
        ),
        step("line_height", line_height, "text", "line", needed=True),
        step("best_of_place", settled, "candidates", "candidates", needed=True),
        step("ruled_rows", whole_rows, "candidates pixels line", "candidates"),
        step("fields_at_cursor", without_carets, "shapes pixels", "shapes"),
        step("field_frames", with_whole_fields, "candidates text shapes pixels line", "candidates"),
        step("even_columns", even_rows, "candidates text shapes", "candidates"),
        step("doubtful", without_doubtful, "candidates text shapes view", "candidates"),
        step("neighbours", by_neighbours, "candidates text view", "candidates"),
        step("lines_cut", cut_lines, "text candidates popups", "text"),
        step("line_height_again", line_height, "text", "line", needed=True),
        step("marks_in_lines", cut_off_marks, "sight", "text"),
        step("symbols_in_lines", in_alphabets, "text", "text"),
        step("notebook_tabs", tabs_apart, "sight text candidates", "tabs text candidates"),
    ),
)
