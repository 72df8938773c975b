"""Controls whose kind the detector says: its boxes lead, text and shapes are the witnesses.

Who decides: of boxes on one place the surest counts. The detector's kind counts before the one that
shapes and text suggest, unless its score is below `DOUBTFUL` of theirs; and what holds a word is no
icon and no mark. What a control says, holds and whether it is ticked comes from the pixels; what
the detector missed, shapes and text fill in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.capture.screen import Pixels
from vision.controls.field_content import floating_label, without_glass, without_lone_glass
from vision.controls.kind_by_looks import are_digits, has_label, kind_by_looks
from vision.controls.placeholders import FieldInks, field_inks, is_hint
from vision.controls.row_names import name_of
from vision.controls.shaped_controls import without_arrow
from vision.core.elements import MARKS, ROWS, WRITTEN, ControlKind, Kind, Source, State
from vision.core.geometry import Box, coverage, iou
from vision.core.pieces import Piece, inside, joined_text, same_row, touch
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.detection.hovered_marks import without_lit_rows
from vision.ocr.engine import TextSpan
from vision.ocr.repair.names_under_pictures import with_whole_names
from vision.pixels.flat_regions import is_underlined
from vision.pixels.tight_marks import mark_in

DOUBTFUL = 0.5
_SAME = 0.55
_HOLDS = 0.6
# Kinds that carry their text inside of their box.
_WORDED: frozenset[Kind] = frozenset(
    {"button", "field", "dropdown", "tab", "menu", "link", "list item", "window title"}
)
# Kinds that may be nothing but their text.
_BARE_WORDS: frozenset[Kind] = frozenset({"link", "menu", "tab", "list item"})
# The highest field of one line, in heights of that.
_FIELD_OF_A_LINE = 3
# Kinds of which a word inside says that they are something else.
_WORDLESS: frozenset[ControlKind] = frozenset({"icon", "checkbox", "radio"})
# Kinds that hold none of their own.
_SIMPLE: frozenset[ControlKind] = frozenset(
    {"button", "checkbox", "radio", "dropdown", "tab", "link", "icon"}
)
# Of a box that lies in another one of the same height.
_NESTED, _AS_HIGH = 0.75, 0.7
_MARK_ROW = 2.5
# Of what lies in the middle of a box: its part inside, and how far off it is, in sides of that.
_SURELY_IN, _AMID = 0.95, 0.1
# In heights of its text: how far the middle of a row may be from its own.
_OFF_CENTRE, _ONE_LINE = 0.5, 2.0
_SURE_ROW, _SURE_ENTRY = 0.5, 0.8
_WIDEST_ICON = 3.0  # in its heights
# Of a text that begins at the left: how much more is free behind it than before it, in that and in
# its heights.
_FAR_BEHIND, _FREE_BEHIND = 3, 4
_SURELY_READ = 0.8
_NAMED_BESIDE = frozenset({"field", "dropdown", "checkbox", "radio", "slider"})
# A link that is surer than this is one; its line ends within so many pixels behind its text.
_SURE_LINK, _LINE_ENDS = 0.6, 4
# Pixels by which an entry reaches into what is above or below.
_SIDE = 4


def settled(detections: Sequence[Detection]) -> list[Detection]:
    """Detections with a kind, best first, one for each place."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda d: -d.score):
        again = any(_is_again(detection, k) for k in kept)
        if detection.kind and not again and not _is_written_in(detection, kept, detections):
            kept.append(detection)
    marks = [one.box for one in kept if one.kind in MARKS]
    return [one for one in kept if not _is_label_of_mark(one, marks)]


def _is_again(one: Detection, known: Detection) -> bool:
    """Whether it is the same thing as one that is surer: there is one button inside of a button."""
    if iou(one.box, known.box) > _SAME:
        return True
    if known.kind in WRITTEN and one.kind in _WORDED and _is_begun_by(one.box, known.box):
        return True
    if one.kind != known.kind or not (one.kind in _SIMPLE or _are_one_line(one.box, known.box)):
        return False
    return max(coverage(one.box, known.box), coverage(known.box, one.box)) > _NESTED


def _are_one_line(one: Box, other: Box) -> bool:
    """Whether two boxes are about as high: what holds a lower one may be a pane, or a group."""
    return min(one.height, other.height) >= _AS_HIGH * max(one.height, other.height)


def _is_written_in(
    one: Detection, known: Sequence[Detection], detections: Sequence[Detection]
) -> bool:
    """Whether it is the text of a surer field, which is no link by itself. Where there are several
    beside each other, what holds them is no field."""
    if one.kind not in _BARE_WORDS:
        return False
    for field in known:
        if field.kind != "field" or not _holds_text(field.box, one.box):
            continue
        words = [d.box for d in detections if d.kind in _BARE_WORDS]
        inner = [box for box in words if _holds_text(field.box, box)]
        if all(min(one.box.right, box.right) > max(one.box.left, box.left) for box in inner):
            return True
    return False


def _holds_text(field: Box, text: Box) -> bool:
    low = field.height <= _FIELD_OF_A_LINE * text.height
    begins = text.left - field.left <= field.width / 3
    return low and begins and coverage(text, field) > _NESTED


