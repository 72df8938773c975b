"""Controls whose kind the detector says: its boxes lead, text and shapes are the witnesses.

Who decides: of boxes on one place the surest counts. The detector's kind counts before the one that
shapes and text suggest, unless its score is below `DOUBTFUL` of theirs; and what holds a word is no
icon and no mark. What a control says, holds and whether it is ticked comes from the pixels; what
the detector missed, shapes and text fill in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.controls import Sight, field_piece, without_arrow
from vision.detect import Detection
from vision.elements import ControlKind, Kind, Source, State
from vision.geometry import Box, coverage, iou
from vision.parts import Piece, joined_text, same_row
from vision.recognise import TextSpan
from vision.ticks import mark_in

DOUBTFUL = 0.5
_SAME = 0.55
_HOLDS = 0.6
# Kinds that carry their text inside of their box.
_WORDED: frozenset[Kind] = frozenset(
    {"button", "field", "dropdown", "tab", "menu", "link", "list item", "window title"}
)
# Kinds of which a word inside says that they are something else.
_WORDLESS: frozenset[ControlKind] = frozenset({"icon", "checkbox", "radio"})
_SURELY_READ = 0.8
_NAMED_BESIDE = frozenset({"field", "dropdown", "checkbox", "radio", "slider"})
# Kinds in which other controls lie.
HOLDERS: frozenset[str] = frozenset({"dialog", "image", "field", "list item", "window title"})
# In heights of a line of text: wider gaps part a menu's name from its keys.
_KEYS_GAP = 1.5


def settled(detections: Sequence[Detection]) -> list[Detection]:
    """Detections with a kind, best first, one for each place."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda d: -d.score):
        if detection.kind and not any(iou(detection.box, k.box) > _SAME for k in kept):
            kept.append(detection)
    return kept


def detected_pieces(
    sight: Sight, detections: Sequence[Detection], shaped: Sequence[Piece]
) -> tuple[list[Piece], set[TextSpan]]:
    """The pieces of settled detections, and the lines of text that they hold. `shaped` is what
    geometry alone says of the frame."""
    inner = _texts(sight.spans, detections)
    pieces = []
    for detection in detections:
        texts = inner.get(detection, [])
        like = _witness(detection, shaped)
        pieces.append(_piece(detection, texts, like, sight))
    return pieces, {span for spans in inner.values() for span in spans}


def _texts(
    spans: Sequence[TextSpan], detections: Sequence[Detection]
) -> dict[Detection, list[TextSpan]]:
    """Which lines lie in which control, each in the smallest one that can hold text."""
    found: dict[Detection, list[TextSpan]] = {}
    for span in spans:
        around = [d for d in detections if _can_hold(d, span)]
        if around:
            found.setdefault(min(around, key=lambda d: d.box.area), []).append(span)
    return found


def _can_hold(detection: Detection, span: TextSpan) -> bool:
    if coverage(span.box, detection.box) <= _HOLDS:
        return False
    return detection.kind in _WORDED or detection.kind in _WORDLESS


def _witness(detection: Detection, shaped: Sequence[Piece]) -> Piece | None:
    """What geometry says of the same place."""
    alike = [p for p in shaped if iou(p.box, detection.box) > _SAME]
    return max(alike, key=lambda p: iou(p.box, detection.box), default=None)


def _piece(detection: Detection, texts: list[TextSpan], like: Piece | None, sight: Sight) -> Piece:
    kind, box = _kind(detection, texts, like), detection.box
    if like is not None and like.kind == kind and kind in ("field", "dropdown"):
        return replace(like, box=box, source="merged", score=detection.score)
    if kind in ("checkbox", "radio"):
        tight, checked = mark_in(box, kind, sight)
        return Piece(kind, "", tight, State(checked=checked), "detector", detection.score, True)
    if kind == "dropdown":
        value = joined_text(without_arrow(texts, box))
        state = State(value=value)
        return Piece(kind, "", box, state, "merged", detection.score, True)
    if kind == "field":
        found = field_piece(box, joined_text(texts), sight.crop(box))
        return replace(found, score=detection.score)
    source: Source = "merged" if texts else "detector"
    selected = like.state.selected if like is not None and like.kind == kind else None
    text = _words(kind, texts, sight.line)
    return Piece(
        kind, text, box, State(selected=selected), source, detection.score, kind in _NAMED_BESIDE
    )


def _kind(detection: Detection, texts: Sequence[TextSpan], like: Piece | None) -> ControlKind:
    """The detector's kind, unless it is doubtful and geometry says another, or a text stands where
    none can."""
    kind = detection.kind
    assert kind is not None
    if like is not None and like.kind != "text" and DOUBTFUL * like.score > detection.score:
        return like.kind
    if kind in _WORDLESS and _is_worded(texts):
        if like is not None and like.kind != "text" and like.kind in _WORDED:
            return like.kind
        return "button"
    return kind


def _is_worded(texts: Sequence[TextSpan]) -> bool:
    """Whether there is a word that was read surely: pictures are read as a sign or two."""
    return any(
        sum(c.isalnum() for c in span.text) >= 3 and span.score > _SURELY_READ for span in texts
    )


def _words(kind: ControlKind, texts: list[TextSpan], line: float) -> str:
    if kind in ("icon", "image", "scroll bar", "slider", "dialog"):
        return ""
    if kind == "menu":
        texts = _before_keys(texts, line)
    return joined_text(texts).replace("\n", " ")


def _before_keys(texts: list[TextSpan], line: float) -> list[TextSpan]:
    """The texts of a menu's row without the keys on the right ("Ctrl+S")."""
    ordered = sorted(texts, key=lambda span: span.box.left)
    kept = ordered[:1]
    for span in ordered[1:]:
        apart = span.box.left - kept[-1].box.right > _KEYS_GAP * line
        if apart and same_row(span.box, kept[-1].box):
            break
        kept.append(span)
    return kept


def missed(pieces: Sequence[Piece], shaped: Sequence[Piece]) -> list[Piece]:
    """What geometry alone found and no detected piece stands for."""
    return [p for p in shaped if not any(_explains(known, p.box) for known in pieces)]


def _explains(known: Piece, box: Box) -> bool:
    if coverage(known.box, box) > 0.4:
        return True
    return known.kind not in HOLDERS and coverage(box, known.box) > 0.4
