"""What stands in a field beside what was written: a magnifying glass, a label that floats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from vision.geometry import Box
from vision.glances import Asked
from vision.parts import same_row
from vision.recognise import TextSpan
from vision.shades import shades_seen

# "Q Search", "QSearch" and "Search Q".
_GLASS_BEFORE = re.compile(r"Q(?: (?=\w)|(?=[A-Z][a-z]))")
_GLASS_BEHIND = re.compile(r"(?<=\w) Q$")
# Of a label that floats in its field: by how many pixels it begins elsewhere than the text below
# it, the highest such field in heights of that, and its contrast beside that one's.
_BELOW, _FLOATING, _PALER = 6, 7.0, 0.85


def without_glass(span: TextSpan) -> TextSpan:
    """A text in a field without the magnifying glass beside it, which is read as "Q"."""
    before, behind = _GLASS_BEFORE.match(span.text), _GLASS_BEHIND.search(span.text)
    if before is None and behind is None:
        return span
    text = span.text[before.end() if before else 0 : behind.start() if behind else None]
    words, box = span.words, span.box
    if before and len(words) > 1 and words[0].text == "Q":
        words = words[1:]
        box = Box(max(box.left, words[0].box.left), box.top, box.right, box.bottom)
    if behind and len(words) > 1 and words[-1].text == "Q":
        words = words[:-1]
        box = Box(box.left, box.top, min(box.right, words[-1].box.right), box.bottom)
    return replace(span, text=text, box=box, words=words)


def floating_label(box: Box, texts: Sequence[TextSpan], view: Asked) -> tuple[str, str] | None:
    """The label and the value of a field whose label stays in it, small and pale, above what is
    written; None for any other field."""
    if len(texts) != 2:
        return None
    upper, lower = sorted(texts, key=lambda span: span.box.center.y)
    if same_row(upper.box, lower.box) or abs(upper.box.left - lower.box.left) > _BELOW:
        return None
    inks = [shades_seen(span.box, view) for span in (upper, lower)]
    if inks[0] is None or inks[1] is None or box.height > _FLOATING * lower.box.height:
        return None
    paler = inks[0].ratio < _PALER * inks[1].ratio
    return (upper.text.rstrip("*: "), lower.text) if paler else None
