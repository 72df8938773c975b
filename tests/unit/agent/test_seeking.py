"""What the task names and is not offered is looked for: below, on other tabs, among the texts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agent.choices import choices

from agent.actions import Action, Click, Scroll
from agent.memory import Memory
from agent.outline import Outline
from agent.trajectory import Effect, EffectKind
from tests.support.made_maps import element
from tests.support.scenes import HELP, remembered, scene
from vision.elements import Kind, State
from vision.geometry import Box
from vision.scrolling import ScrollArea


@pytest.mark.parametrize("kind", ["text", "image"])
def test_a_text_that_the_task_names_is_clicked_when_nothing_else_has_that_name(kind: Kind):
    """A menu that is not seen as one."""
    entry, other = element(1, kind, "Xaviera >"), element(2, "text", "Essa")
    page = element(3, "text", "Select Xaviera>Laurie>Essa")
    task = Outline(["select “Xaviera” then “Laurie”"])
    options = choices(scene(page, entry, other, HELP), task, Memory())
    assert options.only == Click(1)
    tried = remembered(scene(page, entry, other, HELP), (Click(1), "no visible change"))
    assert 1 not in choices(scene(page, entry, other, HELP), task, tried).clicks.values()
    written = choices(scene(entry, HELP), Outline(["write “Xaviera”"]), Memory())
    assert 1 not in written.clicks.values()


def test_the_task_on_the_page_does_not_show_what_it_names():
    area = ScrollArea(Box(0, 0, 200, 400), below=True)
    copy = element(1, "text", "Find the email by Deva and click")
    map_ = replace(scene(copy, HELP), areas=(area,))
    task = Outline(["Find the email by Deva and click the star icon"])
    assert choices(map_, task, Memory()).scroll == ("down",)


@pytest.mark.parametrize(("user", "below", "on"), [("@kim", True, True), ("@kim", False, False)])
def test_what_tells_which_of_several_is_meant_is_scrolled_to(user: str, below: bool, on: bool):
    shown = [element(1, "text", "Ann @ann"), element(2, "icon", "like"), element(3, "icon", "like")]
    map_ = replace(scene(*shown), areas=(ScrollArea(Box(0, 0, 600, 400), below=below),))
    options = choices(map_, Outline([f"For the user {user}, press “Like”."]), Memory())
    assert (options.only == Scroll("down")) == on
    here = choices(map_, Outline(["For the user @ann, press “Like”."]), Memory())
    assert here.only != Scroll("down")


@pytest.mark.parametrize(("below", "on"), [(True, True), (False, False)])
def test_the_button_of_what_is_cut_off_is_scrolled_to(below: bool, on: bool):
    """The last card shows its name; its buttons are further down, those above are of others."""
    likes = [element(n, "icon", "like", box=Box(10, 100 * n, 40, 100 * n + 30)) for n in (1, 2)]
    map_ = scene(*likes, element(3, "text", "@kim", box=Box(10, 300, 90, 330)))
    map_ = replace(map_, areas=(ScrollArea(Box(0, 0, 600, 400), below=below),))
    options = choices(map_, Outline(["For the user @kim, press “Like”."]), Memory())
    assert (options.only == Scroll("down")) == on


LIST = tuple(element(number, "list item", f"Town {number}") for number in range(1, 9))


@pytest.mark.parametrize(
    ("task", "below", "on"),
    [
        ("choose “Zwolle”", True, True),
        ("choose “Zwolle”", False, False),
        ("choose “Town 3”", True, False),
        # It may be reached by what the task names.
        ("choose “Zwolle” with Help", True, False),
        ("choose the last town", True, False),
        ("write “Zwolle”", True, False),
    ],
)
def test_what_is_not_in_sight_is_scrolled_to(task: str, below: bool, on: bool):
    map_ = scene(*LIST, HELP)
    map_ = replace(map_, areas=(ScrollArea(Box(0, 0, 600, 400), below=below),))
    options = choices(map_, Outline([task]), Memory())
    assert (options.only == Scroll("down")) == on
    tried = remembered(map_, (Scroll("down"), "no visible change"))
    assert choices(map_, Outline([task]), tried).only != Scroll("down")
    scrolled: tuple[Action, EffectKind] = (Scroll("down"), "confirmed")
    far = remembered(map_, *[scrolled] * 15)
    far.done_in.clear()
    far.blocked.clear()
    assert choices(map_, Outline([task]), far).only != Scroll("down"), "not for ever"


TABS = tuple(element(number, "tab", f"Page {number}") for number in range(1, 4))
SHOWN = replace(TABS[0], state=State(selected=True))


def test_what_is_not_in_sight_is_looked_for_on_the_other_tabs():
    map_ = scene(SHOWN, *TABS[1:], HELP)
    plan = Outline(["press “Zwolle”"])
    assert choices(map_, plan, Memory()).only == Click(2)
    memory = remembered(map_, (Click(2), "confirmed"))
    assert choices(map_, plan, memory).only == Click(3)
    memory.note(Click(3), "it", Effect("confirmed"), map_, map_)
    assert "Help button" in choices(map_, plan, memory).clicks, "all were looked at"
    memory.start_afresh()
    assert choices(map_, plan, memory).only == Click(2)


@pytest.mark.parametrize("task", ["press “Help”", "press Page 1", "write “Zwolle”", "find a tab"])
def test_tabs_are_left_alone_for_what_is_in_sight_or_is_written(task: str):
    map_ = scene(*TABS, HELP)
    assert choices(map_, Outline([task]), Memory()).only != Click(2)


def test_a_long_page_is_scrolled_before_the_next_tab_is_looked_at():
    map_ = replace(
        scene(SHOWN, *TABS[1:], HELP), areas=(ScrollArea(Box(0, 0, 600, 400), below=True),)
    )
    plan = Outline(["press “Zwolle”"])
    assert choices(map_, plan, Memory()).only == Scroll("down")
    memory = remembered(map_, (Scroll("down"), "no visible change"))
    assert choices(map_, plan, memory).only == Click(2)


def test_the_tab_that_a_part_names_comes_first():
    general = element(1, "tab", "General", state=State(selected=True))
    display, language = element(2, "tab", "Display"), element(3, "dropdown", "Language")
    shown = scene(general, display, language)
    task = Outline(["On the Display tab choose Dark,", "press Save"])
    assert choices(shown, task, Memory()).only == Click(2)
    task.use("Display")
    assert choices(shown, task, Memory()).only != Click(2)
    assert choices(shown, Outline(["Choose Dark"]), Memory()).only != Click(2)


@pytest.mark.parametrize(
    ("taken_for", "text", "value"),
    [("text", "Laurie", None), ("button", "Laurie >", None), ("dropdown", "Essa", "Laurie")],
)
def test_the_next_entry_of_a_path_is_chosen_whatever_it_is_taken_for(
    taken_for: Kind, text: str, value: str | None
):
    entry = element(2, taken_for, text, state=State(value=value))
    lists = element(3, "dropdown", "Lindsay", state=State(value="Leila"))
    task = Outline(["Select Xaviera>Laurie>Melinde"])
    task.credit(["Xaviera"], ends_part=False)
    options = choices(scene(entry, lists, HELP), task, Memory())
    assert [*options.clicks.values()] == [2]
    assert not options.dropdowns
    gone = choices(scene(lists, HELP), task, Memory())
    assert 2 not in gone.clicks.values()
