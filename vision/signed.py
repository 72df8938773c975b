"""Buttons that show a picture instead of a text are icons; keys with a sign are none, whatever the
detector says.

A detector takes a filled or framed picture for a button, and a reader takes the picture for a sign:
a play mark for "D", a cross for "X", three dots for ":".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.detect import Detection
from vision.detected import settled
from vision.geometry import Box
from vision.parts import Piece, inside, same_row
from vision.recognise import TextSpan
from vision.trace import note

# Wider ones, in heights, show a text that was not read.
_WIDEST = 3.6
# A letter that is read as surely as this is a letter. Pictures reach 0.97.
_SURELY_LETTER = 0.98
# A sign is that of a key beside so many keys with digits, or so many with any sign, ...
_DIGITS, _SIGNS = 3, 8
_LONGEST_SIGN = 3
# The score from which on the detector's boxes are keys; what it takes them for.
_SEEN, _PRESSED = 0.3, ("button", "icon")
# ... of its size (sides differ by this share at most), no farther than so many of its sides. One
# side may be that of two keys and the room between them, as that of "=" and "0" often is.
_ALIKE, _NEAR, _TWO_KEYS = 0.3, 8, 2.2


def as_pictures(pieces: Sequence[Piece], spans: Sequence[TextSpan]) -> list[Piece]:
    """The pieces with those buttons as icons that show a picture; `spans` is all text."""
    signed = [p.box for p in pieces if p.kind == "button" and len(p.text) == 1]
    digits = [p.box for p in pieces if p.kind == "button" and _is_digit(p.text)]
    rows = any(not same_row(box, digits[0]) for box in digits)
    made = []
    for piece in pieces:
        if rows and piece.kind == "icon" and not piece.text and _is_key(piece.box, digits, ()):
            piece = _as_key(piece, spans)
        if _shows_picture(piece, spans) and not _is_key(piece.box, digits, signed):
            note("pictures", piece.box, "a button with no text, or one sign, is an icon")
            piece = replace(piece, kind="icon", text="", label=False)
        made.append(piece)
    return made


def keys(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[Box]:
    """The buttons and icons of the detector that stand among keys with digits."""
    found = [d.box for d in settled(detections) if d.kind in _PRESSED and d.score >= _SEEN]
    digits = [span.box.center for span in spans if _is_digit(span.text)]
    marked = [box for box in found if sum(box.contains(place) for place in digits) == 1]
    # Digits in one row are the numbers of pages.
    if len(marked) < _DIGITS or all(same_row(box, marked[0]) for box in marked):
        return []
    return [box for box in found if box not in marked and _is_key(box, marked, ())]


def _as_key(piece: Piece, spans: Sequence[TextSpan]) -> Piece:
    """A key with the sign on it; without one it shows a picture."""
    read = [span.text for span in spans if inside(span, piece.box)]
    if len(read) != 1 or len(read[0]) > _LONGEST_SIGN:
        return piece
    note("pictures", piece.box, f'an icon among keys with digits is one with "{read[0]}"')
    return replace(piece, kind="button", text=read[0])


def _shows_picture(piece: Piece, spans: Sequence[TextSpan]) -> bool:
    if piece.kind != "button" or piece.box.width > _WIDEST * piece.box.height:
        return False
    read = [span for span in spans if inside(span, piece.box)]
    return all(_is_like_picture(span) for span in read) and len(piece.text) < 2


def _is_like_picture(span: TextSpan) -> bool:
    """Whether a text may be a picture that was read as a sign. Lone ideographs are words."""
    sign = span.text
    if len(sign) != 1 or sign.isdigit():
        return False
    cased = sign.lower() != sign.upper()
    return span.score < _SURELY_LETTER if cased else not sign.isalnum()


def _is_key(box: Box, digits: Sequence[Box], signed: Sequence[Box]) -> bool:
    """Whether it stands among the keys of a keypad or a keyboard."""
    return _peers(box, digits) >= _DIGITS or _peers(box, signed) > _SIGNS


def _peers(box: Box, others: Sequence[Box]) -> int:
    reach = _NEAR * max(box.width, box.height)
    return sum(
        _are_of_one_pad(box, other)
        and abs(other.center.x - box.center.x) <= reach
        and abs(other.center.y - box.center.y) <= reach
        for other in others
    )


def _are_of_one_pad(box: Box, key: Box) -> bool:
    wide, high = box.width / key.width, box.height / key.height
    sides = ((wide, high), (wide / _TWO_KEYS, high), (wide, high / _TWO_KEYS))
    return any(max(abs(one - 1), abs(other - 1)) <= _ALIKE for one, other in sides)


def _is_digit(text: str) -> bool:
    return len(text) == 1 and text.isdigit()
