"""Assembly: text is given to the candidates, what the detector missed is filled in from shapes and
text, and all becomes elements."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.controls.add_buttons import additions
from vision.controls.kinds_and_names import detected_pieces
from vision.controls.missed_controls import missed
from vision.core.pieces import Piece, inside
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.false_positives.denied_controls import without_denied
from vision.false_positives.false_marks import without_pictures_of_marks
from vision.icons.captioned_pictures import with_captions
from vision.icons.color_swatches import figures
from vision.icons.detected_icons import in_columns_with_pictures
from vision.icons.picture_buttons import as_pictures
from vision.icons.tool_bars import in_tool_bars
from vision.lists.continued_columns import continued
from vision.lists.even_columns import without_false_marks
from vision.lists.expanders import expanders
from vision.lists.lit_lists import entries_beside_lit
from vision.lists.row_gaps import in_gaps
from vision.lists.spreadsheets import Sheet, empty_cells, without_fields
from vision.lists.tree_rows import in_branches
from vision.navigation.accordions import accordions
from vision.navigation.breadcrumbs import with_trails
from vision.navigation.chips import crosses_at_ends, with_crosses
from vision.navigation.colored_links import tinted_links
from vision.navigation.links_and_text import text_piece
from vision.navigation.menu_ticks import with_menu_ticks
from vision.navigation.menus import in_popup, popup_pieces, without_gaps
from vision.navigation.pagers import pages
from vision.ocr.engine import TextSpan
from vision.ocr.line_joining import whole_lines
from vision.pipeline.candidates import lies_in_one_of
from vision.pipeline.runner import Phase, step
from vision.pipeline.shared import (
    GEOMETRY,
    NUMBERING,
    PASSWORD_DOTS,
    SCROLL_BAR_PARTS,
    TITLE_BAR_BUTTONS,
    TITLES,
    Fills,
    documents,
    is_held,
    labelled,
)
from vision.states.contrast import with_disabled

# What stands in the rows of menus and keeps its kind.
_IN_ROWS = ("checkbox", "radio", "icon", "scroll bar")


def without_titles(text: Sequence[TextSpan], titles: Collection[TextSpan]) -> list[TextSpan]:
    """The text without titles of windows."""
    return [span for span in text if span not in titles]


def with_missed(pieces: Sequence[Piece], more: Sequence[Piece]) -> list[Piece]:
    """The controls of the detector, and those that it missed."""
    return [*pieces, *more]


def with_swatches(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The controls, and small figures in one colour."""
    return [*pieces, *figures(sight, pieces)]


