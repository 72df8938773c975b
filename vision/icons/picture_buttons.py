"""Buttons that show a picture instead of a text are icons; keys with a sign are none, whatever the
detector says.

A detector takes a filled or framed picture for a button, and a reader takes the picture for a sign:
a play mark for "D", a cross for "X", three dots for ":".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.pieces import Piece, inside, same_row
from vision.core.trace import note
from vision.ocr.engine import TextSpan
from vision.ocr.repair.key_labels import is_digit, is_key

# Wider ones, in heights, show a text that was not read.
_WIDEST = 3.6
# A letter that is read as surely as this is a letter. Pictures reach 0.97.
_SURELY_LETTER = 0.98
# The most signs on a key that the detector takes for an icon.
_LONGEST_SIGN = 3


def as_pictures(pieces: Sequence[Piece], spans: Sequence[TextSpan]) -> list[Piece]:
    """The pieces with those buttons as icons that show a picture; `spans` is all text."""
    signed = [p.box for p in pieces if p.kind == "button" and len(p.text) == 1]
    digits = [p.box for p in pieces if p.kind == "button" and is_digit(p.text)]
    rows = any(not same_row(box, digits[0]) for box in digits)
    made = []
    for piece in pieces:
        if rows and piece.kind == "icon" and not piece.text and is_key(piece.box, digits, ()):
            piece = _as_key(piece, spans)
        if _shows_picture(piece, spans) and not is_key(piece.box, digits, signed):
            note("pictures", piece.box, "a button with no text, or one sign, is an icon")
            piece = replace(piece, kind="icon", text="", label=False)
        made.append(piece)
    return made


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
