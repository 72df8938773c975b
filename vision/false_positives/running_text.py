"""Words of a running line that a detector takes for a control: they stand as near to each other,
and look, as words of a sentence do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from vision.core.elements import Kind
from vision.core.geometry import coverage
from vision.core.pieces import gap_between, same_row
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan, words_of
from vision.pixels.colors import SAME_INK, distance, shades_seen

_HOLDS = 0.6
# In heights of a line: words of one sentence are nearer than names in a bar. A box may reach a bit
# into the next word.
_WORD_GAP, _REACH = 0.4, 0.3
# What no word of a running line is; its links have a colour of their own.
_NO_WORDS: frozenset[Kind] = frozenset({"tab", "button", "icon", "dropdown", "list item", "menu"})
# Beside the widest gap between plain words of the line, and in heights: gaps between its words.
_LIKE_GAP, _RUNNING_GAP = 1.25, 0.8
# How much of its width its words take.
_FILLS = 0.6


def is_in_sentence(one: Detection, spans: Sequence[TextSpan], view: View) -> bool:
    """Whether it has the colour of the words around it, which stand as near as in a sentence."""
    own = shades_seen(one.box, view)
    if own is None:
        return False
    around = [
        word
        for word in words_of(spans)
        if coverage(word.box, one.box) < _HOLDS
        and same_row(word.box, one.box)
        and -_REACH <= gap_between(word.box, one.box) / word.box.height <= _WORD_GAP
    ]
    inks = [shades.ink for word in around if (shades := shades_seen(word.box, view)) is not None]
    return bool(inks) and all(distance(own.ink, ink) <= SAME_INK for ink in inks)


def is_word(one: Detection, all_: Sequence[Detection], spans: Sequence[TextSpan]) -> bool:
    """Whether it is nothing but words of a running line, which stand as far from those beside them
    as words of that line do that nobody takes for a control."""
    return one.kind in _NO_WORDS and any(_runs_through(span, one, all_) for span in spans)


def _runs_through(span: TextSpan, one: Detection, all_: Sequence[Detection]) -> bool:
    if not same_row(span.box, one.box):
        return False
    words = span.words
    own = [place for place, word in enumerate(words) if one.box.contains(word.box.center)]
    if not own:
        return False
    # The row of a menu that lies over a text is wider than its words.
    if words[own[-1]].box.right - words[own[0]].box.left < _FILLS * one.box.width:
        return False
    held = [any(o.box.contains(w.box.center) for o in all_ if o.kind in _NO_WORDS) for w in words]
    gaps = [after.box.left - before.box.right for before, after in pairwise(words)]
    plain = [gap for place, gap in enumerate(gaps) if not (held[place] or held[place + 1])]
    around = [*gaps[: own[0]][-1:], *gaps[own[-1] :][:1]]
    # A picture at the end of a line is read as a letter, too.
    if not plain or len(around) < (2 if one.kind == "icon" else 1):
        return False
    return max(around) <= min(_LIKE_GAP * max(plain), _RUNNING_GAP * span.box.height)
