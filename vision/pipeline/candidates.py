"""Candidates: which of the detector's boxes count, where and of what kind, before text is given to
them; and what of the text is tabs and rows of list boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.controls.field_frames import with_whole_fields
from vision.controls.form_columns import with_fields_of_forms
from vision.controls.kinds_and_names import settled
from vision.controls.segmented_buttons import with_segments
from vision.controls.text_area_grips import with_grips
from vision.core.gbdt import Trees
from vision.core.geometry import Box, coverage, overlap_area
from vision.core.pieces import Piece, line_height
from vision.core.trace import note_lost
from vision.core.views import Sight, View
from vision.detection.box_scoring import judged
from vision.detection.detector import Detection
from vision.detection.neighbour_votes import by_neighbours
from vision.false_positives.contradicted import without_cells, without_doubtful
from vision.false_positives.line_numbers import without_line_numbers
from vision.false_positives.modal_backdrop import is_behind, veils
from vision.false_positives.ruled_tables import ruled_cells
from vision.false_positives.status_bars import without_status
from vision.icons.sort_icons import with_small_signs
from vision.lists.calendars import months
from vision.lists.column_headers import with_heads
from vision.lists.even_columns import even_rows
from vision.lists.file_lists import with_details
from vision.lists.list_boxes import CLOSE, LEFT_MARGIN, ListBox, list_boxes, without_labels
from vision.lists.rows_to_tick import ticked_rows
from vision.lists.ruled_rows import whole_rows
from vision.lists.spreadsheets import found_sheets
from vision.navigation.links_and_text import without_symbols
from vision.navigation.menus import in_popup
from vision.navigation.notebook_tabs import notebook_tabs
from vision.navigation.underlined_tabs import marked_tabs, without_rows_of
from vision.ocr.engine import TextSpan
from vision.ocr.line_splitting import split_at_boxes, split_at_edges, split_at_sides
from vision.pipeline.runner import Phase, step
from vision.pixels.check_marks import cut_off_marks, marks_beside_text
from vision.pixels.fields_at_cursor import without_carets
from vision.pixels.flat_regions import Shape, with_arrow_cells
from vision.pixels.scroll_bars import ScrollBar, scroll_bars
from vision.structure.scroll_areas import scroll_areas

# How surely a detector must see what opens a list, for it to be a thing of its own: a faint one is
# the arrow in a field's end.
_OF_ITS_OWN = 0.3
_IN_TAB, _PART_OF_ROW, _PART_OF_SHEET = 0.6, 0.5, 0.9


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


def table_cells(shapes: Sequence[Shape]) -> tuple[list[Box], list[Shape]]:
    """The cells of ruled tables, and the shapes that are none."""
    cells = ruled_cells(shapes)
    return cells, [shape for shape in shapes if shape.box not in cells]


def best_of_place(
    candidates: Sequence[Detection],
) -> tuple[list[Detection], Sequence[Detection]]:
    """The candidates with a kind, one for each place; and all of them."""
    return settled(candidates), candidates


def with_arrows(
    shapes: Sequence[Shape], pixels: Pixels, candidates: Sequence[Detection]
) -> list[Shape]:
    """The shapes with the cell of an arrow that opens a list joined to its field."""
    own = ("icon", "button")
    apart = [d.box for d in candidates if d.kind in own and d.score >= _OF_ITS_OWN]
    return with_arrow_cells(shapes, pixels, apart)


def cut_at_candidates(text: Sequence[TextSpan], candidates: Sequence[Detection]) -> list[TextSpan]:
    """The lines, each in as many parts as it has runs of words in the same candidate."""
    return split_at_boxes(text, [one.box for one in candidates])


def cut_at_popups(text: Sequence[TextSpan], popups: Sequence[Window]) -> list[TextSpan]:
    """The lines, cut where the side of an open menu runs through them."""
    return split_at_sides(text, [popup.box for popup in popups])


def in_alphabets(text: Sequence[TextSpan]) -> list[TextSpan]:
    """The lines without pictures at their ends that were read as a symbol."""
    kept = without_symbols(text)
    note_lost("signs", text, kept, "its signs are of no alphabet, so it is a picture")
    return kept


def with_notebook_tabs(tabs: Mapping[TextSpan, Piece], sight: Sight) -> dict[TextSpan, Piece]:
    """The tabs, with those of which the open one has an open lower side."""
    return {**tabs, **notebook_tabs(sight)}


def tabs_apart(
    tabs: Mapping[TextSpan, Piece], text: Sequence[TextSpan], candidates: Sequence[Detection]
) -> tuple[list[TextSpan], list[Detection]]:
    """The text and the candidates that are no tabs."""
    others = without_rows_of([tab.box for tab in tabs.values()], candidates)
    kept = [one for one in others if not lies_in_one_of(one.box, tabs.values())]
    return [span for span in text if span not in tabs], kept


def found_lists(
    sight: Sight, candidates: Sequence[Detection], popups: Sequence[Window]
) -> list[ListBox]:
    """The list boxes outside of open menus, beside candidates only those whose rows begin close to
    the side."""
    margin = CLOSE if candidates else LEFT_MARGIN
    others = [d for d in candidates if d.kind not in ("list item", "menu")]
    pieces = [Piece(d.kind, "", d.box) for d in others if d.kind is not None]
    spans = [span for span in sight.spans if not in_popup(span.box, popups)]
    if not list_boxes(sight, spans, pieces, margin):
        return []
    return list_boxes(sight, spans, [*pieces, *marks_beside_text(sight)], margin)


def lists_apart(
    lists: Sequence[ListBox],
    text: Sequence[TextSpan],
    shapes: Sequence[Shape],
    candidates: Sequence[Detection],
) -> tuple[dict[TextSpan, Piece], list[TextSpan], list[Shape], list[Detection]]:
    """The rows of list boxes; and the text, shapes and candidates that are in none."""
    rows = {span: row for one in lists for span, row in one.rows.items()}
    boxes = [row.box for row in rows.values()]
    sheets = [one.sheet for one in lists]
    others = [one for one in candidates if not _is_among(one.box, boxes)]
    return (
        rows,
        [span for span in text if span not in rows],
        [one for one in shapes if not any(_is_part(one.box, sheet) for sheet in sheets)],
        without_labels(others, lists),
    )


def lies_in_one_of(box: Box, known: Iterable[Piece | TextSpan]) -> bool:
    """Whether a box is, or lies in, one of the tabs, or one of the names of days."""
    return any(coverage(box, one.box) > _IN_TAB for one in known)


def _is_part(box: Box, sheet: Box) -> bool:
    return coverage(box, sheet) > _PART_OF_SHEET


def _is_among(box: Box, rows: Sequence[Box]) -> bool:
    """Whether it is a row, a part of one, or some of them together."""
    return sum(overlap_area(box, row) for row in rows) > _PART_OF_ROW * box.area


CANDIDATES = Phase(
    "candidates",
    "merge",
    (
        step("scroll_bars", scroll_bars, "pixels shapes", "bars"),
        step("scroll_areas", scroll_areas, "bars shapes panes frame", "areas"),
        step("box_scores", believed, "detections text shapes view box_trees", "candidates"),
        step("sort_icons", with_small_signs, "candidates text view glyphs", "candidates"),
        step(
            "modal_backdrop",
            before_backdrop,
            "pixels text candidates shapes bars",
            "text candidates shapes bars behind",
        ),
        step("line_height", line_height, "text", "line", needed=True),
        step("spreadsheets", found_sheets, "shapes line", "sheets"),
        step("table_cells", table_cells, "shapes", "cells shapes"),
        step("best_of_place", best_of_place, "candidates", "candidates boxes", needed=True),
        step("no_cells", without_cells, "candidates cells", "candidates"),
        step("ruled_rows", whole_rows, "candidates pixels line", "candidates"),
        step("rows_to_tick", ticked_rows, "candidates pixels line", "candidates"),
        step("field_frames", with_whole_fields, "candidates shapes", "candidates"),
        step("file_lists", with_details, "candidates text view", "candidates"),
        step("even_columns", even_rows, "candidates text", "candidates"),
        step("line_numbers", without_line_numbers, "candidates text", "candidates"),
        step("status_bars", without_status, "candidates text shapes view", "candidates"),
        step("doubtful", without_doubtful, "candidates text shapes view", "candidates"),
        step("neighbours", by_neighbours, "candidates text view", "candidates"),
        step("segmented_buttons", with_segments, "candidates text shapes", "candidates"),
        step("column_headers", with_heads, "candidates text", "candidates"),
        step("text_area_grips", with_grips, "candidates shapes view", "candidates"),
        step("form_columns", with_fields_of_forms, "candidates text", "candidates"),
        step("calendars", months, "shapes text candidates", "days candidates"),
        step("fields_at_cursor", without_carets, "shapes pixels", "shapes"),
        step("arrow_cells", with_arrows, "shapes pixels candidates", "shapes"),
        step("lines_at_edges", split_at_edges, "text shapes", "text"),
        step("lines_at_candidates", cut_at_candidates, "text candidates", "text"),
        step("lines_at_popups", cut_at_popups, "text popups", "text"),
        step("line_height_again", line_height, "text", "line", needed=True),
        step("marks_in_lines", cut_off_marks, "sight", "text"),
        step("symbols_in_lines", in_alphabets, "text", "text"),
        step("underlined_tabs", marked_tabs, "sight candidates", "tabs"),
        step("notebook_tabs", with_notebook_tabs, "tabs sight", "tabs"),
        step("tabs_apart", tabs_apart, "tabs text candidates", "text candidates"),
        step("list_boxes", found_lists, "sight candidates popups", "lists"),
        step(
            "list_boxes_apart",
            lists_apart,
            "lists text shapes candidates",
            "rows text shapes candidates",
        ),
    ),
)
