"""What a person who looks at a picture can read of a field: its name and its value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.task.literals import normal
from training.labels import Label, Sample, Word
from vision.core.geometry import Box
from vision.core.pieces import joined_text
from vision.ocr.engine import TextSpan

# Pixels: of a field of one line, and by which a hint may stick out of its field.
_LOW_FIELD, _HINT_RIM = 40, 2
# Letters of a value that is cut, at least; its last one may be half a letter.
_FEWEST_LETTERS = 4
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}")


def shown_name(field: Label, sample: Sample) -> str:
    """What a person who looks at the picture calls a field: its name where its words stand beside
    or above it and outside of other controls, else its placeholder; "" where neither can be seen.
    The same words elsewhere say nothing about it. Where no words are known, its name."""
    if not sample.complete and not sample.words:
        return field.name
    others = [o.box for o in sample.labels if o.interactive and o.box != field.box]
    words = [w for w in sample.words if not any(box.contains(w.box.center) for box in others)]
    inner = [w for w in words if field.box.grown(_HINT_RIM).contains(w.box.center)]
    beside = [w for w in words if _is_beside(w.box, field.box)]
    if _all_among(field.name, [w for w in beside if w not in inner]):
        return field.name
    hint = "" if field.value else field.placeholder or ""
    if _all_among(hint, inner):
        return hint
    return field.name if _all_among(field.name, beside) else ""


def _all_among(text: str, words: Sequence[Word]) -> bool:
    known = {bare(word.text) for word in words}
    parts = [bare(part) for part in text.split()]
    return bool(parts) and all(part in known for part in parts)


def _is_beside(word: Box, field: Box) -> bool:
    """Whether a word stands in the row of a field, or above it or its row, not farther than two
    fields of one line."""
    low = min(field.height, _LOW_FIELD)
    if field.top - low // 2 <= word.center.y <= field.bottom + low // 2:
        return True
    above = field.top - 2 * low <= word.center.y < field.top
    return above and word.center.x <= field.right + low


def is_shown_value(read: str, field: Label, sample: Sample) -> bool:
    """Whether `read` is the value of a field, or what shows of it. Browsers write dates in the way
    of the country, and of a long value only a part can be seen."""
    read, true = normal(read), normal(field.value or "")
    if read == true:
        return True
    if _ISO_DATE.fullmatch(true) and _DATE.fullmatch(read):
        return sorted(_numbers(read)) == sorted(_numbers(true))
    if not true.strip("•") or not sample.words:
        return False
    words = [w for w in sample.words if field.box.contains(w.box.center)]
    if _all_among(true, words):
        return False
    shown = normal(joined_text([TextSpan(w.text, w.box, 1.0) for w in words]).replace("\n", " "))
    # Behind the words that show in whole a part of the next one may stand.
    begins = read.startswith(shown) and true.startswith(read[:-1])
    return (begins and len(read) >= _FEWEST_LETTERS) or (bool(words) and read == shown)


def _numbers(date: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", date)]


def bare(text: str) -> str:
    """A name as compared, without the marks that forms put behind it."""
    return normal(text).rstrip(":*.…")
