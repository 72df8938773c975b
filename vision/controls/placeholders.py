"""Hints: what stands in an empty field is paler than what somebody wrote there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.colors import Colour, distance, shades_seen
from vision.states.contrast import contrast, usual_contrast

# A hint's contrast, as a share of what is usual for text, where nothing better is known.
_OF_USUAL = 0.8
# The ratio of luminances that hints are below, on a light ground and on others. In 85 fields of
# pages they were at most 6.8 and 7.8, and contents at least 8.1 and 8.5.
_HINT, _HINT_ON_DARK, _LIGHT = 7.4, 8.1, 150.0
# What is surely a hint; in between, what is written in another field of the page may be as pale.
# There a hint is of that much less contrast. Grounds of a channel that are alike differ by so much.
_SURELY, _PALER, _SAME_GROUND = 5.5, 0.75, 24.0
FILE = r"^(/|~/|[A-Za-z]:\\)|\w{3,}\.[a-z0-9]{2,4}$"
"""The beginning of a path, or the end of a file's name."""
DATA = re.compile(rf"\d|{FILE}")
"""A figure, or a file."""
# Addresses and what is called an example stand in hints as often.
_EXAMPLE = re.compile(r"@|://|www\.|example|\be\.g\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """How one text of a field stands out from its ground."""

    ground: Colour
    ratio: float


@dataclass(frozen=True, slots=True)
class FieldInks:
    """What is known of the texts of all fields of a frame; `usual` is the contrast of most text."""

    inks: tuple[Ink, ...]
    usual: float


def field_inks(texts: Sequence[Sequence[TextSpan]], sight: Sight) -> FieldInks:
    """Of the lines of text in each field and drop-down list."""
    known = [_ink(spans, sight) for spans in texts]
    return FieldInks(tuple(ink for ink in known if ink is not None), usual_contrast(sight))


def is_hint(spans: Sequence[TextSpan], sight: Sight, like: FieldInks) -> bool:
    """Whether the text in a field is only a hint. What is written there is to be read: it stands
    out more from its ground, and more than the hint in another field."""
    if not spans:
        return False
    own = _ink(spans, sight)
    if own is None:
        return contrast(spans, sight) < _OF_USUAL * like.usual
    if own.ratio >= (_HINT if own.ground.min() >= _LIGHT else _HINT_ON_DARK):
        return False
    if own.ratio < _SURELY:
        return True
    if _is_data(" ".join(span.text for span in spans)):
        return False
    return not any(
        other.ratio <= _PALER * own.ratio and distance(other.ground, own.ground) <= _SAME_GROUND
        for other in like.inks
    )


def _is_data(text: str) -> bool:
    """Whether it is a number, a path or the name of a file; hints say what to write in words."""
    return " " not in text and bool(DATA.search(text)) and not _EXAMPLE.search(text)


def _ink(spans: Sequence[TextSpan], sight: Sight) -> Ink | None:
    """Of the darkest of some lines; None where one of them shows no ink."""
    known = [shades_seen(span.box.grown(1), sight) for span in spans]
    inked = [Ink(s.ground, s.ratio) for s in known if s is not None and s.step]
    if not inked or len(inked) < len(spans):
        return None
    return max(inked, key=lambda ink: ink.ratio)
