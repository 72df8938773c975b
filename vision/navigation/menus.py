"""The rows of open menus and lists."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence

from vision.capture.windows import Window
from vision.core.elements import Kind, State
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, in_rows, inside, joined_text
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

# Rows of menus are at least this far apart; lines of a sentence are closer.
_SMALLEST_PITCH = 1.75
_MARKS_BELOW = frozenset("\u0323\u0326\u0327\u0328\u032d\u0331\u0332")


def popup_pieces(
    sight: Sight, spans: Sequence[TextSpan], popup: Window, pieces: Sequence[Piece]
) -> list[Piece]:
    """The rows of an open menu or list; the text of a tooltip, which cannot be clicked."""
    lines = [s for s in spans if inside(s, popup.box)]
    rows = in_rows(lines, lambda span: span.box)
    if not rows:
        return []
    if popup.tooltip:
        return [_tooltip(lines, popup)]
    listed = _belongs_to_dropdown(popup.box, pieces)
    if not listed and _is_tooltip(rows, popup.box, sight):
        return [_tooltip(lines, popup)]
    kind: Kind = "list item" if listed else "menu"
    found = []
    for row in rows:
        # The keys at the right ("Ctrl+S") belong to the item on their left.
        name = row[0]
        top, bottom = min(s.box.top for s in row), max(s.box.bottom for s in row)
        box = Box(popup.box.left, top, popup.box.right, bottom)
        said = _without_mnemonic(name.text)
        found.append(Piece(kind, said, box, State(), "merged", name.score))
    return found


def _without_mnemonic(text: str) -> str:
    """The name of a row without what the line under its key letter did to the reading: "AļI"."""
    plain = unicodedata.normalize("NFD", text)
    plain = "".join(c for c in plain if c not in _MARKS_BELOW)
    return re.sub(r"(?<=[a-z])I(?![a-z])", "l", unicodedata.normalize("NFC", plain))


def _tooltip(lines: Sequence[TextSpan], popup: Window) -> Piece:
    text = joined_text(lines).replace("\n", " ")
    return Piece("text", text, popup.box, State(), "ocr", 1.0)


def _is_tooltip(rows: Sequence[Sequence[TextSpan]], popup: Box, sight: Sight) -> bool:
    if len(rows) == 1:
        return popup.height < 6 * sight.line and not _is_list_like(popup, sight)
    tops = [row[0].box.center.y for row in rows]
    pitches = [b - a for a, b in itertools.pairwise(tops)]
    return len(rows) <= 4 and max(pitches) < _SMALLEST_PITCH * max(
        sight.line, rows[0][0].box.height
    )


def _is_list_like(popup: Box, sight: Sight) -> bool:
    """White, with room on the right: a list of one item. Tooltips are dark or hug their text."""
    inner = [s for s in sight.spans if inside(s, popup)]
    right = popup.right - max(s.box.right for s in inner)
    return right > 4 * sight.line


def _belongs_to_dropdown(popup: Box, pieces: Sequence[Piece]) -> bool:
    return any(
        piece.kind == "dropdown"
        and abs(piece.box.left - popup.left) < 12
        and (
            abs(piece.box.right - popup.right) < 24
            or abs(piece.box.bottom - popup.top) < 12
            or abs(piece.box.top - popup.bottom) < 12
        )
        for piece in pieces
    )


def in_popup(box: Box, popups: Sequence[Window]) -> bool:
    """Whether a box lies in an open menu, list or tooltip."""
    return any(coverage(box, popup.box) > 0.6 for popup in popups)
