"""What geometry alone takes for a control counts only where a closer look does not deny it. What
the network says is given here; it looks by itself where pictures are perceived."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import pytest

from tests.support.drawn import Page, one
from vision.core.elements import State
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.views import Sight, View
from vision.detection.denied_controls import without_denied
from vision.detection.roi_classifier import SEEN, CloseUp, Looker

HEAD = Box(40, 40, 380, 84)
WINDOW, FOOT = Box(42, 40, 384, 234), Box(46, 200, 380, 230)


@dataclass
class Saying:
    """A looker that finds nothing to be as likely as this, whatever it is shown."""

    none: float

    def look(self, box: Box, view: View) -> CloseUp:
        return CloseUp(tuple((1 - self.none) / len(SEEN) for _ in SEEN), self.none)


def sight(*texts: tuple[int, int, str], none: float = 0.9) -> Sight:
    page = Page(500, 300)
    for text in texts:
        page.text(*text)
    looker = cast(Looker, Saying(none))
    return Sight(page.pixels, spans=tuple(page.spans), line=14.0, looker=looker)


def field(value: str, text: str = "") -> Piece:
    return Piece("field", text, HEAD, State(value=value), "merged", 0.8, True)


CARD = sight((56, 54, "Updates"))


def test_the_head_of_a_card_is_no_field() -> None:
    assert without_denied([field("Updates")], [], [], CARD) == []


def test_an_unsure_look_denies_nothing() -> None:
    card = sight((56, 54, "Updates"), none=0.5)
    assert without_denied([field("Updates")], [], [], card) == [field("Updates")]


@pytest.mark.parametrize(("score", "stays"), [(0.1, False), (0.3, True)])
def test_what_the_detector_half_believed_counts_where_geometry_saw_it_too(
    score: float, stays: bool
) -> None:
    faint = one("button", HEAD, score)
    kept = without_denied([field("Updates")], [], [faint], CARD)
    assert kept == ([field("Updates")] if stays else [])


def test_a_field_with_a_hint_a_formula_or_a_label_stays() -> None:
    for used in field("", "Search"), field("=SUM(B2:B4)"):
        assert without_denied([used], [], [], CARD) == [used]
    labelled = sight((44, 20, "Notes"), (56, 54, "Updates"))
    assert without_denied([field("Updates")], [], [], labelled) == [field("Updates")]


def test_pictures_that_are_only_a_shape_are_none_and_others_are_not_asked_for() -> None:
    icon = Piece("icon", "", Box(300, 120, 317, 137), State(), "shape", 1.0)
    assert without_denied([icon], [], [], CARD) == []
    bar = replace(icon, kind="slider")
    assert without_denied([bar], [], [], CARD) == [bar]


@pytest.mark.parametrize(
    ("left", "box", "stays"),
    [(203, FOOT, True), (70, FOOT, False), (203, Box(46, 120, 380, 150), False)],
    ids=["its name in the middle", "a status", "in a window that goes on below"],
)
def test_a_button_as_wide_as_its_window_at_the_foot_of_that_stays(
    left: int, box: Box, stays: bool
) -> None:
    answer = Piece("button", "OK", box)
    seen = replace(sight((left, box.top + 7, "OK")), windows=(WINDOW,))
    assert without_denied([answer], [], [], seen) == ([answer] if stays else [])
