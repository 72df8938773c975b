"""Kinds that the looks of a control tell better than a detector: it takes fields for buttons, and
buttons without words for anything that can be pressed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from vision.core.elements import WRITTEN, ControlKind, Kind
from vision.core.geometry import Box
from vision.core.pieces import Piece, horizontal_gap, same_row
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.colors import shades_seen
from vision.pixels.ink import is_blank

# What detectors take fields and icons for.
_PRESSED: frozenset[Kind] = frozenset({"button", "link", "menu"})
# In heights of a line of text, and of the icon itself.
_TALLEST_ICON, _WIDEST_ICON = 6.0, 3.2
# Readers are surer of letters than of pictures that look like one, and surest of digits.
_PICTURE, _DIGITS = 0.9, 0.97
# Of a channel, 0 to 255: the palest ground that is paper, and the most that a grey's channels
# differ.
_PAPER, _GREY = 232.0, 24.0
_STRONG = 120.0
# In heights of a line: how far to the left a label stands, and what is free on a field's right.
_LABEL_REACH, _FREE = 12.0, 0.6
# In its heights, how far above a field its label stands; pixels by which both begin elsewhere.
_OVER, _FLUSH = 1.0, 3
_LEFT_ALIGNED = 1.5
# A path or the address of a mailbox; in heights of its line: the box around, and how far from its
# left edge the line begins.
_PLACE = re.compile(r"(/|~/|[A-Za-z]:\\)\w[^ ]*$|[\w.+-]+@[\w-]{2,}", re.ASCII)
_FRAMED, _INDENTED = 1.3, 2.5
# Pixels of the frame of a control; the least side of one whose arrow is looked for.
_EDGE, _SMALLEST = 2, 16


def kind_by_looks(
    kind: ControlKind, box: Box, texts: Sequence[TextSpan], like: Piece | None, sight: Sight
) -> ControlKind:
    """The kind of a control, better known. `texts` are the lines that it holds, `like` is what
    geometry says of the same place (None for nothing)."""
    if kind == "field":
        return "button" if texts and _is_coloured(box, sight) else kind
    if kind in ("button", "tab") and _holds_a_place(box, texts):
        return "field"
    if kind == "dropdown" and min(box.width, box.height) > _SMALLEST and not _has_arrow(box, sight):
        return "button" if texts and _is_in_middle(box, texts[0].box) else "field"
    if kind == "icon" and like is not None and like.kind == "field" and is_blank(box, sight.pixels):
        return "field"
    if kind not in _PRESSED:
        return kind
    if kind != "menu" and like is not None and like.kind in WRITTEN and _is_grey(box, sight):
        return "dropdown" if like.kind == "dropdown" else "field"
    if kind != "link" and _shows_picture(box, texts, sight.line):
        return "icon"
    # Geometry tells the sides better than a detector.
    drawn = like.box if like is not None else box
    return "field" if kind == "button" and _is_filled_in(drawn, texts, sight) else kind


def _holds_a_place(box: Box, texts: Sequence[TextSpan]) -> bool:
    """Whether its text is a path or an address and begins at its left: no button is called so."""
    if len(texts) != 1 or not _PLACE.match(texts[0].text):
        return False
    text = texts[0].box
    before = text.left - box.left
    return box.height >= _FRAMED * text.height and 0 < before <= _INDENTED * text.height


def _has_arrow(box: Box, sight: Sight) -> bool:
    """Whether anything is to be seen at an end of it: a list that opens has an arrow there."""
    side = min(box.height, box.width // 2)
    ends = replace(box, right=box.left + side), replace(box, left=box.right - side)
    return not all(is_blank(end.grown(-_EDGE), sight.pixels) for end in ends)


def _is_in_middle(box: Box, text: Box) -> bool:
    before, behind = text.left - box.left, box.right - text.right
    return abs(before - behind) <= text.height


def are_digits(texts: Sequence[TextSpan]) -> bool:
    """Whether a number was surely read: the number of a page is no picture."""
    return bool(texts) and all(s.text.isdecimal() and s.score >= _DIGITS for s in texts)


def _is_coloured(box: Box, sight: Sight) -> bool:
    """Nobody writes on a strong colour: it is a bar that can be pressed."""
    own = shades_seen(box, sight)
    return own is not None and float(own.ground.max() - own.ground.min()) >= _STRONG


def _is_grey(box: Box, sight: Sight) -> bool:
    """Buttons that open a menu have a colour, what is written in has not."""
    own = shades_seen(box, sight)
    return own is not None and float(own.ground.max() - own.ground.min()) <= _GREY


def _shows_picture(box: Box, texts: Sequence[TextSpan], line: float) -> bool:
    if box.height > _TALLEST_ICON * line or box.width > _WIDEST_ICON * box.height:
        return False
    lone = len(texts) == 1 and len(texts[0].text) == 1 and texts[0].text.isalpha()
    return not texts or (lone and texts[0].score <= _PICTURE)


def _is_filled_in(box: Box, texts: Sequence[TextSpan], sight: Sight) -> bool:
    """Whether it is paper with a line of text that begins at the left, and a label stands before
    it: on a button the text is in the middle."""
    if len(texts) != 1:
        return False
    text = texts[0].box
    before, behind = text.left - box.left, box.right - text.right
    if before < 2 or behind < max(_LEFT_ALIGNED * before, before + _FREE * sight.line):
        return False
    own = shades_seen(box, sight)
    if own is None or float(own.ground.min()) < _PAPER:
        return False
    return has_label(box, sight)


def has_label(box: Box, sight: Sight) -> bool:
    """Whether a word stands at the left of a box, or right above it and begins where it begins."""
    return any(
        len(span.text) > 1 and (_is_before(span.box, box, sight.line) or _is_over(span.box, box))
        for span in sight.spans
    )


def _is_before(text: Box, box: Box, line: float) -> bool:
    return same_row(box, text) and 0 < horizontal_gap(text, box) <= _LABEL_REACH * line


def _is_over(text: Box, box: Box) -> bool:
    """What is written in a row above begins further right than that row."""
    near = 0 <= box.top - text.bottom <= _OVER * text.height
    return near and abs(text.left - box.left) <= _FLUSH and text.right <= box.right
