"""Names that begin with a plus sign and a space, such as "+ Add card": they add one more of what
stands above them, and are buttons without a frame."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from vision.core.pieces import Piece, same_row
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

# A plus sign and one to four words, the first with a capital letter: sums, scores and the lines
# that a comparison of two files adds are seldom written so.
_ADDS = re.compile(r"[+＋] ?[^\W\d_]{2,}(?: \S+){0,3}")
# In heights of the text: how far away in its row and in its column another one stands; how much of
# its row belongs to it above and below.
_BESIDE, _CLOSE, _ROOM = 2.0, 2.5, 0.5
_SIGNED = ("+", "-", "−", "＋")
_IN_LINE = 4  # pixels


def additions(sight: Sight, free: Sequence[TextSpan]) -> dict[TextSpan, Piece]:
    """Those of the texts that are such buttons, each with its button."""
    found = {}
    for span in free:
        text = span.text.strip()
        if not _ADDS.fullmatch(text) or text.lstrip("+＋ ")[0].islower():
            continue
        if not any(_is_near(span, other) for other in sight.spans if other is not span):
            note("additions", span.box, f'"{text}" adds one more')
            room = round(_ROOM * span.box.height)
            box = replace(
                span.box,
                top=max(0, span.box.top - room),
                bottom=min(sight.pixels.shape[0], span.box.bottom + room),
            )
            found[span] = Piece("button", text, box, source="merged", score=0.5)
    return found


def _is_near(span: TextSpan, other: TextSpan) -> bool:
    """Whether another text stands beside it, or one with a sign right above or below."""
    box, high = span.box, span.box.height
    if same_row(other.box, box):
        return max(box.left - other.box.right, other.box.left - box.right) <= _BESIDE * high
    aside = abs(other.box.left - box.left) <= _IN_LINE
    near = abs(other.box.center.y - box.center.y) <= _CLOSE * high
    return aside and near and other.text.strip().startswith(_SIGNED)
