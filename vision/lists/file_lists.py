"""Lists of files and the like: a picture, a name and more columns to a row, at even distances. Each
row is one entry, and the texts right above are the headings of its columns."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.controls.row_names import is_keys
from vision.core.answers import Asked
from vision.core.elements import MARKS, Kind
from vision.core.geometry import Box, bounding_box, coverage
from vision.core.pieces import in_groups
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan, Word, words_of
from vision.pixels.ink import ink_mask

# Rows with headings, rows without any, further columns.
_FEWEST, _FEW, _COLUMNS = 3, 5, 2
# The part of the rows that must have a picture, and a word in line in each further column.
_MOST, _IN_COLUMN = 0.8, 0.7
# Of a mark: the least score of a sure one, and the part of the rows that have one where rows do.
_SURE_MARK, _MARKED = 0.5, 0.5
# Pixels by which names begin further left or right, and by which words in a column do.
_NAME, _WORD = 7, 4
# In heights of a text: how far apart two rows are. In these distances: by how much a text is off,
# how wide a picture is and how near its name, how far above the first row its heading is.
_CLOSE, _FAR = 1.3, 4.0
_OFF, _SMALL, _LARGE, _GAP, _REACH, _ABOVE = 0.2, 0.3, 1.15, 0.6, 1.8, 1.8
# The same: the least usual width of a name, and how far a row begins before its picture.
_SHORTEST, _INDENT = 0.8, 3.0
# In its heights: the widest button of one column.
_BUTTON = 6.0
# In distances of rows, below the middle of a text; pixels that lines between columns take.
_BELOW, _THIN = 0.45, 4
# Steps of a channel, 0 to 255, at which the ground of a row ends; pixels from a text to its ground.
_EDGE, _BESIDE = 8, 3
# As sure as what the detector is sure of.
_SCORE = 0.85
_HOLDS, _PART = 0.6, 0.7
# Of an entry of a menu: its least score; and entries of one, at least.
_SURE_ENTRY, _ENTRIES = 0.6, 3
_ROW_LIKE: frozenset[Kind] = frozenset({"list item", "menu", "link", "button", "tab", "field"})


@dataclass(frozen=True, slots=True)
class _Rows:
    """Names one below another, their pictures, and the words to the right of each."""

    names: tuple[Box, ...]
    pictures: tuple[Box, ...]
    words: tuple[tuple[Word, ...], ...]
    step: float


def with_details(
    detections: Sequence[Detection], spans: Sequence[TextSpan], view: Asked
) -> list[Detection]:
    """The detections, with one row for each line of a list of files, and a button for each
    heading, in the place of those that are parts of them."""
    kept = list(detections)
    # Where no detector knows kinds, rows are told by other ways.
    words = words_of(spans)
    for names in _columns(spans) if detections else ():
        rows = _rows(names, words, view)
        if rows is None or _has_marks(rows, kept) or _has_buttons(rows, kept):
            continue
        lefts, rights = zip(
            *(_ends(row, rows, view.pixels) for row in range(len(rows.names))), strict=True
        )
        left, right = round(statistics.median(lefts)), round(statistics.median(rights))
        made = []
        for name in rows.names:
            top = round(name.center.y - rows.step / 2)
            made.append(Box(left, top, right, top + round(rows.step)))
        sheet = bounding_box(made)
        headings = _headings(rows, spans, sheet)
        if len(made) < _FEW and not headings:
            continue
        parts = [*made, *headings]
        over = _open_menu(kept, sheet, rows.step)
        gone = [d for d in kept if _is_part(d, parts, sheet) or _is_picture(d, rows)]
        gone = [d for d in gone if d not in over]
        kept = [d for d in kept if d not in gone]
        note("details", sheet, f"{len(made)} lines with pictures and columns are rows")
        kept += [Detection(box, "list item", _SCORE, "list item") for box in made]
        kept += [Detection(box, "button", _SCORE, "button") for box in headings]
    return kept


def _columns(spans: Sequence[TextSpan]) -> list[list[Box]]:
    """Texts that begin about below each other, at even distances."""
    groups = in_groups((span.box for span in spans), _continues)
    return [group for group in groups if len(group) >= _FEWEST]


def _continues(group: Sequence[Box], box: Box) -> bool:
    last = group[-1]
    usual = statistics.median(b.left for b in group)
    if abs(box.left - usual) > _NAME:
        return False
    step = box.center.y - last.center.y
    height = max(statistics.median(b.height for b in group), box.height)
    if not _CLOSE * height <= step <= _FAR * height:
        return False
    if len(group) < 3:
        return True
    mean = (last.center.y - group[0].center.y) / (len(group) - 1)
    # Letters that reach below the line move the middle of a text.
    return abs(group[0].center.y + mean * len(group) - box.center.y) <= max(4.0, _OFF * mean)


def _rows(names: Sequence[Box], words: Sequence[Word], view: Asked) -> _Rows | None:
    step = (names[-1].center.y - names[0].center.y) / (len(names) - 1)
    if statistics.median(name.width for name in names) < _SHORTEST * step:
        # Single signs at even distances are the keys of a calculator.
        return None
    pictures = [_picture_before(name, step, view) for name in names]
    found = [p for p in pictures if p is not None and not any(_is_in(w.box, p) for w in words)]
    if len(found) < _MOST * len(names):
        return None
    # A menu may lie over some rows; another pane ends them all.
    pane = max(_reach(name, step, view.pixels) for name in names)
    beside = [
        tuple(
            word
            for word in words
            if word.box.left > name.right
            and abs(word.box.center.y - name.center.y) < 0.35 * step
            and word.box.left < pane
        )
        for name in names
    ]
    if len(_columns_of(beside, step)) < _COLUMNS:
        return None
    if sum(is_keys(word.text) for row in beside for word in row) > 1:
        # A menu with pictures and shortcuts.
        return None
    return _Rows(tuple(names), tuple(found), tuple(beside), step)


def _reach(name: Box, step: float, pixels: Pixels) -> int:
    """How far to the right the ground below a name goes, thin lines between columns aside."""
    y = min(name.center.y + round(_BELOW * step), len(pixels) - 1)
    line = pixels[y, name.right :].astype(np.int16)
    other = np.abs(line - line[:1]).max(axis=1) > _EDGE
    ends = np.flatnonzero(np.cumsum(other) > _THIN)
    return name.right + (int(ends[0]) if len(ends) else len(line))


def _columns_of(rows: Sequence[Sequence[Word]], step: float) -> list[int]:
    """Where columns begin or end, in pixels from the left, a row's height apart at least."""
    least = _IN_COLUMN * len(rows)
    found: list[int] = []
    for side in ("left", "right"):
        places = sorted(getattr(word.box, side) for row in rows for word in row)
        for place in places:
            held = sum(any(abs(getattr(w.box, side) - place) <= _WORD for w in row) for row in rows)
            if held >= least and all(abs(place - other) > 2 * step for other in found):
                found.append(place)
    return found


