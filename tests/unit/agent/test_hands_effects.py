"""What the hands did, and how it is said."""

from __future__ import annotations

import pytest

from agent.actions import (
    Action,
    ClickAt,
    Drag,
    DragBy,
    RightClick,
    Scroll,
    SetSlider,
    TripleClick,
    TypeText,
    Wait,
)
from agent.computer.describe import describe
from agent.computer.effect import judge
from agent.computer.readings import number_in
from tests.support.made_maps import element, made_map, painted, window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

MAIN = window(1, "Main", active=True)
INK = Box(110, 105, 200, 125)
FAR = Box(400, 300, 460, 340)


def scene(*elements: Element, ink: tuple[Box, ...] = (), windows=(MAIN,)) -> ElementMap:
    return made_map(elements, windows, painted(*ink))


def row(number: int, text: str, place: int) -> Element:
    top = 100 + 40 * place
    return element(number, "list item", text, Box(100, top, 300, top + 30))


def ink_of(*elements: Element) -> tuple[Box, ...]:
    """A mark in each, of a length of its own."""
    return tuple(
        Box(e.box.left + 10, e.box.top + 10, e.box.left + 20 + 30 * e.id, e.box.top + 20)
        for e in elements
    )


ROWS = [row(1, "One", 0), row(2, "Two", 1), row(3, "Three", 2)]
ORDERED = [row(1, "One", 2), row(2, "Two", 0), row(3, "Three", 1)]


def test_a_row_that_moved_is_told_with_its_new_neighbour():
    before, after = scene(*ROWS, ink=ink_of(*ROWS)), scene(*ORDERED, ink=ink_of(*ORDERED))
    effect = judge(Drag(1, 3, "bottom"), before, after)
    assert effect.kind == "confirmed"
    assert effect.evidence == "“One” moved: it now comes after “Three”"
    back = judge(Drag(1, 2, "top"), after, before)
    assert back.evidence == "“One” moved: it now comes before “Two”"


def test_what_is_gone_from_its_place_was_dragged_away():
    folder = element(4, "icon", "Archive", FAR)
    before = scene(*ROWS, folder, ink=ink_of(*ROWS))
    after = scene(*ROWS[1:], folder, ink=ink_of(*ROWS[1:]))
    effect = judge(Drag(1, 4), before, after)
    assert effect.kind == "confirmed"
    assert effect.evidence == "“One” is no longer where it was"


def test_a_goal_that_changed_is_an_effect():
    goal = element(4, "icon", "Basket", FAR)
    effect = judge(Drag(1, 4), scene(*ROWS, goal), scene(*ROWS, goal, ink=(FAR.grown(-10),)))
    assert (effect.kind, effect.evidence) == (
        "confirmed",
        '"Basket", where it was let go, changed',
    )


@pytest.mark.parametrize("action", [Drag(1, 3), DragBy(1, 0, 200), RightClick(1), TripleClick(1)])
def test_nothing_that_changed_is_no_effect(action: Action):
    assert judge(action, scene(*ROWS), scene(*ROWS)).kind == "no visible change"


@pytest.mark.parametrize("action", [Drag(1, 3), DragBy(1, 0, 200), RightClick(1)])
def test_a_change_elsewhere_is_not_what_was_wanted(action: Action):
    assert judge(action, scene(*ROWS), scene(*ROWS, ink=(FAR,))).kind == "changed elsewhere"


POPUP = window(9, "", Box(300, 100, 400, 200), popup=True)


@pytest.mark.parametrize("action", [RightClick(1), ClickAt(150, 110, "right")])
def test_a_menu_that_opened_after_a_right_click(action: Action):
    effect = judge(action, scene(*ROWS), scene(*ROWS, windows=(POPUP, MAIN)))
    assert (effect.kind, effect.evidence) == ("confirmed", "a menu or list opened")
    drawn = [element(n, "text", t, Box(400, 300 + 20 * n, 460, 315 + 20 * n))
             for n, t in ((7, "Rename"), (8, "Delete"))]  # fmt: skip
    opened = scene(*ROWS, *drawn, ink=tuple(e.box for e in drawn))
    assert judge(action, scene(*ROWS), opened).evidence == 'a menu with "Rename", "Delete" opened'


