"""Trails: "Home › Forms › Upload", where each name but the last leads back to its page or folder.

They are written as one line, with small arrows or strokes between the names that no reader reads,
and the names are seldom underlined or coloured. What one stands on is written darker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.core.geometry import Box, bounding_box
from vision.core.pieces import Piece, same_row
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan, Word
from vision.pixels.arrows import is_arrow_right
from vision.pixels.colors import distance, shades_seen

_ARROWS = frozenset(">›»→/|")
# In heights of a word: the gap around an arrow.
_GAP = (0.6, 3.6)
# Longer ones are sentences.
_MOST_WORDS = 4
# Of a channel, 0 to 255: how far the ink of the names is from that of the last one, and from each
# other.
_OTHER_INK, _SAME_INK = 40.0, 30.0


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of a trail: the words of a span, from the left, and their box."""

    span: TextSpan
    words: tuple[Word, ...]
    box: Box

    def piece(self) -> TextSpan:
        text = " ".join(word.text for word in self.words)
        return replace(self.span, text=text, box=self.box, words=self.words)


def with_trails(
    sight: Sight, texts: Sequence[TextSpan], known: Sequence[TextSpan] = ()
) -> tuple[list[TextSpan], dict[TextSpan, Piece], list[TextSpan]]:
    """The texts, those of trails parted into their names; the names that are links; and those of
    the texts of `known` links that are whole trails, whose names are among the first two. Others
    of them may be a name of a trail."""
    every = (*texts, *known)
    parted = {span: span_parts for span in every if (span_parts := _names(span, sight))}
    rows: list[list[_Name]] = []
    for line in _lines([name for names in parted.values() for name in names]):
        row = [line[0]]
        for name in line[1:]:
            if not _leads_to(row[-1], name, sight):
                rows.append(row)
                row = []
            row.append(name)
        rows.append(row)
    links: dict[TextSpan, Piece] = {}
    trails = [row for row in rows if len(row) > 1 and _is_trail(row, sight)]
    whole = [row[0].span for row in trails if row[0].span in known and _is_of_one(row)]
    for row in trails:
        for name in row[:-1]:
            if name.span in known and name.span not in whole:
                continue
            span = name.piece()
            note("trails", span.box, f'"{span.text}" leads back, "{row[-1].piece().text}" is shown')
            links[span] = Piece("link", span.text, span.box, source="merged", score=span.score)
    cut = {name.span for row in trails for name in row}
    kept = []
    for span in (*texts, *whole):
        kept += [name.piece() for name in parted[span]] if span in cut else [span]
    return kept, links, whole


def _is_of_one(row: Sequence[_Name]) -> bool:
    """Whether a trail was read as one text."""
    return all(name.span is row[0].span for name in row)


def _lines(names: Sequence[_Name]) -> list[list[_Name]]:
    """The names line by line, from the left."""
    lines: list[list[_Name]] = []
    for name in sorted(names, key=lambda name: name.box.center.y):
        if lines and same_row(lines[-1][-1].box, name.box):
            lines[-1].append(name)
        else:
            lines.append([name])
    return [sorted(line, key=lambda name: name.box.left) for line in lines]


def _names(span: TextSpan, sight: Sight) -> list[_Name]:
    """The names in a line; none when it is longer than a trail."""
    words = span.words or (Word(span.text, span.box, span.score),)
    if len(words) > _MOST_WORDS * 4:
        return []
    names: list[list[Word]] = [[]]
    for word in (part for each in words for part in _off_arrows(each)):
        if word.text in _ARROWS:
            names.append([])
            continue
        last = names[-1][-1:]
        if last and _arrow_between(last[0].box, word.box, sight):
            names.append([])
        names[-1].append(word)
    found = [
        _Name(span, tuple(name), bounding_box([word.box for word in name]))
        for name in names
        if name
    ]
    return [] if any(len(name.words) > _MOST_WORDS for name in found) else found


def _off_arrows(word: Word) -> list[Word]:
    """A word with the arrows that were read as its first and last signs apart: ">Forms"."""
    text, box = word.text, word.box
    name = text.strip("".join(_ARROWS))
    if not name or name == text or any(sign in _ARROWS for sign in name):
        return [word]
    before = len(text) - len(text.lstrip("".join(_ARROWS)))
    behind = len(text) - len(name) - before
    # The space beside an arrow is about as wide as a sign.
    sign = box.width / (len(name) + 2 * (before + behind))
    left, right = box.left + round(2 * before * sign), box.right - round(2 * behind * sign)
    parts = [replace(word, text=name, box=replace(box, left=left, right=right))]
    if before:
        parts.insert(0, replace(word, text=text[0], box=replace(box, right=left)))
    if behind:
        parts.append(replace(word, text=text[-1], box=replace(box, left=right)))
    return parts


def _leads_to(one: _Name, other: _Name, sight: Sight) -> bool:
    """Whether a name stands right behind another one, with an arrow between them."""
    if not same_row(one.box, other.box) or other.box.left <= one.box.right:
        return False
    if one.span is other.span:
        return True  # cut at an arrow
    return _arrow_between(one.box, other.box, sight)


def _is_trail(row: Sequence[_Name], sight: Sight) -> bool:
    """Whether the last name has another ink than the others, which share theirs. Numbers beside
    arrows are figures that rise and fall, or counts beside the names of a tree."""
    if not all(any(c.isalpha() for c in name.piece().text) for name in row):
        return False
    inks = [shades.ink if (shades := shades_seen(name.box, sight)) else None for name in row]
    *others, last = inks
    first = inks[0]
    if first is None or last is None or distance(first, last) <= _OTHER_INK:
        return False
    return all(ink is not None and distance(ink, first) <= _SAME_INK for ink in others)


def _arrow_between(left: Box, right: Box, sight: Sight) -> bool:
    high = min(left.height, right.height)
    gap = right.left - left.right
    if not _GAP[0] * high <= gap <= _GAP[1] * high:
        return False
    top, bottom = min(left.top, right.top), max(left.bottom, right.bottom)
    room = Box(left.right, top - high // 3, right.left, bottom + high // 3)
    return sight.ask(is_arrow_right, room, high)
