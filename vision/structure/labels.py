"""Names for controls that have none of their own: the text beside, above or below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from vision.controls.placeholders import DATA, FILE
from vision.core.elements import MARKS
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, horizontal_gap, same_row
from vision.core.trace import note
from vision.structure.labels_above import right_above

# In heights of a line of text: how far to the left labels stand, in settings too.
_NEAR, _FAR = 9.0, 200.0
# In heights of a line, how far above and below a switch its name and what explains it stand.
_AROUND = 4.0
# The tallest label; of a field that says by itself what it is for, too. In heights of such a field,
# which is twice as high as its text.
_TALLEST, _TALLEST_BESIDE_NAME = 1.6, 1.15
_TALLEST_OF_FIELD, _TALLEST_FIELD = 0.5, 4.0
# The tallest label of a field whose own letters are known, in heights of theirs, and pixels by
# which what was read is off; in usual lines, the least height of letters that were read whole.
_TALLEST_OF_LETTERS, _OFF, _WHOLE = 1.4, 2, 0.5
# Letters that reach below the line, and what is left of the height without those.
_FEET, _WITHOUT_FEET = frozenset("gjpqyQçÇşŞţŢąĄęĘįĮųŲ,;"), 0.8
# A path, the name of a file, or what has no letter is no label.
_NO_LABEL = re.compile(rf"{FILE}|^[\W\d]*$")
# Pixels by which boxes beside each other may overlap, and by which the labels and the fields of a
# column begin elsewhere.
_TOUCH, _LOOSE, _COLUMN = 4, 8, 12
# In heights of a line: how far the next line of a block is, and how far from the middle of its
# block a control may stand.
_NEXT_LINE, _IN_MIDDLE = 1.1, 0.6
# How much of a line of text lies in the field that it is written in.
_WITHIN = 0.7
# By how much gaps between the lines of a block differ; the narrowest that counts, in heights.
_SAME_BLOCK, _CLOSE = 1.7, 0.25
_CARDS = ("button", "field", "list item", "link")
_IN_FORMS = ("field", "dropdown", "slider")
# What the names of entries are taken for.
_LIKE_LABELS = ("menu", "list item", "link", "tab")


def give_labels(pieces: Sequence[Piece], line: float, written: Sequence[Box] = ()) -> list[Piece]:
    """Every piece that looks for a label takes a free text near it; taken texts vanish.

    `line` is the usual height of a line of text in pixels, `written` are the lines that were read.
    Checkboxes and radio buttons look to their right (a link there names them, and stays one), icons
    below them, others to their left and then above. A label may also stand far to the left in the
    same row, and a heading is no label.
    """
    pieces = _with_label_column(pieces, line, written)
    texts = [piece for piece in pieces if piece.kind in ("text", "link")]
    taken: set[int] = set()
    named: dict[int, Piece] = {}
    looking = sorted((p for p in pieces if p.label), key=_urgency)
    # What stands near a control is its own before it is the far title of a row.
    for find in (_label_of, _row_title):
        for piece in looking:
            if id(piece) in named or (piece.text and piece.kind != "field"):
                continue
            if find is _row_title and piece.kind not in (*_IN_FORMS, *MARKS):
                continue
            free = [t for t in texts if id(t) not in taken]
            if piece.kind in MARKS and find is _row_title:
                beside = _AROUND * line
                free = [t for t in free if abs(t.box.center.y - piece.box.center.y) <= beside]
            if piece.kind in _IN_FORMS or find is _row_title:
                free = _fit_for(piece, free, line, written)
            label = find(piece, free, pieces, line)
            if label is None:
                continue
            if not (piece.kind in MARKS and label.kind == "link"):
                taken.add(id(label))
            note("label", label.box, f'the text "{label.text}" became the name', piece.box)
            box = piece.box.union(label.box) if piece.kind == "icon" else piece.box
            named[id(piece)] = replace(piece, text=_clean(label.text), box=box)
    found = [named.get(id(piece), piece) for piece in pieces if id(piece) not in taken]
    return [_called_by_card(p, found) if p.kind in MARKS and not p.text else p for p in found]


def _with_label_column(pieces: Sequence[Piece], line: float, written: Sequence[Box]) -> list[Piece]:
    """The pieces; what was seen as a row or link and stands before an entry as the text before
    another entry of the same column stands before that one, is text as well."""
    if not any(p.kind in _LIKE_LABELS for p in pieces):
        return list(pieces)
    entries = [p for p in pieces if p.kind in _IN_FORMS and not p.text]
    before: list[tuple[Piece, Piece, Box]] = []  # an entry, what stands before it, and its line
    for entry in entries:
        found = _nearest_before(entry, pieces, line)
        lines = [b for b in written if found is not None and coverage(b, found.box) > _WITHIN]
        if found is not None and len(lines) == 1:
            before.append((entry, found, lines[0]))
    rows = {
        id(found): replace(found, kind="text", box=at, label=False)
        for entry, found, at in before
        if found.kind in _LIKE_LABELS
        and any(_one_column(entry, at, other, its) for other, _, its in before if other != entry)
    }
    return [rows.get(id(piece), piece) for piece in pieces]


def _nearest_before(entry: Piece, pieces: Sequence[Piece], line: float) -> Piece | None:
    """The text, row or link right before an entry; None where its label stands above."""
    if right_above(entry, pieces, line) is not None:
        return None
    left, middle, reach = entry.box.left, entry.box.center.y, _NEAR * line
    beside = [
        p
        for p in pieces
        if p.box.left < left <= p.box.right + reach
        and abs(p.box.center.y - middle) <= _IN_MIDDLE * line
        and -_TOUCH <= horizontal_gap(p.box, entry.box) <= reach
    ]
    nearest = max(beside, key=lambda p: p.box.right, default=None)
    fits = nearest is not None and nearest.kind in ("text", *_LIKE_LABELS)
    return nearest if fits else None


def _one_column(entry: Piece, at: Box, other: Piece, its: Box) -> bool:
    """Whether two entries begin in one column, and the lines before them begin or end in one."""
    aligned = abs(at.left - its.left) <= _TOUCH or abs(at.right - its.right) <= _TOUCH
    return aligned and abs(entry.box.left - other.box.left) <= _COLUMN


def _called_by_card(mark: Piece, pieces: Sequence[Piece]) -> Piece:
    """A mark that is called by the first line in the card around it, if it stands in one."""
    around = [
        p
        for p in pieces
        if p.kind in _CARDS and p.box.contains(mark.box.center) and coverage(mark.box, p.box) == 1
    ]
    card = min(around, key=lambda p: p.box.area, default=None)
    name = (card.state.value or card.text).split("\n")[0] if card is not None else ""
    return replace(mark, text=_clean(name)) if name else mark


def _fit_for(
    piece: Piece, texts: Sequence[Piece], line: float, written: Sequence[Box]
) -> list[Piece]:
    """The texts that are no headings and no data."""
    tallest = _tallest_label(piece, line, written)
    return [
        t
        for t in texts
        if not _NO_LABEL.search(t.text) and _without_feet(t.box.height, t.text) <= tallest
    ]


def _without_feet(height: int, text: str) -> float:
    """The height of letters in pixels without what reaches below the line."""
    return height * (_WITHOUT_FEET if any(c in _FEET for c in text) else 1.0)


def _tallest_label(piece: Piece, line: float, written: Sequence[Box]) -> float:
    """In pixels: what is taller is a heading. On pages of large letters the fields are large, and
    so is the hint in them."""
    if piece.kind == "field":
        own = [box.height for box in written if coverage(box, piece.box) >= _WITHIN]
        # Of a single sign sometimes only a part is found.
        if own and max(own) >= _WHOLE * line:
            said = piece.text + (piece.state.value or "")
            return _TALLEST_OF_LETTERS * _without_feet(max(own), said) + _OFF
    tallest = (_TALLEST_BESIDE_NAME if piece.text else _TALLEST) * line
    return max(tallest, _TALLEST_OF_FIELD * min(piece.box.height, _TALLEST_FIELD * line))


def _says_by_itself(piece: Piece) -> bool:
    """Whether a field says what it is for. A pale example of what is written there, such as a date,
    a sum, an address or the name of a file, does not."""
    return bool(piece.text) and "@" not in piece.text and not DATA.search(piece.text)


def _urgency(piece: Piece) -> int:
    return {"checkbox": 0, "radio": 0, "icon": 2}.get(piece.kind, 1)


def _clean(text: str) -> str:
    return text.strip().rstrip(":*").strip() or text


def _label_of(
    piece: Piece, texts: Sequence[Piece], pieces: Sequence[Piece], line: float
) -> Piece | None:
    match piece.kind:
        case "checkbox" | "radio":
            reach = 1.6 * max(line, piece.box.height)
            beside = [
                t
                for t in texts
                if same_row(piece.box, t.box) and -3 <= horizontal_gap(piece.box, t.box) <= reach
            ]
            return min(beside, key=lambda t: t.box.left, default=None)
        case "icon":
            return _below(piece, texts, line)
        case _:
            above = right_above(piece, texts, line)
            left = _left(piece, texts, pieces, line)
            if left is None:
                return above
            if _says_by_itself(piece) and not _is_in_label_column(left, piece, pieces, line):
                return above
            return _title_of(left, piece, texts, pieces, line)


def _is_in_label_column(
    left: Piece, piece: Piece, pieces: Sequence[Piece], line: float, lines: float = _NEAR
) -> bool:
    """Whether another field that begins where this one does has a text before it, too, in line with
    this one's: beside a lone field that says by itself what it is for, as the search field of a
    page, stands the title of the page."""
    texts = [p for p in pieces if p.kind == "text"]
    column = [p for p in pieces if p.kind in _IN_FORMS and p is not piece]
    column = [p for p in column if abs(p.box.left - piece.box.left) <= _COLUMN]
    others = (_left(one, texts, pieces, line, lines) for one in column)
    return any(
        abs(other.box.left - left.box.left) <= _LOOSE
        or abs(other.box.right - left.box.right) <= _LOOSE
        for other in others
        if other is not None and other is not left
    )


def _left(
    piece: Piece,
    texts: Sequence[Piece],
    pieces: Sequence[Piece],
    line: float,
    lines: float = _NEAR,
) -> Piece | None:
    """The text in the same row that ends at most so many lines before the piece."""
    reach = lines * line
    beside = [
        t
        for t in texts
        if t.kind == "text"
        and same_row(piece.box, t.box)
        and t.box.height <= 2 * piece.box.height
        and -_TOUCH <= horizontal_gap(t.box, piece.box) <= reach
        and not _between(t, piece, pieces)
    ]
    return max(beside, key=lambda t: t.box.right, default=None)


def _row_title(
    piece: Piece, texts: Sequence[Piece], pieces: Sequence[Piece], line: float
) -> Piece | None:
    """The first line of what stands at the far left of a control's row; its explanation may stand
    below it."""
    last = _left(piece, texts, pieces, line, _FAR)
    if last is None:
        return None
    if _says_by_itself(piece) and not _is_in_label_column(last, piece, pieces, line, _FAR):
        return None
    title = _title_of(last, piece, texts, pieces, line)
    if title is not last:
        return title
    block = [
        t
        for t in texts
        if t.kind == "text" and abs(t.box.left - last.box.left) <= 4 and same_row(piece.box, t.box)
    ]
    return min(block, key=lambda t: t.box.top)


def _title_of(
    last: Piece, piece: Piece, texts: Sequence[Piece], pieces: Sequence[Piece], line: float
) -> Piece:
    """The first line of the block that a text beside a control belongs to, where the control stands
    beside the middle of it: a title with its explanation. Labels of other controls are none."""
    column = [t for t in texts if t.kind == "text" and abs(t.box.left - last.box.left) <= _TOUCH]
    column.sort(key=lambda t: t.box.top)
    place = next((n for n, t in enumerate(column) if t is last), None)
    if place is None:
        return last
    first = end = place
    near = _near_lines(column, place, line)
    while first > 0 and _gap(column[first - 1], column[first]) <= near:
        first -= 1
    while end + 1 < len(column) and _gap(column[end], column[end + 1]) <= near:
        end += 1
    middle = (column[first].box.top + column[end].box.bottom) / 2
    others = [
        p.box
        for p in pieces
        if p.kind in _IN_FORMS
        and p is not piece
        and last.box.left < p.box.right
        and p.box.left < piece.box.right
    ]
    owned = any(same_row(box, t.box) for box in others for t in column[first : end + 1])
    whole = not owned and abs(middle - piece.box.center.y) <= _IN_MIDDLE * line
    return column[first] if whole else last


def _near_lines(column: Sequence[Piece], place: int, line: float) -> float:
    """How far the lines of one block are from each other, in pixels: not much farther than a line
    is from the nearer one of those above and below it. Lines of ink are low where no letter reaches
    up or down."""
    beside = [
        _gap(upper, lower)
        for upper, lower in pairwise(column[max(0, place - 1) : place + 2])
        if _gap(upper, lower) >= 0
    ]
    most = _NEXT_LINE * max(line, column[place].box.height)
    return min(most, _SAME_BLOCK * max(min(beside, default=0), _CLOSE * line))


def _gap(upper: Piece, lower: Piece) -> int:
    return lower.box.top - upper.box.bottom


def _between(text: Piece, piece: Piece, pieces: Sequence[Piece]) -> bool:
    return any(
        other is not text
        and other is not piece
        and same_row(other.box, piece.box)
        and not _is_its_sign(other, piece)
        and text.box.right <= other.box.left + _TOUCH
        and other.box.right <= piece.box.left + _TOUCH
        for other in pieces
    )


def _is_its_sign(other: Piece, piece: Piece) -> bool:
    """Whether it is a picture or a sign at the left end of a field: what makes its number less."""
    touches = abs(horizontal_gap(other.box, piece.box)) <= _TOUCH
    return touches and other.kind in ("icon", "button") and len(other.text) <= 1


def _below(piece: Piece, texts: Sequence[Piece], line: float) -> Piece | None:
    reach = (1.6 if piece.box.height >= 2.5 * line else 0.9) * line
    under = [
        t
        for t in texts
        if -3 <= t.box.top - piece.box.bottom <= reach
        and abs(t.box.center.x - piece.box.center.x) <= 0.9 * line
        and piece.box.height >= 1.8 * line
    ]
    return min(under, key=lambda t: t.box.top, default=None)
