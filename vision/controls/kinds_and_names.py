"""Controls whose kind the detector says: its boxes lead.

Of boxes on one place the surest counts. What a control says, holds and whether it is ticked comes
from the text and the pixels; what the detector missed, shapes and text fill in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.controls.placeholders import FieldInks, field_inks, is_hint
from vision.controls.shaped_controls import without_arrow
from vision.core.elements import MARKS, ROWS, WRITTEN, ControlKind, Kind, Source, State
from vision.core.geometry import Box, coverage, iou
from vision.core.pieces import Piece, joined_text, same_row
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.detection.hovered_marks import without_lit_rows
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import opens_list
from vision.pixels.ink import is_blank
from vision.pixels.tight_marks import mark_in

_SAME = 0.55
_HOLDS = 0.6
# Kinds that carry their text inside of their box.
_WORDED: frozenset[Kind] = frozenset({*WRITTEN, *ROWS, "button", "tab", "link", "window title"})
# Kinds in which a word may have been read that is none; of those, what has no name of its own.
_PICTURES: frozenset[Kind] = frozenset({"icon", *MARKS})
_NAMELESS: frozenset[Kind] = frozenset({"icon", "image", "scroll bar", "slider", "dialog"})
# Kinds that hold none of their own.
_SIMPLE: frozenset[Kind] = frozenset({*MARKS, "button", "dropdown", "tab", "link", "icon"})
# Of a box that lies in another one of the same height.
_NESTED, _AS_HIGH = 0.75, 0.7
_MARK_ROW = 2.5
# In heights of a row: a field in which several lines are written is higher.
_SEVERAL = 3
# In heights of its text: how far the middle of a row may be from its own.
_OFF_CENTRE, _ONE_LINE = 0.5, 2.0
_SURE_ROW, _SURE_BUTTON = 0.5, 0.8
_NAMED_BESIDE: frozenset[Kind] = frozenset({*WRITTEN, *MARKS, "slider"})
# Pixels by which an entry reaches into what is above or below.
_SIDE = 4
# Pixels of the frame of a control; the least side of one whose arrow is looked for.
_EDGE, _SMALLEST = 2, 16
# In heights of a line: how far the keys of a menu's row stand from its name.
_KEYS_GAP = 1.5
_SURELY_READ, _DIGITS = 0.8, 0.97


def settled(detections: Sequence[Detection]) -> list[Detection]:
    """Detections, best first, one for each place."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda d: -d.score):
        if not any(_is_again(detection, k) for k in kept):
            kept.append(detection)
    marks = [one.box for one in kept if one.kind in MARKS]
    kept = [one for one in kept if not _is_card_of_mark(one, kept)]
    return [one for one in kept if not _is_label_of_mark(one, marks)]


def _is_card_of_mark(one: Detection, kept: Sequence[Detection]) -> bool:
    """Whether an entry holds a mark that is surer: it is a row of settings, or a card to choose."""
    if one.kind not in WRITTEN:
        return False
    marks = (other for other in kept if other.kind in MARKS and other.score >= one.score)
    return any(coverage(mark.box, one.box) > _HOLDS for mark in marks)


def _is_again(one: Detection, known: Detection) -> bool:
    """Whether it is the same thing as one that is surer: there is one button inside of a button."""
    if iou(one.box, known.box) > _SAME:
        return True
    if one.kind != known.kind or not (one.kind in _SIMPLE or _are_one_line(one.box, known.box)):
        return False
    return max(coverage(one.box, known.box), coverage(known.box, one.box)) > _NESTED


def _are_one_line(one: Box, other: Box) -> bool:
    """Whether two boxes are about as high: what holds a lower one may be a pane, or a group."""
    return min(one.height, other.height) >= _AS_HIGH * max(one.height, other.height)


def _is_label_of_mark(one: Detection, marks: Sequence[Box]) -> bool:
    """Whether a doubtful row is a mark with its label, or the label alone: these are told apart
    from the text."""
    if one.kind == "button" and one.score < _SURE_BUTTON:
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
    detections = _without_figures(detections, sight.spans)
    inner = _texts(sight, detections)
    written = [inner.get(one, []) for one in detections if one.kind in WRITTEN]
    inks = field_inks(written, sight)
    pieces = []
    for detection in detections:
        texts = inner.get(detection, [])
        pieces.append(_piece(detection, texts, sight, inks))
    return pieces, {span for spans in inner.values() for span in spans}