def with_tool_bars(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The controls, and pictures that stand in a row with those of a tool bar."""
    return [*pieces, *in_tool_bars(sight, pieces)]


def free_text(
    body: Sequence[TextSpan], held: Collection[TextSpan], more: Sequence[Piece]
) -> list[TextSpan]:
    """The text that lies in no control."""
    return [span for span in body if span not in held and not is_held(span, more)]


def open_menus(
    sight: Sight, popups: Sequence[Window], pieces: Sequence[Piece], free: Sequence[TextSpan]
) -> tuple[list[Piece], list[TextSpan]]:
    """The controls with the rows of open menus, where some of them were seen, or none: all are
    rows. And the text outside of these."""
    kept, rest = list(pieces), list(free)
    for popup in popups:
        inner = [s for s in sight.spans if in_popup(s.box, [popup])]
        if not all(_is_row_of(s, kept) for s in inner):
            kept = [p for p in kept if p.kind in _IN_ROWS or not in_popup(p.box, [popup])]
            kept += popup_pieces(sight, inner, popup, kept)
        rest = [s for s in rest if not in_popup(s.box, [popup])]
    return kept, rest


def _is_row_of(span: TextSpan, pieces: Sequence[Piece]) -> bool:
    """Whether a line of text is in an entry of a list or menu."""
    return any(p.kind in ("list item", "menu") and inside(span, p.box) for p in pieces)


def breadcrumbs(
    sight: Sight, free: Sequence[TextSpan], pieces: Sequence[Piece]
) -> tuple[list[TextSpan], dict[TextSpan, Piece], list[Piece]]:
    """The names of a path, each a link by itself: the free text, the links in it, and the controls
    without links that are a whole path."""
    linked = [p.box for p in pieces if p.kind == "link"]
    known = [s for s in sight.spans if any(inside(s, box) for box in linked)]
    rest, found, whole = with_trails(sight, free, known)
    kept = [p for p in pieces if p.kind != "link" or not any(inside(s, p.box) for s in whole)]
    return rest, found, kept


def links_in_colour(fills: Fills, sight: Sight, free: Sequence[TextSpan]) -> Fills:
    """Text in the colour of links."""
    return {**fills, **tinted_links(sight, free)}


def gaps_in_rows(
    fills: Fills, free: Sequence[TextSpan], pieces: Sequence[Piece], line: float
) -> Fills:
    """Text that stands in a gap of a row of controls of one kind."""
    return {**fills, **in_gaps(free, pieces, line)}


def page_links(fills: Fills, free: Sequence[TextSpan], pieces: Sequence[Piece]) -> Fills:
    """Numbers of pages beside others that are links or buttons."""
    return {**fills, **pages(free, pieces)}


def tree_rows(
    fills: Fills, sight: Sight, free: Sequence[TextSpan], pieces: Sequence[Piece]
) -> Fills:
    """Rows of a tree, below and above those that were seen."""
    return {**fills, **in_branches(sight, free, pieces)}


def with_expanders(
    fills: Fills, sight: Sight, free: Sequence[TextSpan], pieces: Sequence[Piece]
) -> Fills:
    """Text behind the small arrow that opens what is below it."""
    return {**fills, **expanders(sight, _left(free, fills), pieces)}


def with_accordions(fills: Fills, sight: Sight, free: Sequence[TextSpan]) -> Fills:
    """Headings of an accordion, with an arrow at their end."""
    return {**fills, **accordions(sight, _left(free, fills))}


def with_additions(fills: Fills, sight: Sight, free: Sequence[TextSpan]) -> Fills:
    """Text behind a plus, as in "+ Add card"."""
    return {**fills, **additions(sight, _left(free, fills))}


def with_crosses_at_ends(fills: Fills, sight: Sight, free: Sequence[TextSpan]) -> Fills:
    """Crosses that close what they stand at the end of."""
    return {**fills, **crosses_at_ends(sight, _left(free, fills))}


def with_lit_lists(fills: Fills, sight: Sight, free: Sequence[TextSpan]) -> Fills:
    """Entries of a list beside the one that is lit."""
    return {**fills, **entries_beside_lit(sight, _left(free, fills))}


def with_picture_columns(
    fills: Fills,
    sight: Sight,
    candidates: Sequence[Detection],
    free: Sequence[TextSpan],
    pieces: Sequence[Piece],
) -> Fills:
    """Text in columns with pictures before it."""
    return {
        **fills,
        **in_columns_with_pictures(sight, candidates, _left(free, fills), pieces),
    }


def with_continued_columns(
    fills: Fills, sight: Sight, free: Sequence[TextSpan], pieces: Sequence[Piece]
) -> Fills:
    """Text that goes on with a column of controls."""
    more = continued(sight, _left(free, fills), [*pieces, *fills.values()])
    return {**fills, **more}


def _left(free: Sequence[TextSpan], fills: Fills) -> list[TextSpan]:
    """The free text that is still none of the fills."""
    return [span for span in free if span not in fills]


def with_free_text(
    sight: Sight, free: Sequence[TextSpan], fills: Fills, pieces: Sequence[Piece]
) -> list[Piece]:
    """The controls, and the free text: as what it was told to be, else as a link or plain text."""
    # Several spans may be one link.
    told = (fills[s] if s in fills else text_piece(sight, s, led=True) for s in free)
    return [*pieces, *dict.fromkeys(told)]


def outside_tabs_and_days(pieces: Sequence[Piece], tabs: Fills, days: Fills) -> list[Piece]:
    """The controls that are neither in a tab nor in the day of a calendar."""
    kept = [p for p in pieces if not lies_in_one_of(p.box, tabs.values())]
    return [p for p in kept if not lies_in_one_of(p.box, days)]


def with_tabs_rows_and_days(
    pieces: Sequence[Piece], tabs: Fills, rows: Fills, days: Fills
) -> list[Piece]:
    """The controls with the tabs, the rows of list boxes and the days of calendars."""
    return [*pieces, *tabs.values(), *rows.values(), *dict.fromkeys(days.values())]


def with_labels(pieces: Sequence[Piece], windows: Sequence[Window], sight: Sight) -> list[Piece]:
    """The pieces with their labels; a label stands in the same window."""
    return labelled(pieces, windows, sight, sure=True)


def with_empty_cells(
    pieces: Sequence[Piece], sheets: Sequence[Sheet], text: Sequence[TextSpan], pixels: Pixels
) -> list[Piece]:
    """The pieces, and the empty cells of spreadsheets."""
    return [*pieces, *empty_cells(sheets, text, pieces, pixels)]


ASSEMBLY = Phase(
    "assembly",
    "merge",
    (
        TITLES,
        step("body", without_titles, "text titles", "body", needed=True),
        *GEOMETRY,
        step(
            "kinds_and_names",
            detected_pieces,
            "body_sight candidates shaped",
            "pieces held",
            needed=True,
        ),
        step("missed_controls", missed, "pieces shaped body_sight", "missed"),
        step("no_fields_on_sheets", without_fields, "missed sheets", "missed"),
        step("missed_denied", without_denied, "missed pieces detections body_sight", "missed"),
        step("with_missed", with_missed, "pieces missed", "pieces", needed=True),
        step("marks_in_columns", without_false_marks, "pieces", "pieces"),
        step("false_marks", without_pictures_of_marks, "pieces body_sight", "pieces"),
        step("colour_swatches", with_swatches, "pieces body_sight", "pieces"),
        step("tool_bars", with_tool_bars, "pieces body_sight", "pieces"),
        step("free_text", free_text, "body held missed", "free", needed=True),
        step("open_menus", open_menus, "body_sight popups pieces free", "pieces free"),
        step("breadcrumbs", breadcrumbs, "body_sight free pieces", "free fills pieces"),
        step("links_in_colour", links_in_colour, "fills body_sight free", "fills"),
        step("gaps_in_rows", gaps_in_rows, "fills free pieces line", "fills"),
        step("page_links", page_links, "fills free pieces", "fills"),
        step("tree_rows", tree_rows, "fills body_sight free pieces", "fills"),
        step("expanders", with_expanders, "fills body_sight free pieces", "fills"),
        step("accordions", with_accordions, "fills body_sight free", "fills"),
        step("add_buttons", with_additions, "fills body_sight free", "fills"),
        step("closing_crosses", with_crosses_at_ends, "fills body_sight free", "fills"),
        step("lit_lists", with_lit_lists, "fills body_sight free", "fills"),
        step(
            "picture_columns",
            with_picture_columns,
            "fills body_sight candidates free pieces",
            "fills",
        ),
        step(
            "continued_columns",
            with_continued_columns,
            "fills body_sight free pieces",
            "fills",
        ),
        step(
            "plain_text",
            with_free_text,
            "body_sight free fills pieces",
            "pieces",
            needed=True,
        ),
        TITLE_BAR_BUTTONS,
        step("documents", documents, "body_sight pieces", "pieces"),
        step("outside_tabs_and_days", outside_tabs_and_days, "pieces tabs days", "pieces"),
        step("picture_buttons", as_pictures, "pieces text", "pieces"),
        step("chips", with_crosses, "pieces text", "pieces"),
        step("whole_lines", whole_lines, "sight pieces", "pieces"),
        step(
            "tabs_rows_and_days",
            with_tabs_rows_and_days,
            "pieces tabs rows days",
            "pieces",
            needed=True,
        ),
        step("captions", with_captions, "sight pieces", "pieces"),
        PASSWORD_DOTS,
        step("labels", with_labels, "pieces windows sight", "pieces"),
        step("menu_ticks", with_menu_ticks, "pieces sight", "pieces"),
        step("empty_cells", with_empty_cells, "pieces sheets text pixels", "pieces"),
        step("menu_gaps", without_gaps, "pieces", "pieces"),
        step("pale_controls", with_disabled, "pieces sight", "pieces"),
        SCROLL_BAR_PARTS,
        NUMBERING,
    ),
)
