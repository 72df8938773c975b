"""What geometry found and a detector that knows kinds passed over."""

from __future__ import annotations

from collections.abc import Sequence

from vision.controls.message_buttons import is_answer
from vision.core.elements import Kind
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, inside, touch
from vision.core.views import Sight

_HOLDS = 0.6
# In these, what geometry finds is believed; in others, a picture looks like a control.
_ROOMY: frozenset[Kind] = frozenset({"dialog", "field"})
# Of a field: what a picture in it takes at most.
_SMALL = 0.15
# Pixels by which lines of one stack, or texts of one column, begin further left or right.
_SIDE = 4


def missed(pieces: Sequence[Piece], shaped: Sequence[Piece], sight: Sight) -> list[Piece]:
    """What geometry alone found and no detected piece stands for. A detector may pass over one
    control, but not over a whole grid: boxes that share their sides are the cells of a table,
    unless they are the answers to a message."""
    left = [p for p in shaped if not any(_explains(k, p.box) for k in _beside(p, pieces, sight))]
    left += [p for p in shaped if p not in left and _has_picture(p, pieces, sight)]
    return [
        p
        for p in left
        if is_answer(p.box, sight) or not any(touch(p.box, o.box) for o in left if o is not p)
    ]


def _has_picture(field: Piece, pieces: Sequence[Piece], sight: Sight) -> bool:
    """Whether a field was passed over for the small picture at one of its ends, beside which one
    text stands at most, or two of which one is its label."""
    box = field.box
    known = [piece.box for piece in pieces if _explains(piece, box)]
    if field.kind != "field" or len(known) != 1 or known[0].area >= _SMALL * box.area:
        return False
    picture = known[0]
    texts = [s for s in sight.spans if inside(s, box) and coverage(s.box, picture) < _HOLDS]
    at_end = min(picture.left - box.left, box.right - picture.right) <= box.height
    one_below_another = len({s.box.left // _SIDE for s in texts}) <= 1
    return at_end and len(texts) <= 2 and one_below_another


def _beside(piece: Piece, pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces of the same window; a picture in one behind it may reach around it."""
    window = sight.window_of(piece.box)
    return [known for known in pieces if coverage(known.box, window) > _HOLDS]


def _explains(known: Piece, box: Box) -> bool:
    if coverage(known.box, box) > 0.4:
        return True
    return known.kind not in _ROOMY and coverage(box, known.box) > 0.4
