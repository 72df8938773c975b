"""What a control is called: the text in it, without the keys that stand at the end of a menu's row
and without what was read in a picture above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.core.pieces import joined_text, same_row
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.ocr.repair.names_under_pictures import without_picture

_KEYS = re.compile(
    r"(?:(?:Ctrl|Alt|Shift|Super|Strg|Umschalt|Maj)\+)+\S.{0,9}|F\d{1,2}", re.IGNORECASE
)
_WORDLESS: frozenset[ControlKind] = frozenset({"icon", "image", "scroll bar", "slider", "dialog"})
# In heights of a line: how far keys stand from the name, and how near to the side of the row.
_KEYS_GAP, _SIDE_GAP = 1.5, 1.5


def name_of(kind: ControlKind, box: Box, texts: Sequence[TextSpan], sight: Sight) -> str:
    """The name of a control of this kind and box with these texts in it, "" for what has none."""
    if kind in _WORDLESS:
        return ""
    named = list(texts)
    if kind == "menu":
        named = _before_keys(named, sight.line)
    if kind == "list item":
        named = _without_keys(without_picture(named, sight), box)
    return joined_text(named).replace("\n", " ")


def is_keys(text: str) -> bool:
    """Whether a text names keys ("Ctrl+Shift+S", "F5")."""
    return _KEYS.fullmatch(text) is not None


def _without_keys(texts: list[TextSpan], box: Box) -> list[TextSpan]:
    """The texts of a row without keys at its right side: it is one of a menu. In a list of keys
    they begin in a column."""
    if len(texts) != 2:
        return texts
    name, keys = sorted(texts, key=lambda span: span.box.left)
    at_side = box.right - keys.box.right <= _SIDE_GAP * keys.box.height
    return [name] if at_side and is_keys(keys.text) else texts


def _before_keys(texts: list[TextSpan], line: float) -> list[TextSpan]:
    """The texts of a menu's row without the keys on the right ("Ctrl+S")."""
    ordered = sorted(texts, key=lambda span: span.box.left)
    kept = ordered[:1]
    for span in ordered[1:]:
        apart = span.box.left - kept[-1].box.right > _KEYS_GAP * line
        if apart and same_row(span.box, kept[-1].box):
            break
        kept.append(span)
    return kept