def _is_begun_by(part: Box, field: Box) -> bool:
    """Whether it is the left part of a field, as high as that: what can be pressed in a field
    stands at its right."""
    high = part.height >= _AS_HIGH * field.height
    inner = coverage(part, field) > _NESTED
    return high and inner and part.left - field.left <= field.height / 2


def _is_label_of_mark(one: Detection, marks: Sequence[Box]) -> bool:
    """Whether a doubtful row is a mark with its label, or the label alone: these are told apart
    from the text."""
    if one.kind == "button" and one.score < _SURE_ENTRY:
        # The line around a label with the focus reaches a bit into its mark; buttons do not.
        return any(_begins_behind(one.box, m) and one.box.left < m.right for m in marks)
    if one.kind not in ROWS or one.score >= _SURE_ROW:
        return False
    return any(coverage(mark, one.box) > _HOLDS or _begins_behind(one.box, mark) for mark in marks)


def _begins_behind(row: Box, mark: Box) -> bool:
    """Whether a row of about the height of a mark begins where that ends."""
    near = -mark.width < 2 * (row.left - mark.right) <= mark.width
    return near and same_row(row, mark) and row.height <= _MARK_ROW * mark.height


def detected_pieces(
    sight: Sight, detections: Sequence[Detection], shaped: Sequence[Piece]
) -> tuple[list[Piece], set[TextSpan]]:
    """The pieces of settled detections, and the lines of text that they hold. `shaped` is what
    geometry alone says of the frame."""
    marks = [piece.box for piece in shaped if piece.kind in MARKS]
    detections = [one for one in detections if not _is_label_of_mark(one, marks)]
    detections = without_lit_rows(detections, marks, sight)
    detections = [_as_entry(one, shaped, sight) for one in detections]
    detections = [part for one in detections for part in _links_apart(one, sight)]
    detections = with_whole_names(detections, sight.spans)
    inner = _texts(sight.spans, detections)
    written = [inner.get(one, []) for one in detections if one.kind in WRITTEN]
    inks = field_inks(written, sight)
    pieces = []
    for detection in detections:
        texts = inner.get(detection, [])
        like = _witness(detection, shaped) or _in_its_middle(detection, texts, shaped)
        pieces.append(_piece(detection, texts, like, sight, inks))
    return pieces, {span for spans in inner.values() for span in spans}


def _links_apart(one: Detection, sight: Sight) -> list[Detection]:
    """A doubtful link that holds several texts of one row, each with a line of its own below it: as
    many links, which the detector took for one."""
    if one.kind != "link" or one.score >= _SURE_LINK:
        return [one]
    texts = [span for span in sight.spans if coverage(span.box, one.box) > _HOLDS]
    apart = len(texts) > 1 and all(same_row(texts[0].box, span.box) for span in texts)
    if not apart or not all(_has_own_line(span.box, sight.pixels) for span in texts):
        return [one]
    return [replace(one, box=span.box) for span in texts]


def _has_own_line(box: Box, pixels: Pixels) -> bool:
    """Whether a text is underlined, and the line ends with it."""
    low = box.bottom + max(2, round(0.25 * box.height))
    own = pixels[box.center.y : low, box.left : box.right]
    if own.size == 0 or not is_underlined(own):
        return False
    beside = pixels[box.center.y : low, box.right : box.right + _LINE_ENDS]
    return beside.size == 0 or not is_underlined(beside[:, 1:])


def _as_entry(one: Detection, shaped: Sequence[Piece], sight: Sight) -> Detection:
    """What is not surely a row is the field that geometry finds there, where a label stands before
    or above it: rows have no frame of their own, and no label."""
    like = _witness(one, shaped)
    if one.kind not in ROWS or one.score >= _SURE_ENTRY or like is None:
        return one
    if like.kind != "field" and like.kind != "dropdown":
        return one
    alone = not any(touch(like.box, o.box) for o in shaped if o is not like)
    return replace(one, kind=like.kind) if alone and has_label(like.box, sight) else one


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


def _in_its_middle(
    one: Detection, texts: Sequence[TextSpan], shaped: Sequence[Piece]
) -> Piece | None:
    """The button that geometry sees in the middle of one that was seen far too large."""
    if one.kind not in ("button", "icon") or not texts:
        return None
    return next(
        (
            piece
            for piece in shaped
            if piece.kind == "button"
            and coverage(piece.box, one.box) > _SURELY_IN
            and all(inside(text, piece.box) for text in texts)
            and abs(piece.box.center.x - one.box.center.x) <= _AMID * one.box.width
            and abs(piece.box.center.y - one.box.center.y) <= _AMID * one.box.height
        ),
        None,
    )


