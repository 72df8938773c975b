"""Lines of plain text of which the finder made several: words that stand as close as words do, in
one ink, are one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.pieces import Piece
from vision.core.trace import note
from vision.core.views import Sight
from vision.pixels.colors import written_alike
from vision.structure.sheet_cells import Grid

# In heights of a text: how near the next word begins, before and behind the end of the last; how
# much of the lower one's height two words share, and how much lower it is at most.
_NEAR, _SHARED, _LOWER = (-0.5, 0.45), 0.7, 0.6


def whole_lines(sight: Sight, pieces: Sequence[Piece], sheets: Sequence[Grid] = ()) -> list[Piece]:
    """The pieces, texts that follow each other in a line as one, but for cells of sheets; what is
    no text comes first."""
    alone = [p for p in pieces if any(sheet.box.contains(p.box.center) for sheet in sheets)]
    texts = [piece for piece in pieces if piece.kind == "text" and piece not in alone]
    whole = [piece for piece in alone if piece.kind == "text"]
    cells = tuple(whole)
    for text in sorted(texts, key=lambda piece: piece.box.left):
        lines = ((n, line) for n, line in enumerate(whole) if line not in cells)
        place = next((n for n, line in lines if _goes_on(line, text, sight)), None)
        if place is None:
            whole.append(text)
            continue
        line = whole[place]
        note("whole lines", text.box, f'"{text.text}" goes on with "{line.text}"')
        whole[place] = replace(
            line,
            text=f"{line.text} {text.text}",
            box=line.box.union(text.box),
            score=min(line.score, text.score),
        )
    return [*(piece for piece in pieces if piece.kind != "text"), *whole]


def _goes_on(line: Piece, text: Piece, sight: Sight) -> bool:
    before, box = line.box, text.box
    if box.top >= before.bottom or before.top >= box.bottom:
        return False  # Nearly all of them.
    if not any(sign.isalnum() for sign in text.text):
        return False  # The star behind a label.
    high, low = max(before.height, box.height), min(before.height, box.height)
    if not _NEAR[0] * low <= box.left - before.right <= _NEAR[1] * low:
        return False
    shared = min(before.bottom, box.bottom) - max(before.top, box.top)
    return shared >= _SHARED * low and low >= _LOWER * high and written_alike(before, box, sight)