def _without_figures(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[Detection]:
    """Without the pictures in fields that are the number that stands there, in large figures."""
    fields = [one.box for one in detections if one.kind == "field"]
    numbers = [span.box for span in spans if span.text.isdecimal() and span.score >= _DIGITS]

    def is_figure(one: Detection) -> bool:
        return (
            one.kind in _PICTURES
            and any(coverage(one.box, field) > _HOLDS for field in fields)
            and any(coverage(number, one.box) > _HOLDS for number in numbers)
        )

    return [one for one in detections if not is_figure(one)]


def _texts(sight: Sight, detections: Sequence[Detection]) -> dict[Detection, list[TextSpan]]:
    """Which lines lie in which control, each in the smallest one that can hold text. A row may be a
    line of what is written: a field round it that several rows fit into holds its text as well."""
    found: dict[Detection, list[TextSpan]] = {}
    windows = {one: sight.window_of(one.box) for one in detections}
    for span in sight.spans:
        window = sight.window_of(span.box)
        around = [d for d in detections if windows[d] == window and _can_hold(d, span)]
        if not around:
            continue
        smallest = min(around, key=lambda d: d.box.area)
        found.setdefault(smallest, []).append(span)
        if smallest.kind in ROWS:
            for sheet in (d for d in around if d.kind == "field"):
                if sheet.box.height > _SEVERAL * smallest.box.height:
                    found.setdefault(sheet, []).append(span)
    return found


def _can_hold(detection: Detection, span: TextSpan) -> bool:
    if coverage(span.box, detection.box) <= _HOLDS:
        return False
    return detection.kind in _WORDED or detection.kind in _PICTURES


def _piece(detection: Detection, texts: list[TextSpan], sight: Sight, inks: FieldInks) -> Piece:
    box, kind = detection.box, _kind(detection, texts, sight)
    if kind in MARKS:
        tight, checked = mark_in(box, kind, sight)
        return Piece(kind, "", tight, State(checked=checked), "detector", detection.score, True)
    if kind == "dropdown":
        value = joined_text(without_arrow(texts, box))
        state = State(value=value)
        return Piece(kind, "", box, state, "merged", detection.score, True)
    if kind == "field":
        text = joined_text(texts)
        pale = is_hint(texts, sight, inks)
        name, value = (text, "") if pale else ("", text)
        return Piece(kind, name, box, State(value=value), "merged", detection.score, True)
    source: Source = "merged" if texts else "detector"
    text = _name(kind, texts, sight.line)
    if kind in ROWS:
        box = _around_its_text(box, texts, sight.spans)
    elif kind == "link":
        box = _between_neighbours(box, texts, sight.spans)
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


def _kind(detection: Detection, texts: Sequence[TextSpan], sight: Sight) -> ControlKind:
    """The detector's kind; but what has no arrow is no list that opens, a low field with one is
    such a list, and what holds a word is no icon and no mark."""
    box = detection.box
    if detection.kind in _PICTURES and _is_worded(texts):
        return "button"
    opens = detection.kind == "dropdown" and min(box.width, box.height) > _SMALLEST
    if detection.kind == "field" and box.height < _SEVERAL * sight.line:
        # The detector's box may end before the arrow.
        wider = replace(box, right=box.right + box.height)
        opens = sight.ask(opens_list, box) or sight.ask(opens_list, wider)
        return "dropdown" if opens else "field"
    if not opens or _has_arrow(box, sight):
        return detection.kind
    return "button" if texts and _is_in_middle(box, texts[0].box) else "field"


def _is_worded(texts: Sequence[TextSpan]) -> bool:
    """Whether a word or a number was read surely: pictures are read as a sign or two."""
    digits = all(span.text.isdecimal() and span.score >= _DIGITS for span in texts)
    return (bool(texts) and digits) or any(
        sum(c.isalnum() for c in span.text) >= 3 and span.score > _SURELY_READ for span in texts
    )


def _has_arrow(box: Box, sight: Sight) -> bool:
    """Whether anything is to be seen at an end of it: a list that opens has an arrow there."""
    side = min(box.height, box.width // 2)
    ends = replace(box, right=box.left + side), replace(box, left=box.right - side)
    return not all(is_blank(end.grown(-_EDGE), sight.pixels) for end in ends)


def _is_in_middle(box: Box, text: Box) -> bool:
    before, behind = text.left - box.left, box.right - text.right
    return abs(before - behind) <= text.height


def _name(kind: ControlKind, texts: Sequence[TextSpan], line: float) -> str:
    """The name of a control of this kind with these texts in it, "" for what has none."""
    if kind in _NAMELESS:
        return ""
    named = _before_keys(texts, line) if kind == "menu" else list(texts)
    return joined_text(named).replace("\n", " ")


def _before_keys(texts: Sequence[TextSpan], line: float) -> list[TextSpan]:
    """The texts of a menu's row without the keys on the right ("Ctrl+S")."""
    ordered = sorted(texts, key=lambda span: span.box.left)
    kept = ordered[:1]
    for span in ordered[1:]:
        apart = span.box.left - kept[-1].box.right > _KEYS_GAP * line
        if apart and same_row(span.box, kept[-1].box):
            break
        kept.append(span)
    return kept
