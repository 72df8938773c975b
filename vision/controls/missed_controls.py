"""What geometry found and a detector that knows kinds passed over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from vision.core.elements import Kind
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, inside, same_row, touch
from vision.core.views import Sight

_HOLDS = 0.6
# In heights of a line: the room between entries of a menu.
_APART = 0.6
# In these, what geometry finds is believed; in others, a picture looks like a control.
_ROOMY: frozenset[Kind] = frozenset({"dialog", "field"})
# Of a field: what a picture in it takes at most.
_SMALL = 0.15
# Pixels by which lines of one stack, or texts of one column, begin further left or right.
_SIDE = 4


def missed(pieces: Sequence[Piece], shaped: Sequence[Piece], sight: Sight) -> list[Piece]:
    """What geometry alone found and no detected piece stands for. A detector may pass over one
    control, but not over a whole grid: boxes that share their sides are the cells of a table. The
    frame around a menu is no button."""
    left = [p for p in shaped if not any(_explains(known, p.box) for known in pieces)]
    left += [p for p in shaped if p not in left and _has_picture(p, pieces, sight)]
    left = [p for p in left if p.kind != "button" or not _is_stack(p.box, sight)]
    return [p for p in left if not any(touch(p.box, o.box) for o in left if o is not p)]


def _is_stack(box: Box, sight: Sight) -> bool:
    """Whether lines stand one below the other, each by itself, and all begin at one place. What
    stands at the end of a line, such as the arrow of an entry, is a part of it."""
    lines: list[Box] = []
    for line in sorted((s.box for s in sight.spans if inside(s, box)), key=lambda each: each.left):
        if not any(same_row(line, known) for known in lines):
            lines.append(line)
    lines.sort(key=lambda line: line.top)
    return len(lines) > 1 and all(
        abs(upper.left - lower.left) <= _SIDE and lower.top - upper.bottom >= _APART * upper.height
        for upper, lower in pairwise(lines)
    )


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


def _explains(known: Piece, box: Box) -> bool:
    if coverage(known.box, box) > 0.4:
        return True
    return known.kind not in _ROOMY and coverage(box, known.box) > 0.4
