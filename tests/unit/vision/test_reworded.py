"""A line that is read otherwise has words with places for all."""

from __future__ import annotations

import pytest

from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word, reworded

BOX = Box(10, 20, 110, 34)
LINE = TextSpan(
    "Save s..", BOX, 0.9, (Word("Save", Box(10, 20, 50, 34)), Word("s..", Box(60, 20, 110, 34)))
)


def test_as_many_words_keep_their_places():
    found = reworded(LINE, "Save as...", 0.96)
    assert [(word.text, word.box) for word in found.words] == [
        ("Save", LINE.words[0].box),
        ("as...", LINE.words[1].box),
    ]
    assert (found.text, found.box, found.score) == ("Save as...", BOX, 0.96)


def test_other_words_share_the_box_by_their_lengths():
    words = reworded(LINE, "Save as it", 0.96).words
    assert [word.box.left for word in words] == [10, 60, 90]
    assert [word.box.right for word in words] == [50, 80, 110]


@pytest.mark.parametrize("width", [1, 3])
def test_words_of_the_narrowest_box_have_a_place(width: int):
    line = TextSpan("a", Box(0, 0, width, 5), 0.9, ())
    assert len(reworded(line, "a b c d", 0.9).words) == 4
