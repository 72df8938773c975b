"""What an action did, read from the maps on its two sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    Hover,
    OpenApp,
    Press,
    Scroll,
    Select,
    TypeText,
    Wait,
)
from agent.computer.effect import judge, same_thing, scene_changed, windows_changed
from tests.support.made_maps import element, made_map, painted, shot, window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

MAIN = window(1, "Main", active=True)
BOX = Box(100, 100, 300, 130)
INK = Box(110, 105, 200, 125)
FAR = Box(400, 300, 460, 340)


def field(value: str | None = "", box: Box = BOX) -> Element:
    return element(1, "field", "Name", box, State(value=value))


def scene(*elements: Element, ink: tuple[Box, ...] = (), windows=(MAIN,)) -> ElementMap:
    return made_map(elements, windows, painted(*ink))


TYPED = TypeText("Ann Lee", 1)


@pytest.mark.parametrize("shown", ["Ann Lee", "ann lee", "Ann Lee|", "AnnLee", "Ann Lce"])
def test_a_field_that_shows_the_text_is_confirmed(shown: str):
    effect = judge(TYPED, scene(field()), scene(field(shown), ink=(INK,)))
    assert effect.kind == "confirmed"
    assert shown in effect.evidence


def test_a_field_that_shows_something_else_is_not():
    effect = judge(TYPED, scene(field()), scene(field("Xyz 5678"), ink=(INK,)))
    assert effect.kind == "changed elsewhere"
    assert "Xyz 5678" in effect.evidence


@pytest.mark.parametrize(
    ("old", "shown", "kind"),
    [
        ("Ann Lee", "Bob RayAnn Lee", "changed elsewhere"),
        ("Ann Lee", "Bob Ray", "confirmed"),
        ("Bob", "Bob Ray", "confirmed"),
        ("", "Bob Ray jr.", "confirmed"),
    ],
)
def test_what_a_field_held_before_must_be_gone(old: str, shown: str, kind: str):
    before, after = scene(field(old)), scene(field(shown), ink=(INK,))
    assert judge(TypeText("Bob Ray", 1), before, after).kind == kind


def test_a_document_keeps_what_it_held():
    page = Box(BOX.left, BOX.top, BOX.right, BOX.top + 300)
    before, after = scene(field("Ann Lee", page)), scene(field("Ann Lee Bob Ray", page))
    assert judge(TypeText("Bob Ray", 1), before, after).kind == "confirmed"


@pytest.mark.parametrize("value", [None, "••••••••", "***"])
def test_a_field_that_changed_but_cannot_be_read_is_confirmed(value: str | None):
    effect = judge(TYPED, scene(field()), scene(field(value), ink=(INK,)))
    assert effect.kind == "confirmed"
    assert "the field changed" in effect.evidence


FRAME = tuple(
    Box(*edges)
    for edges in (
        (BOX.left, BOX.top, BOX.right, BOX.top + 2),
        (BOX.left, BOX.bottom - 2, BOX.right, BOX.bottom),
        (BOX.left, BOX.top, BOX.left + 2, BOX.bottom),
        (BOX.right - 2, BOX.top, BOX.right, BOX.bottom),
    )
)


def test_a_field_that_got_the_focus_but_no_text_is_not_confirmed():
    caret = Box(BOX.left + 6, BOX.top + 5, BOX.left + 8, BOX.bottom - 5)
    effect = judge(TYPED, scene(field()), scene(field(""), ink=(*FRAME, caret)))
    assert effect.kind == "no visible change"
    assert "still empty" in effect.evidence


def test_a_field_with_something_in_it_that_is_not_read_is_confirmed():
    effect = judge(TYPED, scene(field()), scene(field(""), ink=(*FRAME, INK)))
    assert effect.kind == "confirmed"


def test_typing_without_any_change():
    effect = judge(TYPED, scene(field()), scene(field()))
    assert effect.kind == "no visible change"


def test_typing_that_went_somewhere_else():
    after = scene(field(), element(2, "text", "Ann Lee", FAR), ink=(FAR,))
    effect = judge(TYPED, scene(field()), after)
    assert effect.kind == "changed elsewhere"
    assert "Ann Lee" in effect.evidence


def test_typing_that_opened_a_window_is_no_success():
    after = scene(field(), windows=(window(2, "Warning", active=True), MAIN))
    effect = judge(TYPED, scene(field()), after)
    assert effect.kind == "changed elsewhere"
    assert "“Warning” opened" in effect.evidence


CARET = Box(112, 105, 114, 125)


@pytest.mark.parametrize("action", [TYPED, Click(1), Press("tab")])
def test_a_caret_is_no_effect(action: Action):
    effect = judge(action, scene(field()), scene(field(), ink=(CARET,)))
    assert effect.kind == "no visible change"


def test_the_outline_of_a_target_is_no_effect():
    frame = (Box(96, 96, 304, 98), Box(96, 132, 304, 134), Box(96, 96, 98, 134))
    effect = judge(Click(1), scene(field()), scene(field(), ink=frame))
    assert effect.kind == "no visible change"
    assert "only its outline changed" in effect.evidence


def box(checked: bool | None, kind="checkbox") -> Element:
    return element(1, kind, "Newsletter", Box(100, 100, 220, 120), State(checked=checked))


@pytest.mark.parametrize("kind", ["checkbox", "radio"])
@pytest.mark.parametrize(
    ("was", "now", "evidence"), [(False, True, "now ticked"), (True, False, "no longer ticked")]
)
def test_a_tick_is_confirmed(kind: str, was: bool, now: bool, evidence: str):
    effect = judge(Click(1), scene(box(was, kind)), scene(box(now, kind), ink=(INK,)))
    assert (effect.kind, effect.evidence) == ("confirmed", evidence)


def test_a_box_in_whose_place_another_one_stands_went_away():
    effect = judge(Click(1), scene(box(False)), scene(replace(box(False), text="Sweep the yard")))
    assert (effect.kind, effect.evidence) == ("confirmed", '"Sweep the yard" is in its place')


def test_a_box_that_stayed_as_it_was():
    assert judge(Click(1), scene(box(False)), scene(box(False))).kind == "no visible change"
    other = element(2, "text", "Sorry, not now", FAR)
    effect = judge(Click(1), scene(box(False)), scene(box(False), other, ink=(FAR,)))
    assert effect.kind == "changed elsewhere"


def dropdown(value: str | None) -> Element:
    return element(1, "dropdown", "Country", BOX, State(value=value))


def test_a_choice_is_confirmed_by_what_the_list_shows():
    chosen = judge(Select(1, "Norway"), scene(dropdown("Chile")), scene(dropdown("Norway")))
    assert (chosen.kind, chosen.evidence) == ("confirmed", "it now shows “Norway”")
    same = scene(dropdown("Chile"))
    assert judge(Select(1, "Norway"), same, same).kind == "no visible change"


def test_another_choice_than_the_wanted_one_is_no_success():
    before, after = scene(dropdown("Chile")), scene(dropdown("Bolivia"), ink=(INK,))
    assert judge(Select(1, "Norway"), before, after).kind != "confirmed"


DIALOG = window(2, "Save as", Box(200, 200, 400, 300), active=True)
MENU = window(3, "", Box(200, 200, 300, 300), popup=True)
TOOLTIP = window(4, "", Box(200, 200, 300, 220), popup=True, tooltip=True)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ((MAIN,), (DIALOG, MAIN), "the window “Save as” opened"),
        ((DIALOG, MAIN), (MAIN,), "the window “Save as” closed"),
        ((MAIN,), (MENU, MAIN), "a menu or list opened"),
        ((MENU, MAIN), (MAIN,), "a menu or list closed"),
        ((MAIN,), (replace(MAIN, title="Main *"),), "the title is now “Main *”"),
        ((MAIN,), (TOOLTIP, MAIN), ""),
        ((TOOLTIP, MAIN), (MAIN,), ""),
        ((MAIN,), (MAIN,), ""),
        ((MAIN,), (replace(MAIN, box=Box(5, 5, 50, 50)),), ""),
    ],
)
def test_windows_that_came_and_went(before, after, said: str):
    assert windows_changed(made_map(windows=before), made_map(windows=after)) == said
    effect = judge(Press("ctrl+s"), made_map(windows=before), made_map(windows=after))
    expected = ("confirmed", said) if said else ("no visible change", "the screen looks the same")
    assert (effect.kind, effect.evidence) == expected


def test_something_that_appeared_is_named():
    after = scene(field(), element(2, "text", "Saved.", FAR), ink=(FAR,))
    effect = judge(Click(1), scene(field()), after)
    assert (effect.kind, effect.evidence) == ("confirmed", '"Saved." appeared')


def test_what_comes_and_goes_in_the_bar_of_a_browser_is_no_effect_on_the_page():
    address = element(8, "field", "", Box(100, 10, 300, 30), State(value="example.org/a.html"))
    icon = element(9, "icon", "language", Box(320, 10, 340, 30))
    page = scene(box(False), address)
    clicked = scene(box(False), address, icon, ink=(icon.box,))
    button = element(1, "button", "OK", box(False).box)
    same = (button, address), (button, address, icon)
    before, after = (replace(m, elements=e) for m, e in zip((page, clicked), same, strict=True))
    assert judge(Click(1), before, after).kind == "no visible change"
    left = replace(address, state=State(value="shop.example/basket"))
    elsewhere = replace(scene(ink=(left.box,)), elements=(button, left, icon))
    assert judge(Click(1), before, elsewhere).kind == "confirmed"


def test_a_changed_picture_without_elements_counts():
    effect = judge(Scroll("down"), scene(), scene(ink=(FAR,)))
    assert (effect.kind, effect.evidence) == ("confirmed", "the picture changed")


def test_a_few_pixels_are_no_effect():
    effect = judge(OpenApp("X"), scene(), scene(ink=(Box(400, 300, 406, 305),)))
    assert effect.kind == "no visible change"


def test_waiting_is_always_what_it_was():
    assert judge(Wait(), scene(), scene()).kind == "confirmed"


def test_the_same_thing_is_found_by_its_place_and_kind():
    moved = field(box=Box(104, 100, 304, 130))
    other = element(2, "button", "Name", BOX)
    assert same_thing(field(), scene(other, moved)) == moved
    assert same_thing(field(), scene(other)) is None
    assert same_thing(field(), scene(field(box=FAR))) is None


def test_a_screen_of_another_size_can_be_compared():
    small = made_map((), (MAIN,), shot(painted().pixels[:100, :100]))
    assert judge(Click(1), scene(field()), small).kind == "confirmed"
    assert judge(TYPED, scene(field()), small).kind != "confirmed"


def test_a_row_that_looks_otherwise_was_added_to_the_selection():
    row = element(1, "list item", "Oslo", BOX)
    before, after = scene(row), scene(row, ink=(BOX,))
    assert judge(AddToSelection(1), before, after).kind == "confirmed"
    assert judge(AddToSelection(1), before, before).kind == "no visible change"


def test_what_comes_up_under_the_mouse_is_the_effect_and_being_lit_up_is_not():
    entry = element(1, "list item", "Export", BOX)
    came = element(2, "list item", "As picture", FAR)
    assert judge(Hover(1), scene(entry), scene(entry, ink=(BOX,))).kind == "no visible change"
    effect = judge(Hover(1), scene(entry), scene(entry, came, ink=(FAR,)))
    assert (effect.kind, effect.evidence) == ("confirmed", '"As picture" appeared')


@pytest.mark.parametrize(
    ("title", "changed"), [("*letter.txt - Editor", False), ("other.txt - Editor", True)]
)
def test_a_mark_in_the_title_changes_no_scene(title: str, changed: bool):
    before = made_map([], [window(1, "letter.txt - Editor")])
    assert scene_changed(before, made_map([], [window(1, title)])) is changed
    assert (
        windows_changed(before, made_map([], [window(1, title)])) == f"the title is now “{title}”"
    )


def test_a_menu_that_opened_changes_the_scene():
    before, after = made_map([], [window(1)]), made_map([], [window(2, popup=True), window(1)])
    assert scene_changed(before, after)
    assert not scene_changed(before, made_map([], [window(2, tooltip=True), window(1)]))


def test_a_click_beside_an_open_menu_that_only_closes_it_did_nothing_else() -> None:
    menu = window(2, "", popup=True, box=Box(400, 100, 560, 300))
    button = element(1, "button", "Go on", BOX)
    before, after = scene(button, windows=(menu, MAIN)), scene(button)
    assert judge(Click(1), before, after).kind == "changed elsewhere"
    item = element(1, "menu", "Print", Box(410, 120, 550, 140))
    assert judge(Click(1), scene(item, windows=(menu, MAIN)), scene()).kind == "confirmed"
    answered = scene(button, element(2, "text", "Ready", FAR), ink=(FAR,))
    assert judge(Click(1), before, answered).kind == "confirmed"


def test_what_is_taken_from_the_proposals_of_a_field_is_shown_in_it() -> None:
    proposals = element(2, "dropdown", "", Box(100, 140, 300, 220))
    city = element(1, "field", "City", BOX, State(value="Ulm (Donau)|"))
    before = scene(field("Ulm"), proposals)
    effect = judge(Select(2, "Ulm Donau"), before, scene(city, ink=(INK,)))
    assert effect.kind == "confirmed"
    assert judge(Select(2, "Ulm Donau"), before, scene(field("Bonn"))).kind != "confirmed"