def _picture_before(name: Box, step: float, view: Asked) -> Box | None:
    half = round(step / 2) - 1
    left, top = name.left - round(_REACH * step), name.center.y - half
    # A name may stand at the very edge of the screen.
    if name.left - 1 - max(0, left) < step * _SMALL or name.center.y + half - max(0, top) < 4:
        return None
    place = Box(max(0, left), max(0, top), name.left - 1, name.center.y + half)
    seen = view.ask(_last_run, place)
    if seen is None:
        return None
    start, end = seen
    box = Box(place.left + start, place.top, place.left + end, place.bottom)
    near = name.left - box.right <= _GAP * step
    return box if near and _SMALL * step <= box.width <= _LARGE * step else None


def _is_in(word: Box, picture: Box) -> bool:
    return coverage(word, picture) > _HOLDS


def _last_run(pixels: Pixels) -> tuple[int, int] | None:
    """The first and the last column of the ink that comes last, small gaps in it aside."""
    columns: NDArray[np.bool_] = np.asarray(ink_mask(pixels).any(axis=0))
    inked = np.flatnonzero(columns)
    if not len(inked):
        return None
    start = int(inked[-1])
    for before, after in pairwise(reversed(inked.tolist())):
        if before - after > 3:
            break
        start = int(after)
    return start, int(inked[-1]) + 1


def _has_marks(rows: _Rows, detections: Sequence[Detection]) -> bool:
    """Whether rows can be ticked, by their picture or by what stands before it."""
    marks = [d for d in detections if d.kind in MARKS and d.score >= _SURE_MARK]
    before = [
        Box(max(0, p.left - round(2 * rows.step)), p.top, p.right + 2, p.bottom)
        for p in rows.pictures
    ]
    marked = sum(any(coverage(m.box, place) > _HOLDS for m in marks) for place in before)
    return marked >= _MARKED * len(rows.names)


