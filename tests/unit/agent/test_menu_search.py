"""What a task names and nothing in sight is called is looked for in one menu after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Action, Click, Press
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.skills.menu_search import WORDS, MenuSearch, menu_bar, wanted_words
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

EDITOR = window(1, "notes.txt - Mousepad", application="mousepad", active=True)
TITLES = ("File", "Edit", "View", "Help")
ENTRIES = {
    "File": ("New", "Open...", "Open Recent", "Save"),
    "Edit": ("Undo", "Redo", "Preferences..."),
    "View": ("Line Numbers", "Font...", "Zoom In Ctrl++", "Zoom Out"),
    "Help": ("About",),
}


def seen(opened: str = "", *more: Element, titles: tuple[str, ...] = TITLES) -> ElementMap:
    """An editor with its bar of menus, of which one may be open."""
    bar = [
        element(n, "menu", title, Box(10 + 60 * n, 30, 60 + 60 * n, 50))
        for n, title in enumerate(titles, 1)
    ]
    sheet = element(9, "field", "", Box(0, 60, 640, 480), State(value="Milk and preferences"))
    windows, entries = [EDITOR], []
    if opened:
        box = Box(70, 52, 260, 52 + 26 * len(ENTRIES[opened]))
        windows.insert(0, window(2, box=box, popup=True))
        entries = [
            element(20 + n, "menu", name, Box(72, 54 + 26 * n, 258, 78 + 26 * n))
            for n, name in enumerate(ENTRIES[opened])
        ]
    return made_map([*bar, sheet, *entries, *more], windows)


def done(search: MenuSearch, outline: Outline, map_: ElementMap) -> Action | None:
    """The next move; looking into the menus is offered when there is one."""
    now = Situation("", outline, Memory(), map_)
    offered = search.offers(now)
    move = search.next(now)
    assert bool(offered) is (move is not None)
    return move.action if move is not None else None


def told(search: MenuSearch, action: Action, effect: Effect, outline: Outline) -> Part | None:
    return search.told(action, effect, seen(), seen(), outline)


def test_one_menu_after_the_other_is_opened_until_one_has_it() -> None:
    search, outline = MenuSearch(), Outline(["Open the preferences in Mousepad"])
    for map_, menu in ((seen(), Click(1)), (seen("File"), Click(2))):
        # “Open...” is not what is named.
        assert done(search, outline, map_) == menu
        assert search.keeps(menu), "to look into a menu finishes nothing"
        assert told(search, menu, Effect("confirmed", "a menu opened"), outline) is None
    assert done(search, outline, seen("Edit")) == Click(22)
    assert not search.keeps(Click(22))
    assert told(search, Click(22), Effect("no visible change", ""), outline) is None
    assert (
        told(search, Click(22), Effect("confirmed", "a window opened"), outline) is outline.parts[0]
    )
    assert done(search, outline, seen("Edit")) is None, "it is pressed once"


def test_when_no_menu_has_it_the_last_one_is_closed_and_the_model_goes_on() -> None:
    search, outline = MenuSearch(), Outline(["Open the thesaurus"])
    actions: list[Action] = [Click(1), Click(2), Click(3), Click(4), Press("esc")]
    for opened, action in zip(("", *TITLES), actions, strict=True):
        assert done(search, outline, seen(opened)) == action
        told(search, action, Effect("confirmed", "the menu changed"), outline)
    assert done(search, outline, seen()) is None


def test_to_ask_what_is_next_changes_nothing() -> None:
    search, outline = MenuSearch(), Outline(["Open the preferences"])
    assert [done(search, outline, seen()) for _ in range(3)] == [Click(1)] * 3


@pytest.mark.parametrize(
    ("task", "opened", "entry"),
    [
        ("Turn on line numbers", "View", 20),
        ("Click Line Numbers", "View", 20),
        ("In Mousepad, turn on the line numbers", "View", 20),
        ("Zoom out", "View", 23),
        ("Change the font", "View", 21),
        ("Show the recent files", "File", 22),
        ("Show the saved files", "File", None),
    ],
)
def test_an_entry_is_meant_by_all_of_its_words(task: str, opened: str, entry: int | None) -> None:
    search, outline = MenuSearch(), Outline([task])
    action = done(search, outline, seen(opened))
    assert action == (Click(entry) if entry else Click(1))


@pytest.mark.parametrize(
    "task",
    [
        "Write preferences",
        "Tell me whether Line Numbers is ticked",
        "Open the file report.txt",
        "Choose 12",
        "Milk is to be bought",
        "Open Mousepad",
        "Open the Edit menu",
    ],
)
def test_what_names_no_entry_looks_into_no_menu(task: str) -> None:
    assert done(MenuSearch(), Outline([task]), seen()) is None


def test_what_is_in_sight_is_not_looked_for() -> None:
    button = element(30, "button", "Preferences", Box(400, 30, 480, 50))
    assert done(MenuSearch(), Outline(["Open the preferences"]), seen("", button)) is None


def test_links_of_a_page_are_no_bar_of_menus() -> None:
    page = seen(titles=("Home", "Products", "Help", "Contact"))
    assert menu_bar(page) == []
    assert done(MenuSearch(), Outline(["Open the preferences"]), page) is None
    assert [e.text for e in menu_bar(seen("Edit"))] == list(TITLES)


@pytest.mark.parametrize(
    ("task", "ticked", "pressed"),
    [
        ("Turn on the line numbers", True, False),
        ("Turn on the line numbers", False, True),
        ("Hide the line numbers", False, False),
        ("Hide the line numbers", True, True),
        ("Turn off the line numbers", True, True),
        ("Turn off the line numbers", None, True),
        ("Click Line Numbers", True, True),
    ],
)
def test_what_is_so_already_is_not_turned_the_other_way(
    task: str, ticked: bool | None, pressed: bool
) -> None:
    map_ = seen("View")
    entries = [
        replace(e, state=State(checked=ticked)) if e.text == "Line Numbers" else e
        for e in map_.elements
    ]
    search, outline = MenuSearch(), Outline([task])
    action = done(search, outline, replace(map_, elements=tuple(entries)))
    assert action == (Click(20) if pressed else Press("esc"))
    (part,) = outline.parts
    assert action is not None
    is_done = told(search, action, Effect("confirmed", "it closed"), outline)
    assert is_done is part, "pressed, or so already"
    assert not part.done, "the loop ticks it"
    word = "ticked" if ticked else "unticked"
    assert search.answers == ([] if pressed else [f"“Line Numbers” is already {word}"])


def test_an_entry_that_some_words_name_is_not_all_that_a_part_asks_for() -> None:
    search, outline = MenuSearch(), Outline(["Change the font of the heading"])
    assert done(search, outline, seen("View")) == Click(21)
    assert told(search, Click(21), Effect("confirmed", "a window opened"), outline) is None


def test_it_is_offered_where_the_task_forbids_nothing() -> None:
    outline = Outline(["Open the preferences", "and close them"])
    now = Situation("", outline, Memory(), seen())
    assert [each.words for each in MenuSearch().offers(now)] == [WORDS]
    outline.parts[0].held = True
    assert MenuSearch().offers(now) == [], "the task forbids something there"


def test_the_name_of_the_program_tells_nothing() -> None:
    (part,) = Outline(["Open the preferences in Mousepad"]).parts
    assert wanted_words(part, seen()) == {"preferences"}
