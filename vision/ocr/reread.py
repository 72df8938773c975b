"""Lines that were read with doubt are read again, drawn wider: a letter that was passed over since
it stands twice ("Ad..." for "Add...") is seen then. What two such readings agree on counts."""

from __future__ import annotations

import unicodedata

import cv2

from vision.capture.screen import Pixels
from vision.ocr.engine import ReadGlyph, TextSpan, reworded
from vision.ocr.repair.leading_icons import is_odd

# Below it a reading is in doubt; and the least score of a better one, also of one that ends with
# dots, of which readers are never sure.
_DOUBT, _SURE, _DOTS = 0.97, 0.95, 0.8
# Signs that parts of a path stand between; none of them is lost in a better reading.
_JOINTS = "\\/_"
# Signs that are taken for each other: of either reading one is as good.
_ALIKE = str.maketrans({"ı": "i", "●": "•", "·": "•", "∙": "•"})
# How much wider it is drawn: first, then until one agrees.
_WIDER, _AGAIN = 1.5, (1.25, 1.8)
# Signs of lines that are read again; a shorter one may be a picture.
_SHORTEST, _LONGEST = 3, 60


def surer(span: TextSpan, crop: Pixels, read: ReadGlyph) -> TextSpan:
    """The line as it is read again, where two more readings of its `crop` agree on another text."""
    old = span.text
    if span.score >= _DOUBT or not _SHORTEST <= len(old) <= _LONGEST:
        return span
    text, score = read(_wider(crop, _WIDER))
    if not _may_be_better(text, old):
        return span
    for times in _AGAIN:
        again, score_again = read(_wider(crop, times))
        if again == text:
            best = max(score, score_again)
            enough = _DOTS if text.endswith("..") else _SURE
            # A reader is as sure of words without the space between them.
            if text.replace(" ", "") != old.replace(" ", ""):
                enough = max(enough, span.score)
            return reworded(span, text, best) if best >= enough else span
    return span


def _wider(crop: Pixels, times: float) -> Pixels:
    result: Pixels = cv2.resize(crop, None, fx=times, fy=1, interpolation=cv2.INTER_CUBIC)
    return result


def _may_be_better(new: str, old: str) -> bool:
    """Whether it differs as a better reading does. Of pictures beside a line other signs are read
    each time, spaces are lost, accents come and go, and letters at the ends are cut off."""
    if len(new.split()) < len(old.split()) or any(new.count(j) < old.count(j) for j in _JOINTS):
        return False
    new, old = new.replace(" ", ""), old.replace(" ", "")
    if new == old:
        return True
    if len(new) < _SHORTEST or _plain(new) == _plain(old) or any(map(is_odd, new)):
        return False
    if new in old:
        return not any(sign.isalpha() or sign == "." for sign in old.replace(new, "", 1))
    return old not in new or (new.startswith(old) and not new[len(old) :].strip("."))


def _plain(text: str) -> str:
    """In small letters, without accents."""
    signs = unicodedata.normalize("NFD", text.lower().translate(_ALIKE))
    return "".join(sign for sign in signs if not unicodedata.combining(sign))
