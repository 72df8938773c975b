"""Menus: the titles in menu bars, and the rows of open menus and lists."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from vision.capture.windows import Window
from vision.core.elements import Kind, State
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, inside, joined_text, same_row
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import is_grey

# In heights of a line of text.
_WIDEST_GAP, _FARTHEST_START, _LOWEST_BAR = 4.5, 6.0, 7.5
# Rows of menus are at least this far apart; lines of a sentence are closer.
_SMALLEST_PITCH = 1.75
# In heights of the lower one: what a detector leaves between two entries that stand side by side.
_JOINT = 0.3
_MARKS_BELOW = frozenset("\u0323\u0326\u0327\u0328\u032d\u0331\u0332")


def menu_titles(
    sight: Sight, spans: Sequence[TextSpan], windows: Sequence[Window]
) -> set[TextSpan]:
    """Titles of menu bars: a row of at least three short words that begins at the left edge near
    the top of a window."""
    found: set[TextSpan] = set()
    for window in windows:
        if window.popup:
            continue
        box = window.box
        bottom = min(box.bottom, box.top + round(_LOWEST_BAR * sight.line))
        strip = Box(box.left, box.top, box.right, bottom)
        inner = [s for s in spans if inside(s, strip)]
        for first in sorted(inner, key=lambda s: (s.box.top, s.box.left)):
            row = _run_of_titles([s for s in inner if same_row(s.box, first.box)], sight.line)
            if len(row) >= 3 and row[0].box.left - box.left < _FARTHEST_START * sight.line:
                found.update(row)
                break
    return found


def _run_of_titles(row: Sequence[TextSpan], line: float) -> list[TextSpan]:
    """The words from the left as long as they look like titles and stand close together."""
    run: list[TextSpan] = []
    for span in sorted(row, key=lambda s: s.box.left):
        far = bool(run) and span.box.left - run[-1].box.right > _WIDEST_GAP * line
        if far or len(span.text) > 16 or not span.text.replace(" ", "").isalpha():
            break
        run.append(span)
    return run


def without_gaps(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with the entries of a bar side by side, each as far as the next one begins: what
    is pressed between two opens one of them."""
    boxes = {id(piece): piece.box for piece in pieces}
    bar = sorted((p for p in pieces if p.kind == "menu"), key=lambda p: p.box.left)
    for number, piece in enumerate(bar):
        behind = (p for p in bar[number + 1 :] if same_row(p.box, piece.box))
        after = next(behind, None)
        if after is None:
            continue
        gap = after.box.left - piece.box.right
        if 0 < gap <= _JOINT * min(piece.box.height, after.box.height):
            middle = piece.box.right + (gap + 1) // 2
            boxes[id(piece)] = replace(boxes[id(piece)], right=middle)
            boxes[id(after)] = replace(boxes[id(after)], left=middle)
    return [replace(piece, box=boxes[id(piece)]) for piece in pieces]


def popup_pieces(
    sight: Sight, spans: Sequence[TextSpan], popup: Window, pieces: Sequence[Piece]
) -> list[Piece]:
    """The rows of an open menu or list; the text of a tooltip, which cannot be clicked."""
    lines = sorted((s for s in spans if inside(s, popup.box)), key=lambda s: s.box.top)
    rows: list[list[TextSpan]] = []
    for span in lines:
        if rows and same_row(rows[-1][0].box, span.box):
            rows[-1].append(span)
        else:
            rows.append([span])
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
        name = min(row, key=lambda s: s.box.left)
        top, bottom = min(s.box.top for s in row), max(s.box.bottom for s in row)
        box = Box(popup.box.left, top, popup.box.right, bottom)
        state = State(disabled=sight.ask(is_grey, name.box) or None)
        found.append(Piece(kind, _without_mnemonic(name.text), box, state, "merged", name.score))
    return found


def _without_mnemonic(text: str) -> str:
    """The name of a row without what the line under its key letter did to the reading: "AļI"."""
    plain = unicodedata.normalize("NFD", text)
    plain = "".join(c for c in plain if c not in _MARKS_BELOW)
    return re.sub(r"(?<=[a-z])I(?![a-z])", "l", unicodedata.normalize("NFC", plain))


def _tooltip(lines: Sequence[TextSpan], popup: Window) -> Piece:
    text = joined_text(list(lines)).replace("\n", " ")
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
