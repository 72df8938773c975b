"""The menus of a program are looked into once; what they hold is offered by what it means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Action, Click, Hover, Press, UseSkill
from agent.deciding.situation import Situation, Suggestion
from agent.memory import Memory
from agent.skills.menus import TITLE, WORDS, Menus, menu_bar
from agent.task.plan import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

EDITOR = window(1, "notes.txt - Mousepad", application="mousepad", active=True)
TITLES = ("File", "Edit", "View", "Help")
ENTRIES = {
    "File": ("New", "Open...", "Save"),
    "Edit": ("Undo", "Redo", "Preferences..."),
    "View": ("Line Numbers", "Font...", "Zoom In Ctrl++", "Fullscreen F11"),
    "Help": ("About",),
}
OPENED = Effect("confirmed", "a menu opened")


def seen(opened: str = "", titles: tuple[str, ...] = TITLES) -> ElementMap:
    """An editor with its bar of menus, of which one may be open."""
    bar = [
        element(n, "menu", title, Box(10 + 60 * n, 30, 60 + 60 * n, 50))
        for n, title in enumerate(titles, 1)
    ]
    sheet = element(9, "field", "", Box(0, 60, 640, 480), State(value="Milk and preferences"))
    windows, entries = [EDITOR], list[Element]()
    if opened:
        box = Box(70, 52, 260, 52 + 26 * len(ENTRIES[opened]))
        windows.insert(0, window(2, box=box, popup=True))
        entries = [
            element(20 + n, "menu", name, Box(72, 54 + 26 * n, 258, 78 + 26 * n))
            for n, name in enumerate(ENTRIES[opened])
        ]
        entries = [
            replace(e, kind="checkbox", state=State(checked=False)) if "Line" in e.text else e
            for e in entries
        ]
    return made_map([*bar, sheet, *entries], windows)


def at(map_: ElementMap, task: str = "I need line numbers beside my text") -> Situation:
    return Situation(task, Outline([task]), Memory(), map_)


def begun(menus: Menus, suggestion: Suggestion, map_: ElementMap) -> None:
    assert isinstance(suggestion.action, UseSkill)
    assert suggestion.action.name == TITLE
    menus.begin(suggestion.action, at(map_))


def move(
    menus: Menus, map_: ElementMap, after: ElementMap, effect: Effect = OPENED
) -> Action | None:
    """The next move, of which the run tells what came of it."""
    found = menus.next(at(map_))
    if found is None:
        return None
    keeps = menus.keeps(found.action)
    assert menus.told(found.action, effect, map_, after, Outline(["x"])) is None
    assert keeps or not found.looks, "to look finishes nothing"
    return found.action


def looked() -> Menus:
    """After all menus were looked into."""
    menus = Menus()
    begun(menus, menus.offers(at(seen()))[0], seen())
    before = ""
    for title in TITLES:
        move(menus, seen(before), seen(title))
        before = title
    assert move(menus, seen(before), seen()) == Press("esc")
    assert move(menus, seen(), seen()) is None
    return menus


def test_each_menu_is_opened_once_the_first_by_a_click_and_the_others_by_the_mouse() -> None:
    menus = Menus()
    (offer,) = menus.offers(at(seen()))
    assert offer.words == WORDS
    begun(menus, offer, seen())
    assert move(menus, seen(), seen("File")) == Click(1)
    assert move(menus, seen("File"), seen("Edit")) == Hover(2)
    assert move(menus, seen("Edit"), seen("View")) == Hover(3)
    assert move(menus, seen("View"), seen("Help")) == Hover(4)
    assert move(menus, seen("Help"), seen()) == Press("esc")


def test_titles_that_look_like_tabs_while_a_menu_is_open_are_titles_still() -> None:
    menus = Menus()
    begun(menus, menus.offers(at(seen()))[0], seen())
    assert move(menus, seen(), seen("File")) == Click(1)
    opened = seen("File")
    tabs = tuple(replace(e, kind="tab") if e.text in TITLES else e for e in opened.elements)
    assert menus.next(at(replace(opened, elements=tabs))) == menus.next(at(opened))
    assert move(menus, replace(opened, elements=tabs), seen("Edit")) == Hover(2)


def test_a_menu_that_the_mouse_does_not_open_is_clicked_and_then_left() -> None:
    menus = Menus()
    begun(menus, menus.offers(at(seen()))[0], seen())
    nothing = Effect("no visible change", "")
    assert move(menus, seen(), seen("File")) == Click(1)
    assert move(menus, seen("File"), seen("File"), nothing) == Hover(2)
    assert move(menus, seen("File"), seen("File"), nothing) == Click(2)
    assert move(menus, seen("File"), seen("View")) == Hover(3)


def test_to_ask_what_is_next_changes_nothing() -> None:
    menus = Menus()
    begun(menus, menus.offers(at(seen()))[0], seen())
    assert [menus.next(at(seen())) for _ in range(3)] == [menus.next(at(seen()))] * 3


def test_what_means_the_same_is_offered_first_with_its_state() -> None:
    offers = looked().offers(at(seen()))
    assert offers[0].words == 'click "View > Line Numbers (not ticked)"'
    assert [each.score for each in offers] == sorted((e.score for e in offers), reverse=True)
    told = Outline(["My eyes are tired.", "I need line numbers beside my text"])
    now = Situation("My eyes are tired. I need line numbers beside my text", told, Memory(), seen())
    assert looked().offers(now)[0].words == offers[0].words, "the next part only tells something"
    german = looked().offers(at(seen(), "Mach das bitte auf dem ganzen Bildschirm auf"))
    assert german[0].words == 'click "View > Fullscreen"'


def test_the_entry_that_is_chosen_is_clicked_in_its_menu() -> None:
    menus = looked()
    begun(menus, menus.offers(at(seen()))[0], seen())
    assert move(menus, seen(), seen("View")) == Click(3)
    found = menus.next(at(seen("View")))
    assert found is not None
    assert found.action == Click(20)
    assert not menus.keeps(found.action), "it is a step of the task as any other"
    assert menus.next(at(seen())) is None


def test_an_entry_that_is_not_there_any_more_ends_it() -> None:
    menus = looked()
    begun(menus, menus.offers(at(seen()))[0], seen())
    assert move(menus, seen(), seen("Help")) == Click(3)
    assert move(menus, seen("Help"), seen("Help")) == Click(3)
    assert move(menus, seen("Help"), seen("Help")) is None


@pytest.mark.parametrize("map_", [seen("File"), seen(titles=("Home", "Products", "Help"))])
def test_nothing_is_offered_while_a_menu_is_open_or_without_a_bar(map_: ElementMap) -> None:
    assert Menus().offers(at(map_)) == []


def test_links_of_a_page_are_no_bar_of_menus() -> None:
    assert menu_bar(seen(titles=("Home", "Products", "Help", "Contact"))) == []
    assert [e.text for e in menu_bar(seen("Edit"))] == list(TITLES)
