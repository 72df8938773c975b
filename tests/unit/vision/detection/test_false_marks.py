"""The picture before the name of a link is no box to tick."""

from __future__ import annotations

from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.detection.false_marks import without_pictures_of_marks

LINK = Piece("link", "Downloads", Box(20, 40, 140, 64))
INSIDE = Piece("checkbox", "", Box(24, 44, 40, 60))
BESIDE = Piece("radio", "", Box(160, 44, 176, 60))


def test_a_mark_in_a_link_is_its_picture():
    assert without_pictures_of_marks([LINK, INSIDE, BESIDE]) == [LINK, BESIDE]


def test_a_mark_as_large_as_the_link_stays():
    small = Piece("link", "", Box(22, 42, 42, 62))
    assert without_pictures_of_marks([small, INSIDE]) == [small, INSIDE]