def _has_buttons(rows: _Rows, detections: Sequence[Detection]) -> bool:
    """Whether words in most rows stand on buttons of their own."""
    buttons = [d.box for d in detections if d.kind == "button"]
    held = [
        any(
            coverage(w.box, b) > _HOLDS and b.width < _BUTTON * b.height
            for b in buttons
            for w in row
        )
        for row in rows.words
    ]
    return sum(held) > _MARKED * len(held)


def _ends(row: int, rows: _Rows, pixels: Pixels) -> tuple[int, int]:
    """Where the ground of a row ends on both sides."""
    name = rows.names[row]
    line = pixels[name.center.y].astype(np.int16)
    first = round(statistics.median(picture.left for picture in rows.pictures))
    last = max([name.right, *(word.box.right for word in _near(row, rows))])
    last = min(last + _BESIDE, len(line) - 1)
    first = max(0, first - _BESIDE)
    after = np.flatnonzero(np.abs(line[last:] - line[last]).max(axis=1) > _EDGE)
    before = np.flatnonzero(np.abs(line[: first + 1] - line[first]).max(axis=1) > _EDGE)
    left = int(before[-1]) + 1 if len(before) else 0
    left = max(left, round(first - _INDENT * rows.step))
    return left, last + int(after[0]) if len(after) else len(line)


def _near(row: int, rows: _Rows) -> list[Word]:
    """The words of a row up to a gap in which nothing of any row stands."""
    ends = sorted((word.box.left, word.box.right) for line in rows.words for word in line)
    reach = max(name.right for name in rows.names)
    for left, right in ends:
        if left - reach > _FAR * rows.step:
            break
        reach = max(reach, right)
    return [word for word in rows.words[row] if word.box.right <= reach]


def _headings(rows: _Rows, spans: Sequence[TextSpan], sheet: Box) -> list[Box]:
    """A box for each heading, if two or more stand in line with columns right above the rows."""
    first = rows.names[0]
    above = [
        span.box
        for span in spans
        if 0.5 * rows.step < first.center.y - span.box.center.y <= _ABOVE * rows.step
        and sheet.left - _NAME <= span.box.left < sheet.right
    ]
    above.sort(key=lambda box: box.left)
    edges = [rows.pictures[0].left, first.left, *_columns_of(rows.words, rows.step)]
    lines = {box.center.y for box in above}
    in_line = [b for b in above if any(abs(b.left - e) <= 3 * _NAME for e in edges)]
    if len(in_line) < _COLUMNS or max(lines) - min(lines) > _WORD:
        return []
    half = rows.step / 2
    starts = [box.left - _NAME for box in above] + [sheet.right]
    return [
        Box(left, max(0, round(box.center.y - half)), right, round(box.center.y + half))
        for box, left, right in zip(above, starts, starts[1:], strict=False)
        if right - left > box.width
    ]


def _is_part(one: Detection, parts: Sequence[Box], sheet: Box) -> bool:
    """Whether it stands for a row or a heading, a part of one, or some rows together."""
    if one.kind not in _ROW_LIKE:
        return False
    if any(coverage(one.box, part) > _PART for part in parts):
        return one.box.height > 0.5 * parts[0].height
    return coverage(one.box, sheet) > _PART and one.box.height < 3.0 * parts[0].height


def _open_menu(detections: Sequence[Detection], sheet: Box, step: float) -> list[Detection]:
    """The entries of a menu that lies over the rows: surely seen, one right below the other, and
    further right than the rows begin."""
    sure = [d for d in detections if d.kind == "menu" and d.score >= _SURE_ENTRY]
    return [
        one
        for one in sure
        if one.box.left > sheet.left + step
        and sum(
            abs(other.box.left - one.box.left) <= _NAME
            and abs(other.box.center.y - one.box.center.y) < _ENTRIES * one.box.height
            for other in sure
        )
        >= _ENTRIES
    ]


def _is_picture(one: Detection, rows: _Rows) -> bool:
    """Whether it is the picture of a row, which is no mark and no control of its own."""
    return one.kind in (*MARKS, "icon", "image") and any(
        coverage(one.box, picture.grown(2)) > _PART for picture in rows.pictures
    )
