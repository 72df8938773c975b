"""Doubtful detections that what stands in and around them contradicts: words of a sentence taken
for a link, a line of a text for the row of a list, a heading or a bar for a field."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.core.elements import MARKS, ROWS, WRITTEN, Kind
from vision.core.geometry import Box, coverage, overlap_area
from vision.core.pieces import gap_between, same_row
from vision.core.trace import note
from vision.core.views import View
from vision.detection.detector import BELIEVED, Detection
from vision.false_positives.false_fields import has_place, is_coloured, no_field
from vision.false_positives.grid_cells import cells_of_tables
from vision.false_positives.headings import HEADING_LIKE, is_heading
from vision.false_positives.running_text import is_in_sentence, is_word
from vision.navigation.links_and_text import below, is_ruled
from vision.ocr.engine import TextSpan, words_of
from vision.pixels.colors import SAME_INK, distance, inks_of, shades_seen
from vision.pixels.flat_regions import Shape, is_link, is_underlined
from vision.pixels.ink import is_blank

# The score from which on the detector is believed.
_SURE = 0.5
# What stands in a row with others is believed later where that row speaks against it.
_SURE_LINE = 0.8
_HOLDS, _SAME_PLACE = 0.6, 0.5
_SURELY_READ = 0.8
_SURELY_INSIDE, _HALF = 0.9, 0.5
_TAB_LIKE: frozenset[Kind] = frozenset({"tab", "button", "link", *ROWS})
_LABEL_LIKE: frozenset[Kind] = frozenset({"tab", *ROWS})
# In heights of its text: how far from its field a label stands.
_LABEL_REACH, _TITLE_REACH = 5.0, 1.3
# The part of its score that the field below a title must have.
_NEARLY = 0.85
# In heights of its text: how high the box of a link is that may be a label.
_LABEL_BOX = 2.2
# In heights of its label: the highest field of one line.
_FIELD_HEIGHT = 3.5
_BESIDE_FIELD = "it is the label of the field on its right"
_ABOVE_FIELD = "it is the label of the field below it"
# So many labels in a column tell that the others in it are some, too.
_LABELS = 2
_TOUCH = 3  # pixels
# In heights of a text: how far a cell stands from the next one.
_CELL_GAP = 8.0
# A picture holds fewer texts; a button has fewer words.
_FULL, _MOST_WORDS = 8, 8
_PROSE_LIKE: frozenset[Kind] = frozenset({"field", "button"})
# Pixels that the sides of rows of one list, or of one bar, differ by.
_ALIGNED = 12
# Of a channel, 0 to 255: what one writes on is lighter or darker than this.
_PAPER, _DARK = 235.0, 110.0


def without_doubtful(
    detections: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> list[Detection]:
    """The detections without those that are doubtful and contradicted; `spans` is all text and
    `shapes` are all frames and plain areas."""
    kept, labels = [], []
    grids = cells_of_tables(detections, spans)
    for one in detections:
        why = _against(one, detections, spans, view) if one.score < _SURE else ""
        if not why and one.score < _SURE_LINE:
            why = _out_of_line(one, detections, spans, shapes)
            why = why or _plain_label(one, detections, spans, shapes, view)
            why = why or _unseen(one, detections, spans, shapes, view)
            if not why and any(one in cells for cells in grids):
                why = "it is one of the cells of a grid, which are taken for many kinds"
        if not why and one.kind == "icon" and _is_in_line_of(one, spans, "="):
            why = "it is a sign of a sum"
        if why:
            note("doubtful", one.box, f"a {one.kind} of score {one.score:.2f} was left out: {why}")
        else:
            kept.append(one)
        if why in (_BESIDE_FIELD, _ABOVE_FIELD):
            labels.append(one)
    return [one for one in kept if not _is_among_labels(one, kept, labels)]


def _is_among_labels(
    one: Detection, kept: Sequence[Detection], labels: Sequence[Detection]
) -> bool:
    """Whether it stands in a column most of which are labels of fields: the field of one may be
    grey, or hidden."""
    if one.kind not in _LABEL_LIKE or one.score >= _SURE_LINE:
        return False
    among = [label for label in labels if _is_in_column(label, one)]
    others = [other for other in kept if _is_in_column(other, one)]
    if len(among) < _LABELS or len(among) < len(others):
        return False
    why = f"a {one.kind} of score {one.score:.2f} was left out: most of its column are labels"
    note("doubtful", one.box, why)
    return True


def _is_in_column(one: Detection, other: Detection) -> bool:
    left, right = one.box.left - other.box.left, one.box.right - other.box.right
    return one.kind == other.kind and max(abs(left), abs(right)) <= _ALIGNED


def _against(
    one: Detection, all_: Sequence[Detection], spans: Sequence[TextSpan], view: View
) -> str:
    if one.kind == "link" and is_in_sentence(one, spans, view) and not _is_ruled(one, spans, view):
        return "it has the colour of the words around it"
    if one.kind in ROWS and _is_alone(one, all_) and _has_line_near(one, spans):
        return "it is a line of a text, and no other row is near"
    if one.kind == "field" and _holds_marks(one, all_):
        return "it holds choices"
    if one.kind in WRITTEN and _holds_rows(one, all_):
        return "it holds rows that are surer"
    if one.kind == "field" and _holds_tabs(one, all_):
        return "it holds tabs that are surer"
    if one.kind == "field" and _holds_links(one, spans, view):
        return "it holds links"
    if one.kind == "field" and _is_bar(one, spans, view):
        return "nothing is written on such a ground"
    if one.kind in _PROSE_LIKE and _is_prose(one, spans) and is_coloured(one, view):
        return "it is a text on a ground of its own"
    if one.kind == "image" and _texts_in(one, spans) >= _FULL:
        return "it is full of text"
    return ""


def _is_ruled(one: Detection, spans: Sequence[TextSpan], view: View) -> bool:
    """Whether its one text has a line below it, which ends with it."""
    text = _only_text(one, spans)
    return text is not None and is_ruled(text, view)


def _holds_marks(one: Detection, all_: Sequence[Detection]) -> bool:
    """Whether several boxes or radio buttons stand in it."""
    marks = [o for o in all_ if o.kind in MARKS and coverage(o.box, one.box) > _SURELY_INSIDE]
    return len(marks) > 1


def _holds_rows(one: Detection, all_: Sequence[Detection]) -> bool:
    """Whether it is full of rows that the detector is surer of: over a text a menu may be open."""
    rows = [o for o in all_ if o.kind in ROWS and o.score > one.score]
    inner = [row.box for row in rows if coverage(row.box, one.box) > _HOLDS]
    taken = sum(overlap_area(box, one.box) for box in inner)
    return len(inner) > 1 and taken > _HALF * one.box.area


def _holds_tabs(one: Detection, all_: Sequence[Detection]) -> bool:
    """Whether several surer tabs stand in it: it is their page."""
    tabs = [o for o in all_ if o.kind == "tab" and o.score > one.score]
    return sum(coverage(tab.box, one.box) > _HOLDS for tab in tabs) > 1


def _holds_links(one: Detection, spans: Sequence[TextSpan], view: View) -> bool:
    """Whether several lines in it are links."""
    inner = [span.box for span in spans if coverage(span.box, one.box) > _HOLDS]
    linked = (view.ask(is_link, box) for box in inner)
    return sum(linked) > 1


def _out_of_line(
    one: Detection,
    all_: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
) -> str:
    if one.kind in ROWS and _is_cut(one, spans):
        return "it is a part of a table's row"
    if one.kind in _LABEL_LIKE and _is_label(one, all_, spans, shapes) and not _touches(one, all_):
        return _BESIDE_FIELD
    caption = one.kind == "window title" and one.score < _SURE
    titled = (caption or one.kind in _LABEL_LIKE) and _is_title(one, all_, spans)
    if titled and not (one.kind == "tab" and _touches(one, all_, ("tab", "button"))):
        return _ABOVE_FIELD
    if is_word(one, all_, spans):
        return "it is a word of a running line"
    if one.kind == "tab" and not any(_is_beside(other, one) for other in all_):
        return "nothing stands beside it that may be another tab"
    return ""


def _plain_label(
    one: Detection,
    all_: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> str:
    text = _only_text(one, spans)
    # The entries of a side bar, in which a line has much room, are no labels of what is beside it.
    if one.kind != "link" or text is None or one.box.height > _LABEL_BOX * text.height:
        return ""
    placed = _is_label(one, all_, spans, shapes) or _is_title(one, all_, spans)
    plain = placed and _is_plain(one, spans, view)
    return "it is written like a label, and a field is beside or below it" if plain else ""


def _is_plain(one: Detection, spans: Sequence[TextSpan], view: View) -> bool:
    """Whether it has the colour of most texts, and no line below it."""
    text = _only_text(one, spans)
    own = shades_seen(text, view) if text else None
    if text is None or own is None:
        return False
    usual = np.median(inks_of([span.box for span in spans], view), axis=0)
    return distance(own.ink, usual) <= SAME_INK and not view.ask(is_underlined, below(text))


def _unseen(
    one: Detection,
    all_: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> str:
    heading = one.kind in HEADING_LIKE and is_heading(one.box, spans, shapes)
    if heading and not any(_is_tab_beside(other, one) for other in all_):
        return "it is a heading on the sheet below it"
    if why := no_field(one, all_, spans, shapes, view):
        return why
    if one.kind in ROWS and not _texts_in(one, spans) and is_blank(one.box, view.pixels):
        return "nothing stands in it"
    if one.kind == "button" and _ends_early(one, spans) and not has_place(one.box, shapes, view):
        return "its text ends long before it, and neither a frame nor a ground says that it goes on"
    if one.kind == "icon" and _is_in_line_of(one, spans):
        return "it is a part of a line with numbers"
    if one.kind == "link" and not any(one.box.contains(w.box.center) for w in words_of(spans)):
        return "there is no text in it"
    return ""


def _ends_early(one: Detection, spans: Sequence[TextSpan]) -> bool:
    """Whether its one line of text begins at its left and ends in its first third."""
    text = _only_text(one, spans)
    if text is None or text.left - one.box.left > 2 * text.height:
        return False
    return 3 * (text.right - one.box.left) < one.box.width


def _is_in_line_of(one: Detection, spans: Sequence[TextSpan], sign: str = "") -> bool:
    """Whether a word in it belongs to a surely read line of several, with a number and `sign`."""
    return any(
        len(span.words) > 1
        and span.score >= _SURELY_READ
        and sign in span.text
        and coverage(span.box, one.box) <= _HOLDS
        and any(one.box.contains(word.box.center) for word in span.words)
        and any(word.text.isdigit() for word in span.words)
        for span in spans
    )


def _is_prose(one: Detection, spans: Sequence[TextSpan]) -> bool:
    """Whether it holds several lines of many words."""
    inner = [span.text for span in spans if coverage(span.box, one.box) > _HOLDS]
    return len(inner) > 1 and len(" ".join(inner).split()) > _MOST_WORDS


def _texts_in(one: Detection, spans: Sequence[TextSpan]) -> int:
    return sum(coverage(span.box, one.box) > _HOLDS for span in spans)


def _touches(one: Detection, all_: Sequence[Detection], kinds: Sequence[Kind] = ()) -> bool:
    """Whether another one of its kind, or of these, stands right beside it, as in a bar; labels
    have room."""
    return any(
        other is not one
        and other.kind in (kinds or (one.kind,))
        and same_row(other.box, one.box)
        and gap_between(other.box, one.box) <= _TOUCH
        and coverage(one.box, other.box) < _SAME_PLACE
        for other in all_
    )


def _is_tab_beside(other: Detection, one: Detection) -> bool:
    """Whether another one is a tab in one bar with it."""
    ends = abs(other.box.top - one.box.top), abs(other.box.bottom - one.box.bottom)
    return other.kind == "tab" and other.score >= BELIEVED and max(ends) <= _TOUCH


def _is_alone(one: Detection, all_: Sequence[Detection]) -> bool:
    """Whether no other row begins where it begins, or stands in one bar with it."""
    rows = [other for other in all_ if other is not one and other.kind in (*ROWS, "tab", "button")]
    return not any(
        abs(row.box.left - one.box.left) <= _ALIGNED or same_row(row.box, one.box) for row in rows
    )


def _is_beside(other: Detection, one: Detection) -> bool:
    return other is not one and other.kind in _TAB_LIKE and same_row(other.box, one.box)


def _has_line_near(one: Detection, spans: Sequence[TextSpan]) -> bool:
    """Whether a line of text stands right above or below, and begins where this one begins."""
    own = [span for span in spans if coverage(span.box, one.box) > _HOLDS]
    return any(
        abs(span.box.left - line.box.left) <= _ALIGNED
        and 0 < abs(span.box.center.y - line.box.center.y) < 1.8 * line.box.height
        for line in own
        for span in spans
        if span not in own
    )


def _is_cut(one: Detection, spans: Sequence[TextSpan]) -> bool:
    """Whether it holds some cells of a row, while others of that row stand beside it: cells have
    another text right above or below."""
    row = [span for span in spans if same_row(span.box, one.box)]
    inside = [span for span in row if coverage(span.box, one.box) > _HOLDS]
    beside = [
        span
        for span in row
        if coverage(span.box, one.box) < 1 - _HOLDS
        and gap_between(span.box, one.box) <= _CELL_GAP * span.box.height
    ]
    return (
        len(inside) > 1
        and bool(beside)
        and all(_has_neighbour(span, spans) for span in [*inside, *beside])
    )


def _has_neighbour(span: TextSpan, spans: Sequence[TextSpan]) -> bool:
    """Whether a text stands right above or below, on one line with its left or right side."""
    box = span.box
    return any(
        0 < abs(box.center.y - other.box.center.y) < 2.5 * box.height
        and min(abs(other.box.left - box.left), abs(other.box.right - box.right)) <= _ALIGNED
        for other in spans
    )


def _is_label(
    one: Detection, all_: Sequence[Detection], spans: Sequence[TextSpan], shapes: Sequence[Shape]
) -> bool:
    text = _only_text(one, spans)
    if text is None:
        return False
    fields = [other.box for other in all_ if other.kind in WRITTEN]
    fields += [shape.box for shape in shapes if _may_be_field(shape, text)]
    return any(
        same_row(box, text) and 0 <= box.left - text.right <= _LABEL_REACH * text.height
        for box in fields
    )


def _may_be_field(shape: Shape, label: Box) -> bool:
    """Whether a white bar is about as high as the field of a label, and empty."""
    box = shape.box
    fits = label.height <= box.height <= _FIELD_HEIGHT * label.height
    return fits and box.width > 3 * box.height and min(shape.colour) >= _PAPER and not shape.holes


def _is_title(one: Detection, all_: Sequence[Detection], spans: Sequence[TextSpan]) -> bool:
    text = _only_text(one, spans)
    return text is not None and any(
        other.kind in WRITTEN
        and other.score > _NEARLY * one.score
        and abs(other.box.left - text.left) <= _ALIGNED
        and -_TOUCH <= other.box.top - text.bottom <= _TITLE_REACH * text.height
        for other in all_
    )


def _only_text(one: Detection, spans: Sequence[TextSpan]) -> Box | None:
    """Where its line of text is, if it holds just one."""
    own = [span.box for span in spans if coverage(span.box, one.box) > _HOLDS]
    return own[0] if len(own) == 1 else None


def _is_bar(one: Detection, spans: Sequence[TextSpan], view: View) -> bool:
    """Whether it is empty, and of a shade on which nobody writes."""
    if any(coverage(span.box, one.box) > _HOLDS for span in spans):
        return False
    own = shades_seen(one.box, view)
    return own is not None and _DARK < float(own.ground.max()) < _PAPER