def _piece(
    detection: Detection, texts: list[TextSpan], like: Piece | None, sight: Sight, inks: FieldInks
) -> Piece:
    box = detection.box
    kind = kind_by_looks(_kind(detection, texts, like), box, texts, like, sight)
    if like is not None and like.kind == kind == "dropdown":
        return replace(like, box=box, source="merged", score=detection.score)
    if kind in MARKS:
        tight, checked = mark_in(box, kind, sight)
        return Piece(kind, "", tight, State(checked=checked), "detector", detection.score, True)
    if kind == "dropdown":
        value = joined_text(without_arrow(texts, box))
        state = State(value=value)
        return Piece(kind, "", box, state, "merged", detection.score, True)
    if kind == "field":
        texts = [without_glass(span, sight) for span in without_lone_glass(texts, box)]
        if floating := floating_label(box, texts, sight):
            label, value = floating
            return Piece(kind, label, box, State(value=value), "merged", detection.score, True)
        text = joined_text(texts)
        pale = is_hint(texts, sight, inks)
        name, value = (text, "") if pale else ("", text)
        return Piece(kind, name, box, State(value=value), "merged", detection.score, True)
    source: Source = "merged" if texts else "detector"
    text = name_of(kind, box, texts, sight)
    if kind in ROWS:
        box = _around_its_text(box, texts, sight.spans)
    elif kind == "link":
        box = _between_neighbours(box, texts, sight.spans)
    elif kind == "button" and like is not None and like.kind == "button":
        # A detector's sides are some pixels off, and who is disabled is told by the ends.
        box = like.box
    return Piece(kind, text, box, State(), source, detection.score, kind in _NAMED_BESIDE)


def _around_its_text(box: Box, texts: Sequence[TextSpan], spans: Sequence[TextSpan]) -> Box:
    """A row with its one line of text in the middle: where it is clicked must not be another. One
    that reaches over the text of the next row, of all `spans`, ends before that."""
    if not texts or any(not same_row(texts[0].box, span.box) for span in texts):
        return box
    line = max((span.box for span in texts), key=lambda b: b.width)
    off = line.center.y - box.center.y
    # A card may have its title at the top.
    wrong = box.height <= _ONE_LINE * line.height and abs(off) > _OFF_CENTRE * line.height
    if wrong:
        return box.moved(0, off)
    strange = [s.box for s in spans if coverage(s.box, box) > 0.5 and s not in texts]
    near = min(
        (abs(o.center.y - line.center.y) for o in strange if not same_row(o, line)), default=0
    )
    if near < line.height or abs(off) <= _OFF_CENTRE * line.height:
        return box
    return Box(box.left, line.center.y - near // 2, box.right, line.center.y + near // 2)


def _between_neighbours(box: Box, texts: Sequence[TextSpan], spans: Sequence[TextSpan]) -> Box:
    """An entry with its one line of text that reaches well into what is above or below: it ends
    half-way to the text that stands there."""
    if not texts or any(not same_row(texts[0].box, span.box) for span in texts):
        return box
    own = texts[0].box
    near = [s.box for s in spans if s.box.left < box.right and box.left < s.box.right]
    above = [b.center.y for b in near if b.center.y < own.top]
    below = [b.center.y for b in near if b.center.y > own.bottom]
    top = (max(above) + own.center.y) // 2 if above else box.top
    bottom = (min(below) + own.center.y) // 2 if below else box.bottom
    top = top if box.top + _SIDE <= top <= own.top else box.top
    bottom = bottom if own.bottom <= bottom <= box.bottom - _SIDE else box.bottom
    return Box(box.left, top, box.right, bottom)


def _kind(detection: Detection, texts: Sequence[TextSpan], like: Piece | None) -> ControlKind:
    """The detector's kind, unless it is doubtful and geometry says another, or a text stands where
    none can."""
    kind = detection.kind
    assert kind is not None
    surer = like is not None and DOUBTFUL * like.score > detection.score
    if like is not None and surer and like.kind != "text":
        return kind if _is_begun_at_left(detection, texts, like) else like.kind
    if like is not None and kind in MARKS and (like.kind == "checkbox" or like.kind == "radio"):
        return like.kind  # whether it is round can be measured
    if like is not None and (kind, like.kind) == ("field", "dropdown"):
        return "dropdown"  # its arrow was seen
    if like is not None and kind == "icon" and _is_wide(detection.box):
        return like.kind if like.kind == "field" or like.kind == "dropdown" else kind
    if kind in _WORDLESS and _is_worded(texts):
        if like is not None and like.kind != "text" and like.kind in _WORDED:
            return like.kind
        return "button"
    return kind


def _is_begun_at_left(one: Detection, texts: Sequence[TextSpan], like: Piece) -> bool:
    """Whether what geometry takes for a button is a field by its text: on a button that stands in
    the middle."""
    if one.kind not in WRITTEN or like.kind != "button" or not texts:
        return False
    before = min(span.box.left for span in texts) - like.box.left
    behind = like.box.right - max(span.box.right for span in texts)
    return behind > max(_FAR_BEHIND * before, _FREE_BEHIND * texts[0].box.height)


def _is_wide(box: Box) -> bool:
    return box.width > _WIDEST_ICON * box.height


def _is_worded(texts: Sequence[TextSpan]) -> bool:
    """Whether there is a word that was read surely: pictures are read as a sign or two."""
    return are_digits(texts) or any(
        sum(c.isalnum() for c in span.text) >= 3 and span.score > _SURELY_READ for span in texts
    )
