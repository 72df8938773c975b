"""Passes of both ways of assembling: with a detector that knows kinds, and without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.capture.windows import Window
from vision.controls.shaped_controls import controls, text_areas
from vision.core.elements import Element
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, inside
from vision.core.reading_order import reading_order, window_of
from vision.core.trace import note
from vision.core.views import Sight
from vision.navigation.menus import in_popup
from vision.navigation.shaped_tabs import as_tabs
from vision.navigation.title_bars import name_window_buttons, titles
from vision.ocr.engine import TextSpan
from vision.pipeline.runner import step
from vision.pixels.check_marks import marks_beside_text
from vision.pixels.password_dots import with_hidden_text
from vision.pixels.scroll_bars import ScrollBar
from vision.structure.labels import give_labels

# So much of an arrow or a thumb lies in its bar.
_PART_OF_BAR = 0.7

Fills = Mapping[TextSpan, Piece]
"""Lines of text, each with the control that it is."""


def with_shaped_controls(shaped: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The marks, and buttons, fields and lists that open, from flat areas."""
    return [*shaped, *controls(sight, shaped)]


def marks_of_popups(shaped: Sequence[Piece], popups: Sequence[Window]) -> list[Piece]:
    """In open menus only marks, since their rows look like buttons."""
    return [p for p in shaped if p.kind in ("checkbox", "radio") or not in_popup(p.box, popups)]


def is_held(span: TextSpan, pieces: Sequence[Piece]) -> bool:
    """Whether a line lies in a control that is no mark."""
    return any(p.kind not in ("checkbox", "radio") and inside(span, p.box) for p in pieces)


def documents(sight: Sight, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, large areas of nothing but text made fields, where documents are written."""
    return text_areas(sight, pieces, [p.box for p in pieces if p.kind == "menu"])


def labelled(
    pieces: Sequence[Piece], windows: Sequence[Window], sight: Sight, *, sure: bool
) -> list[Piece]:
    """The pieces with their labels; `sure` when a detector knows kinds."""
    written = [span.box for span in sight.spans]
    groups: dict[int, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(window_of(piece.box, windows), []).append(piece)
    return [
        piece
        for group in groups.values()
        for piece in give_labels(group, sight.line, sure=sure, written=written)
    ]


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


TITLES = step("window_titles", titles, "sight windows", "titles")
GEOMETRY = (
    step("marks_beside_text", marks_beside_text, "body_sight", "shaped"),
    step("shaped_controls", with_shaped_controls, "shaped body_sight", "shaped"),
    step("shaped_tabs", as_tabs, "shaped body_sight", "shaped"),
    step("marks_of_popups", marks_of_popups, "shaped popups", "shaped"),
)
TITLE_BAR_BUTTONS = step(
    "title_bar_buttons", name_window_buttons, "pieces windows titles line", "pieces"
)
PASSWORD_DOTS = step("password_dots", with_hidden_text, "pieces pixels", "pieces")
SCROLL_BAR_PARTS = step("scroll_bar_parts", with_bars, "pieces bars", "pieces")
NUMBERING = step("numbering", numbered, "pieces behind windows", "elements", needed=True)
