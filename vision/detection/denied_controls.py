"""What geometry alone took for a control, and a closer look denies: the head of a card, a bar that
tells of a state, a line round some words."""

from __future__ import annotations

from collections.abc import Sequence

from vision.controls.message_buttons import is_answer
from vision.core.geometry import iou
from vision.core.pieces import Piece, inside
from vision.core.trace import note
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.structure.labels import give_labels

# How likely it is that nothing is there. On 360 labelled pages and 40 programs 117 of 151 pieces
# that were none were likelier than this to be none, and 4 of 38 that were controls; of pictures 47
# of 50, and one of 6.
_DENIED = {"field": 0.6, "button": 0.6, "icon": 0.2}
# What the detector saw there, and hardly believed: its least score, that of a field (where geometry
# sees one, too), and its IoU.
_FAINT, _FAINT_FIELD, _SAME = 0.15, 0.06, 0.6


def without_denied(
    found: Sequence[Piece], pieces: Sequence[Piece], faint: Sequence[Detection], sight: Sight
) -> list[Piece]:
    """What geometry found, without what a closer look denies; `pieces` are the controls beside it,
    `faint` all that the detector saw. A field that has a label or holds a formula stays one, and so
    does the answer to a message."""
    kept = []
    for piece in found:
        half_believed = any(_is_half_believed(piece, one) for one in faint)
        answers = piece.kind == "button" and is_answer(piece.box, sight)
        if half_believed or answers or not _is_denied(piece, sight):
            kept.append(piece)
        elif piece.kind != "field" or not _is_used(piece, [*pieces, *found], sight):
            note("missed", piece.box, f"a {piece.kind} was left out: a closer look sees none")
        else:
            kept.append(piece)
    return kept


def _is_half_believed(piece: Piece, one: Detection) -> bool:
    field = piece.kind == one.kind == "field"
    least = _FAINT_FIELD if field else _FAINT
    return one.score >= least and iou(piece.box, one.box) >= _SAME


def _is_denied(piece: Piece, sight: Sight) -> bool:
    limit = _DENIED.get(piece.kind)
    if limit is None:
        return False
    return sight.look(piece.box).none >= limit


def _is_used(piece: Piece, pieces: Sequence[Piece], sight: Sight) -> bool:
    """Whether a field holds a formula or a hint, or has a label."""
    if piece.text or (piece.state.value or "").startswith("="):
        return True
    free = (s for s in sight.spans if not any(inside(s, other.box) for other in pieces))
    texts = [Piece("text", span.text, span.box, source="ocr") for span in free]
    given = give_labels([*pieces, *texts], sight.line)
    return any(one.text for one in given if one.kind == "field" and one.box == piece.box)
