"""Buttons that show a picture are icons and are named by it; keys with a sign stay buttons."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.elements import Element, Kind
from vision.geometry import Box
from vision.naming import icon_of
from vision.parts import Piece
from vision.recognise import TextSpan
from vision.screen import Screenshot
from vision.signed import as_pictures

SIZE = Box(100, 100, 140, 136)


def text(said: str, score: float, box: Box = SIZE) -> TextSpan:
    return TextSpan(said, box.grown(-6), score)


@pytest.mark.parametrize(
    ("piece", "read", "kind", "said"),
    [
        (Piece("button", "", SIZE), None, "icon", ""),
        (Piece("button", "D", SIZE), text("D", 0.95), "icon", ""),  # a play mark
        (Piece("button", ":", SIZE), text(":", 1.0), "icon", ""),  # three dots
        (Piece("button", "Q", SIZE), text("Q", 1.0), "button", "Q"),  # surely a letter
        (Piece("button", "7", SIZE), text("7", 0.7), "button", "7"),
        (Piece("button", "是", SIZE), text("是", 0.8), "button", "是"),  # a word
        (Piece("button", "OK", SIZE), text("OK", 0.8), "button", "OK"),
        (Piece("button", "", SIZE), text("Senden", 0.6), "button", ""),  # its text is elsewhere
        (Piece("button", "", Box(100, 100, 300, 136)), None, "button", ""),  # too wide
        (Piece("field", "", SIZE), None, "field", ""),
        (Piece("tab", "D", SIZE), text("D", 0.9), "tab", "D"),
    ],
)
def test_what_shows_a_picture(piece: Piece, read: TextSpan | None, kind: Kind, said: str):
    [made] = as_pictures([piece], [read] if read else [])
    assert (made.kind, made.text, made.box) == (kind, said, piece.box)


def _row(signs: str, across: int = 44) -> list[Piece]:
    return [Piece("button", sign, SIZE.moved(across * n, 0)) for n, sign in enumerate(signs)]


def _below(piece: Piece) -> Piece:
    return replace(piece, box=piece.box.moved(0, 40))


@pytest.mark.parametrize(
    ("pieces", "buttons"),
    [
        (_row("789÷"), 4),
        (_row("78÷"), 2),
        ([*_row("QWERT"), *(_below(piece) for piece in _row("ASDFG"))], 10),  # a keyboard
        (_row("DCXGRU"), 0),  # a tool bar, misread
        (_row("789÷", 300), 3),  # far apart
        ([*_row("789"), Piece("button", "=", Box(232, 100, 272, 180))], 4),  # as high as two keys
        ([*_row("789"), Piece("button", "=", Box(232, 100, 310, 180))], 3),  # a block of four
        ([*_row("789"), Piece("button", "X", Box(300, 300, 316, 316))], 3),  # of another size
    ],
)
def test_a_sign_among_keys_is_a_key(pieces: list[Piece], buttons: int):
    read = [text(piece.text, 0.9, piece.box) for piece in pieces if piece.text]
    made = as_pictures(pieces, read)
    assert [p.kind for p in made].count("button") == buttons
    assert len(made) == len(pieces)


def test_an_icon_on_a_ground_is_named_by_what_stands_on_it():
    pixels = np.full((80, 80, 3), 245, np.uint8)
    pixels[10:60, 10:70] = (10, 90, 180)
    pixels[28:42, 32:48] = 255
    icon = icon_of(Element(1, "icon", "", Box(10, 10, 70, 60)), Screenshot(pixels))
    assert icon is not None
    assert icon.picture.shape[:2] == (20, 22)
    assert (icon.picture[0, 0] == (10, 90, 180)).all()
    # What fills its box is seen with what is around it.
    tight = icon_of(Element(1, "icon", "", Box(32, 28, 48, 42)), Screenshot(pixels))
    assert tight is not None
    assert tight.picture.shape == icon.picture.shape
