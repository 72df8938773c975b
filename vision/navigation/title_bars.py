"""The top edge of windows: the title, and the buttons that minimise, maximise and close."""

from __future__ import annotations

from collections.abc import Sequence

from vision.capture.windows import Window
from vision.core.geometry import Box
from vision.core.pieces import Piece, inside, same_row
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

_DASHES = "-\u2010\u2013\u2014"
BUTTON_NAMES = ("close window", "maximise window", "minimise window")


def titles(sight: Sight, windows: Sequence[Window]) -> set[TextSpan]:
    """Lines that repeat the title in the top of a window: the window's name, no element. Below the
    first row that does, a menu may be called like a word of it: "File" below "File Manager"."""
    found = set()
    for window in windows:
        strip, title = _strip(window, sight.line), _bare(window.title)
        said = [s for s in sight.spans if len(_bare(s.text)) > 3 and inside(s, strip)]
        said = [s for s in said if _bare(s.text) in title]
        first = min(said, key=lambda s: s.box.center.y, default=None)
        found |= {
            span
            for span in said
            if (first and same_row(span.box, first.box)) or 2 * len(_bare(span.text)) > len(title)
        }
    return found


def name_window_buttons(
    pieces: Sequence[Piece], windows: Sequence[Window], title_spans: set[TextSpan], line: float
) -> list[Piece]:
    """The pieces with the window buttons named. At most three small ones count, at the right end
    of the row that the title is in."""
    result = list(pieces)
    for window in windows:
        if window.popup:
            continue
        strip = _strip(window, line)
        title = next((s.box for s in title_spans if inside(s, strip)), None)
        row = [p for p in result if _may_be_button(p, strip) and _in_row(p, title, window, line)]
        for piece, name in _right_end(row, window.box, line):
            result[result.index(piece)] = Piece("button", name, piece.box, score=piece.score)
        left = min(row, key=lambda p: p.box.left, default=None)
        thin = title is not None and title.center.y - window.box.top < 1.6 * line
        if left in result and left and title and thin and left.box.right < title.left:
            result.remove(left)  # The program's picture; its menu holds nothing of use here.
    return result


def _may_be_button(piece: Piece, strip: Box) -> bool:
    return piece.kind in ("icon", "button") and strip.contains(piece.box.center)


def _in_row(piece: Piece, title: Box | None, window: Window, line: float) -> bool:
    """In the title's row; where no title was read, in the thin bar at the very top."""
    if title is not None:
        return same_row(piece.box, title)
    return piece.box.center.y - window.box.top < 2.2 * line and piece.box.height < 2.8 * line


def _right_end(row: Sequence[Piece], window: Box, line: float) -> list[tuple[Piece, str]]:
    """Pairs of window buttons and names, from the right; evenly spaced and alike in size."""
    found: list[tuple[Piece, str]] = []
    edge = window.right
    for piece, name in zip(sorted(row, key=lambda p: -p.box.right), BUTTON_NAMES, strict=False):
        small = max(piece.box.width, piece.box.height) <= 4 * line and len(piece.text) <= 1
        if not small or edge - piece.box.right > 3.2 * line:
            break
        found.append((piece, name))
        edge = piece.box.left
    return found


def _bare(text: str) -> str:
    """Without spaces and dots, which readers get wrong and windows cut off; all dashes alike."""
    return "".join("-" if c in _DASHES else c for c in text if c.isalnum() or c in f"/{_DASHES}")


def _strip(window: Window, line: float) -> Box:
    box = window.box
    return Box(box.left, box.top, box.right, box.top + max(round(4 * line), 36))
