"""Text, detections and shapes of one frame become elements in reading order. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from vision.accordions import accordions
from vision.additions import additions
from vision.bars import ScrollBar
from vision.branches import in_branches
from vision.calendars import months
from vision.carets import without_carets
from vision.chips import crosses_at_ends, with_crosses
from vision.column_heads import with_heads
from vision.columns import even_rows, without_false_marks
from vision.continued import continued
from vision.controls import controls, text_areas
from vision.counted import without_line_numbers
from vision.cut_fields import with_whole_fields
from vision.denied import without_denied
from vision.detail_rows import with_details
from vision.detect import Detection
from vision.detected import detected_pieces, settled
from vision.dots import with_hidden_text
from vision.doubtful import without_cells, without_doubtful
from vision.elements import Element, State
from vision.expanders import expanders
from vision.false_marks import without_pictures_of_marks
from vision.far_too_large import as_small_as_seen
from vision.figures import figures
from vision.form_columns import with_fields_of_forms
from vision.geometry import Box, coverage, overlap_area
from vision.glances import Glances, View
from vision.grips import with_grips
from vision.icons import (
    detected_icons,
    in_columns_with_pictures,
    list_items,
    pictures_above,
)
from vision.labels import give_labels
from vision.listboxes import CLOSE, LEFT_MARGIN, ListBox, list_boxes, without_labels
from vision.lit_entries import entries_beside_lit
from vision.marked_tabs import marked_tabs, without_rows_of
from vision.marks import cut_off_marks, marks_beside_text
from vision.menu_ticks import with_menu_ticks
from vision.menus import in_popup, menu_titles, popup_pieces, without_gaps
from vision.missed import missed
from vision.notebooks import notebook_tabs
from vision.order import reading_order, window_of
from vision.outvoted import by_neighbours
from vision.pagers import pages
from vision.pale import with_disabled
from vision.parts import Piece, inside, line_height, same_row
from vision.peers import in_gaps
from vision.pictures import with_captions
from vision.recognise import TextSpan
from vision.rows import whole_rows
from vision.ruled import ruled_cells
from vision.screen import Pixels
from vision.segments import with_segments
from vision.shapes import Shape, is_grey, with_arrow_cells
from vision.sheets import Sheet, empty_cells, found_sheets, without_fields
from vision.sight import Sight
from vision.signed import as_pictures
from vision.split import split_at_boxes, split_at_edges, split_at_sides
from vision.statusbars import without_status
from vision.tabs import as_tabs
from vision.texts import text_piece, without_pictures, without_symbols
from vision.ticked_rows import ticked_rows
from vision.tinted import tinted_links
from vision.toolbars import in_tool_bars
from vision.trace import note, note_lost
from vision.trails import with_trails
from vision.veiled import is_behind, veils
from vision.whole_lines import whole_lines
from vision.windowbar import name_window_buttons, titles
from vision.windows import Window

# How surely a detector must see what opens a list, for it to be a thing of its own: a faint one is
# the arrow in a field's end.
_OF_ITS_OWN = 0.3
# So much of an arrow or a thumb lies in its bar.
_PART_OF_BAR = 0.7
_IN_TAB, _PART_OF_ROW, _PART_OF_SHEET = 0.6, 0.5, 0.9
# What stands in the rows of menus and keeps its kind.
_IN_ROWS = ("checkbox", "radio", "icon", "scroll bar")


def merge(
    pixels: Pixels,
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    windows: Sequence[Window] = (),
    glances: Glances | None = None,
    bars: Sequence[ScrollBar] = (),
    faint: Sequence[Detection] = (),
) -> list[Element]:
    """Elements with ids 1..n in reading order. All boxes, also those of the windows, are relative
    to `pixels`; windows come front to back. `glances` holds what is known of these pixels, `bars`
    the scroll bars in them, `faint` what a detector saw that does not count by itself."""
    known = veils(pixels)
    pieces = _pieces(
        pixels,
        [span for span in spans if not is_behind(span.box, known)],
        [one for one in detections if not is_behind(one.box, known)],
        [shape for shape in shapes if not is_behind(shape.box, known)],
        windows,
        glances or Glances(),
        [bar for bar in bars if not is_behind(bar.box, known)],
        faint,
    )
    behind = [span for span in spans if is_behind(span.box, known)]
    pieces += [Piece("text", s.text, s.box, source="ocr", score=s.score) for s in behind]
    return _numbered(pieces, windows)


def _pieces(
    pixels: Pixels,
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    windows: Sequence[Window],
    glances: Glances,
    bars: Sequence[ScrollBar],
    faint: Sequence[Detection],
) -> list[Piece]:
    frame = Box(0, 0, pixels.shape[1], pixels.shape[0])
    framed = tuple(w.box for w in windows if not w.popup) or (frame,)
    ruled = ruled_cells(shapes)
    grids = found_sheets(shapes, line_height(spans))
    shapes = [shape for shape in shapes if shape.box not in ruled]
    seen = without_cells(settled(detections), ruled)
    seen = whole_rows(seen, pixels, line_height(spans))
    seen = ticked_rows(seen, pixels, line_height(spans))
    view = View(pixels, glances)
    seen = with_details(with_whole_fields(seen, shapes), spans, view)
    seen = without_line_numbers(even_rows(seen, spans), spans)
    seen = without_status(seen, spans, shapes, view)
    seen = as_small_as_seen(seen, spans, shapes, line_height(spans))
    known = by_neighbours(without_doubtful(seen, spans, shapes, view), spans, view)
    known = with_heads(with_segments(known, spans, shapes), spans)
    known = with_fields_of_forms(with_grips(known, shapes, view), spans)
    days, known = months(shapes, spans, known)
    apart = [d.box for d in known if d.kind in ("icon", "button") and d.score >= _OF_ITS_OWN]
    shapes = with_arrow_cells(without_carets(shapes, pixels), pixels, apart)
    spans = split_at_boxes(split_at_edges(spans, shapes), [d.box for d in known])
    spans = split_at_sides(spans, [window.box for window in windows if window.popup])
    sight = Sight(pixels, tuple(spans), tuple(shapes), line_height(spans), framed, view.glances)
    popups = [window for window in windows if window.popup]
    ground = windows or (Window(0, "", "", frame),)
    sight = replace(sight, spans=tuple(cut_off_marks(sight)))
    spans = without_symbols(sight.spans)
    note_lost("signs", sight.spans, spans, "its signs are of no alphabet, so it is a picture")
    sight = replace(sight, spans=tuple(spans))
    tabs = marked_tabs(sight, known) | notebook_tabs(sight)
    sight = replace(sight, spans=tuple(s for s in sight.spans if s not in tabs))
    known = without_rows_of([tab.box for tab in tabs.values()], known)
    known = [one for one in known if not _is_tab(one.box, tabs.values())]
    lists = _list_boxes(sight, known, popups)
    listed = {span: row for one in lists for span, row in one.rows.items()}
    sheets = [one.sheet for one in lists]
    rows = [row.box for row in listed.values()]
    known = without_labels([one for one in known if not _is_among(one.box, rows)], lists)
    shapes = [shape for shape in sight.shapes if not _lies_in(shape.box, sheets)]
    free = [s for s in sight.spans if s not in listed]
    sight = replace(sight, spans=tuple(free), shapes=tuple(shapes))
    if known:
        led = [
            p
            for p in _led(sight, known, faint, windows, grids)
            if not _is_tab(p.box, tabs.values())
        ]
        led = [p for p in led if not _is_tab(p.box, days)]
        pieces = with_crosses(as_pictures(led, sight.spans), sight.spans)
        pieces = [*whole_lines(sight, pieces), *tabs.values(), *listed.values()]
        pieces += dict.fromkeys(days.values())
        pieces = with_hidden_text(with_captions(sight, pieces), pixels)
        pieces = _labelled(pieces, windows, sight, sure=True)
        pieces = with_menu_ticks(pieces, sight)
        pieces += empty_cells(grids, sight.spans, pieces, pixels)
        pieces = without_gaps(pieces)
        return _with_bars(with_disabled(pieces, sight), bars)
    spans = list(sight.spans)
    named = titles(sight, windows)
    menus = menu_titles(sight, [s for s in spans if s not in named], ground)
    free = [s for s in spans if s not in named and s not in menus]
    pieces = _controls(replace(sight, spans=tuple(free)), popups)
    pieces = [p for p in pieces if not _is_tab(p.box, tabs.values())]
    pieces += [*tabs.values(), *listed.values()]
    pieces += [_menu(span, sight) for span in menus]
    outside = [s for s in free if not _held(s, pieces)]
    free = without_pictures(outside, detections)
    note_lost("pictures", outside, free, "one letter where a picture is")
    below = [d for d in detections if not in_popup(d.box, popups)]
    pieces += detected_icons(sight, below, pieces, free)
    pieces = name_window_buttons(pieces, windows, named, sight.line)
    free = [s for s in free if not _held(s, pieces)]
    pieces += _texts(replace(sight, spans=tuple(free)), below, pieces, popups)
    pieces = text_areas(sight, pieces, [p.box for p in pieces if p.kind == "menu"])
    pieces = with_hidden_text(_distinct(pieces), pixels)
    pieces = _labelled(pieces, windows, sight)
    return _with_bars(pieces, bars)


def _is_row_of(span: TextSpan, pieces: Sequence[Piece]) -> bool:
    """Whether a line of text is in an entry of a list or menu."""
    return any(p.kind in ("list item", "menu") and inside(span, p.box) for p in pieces)


def _list_boxes(
    sight: Sight, known: Sequence[Detection], popups: Sequence[Window]
) -> list[ListBox]:
    """The list boxes outside of popups. Beside what a detector says only those whose rows begin
    close to the side."""
    margin = CLOSE if known else LEFT_MARGIN
    others = [d for d in known if d.kind not in ("list item", "menu")]
    pieces = [Piece(d.kind, "", d.box) for d in others if d.kind is not None]
    spans = [span for span in sight.spans if not in_popup(span.box, popups)]
    if not list_boxes(sight, spans, pieces, margin):
        return []
    return list_boxes(sight, spans, [*pieces, *marks_beside_text(sight)], margin)


def _lies_in(box: Box, sheets: Sequence[Box]) -> bool:
    return any(coverage(box, sheet) > _PART_OF_SHEET for sheet in sheets)


def _is_among(box: Box, rows: Sequence[Box]) -> bool:
    """Whether it is a row, a part of one, or some of them together."""
    return sum(overlap_area(box, row) for row in rows) > _PART_OF_ROW * box.area


def _is_tab(box: Box, tabs: Iterable[Piece | TextSpan]) -> bool:
    """Whether it is, or lies in, one of the tabs, or one of the names of days."""
    return any(coverage(box, tab.box) > _IN_TAB for tab in tabs)


def _led(
    sight: Sight,
    detections: Sequence[Detection],
    faint: Sequence[Detection],
    windows: Sequence[Window],
    grids: Sequence[Sheet],
) -> list[Piece]:
    """Pieces where the detector says the kinds; see vision.detected."""
    named = titles(sight, windows)
    sight = replace(sight, spans=tuple(s for s in sight.spans if s not in named))
    popups = [window for window in windows if window.popup]
    shaped = _controls(sight, popups)
    pieces, held = detected_pieces(sight, detections, shaped)
    filled = without_fields(missed(pieces, shaped, sight), grids)
    filled = without_denied(filled, pieces, faint, sight)
    pieces += filled
    pieces = without_pictures_of_marks(without_false_marks(pieces), sight)
    pieces += figures(sight, pieces)
    pieces += in_tool_bars(sight, pieces)
    free = [s for s in sight.spans if s not in held and not _held(s, filled)]
    for popup in popups:
        inner = [s for s in sight.spans if in_popup(s.box, [popup])]
        if not all(_is_row_of(s, pieces) for s in inner):
            # Some of its rows were seen, or none: all are rows.
            pieces = [p for p in pieces if p.kind in _IN_ROWS or not in_popup(p.box, [popup])]
            pieces += popup_pieces(sight, inner, popup, pieces)
        free = [s for s in free if not in_popup(s.box, [popup])]
    linked = [p.box for p in pieces if p.kind == "link"]
    free, back, whole = with_trails(
        sight, free, [s for s in sight.spans if any(inside(s, box) for box in linked)]
    )
    pieces = [p for p in pieces if p.kind != "link" or not any(inside(s, p.box) for s in whole)]
    gaps = back | tinted_links(sight, free) | in_gaps(free, pieces, sight.line)
    gaps |= pages(free, pieces) | in_branches(sight, free, pieces)
    gaps |= expanders(sight, [s for s in free if s not in gaps], pieces)
    gaps |= accordions(sight, [s for s in free if s not in gaps])
    gaps |= additions(sight, [s for s in free if s not in gaps])
    gaps |= crosses_at_ends(sight, [s for s in free if s not in gaps])
    gaps |= entries_beside_lit(sight, [s for s in free if s not in gaps])
    gaps |= in_columns_with_pictures(sight, detections, [s for s in free if s not in gaps], pieces)
    rest = [s for s in free if s not in gaps]
    gaps |= continued(sight, rest, [*pieces, *gaps.values()])
    # Several spans may be one link.
    told = (gaps[s] if s in gaps else text_piece(sight, s, led=True) for s in free)
    pieces += dict.fromkeys(told)
    pieces = name_window_buttons(pieces, windows, named, sight.line)
    return text_areas(sight, pieces, [p.box for p in pieces if p.kind == "menu"])


def _labelled(
    pieces: Sequence[Piece], windows: Sequence[Window], sight: Sight, *, sure: bool = False
) -> list[Piece]:
    """The pieces with their labels; a label stands in the same window."""
    written = [span.box for span in sight.spans]
    groups: dict[int, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(window_of(piece.box, windows), []).append(piece)
    return [
        piece
        for group in groups.values()
        for piece in give_labels(group, sight.line, sure=sure, written=written)
    ]


def _controls(sight: Sight, popups: Sequence[Window]) -> list[Piece]:
    """Marks and controls; in open menus only marks, since their rows look like buttons."""
    pieces = marks_beside_text(sight)
    pieces += controls(sight, pieces)
    return [
        p
        for p in as_tabs(pieces, sight)
        if p.kind in ("checkbox", "radio") or not in_popup(p.box, popups)
    ]


def _held(span: TextSpan, pieces: Sequence[Piece]) -> bool:
    return any(p.kind not in ("checkbox", "radio") and inside(span, p.box) for p in pieces)


def _menu(span: TextSpan, sight: Sight) -> Piece:
    state = State(disabled=sight.ask(is_grey, span.box) or None)
    return Piece("menu", span.text, span.box, state, "ocr", span.score)


def _texts(
    sight: Sight,
    detections: Sequence[Detection],
    pieces: Sequence[Piece],
    popups: Sequence[Window],
) -> list[Piece]:
    """Lines that lie in no control: rows of open menus, list items, links, plain text."""
    found: list[Piece] = []
    for popup in popups:
        found += popup_pieces(sight, sight.spans, popup, pieces)
    rest = [s for s in sight.spans if not in_popup(s.box, popups)]
    marked = [s for s in rest if not _right_of_mark(s, pieces, sight.line)]
    items = list_items(sight, detections, marked, pieces)
    items |= pictures_above(sight, [s for s in rest if s not in items], pieces)
    for span in rest:
        found.append(items[span] if span in items else text_piece(sight, span))
    return found


def _right_of_mark(span: TextSpan, pieces: Sequence[Piece], line: float) -> bool:
    return any(
        p.kind in ("checkbox", "radio")
        and same_row(p.box, span.box)
        and -3 <= span.box.left - p.box.right <= 2 * line
        for p in pieces
    )


def _distinct(pieces: Sequence[Piece]) -> list[Piece]:
    """Without the icons that became part of a list item."""
    items = [p for p in pieces if p.kind == "list item"]
    kept = []
    for piece in pieces:
        loose = piece.kind == "icon" and not piece.text
        item = next((i for i in items if loose and coverage(piece.box, i.box) > 0.7), None)
        if item is None:
            kept.append(piece)
        else:
            note("icons", piece.box, "an icon became a part of a list item", item.box)
    return kept


def _with_bars(pieces: Sequence[Piece], bars: Sequence[ScrollBar]) -> list[Piece]:
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


def _numbered(pieces: Sequence[Piece], windows: Sequence[Window]) -> list[Element]:
    groups = [window_of(piece.box, windows) for piece in pieces]
    order = reading_order([piece.box for piece in pieces], groups)
    return [
        Element(
            number,
            pieces[i].kind,
            pieces[i].text,
            pieces[i].box,
            pieces[i].state,
            windows[groups[i]].title if groups[i] < len(windows) else "",
            pieces[i].source,
            round(pieces[i].score, 3),
        )
        for number, i in enumerate(order, 1)
    ]
