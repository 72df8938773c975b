"""Assembly: text is given to the candidates, what the detector missed is filled in from shapes and
text, and all becomes elements."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from vision.capture.windows import Window
from vision.controls.kinds_and_names import detected_pieces
from vision.controls.missed_controls import missed
from vision.controls.ruled_entries import with_ruled_entries
from vision.controls.segmented import segments_apart
from vision.controls.shaped_controls import controls, empty_sheets, text_areas
from vision.core.elements import MARKS, ROWS, Element
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, inside
from vision.core.reading_order import reading_order, window_of
from vision.core.trace import note
from vision.core.views import Sight
from vision.detection.denied_controls import without_denied
from vision.detection.detector import Detection
from vision.detection.false_marks import without_pictures_of_marks
from vision.navigation.breadcrumbs import with_trails
from vision.navigation.chips import with_crosses
from vision.navigation.continued_columns import continued
from vision.navigation.links_and_text import text_piece
from vision.navigation.menu_ticks import with_menu_ticks
from vision.navigation.menus import in_popup, popup_pieces
from vision.navigation.title_bars import name_window_buttons, titles
from vision.ocr.engine import TextSpan
from vision.ocr.line_joining import whole_lines
from vision.pipeline.candidates import lies_in_one_of
from vision.pipeline.runner import Phase, step
from vision.pixels.check_marks import marks_beside_text
from vision.pixels.lone_shapes import with_lone_shapes
from vision.pixels.password_dots import with_hidden_text
from vision.pixels.scroll_bars import ScrollBar
from vision.pixels.three_dots import with_dots
from vision.states.contrast import with_disabled
from vision.structure.labels import give_labels
from vision.structure.sheet_cells import Grid

# What stands in the rows of menus and keeps its kind.
_IN_ROWS = ("checkbox", "radio", "icon", "scroll bar")
# So much of an arrow or a thumb lies in its bar.
_PART_OF_BAR = 0.7

Fills = Mapping[TextSpan, Piece]
"""Lines of text, each with the control that it is."""


def titles_apart(
    sight: Sight, windows: Sequence[Window]
) -> tuple[Collection[TextSpan], list[TextSpan]]:
    """The lines that are titles of windows, and the other text."""
    found = titles(sight, windows)
    return found, [span for span in sight.spans if span not in found]


def shaped(sight: Sight, popups: Sequence[Window]) -> list[Piece]:
    """Marks, buttons, fields and lists that open, from flat areas and text alone. In open menus
    only marks, since their rows look like buttons."""
    marks = marks_beside_text(sight)
    found = [*marks, *controls(sight, marks)]
    return [p for p in found if p.kind in MARKS or not in_popup(p.box, popups)]


def with_missed(
    pieces: Sequence[Piece],
    found: Sequence[Piece],
    faint: Sequence[Detection],
    held: Collection[TextSpan],
    sight: Sight,
) -> tuple[list[Piece], list[TextSpan]]:
    """The controls, with those that only geometry found, and the text that lies in none. `held` is
    the text in controls of the detector, `faint` all that the detector saw."""
    more = without_denied(missed(pieces, found, sight), pieces, faint, sight)
    free = [span for span in sight.spans if span not in held and not _is_held(span, more)]
    return [*pieces, *more], free


def _is_held(span: TextSpan, pieces: Sequence[Piece]) -> bool:
    """Whether a line lies in a control that is no mark."""
    return any(p.kind not in MARKS and inside(span, p.box) for p in pieces)


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
    return any(p.kind in ROWS and inside(span, p.box) for p in pieces)


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


def with_continued_columns(
    fills: Fills, sight: Sight, free: Sequence[TextSpan], pieces: Sequence[Piece]
) -> Fills:
    """Text that goes on with a column of controls."""
    left = [span for span in free if span not in fills]
    return {**fills, **continued(sight, left, [*pieces, *fills.values()])}


def with_text_and_tabs(
    sight: Sight, free: Sequence[TextSpan], fills: Fills, pieces: Sequence[Piece], tabs: Fills
) -> list[Piece]:
    """The controls outside of tabs, the tabs, and the free text: as what it was told to be, else as
    a link or plain text."""
    # Several spans may be one link.
    told = dict.fromkeys(fills[s] if s in fills else text_piece(sight, s) for s in free)
    kept = [p for p in (*pieces, *told) if not lies_in_one_of(p.box, tabs.values())]
    return [*kept, *tabs.values()]


def documents(sight: Sight, pieces: Sequence[Piece], windows: Sequence[Window]) -> list[Piece]:
    """The pieces, large areas of nothing but text, or of nothing at all, made fields: where
    documents are written."""
    menus = [p.box for p in pieces if p.kind == "menu"]
    written = text_areas(sight, pieces, menus, [w.box for w in windows if w.editor])
    return empty_sheets(sight, written)


def with_labels(
    pieces: Sequence[Piece], windows: Sequence[Window], sheets: Sequence[Grid], sight: Sight
) -> list[Piece]:
    """The pieces with their labels, which stand in the same window and in no cell of a sheet."""
    written = [span.box for span in sight.spans]
    groups: dict[int, list[Piece]] = {}
    cells: list[Piece] = []
    for piece in pieces:
        if any(sheet.holds(piece.box, windows) for sheet in sheets):
            cells.append(piece)
            continue
        groups.setdefault(window_of(piece.box, windows), []).append(piece)
    labelled = [
        piece
        for group in groups.values()
        for piece in give_labels(group, sight.line, written=written)
    ]
    return [*labelled, *cells]


def with_bars(pieces: Sequence[Piece], bars: Sequence[ScrollBar]) -> list[Piece]:
    """The pieces with the scroll bars; arrows and thumbs in these are no controls of their own."""
    kept = []
    for piece in pieces:
        bar = next((b.box for b in bars if _is_part_of_bar(piece, b.box)), None)
        if bar is None:
            kept.append(piece)
        else:
            note("bars", piece.box, f"the {piece.kind} is a part of a scroll bar", bar)
    return [*kept, *(Piece("scroll bar", "", bar.box, source="shape") for bar in bars)]


def _is_part_of_bar(piece: Piece, bar: Box) -> bool:
    return not piece.text and coverage(piece.box, bar) > _PART_OF_BAR


def numbered(
    pieces: Sequence[Piece], behind: Sequence[TextSpan], windows: Sequence[Window]
) -> list[Element]:
    """All pieces, and the text behind a dialog, as elements with ids 1..n in reading order."""
    far = [Piece("text", s.text, s.box, source="ocr", score=s.score) for s in behind]
    whole = [*pieces, *far]
    groups = [window_of(piece.box, windows) for piece in whole]
    order = reading_order([piece.box for piece in whole], groups)
    return [
        Element(
            number,
            whole[i].kind,
            whole[i].text,
            whole[i].box,
            whole[i].state,
            windows[groups[i]].title if groups[i] < len(windows) else "",
            whole[i].source,
            round(whole[i].score, 3),
        )
        for number, i in enumerate(order, 1)
    ]


ASSEMBLY = Phase(
    "assembly",
    "merge",
    (
        step("window_titles", titles_apart, "sight windows", "titles body", needed=True),
        step("shaped_controls", shaped, "body_sight popups", "shaped"),
        step(
            "kinds_and_names",
            detected_pieces,
            "body_sight candidates shaped",
            "pieces held",
            needed=True,
        ),
        step(
            "missed_controls",
            with_missed,
            "pieces shaped detections held body_sight",
            "pieces free",
            needed=True,
        ),
        step("ruled_entries", with_ruled_entries, "pieces free body_sight", "pieces free"),
        step("three_dots", with_dots, "pieces body_sight", "pieces"),
        step("lone_shapes", with_lone_shapes, "pieces body_sight", "pieces"),
        step("false_marks", without_pictures_of_marks, "pieces", "pieces"),
        step("open_menus", open_menus, "body_sight popups pieces free", "pieces free"),
        step("breadcrumbs", breadcrumbs, "body_sight free pieces", "free fills pieces"),
        step("continued_columns", with_continued_columns, "fills body_sight free pieces", "fills"),
        step(
            "plain_text",
            with_text_and_tabs,
            "body_sight free fills pieces tabs",
            "pieces",
            needed=True,
        ),
        step("title_bar_buttons", name_window_buttons, "pieces windows titles line", "pieces"),
        step("documents", documents, "body_sight pieces windows", "pieces"),
        step("segmented_buttons", segments_apart, "body_sight pieces", "pieces"),
        step("chips", with_crosses, "pieces text", "pieces"),
        step("whole_lines", whole_lines, "sight pieces sheets", "pieces"),
        step("password_dots", with_hidden_text, "pieces pixels", "pieces"),
        step("labels", with_labels, "pieces windows sheets sight", "pieces"),
        step("menu_ticks", with_menu_ticks, "pieces sight", "pieces"),
        step("pale_controls", with_disabled, "pieces sight", "pieces"),
        step("scroll_bar_parts", with_bars, "pieces bars", "pieces"),
        step("numbering", numbered, "pieces behind windows", "elements", needed=True),
    ),
)