@pytest.mark.parametrize("action", [TripleClick(1), ClickAt(150, 110, count=3)])
def test_a_line_that_was_selected(action: Action):
    effect = judge(action, scene(*ROWS), scene(*ROWS, ink=(INK,)))
    assert (effect.kind, effect.evidence) == ("confirmed", "it looks selected")


def test_a_click_at_an_empty_place_shows_what_changed():
    click = ClickAt(500, 400)
    assert judge(click, scene(*ROWS), scene(*ROWS)).kind == "no visible change"
    assert judge(click, scene(*ROWS), scene(*ROWS, ink=(FAR,))).kind == "confirmed"


def slider(value: str | None) -> Element:
    return element(1, "slider", "Volume", Box(100, 100, 300, 130), State(value=value))


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (scene(slider("20")), scene(slider("40")), "confirmed"),
        (scene(slider("20")), scene(slider("40.0 %")), "confirmed"),
        (scene(slider("20")), scene(slider("38")), "changed elsewhere"),
        (scene(slider(None)), scene(slider(None), element(2, "text", "40", FAR)), "confirmed"),
        (scene(slider(None)), scene(slider(None)), "no visible change"),
    ],
)
def test_a_slider_shows_its_value(before: ElementMap, after: ElementMap, kind: str):
    assert judge(SetSlider(1, "40"), before, after).kind == kind


@pytest.mark.parametrize(
    ("text", "number"),
    [("35", 35), ("Volume: 35 / 100", 35), ("3 of 7", 3), ("−2,5 °C", -2.5), ("1,000", 1000),
     ("high", None), ("", None)],
)  # fmt: skip
def test_numbers_that_are_shown(text: str, number: float | None):
    assert number_in(text) == number


def test_what_a_wait_was_for():
    ready = scene(element(1, "text", "The report is ready", FAR), ink=(FAR,))
    for until, after, kind in (
        ("", scene(), "confirmed"),
        ("ready", ready, "confirmed"),
        ("ready", scene(), "no visible change"),
        ("change", ready, "confirmed"),
        ("change", scene(), "no visible change"),
    ):
        assert judge(Wait(until=until), scene(), after).kind == kind, until


def field(value: str) -> Element:
    return element(1, "field", "Name", Box(100, 100, 300, 130), State(value=value))


@pytest.mark.parametrize(
    ("action", "value", "kind"),
    [
        (TypeText(" Lee", 1, "append"), "Ann Lee", "confirmed"),
        (TypeText("Bo", 1, "replace"), "AnnBo", "changed elsewhere"),
        (TypeText("", 1, "replace"), "", "confirmed"),
        (TypeText("", 1, "replace"), "Ann", "no visible change"),
    ],
)
def test_a_field_that_is_added_to_or_emptied(action: Action, value: str, kind: str):
    ink = (INK,) if value != "Ann" else ()
    assert judge(action, scene(field("Ann")), scene(field(value), ink=ink)).kind == kind


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (TripleClick(1), "triple-click “One” (list item)"),
        (Drag(1, 3), "drag “One” (list item) onto “Three” (list item)"),
        (Drag(1, 3, "top"), "drag “One” (list item) to the top edge of “Three” (list item)"),
        (DragBy(1, 40, 0), "drag “One” (list item) 40 pixels to the right"),
        (DragBy(1, 0, -5), "drag “One” (list item) 5 pixels up"),
        (DragBy(1, -4, 9), "drag “One” (list item) 4 pixels to the left and 9 down"),
        (SetSlider(1, "40"), "set “One” (list item) to “40”"),
        (ClickAt(150, 110), "click “One” (list item) at the point (150, 110)"),
        (ClickAt(5, 6, "right"), "right-click the point (5, 6)"),
        (ClickAt(5, 6, count=2), "double-click the point (5, 6)"),
        (Scroll("down"), "scroll down"),
        (Scroll("left", 1, "little"), "scroll left a little in “One” (list item)"),
        (Scroll("up", amount="end"), "scroll up to the end"),
        (Wait(2), "wait 2 s"),
        (Wait(until="ready"), "wait for “ready”"),
        (Wait(until="change"), "wait until anything changes"),
        (TypeText("a", 1, "append"), "add “a” to the end of “One” (list item)"),
        (TypeText("a", 1, "replace"), "replace what is in “One” (list item) by “a”"),
        (TypeText("a", 1), "type “a” into “One” (list item)"),
    ],
)
def test_each_is_said_in_plain_words(action: Action, said: str):
    assert describe(action, scene(*ROWS)) == said
