"""Assembly without a detector that knows kinds: what is a control is told from shapes and text; a
detector's boxes are at most icons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from vision.capture.windows import Window
from vision.core.elements import State
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, same_row
from vision.core.trace import note, note_lost
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.icons.detected_icons import detected_icons, list_items, pictures_above
from vision.navigation.links_and_text import text_piece, without_pictures
from vision.navigation.menus import in_popup, menu_titles, popup_pieces
from vision.ocr.engine import TextSpan
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
from vision.pixels.flat_regions import is_grey


def menu_bar(
    sight: Sight, titles: Collection[TextSpan], windows: Sequence[Window], frame: Box
) -> set[TextSpan]:
    """The lines that are titles of a menu bar."""
    ground = windows or (Window(0, "", "", frame),)
    return menu_titles(sight, [s for s in sight.spans if s not in titles], ground)


def without_titles_and_menus(
    text: Sequence[TextSpan], titles: Collection[TextSpan], menus: Collection[TextSpan]
) -> list[TextSpan]:
    """The text without titles of windows and of menu bars."""
    return [span for span in text if span not in titles and span not in menus]


def by_shape(
    shaped: Sequence[Piece], tabs: Fills, rows: Fills, menus: Collection[TextSpan], sight: Sight
) -> list[Piece]:
    """The controls that geometry finds, the tabs, rows of list boxes and menus."""
    pieces = [p for p in shaped if not lies_in_one_of(p.box, tabs.values())]
    titles = (span for span in sight.spans if span in menus)
    return [*pieces, *tabs.values(), *rows.values(), *(_menu(span, sight) for span in titles)]


def _menu(span: TextSpan, sight: Sight) -> Piece:
    state = State(disabled=sight.ask(is_grey, span.box) or None)
    return Piece("menu", span.text, span.box, state, "ocr", span.score)


def text_outside(body: Sequence[TextSpan], pieces: Sequence[Piece]) -> list[TextSpan]:
    """The text that lies in no control."""
    return [span for span in body if not is_held(span, pieces)]


def without_letters_of_pictures(
    free: Sequence[TextSpan], boxes: Sequence[Detection]
) -> list[TextSpan]:
    """The text without pictures that were read as one letter."""
    kept = without_pictures(free, boxes)
    note_lost("pictures", free, kept, "one letter where a picture is")
    return kept


def with_icons(
    sight: Sight,
    boxes: Sequence[Detection],
    popups: Sequence[Window],
    pieces: Sequence[Piece],
    free: Sequence[TextSpan],
) -> list[Piece]:
    """The controls, and boxes of the detector outside of open menus as icons."""
    below = [d for d in boxes if not in_popup(d.box, popups)]
    return [*pieces, *detected_icons(sight, below, pieces, free)]


def with_texts(
    sight: Sight,
    boxes: Sequence[Detection],
    pieces: Sequence[Piece],
    popups: Sequence[Window],
) -> list[Piece]:
    """The controls, and the free text: rows of open menus, list items, links, plain text."""
    spans = [span for span in sight.spans if not is_held(span, pieces)]
    sight = replace(sight, spans=tuple(spans))
    below = [d for d in boxes if not in_popup(d.box, popups)]
    found: list[Piece] = []
    for popup in popups:
        found += popup_pieces(sight, spans, popup, pieces)
    rest = [s for s in spans if not in_popup(s.box, popups)]
    marked = [s for s in rest if not _is_right_of_mark(s, pieces, sight.line)]
    items = list_items(sight, below, marked, pieces)
    items |= pictures_above(sight, [s for s in rest if s not in items], pieces)
    found += [items[span] if span in items else text_piece(sight, span) for span in rest]
    return [*pieces, *found]


def _is_right_of_mark(span: TextSpan, pieces: Sequence[Piece], line: float) -> bool:
    return any(
        p.kind in ("checkbox", "radio")
        and same_row(p.box, span.box)
        and -3 <= span.box.left - p.box.right <= 2 * line
        for p in pieces
    )


def without_icons_of_items(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without the icons that became part of a list item."""
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


def with_likely_labels(
    pieces: Sequence[Piece], windows: Sequence[Window], sight: Sight
) -> list[Piece]:
    """The pieces with their labels, where kinds are a guess."""
    return labelled(pieces, windows, sight, sure=False)


WITHOUT_KINDS = Phase(
    "assembly without kinds",
    "merge",
    (
        TITLES,
        step("menu_bar", menu_bar, "sight titles windows frame", "menus"),
        step("body", without_titles_and_menus, "text titles menus", "body", needed=True),
        *GEOMETRY,
        step("by_shape", by_shape, "shaped tabs rows menus sight", "pieces", needed=True),
        step("text_outside", text_outside, "body pieces", "free", needed=True),
        step("letters_of_pictures", without_letters_of_pictures, "free boxes", "free"),
        step("icons", with_icons, "sight boxes popups pieces free", "pieces"),
        TITLE_BAR_BUTTONS,
        step("texts", with_texts, "free_sight boxes pieces popups", "pieces", needed=True),
        step("whole_documents", documents, "sight pieces", "pieces"),
        step("icons_of_items", without_icons_of_items, "pieces", "pieces"),
        PASSWORD_DOTS,
        step("likely_labels", with_likely_labels, "pieces windows sight", "pieces"),
        SCROLL_BAR_PARTS,
        NUMBERING,
    ),
)
