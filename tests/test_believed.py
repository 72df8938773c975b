"""Pictures that were read as signs are no text."""

from __future__ import annotations

from vision.believed import believed
from vision.elements import Element, Kind
from vision.geometry import Box
from vision.recognise import TextSpan


def element(kind: Kind, box: Box) -> Element:
    return Element(1, kind, "", box)


def texts(spans: list[TextSpan], *elements: Element) -> list[str]:
    return [span.text for span in believed(spans, elements)]


def test_a_sign_where_the_map_has_an_icon_is_its_picture():
    cross = TextSpan("X", Box(12, 12, 24, 24), 0.9)
    assert texts([cross], element("icon", Box(8, 8, 28, 28))) == []
    assert texts([cross], element("button", Box(8, 8, 28, 28))) == ["X"]
    assert texts([cross], element("icon", Box(60, 8, 80, 28))) == ["X"]


def test_words_and_small_print_in_icons_are_text():
    icon = element("icon", Box(0, 0, 80, 80))
    word, number = (
        TextSpan("Trash", Box(10, 60, 60, 72), 0.9),
        TextSpan("3", Box(60, 2, 66, 12), 0.9),
    )
    assert texts([word, number], icon) == ["Trash", "3"]


def test_a_digit_in_a_ring_is_a_digit():
    step = TextSpan("2", Box(12, 12, 24, 28), 0.9)
    assert texts([step], element("icon", Box(8, 8, 28, 32))) == ["2"]


def test_signs_of_no_alphabet_are_pictures():
    assert texts([TextSpan("☆", Box(0, 0, 9, 9), 0.9)]) == []
