"""The cross behind a label takes its chip away: an icon of its own."""

from __future__ import annotations

import pytest

from vision.core.elements import Kind
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.navigation.chips import with_crosses
from vision.ocr.engine import TextSpan

CHIP = Box(100, 100, 190, 124)


def parted(text: str, kind: Kind = "button", right: int = 182) -> list[Piece]:
    span = TextSpan(text, Box(108, 107, right, 118), 0.99)
    return with_crosses([Piece(kind, text, CHIP, score=0.7)], [span])


@pytest.mark.parametrize("text", ["Draft ×", "Draft×", "Draft x", "Draft X"])
def test_a_cross_at_the_end_is_an_icon_and_the_label_a_text(text: str) -> None:
    label, cross = parted(text)
    assert (label.kind, label.text) == ("text", "Draft")
    assert (cross.kind, cross.text) == ("icon", "")
    assert label.box.right <= cross.box.center.x <= 182
    assert cross.box.height >= 11


def test_a_tab_with_a_cross_stays_one() -> None:
    tab, cross = parted("Draft ×", "tab")
    assert (tab.kind, tab.text, tab.box) == ("tab", "Draft", CHIP)
    assert cross.kind == "icon"


@pytest.mark.parametrize("text", ["Mac OS X11", "Max", "2 x", "×", "Box"])
def test_other_labels_stay_whole(text: str) -> None:
    assert [piece.text for piece in parted(text)] == [text]


def test_a_cross_far_from_the_end_or_known_as_an_icon_is_left_alone() -> None:
    assert len(parted("Draft ×", right=150)) == 1
    span = TextSpan("Draft ×", Box(108, 107, 182, 118), 0.99)
    known = Piece("icon", "", Box(168, 104, 188, 120))
    chip = Piece("button", "Draft ×", CHIP)
    assert with_crosses([chip, known], [span]) == [chip, known]
    assert with_crosses([Piece("field", "Draft ×", CHIP)], [span])[0].kind == "field"
