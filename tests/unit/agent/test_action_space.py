"""What can be done on a screen is narrowed by facts, never by the words of the task."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings

from agent.actions import Click, DoubleClick, UseSkill
from agent.apps.application import Application
from agent.deciding.action_space import (
    KEYPAD,
    action_space,
    is_skill,
    open_parts,
    said_of,
    target_names,
    values_of,
)
from agent.deciding.situation import Suggestion
from agent.memory import Memory
from agent.trajectory import Effect
from tests.support.made_choices import MAPS, situation
from tests.support.made_maps import element, keypad
from tests.support.scenes import CITY, FORM, HELP, NAME, OK, remembered, scene
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

MIXED = scene(
    NAME,
    OK,
    element(5, "dropdown", "Country"),
    element(6, "slider", "Volume"),
    element(7, "text", "Thank you"),
    element(8, "image", "A tree"),
    element(9, "list item", "Norway"),
    element(10, "scroll bar", ""),
    element(11, "link", "More"),
)


def numbers(space_part: dict[str, int] | object) -> list[int]:
    assert isinstance(space_part, dict)
    return sorted(space_part.values())


def test_all_that_is_seen_is_a_target_by_what_it_is() -> None:
    space = action_space(situation(MIXED))
    assert numbers(space.targets) == [1, 3, 5, 6, 7, 8, 9, 10, 11]
    assert numbers(space.clicks) == [1, 3, 5, 6, 7, 8, 9, 10, 11]
    assert numbers(space.fields) == [1]
    assert numbers(space.dropdowns) == [5]
    assert numbers(space.sliders) == [6]
    assert numbers(space.areas) == [1, 7, 8, 9, 10]
    assert space.targets["Thank you text"] == 7
    assert space.targets["OK button"] == 3


def test_the_words_of_the_task_take_nothing_away() -> None:
    plain = action_space(situation(MIXED, ["press OK"]))
    other = action_space(situation(MIXED, ["write “Ann” and go home", "scroll down"]))
    for each in ("targets", "clicks", "fields", "dropdowns", "sliders", "areas"):
        assert getattr(plain, each) == getattr(other, each)


def test_what_is_disabled_is_no_target() -> None:
    off = [replace(e, state=State(disabled=True)) for e in (NAME, OK, MIXED.by_id(5))]
    space = action_space(situation(scene(*off, HELP)))
    assert numbers(space.targets) == [4]
    assert numbers(space.clicks) == [4]
    assert (space.fields, space.dropdowns) == ({}, {})


def test_a_click_in_vain_is_no_click_any_more_in_this_state() -> None:
    memory = remembered(FORM, (Click(OK.id), "no visible change"))
    space = action_space(situation(FORM, memory=memory))
    assert numbers(space.clicks) == [1, 2, 4]
    assert OK.id in space.targets.values(), "a double click may still do something"
    elsewhere = scene(NAME, CITY, OK, HELP, element(9, "button", "More"))
    assert OK.id in action_space(situation(elsewhere, memory=memory)).clicks.values()


def test_another_action_in_vain_takes_no_click_away() -> None:
    memory = remembered(FORM, (DoubleClick(OK.id), "no visible change"))
    assert OK.id in action_space(situation(FORM, memory=memory)).clicks.values()


def test_what_was_not_allowed_is_no_click_even_without_blocking() -> None:
    memory = Memory(blocking=False)
    memory.note(Click(OK.id), "it", Effect("not allowed"), FORM, FORM)
    memory.note(Click(HELP.id), "it", Effect("no visible change"), FORM, FORM)
    assert numbers(action_space(situation(FORM, memory=memory)).clicks) == [1, 2, 4]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(MAPS)
def test_each_name_stands_for_one_element_on_one_line(map_: ElementMap) -> None:
    names = target_names(map_)
    assert len(set(names.values())) == len(names)
    assert all(name.splitlines() == [name] for name in names.values())
    named = {e.id for e in map_.elements if e.interactive or e.text.strip()}
    assert set(names) == named
    space = action_space(situation(map_))
    usable = {e.id for e in map_.elements if not e.state.disabled}
    assert set(space.targets.values()) == named & usable


def test_texts_of_the_same_words_are_told_apart() -> None:
    twins = [element(n, "text", "Delete", Box(10, 30 * n, 90, 30 * n + 20)) for n in (1, 2, 3)]
    names = target_names(scene(*twins, element(4, "button", "Delete")))
    assert [names[n] for n in (1, 2, 3)] == ["Delete text", "Delete text #2", "Delete text #3"]
    assert names[4] == "Delete button"


def test_a_keypad_and_programs_and_skills_are_named() -> None:
    apps = (Application("a.desktop", "Mousepad"), Application("b.desktop", " "))
    now = replace(situation(scene(*keypad())), applications=apps)
    skill = Suggestion(UseSkill("fill in", (("as", "fill in the form"),)), "fill in the form")
    space = action_space(now, [skill, Suggestion(Click(1), "click 7")])
    assert space.keypad is not None
    assert list(space.applications) == ["Mousepad"]
    assert space.skills == {"fill in the form": skill}
    assert KEYPAD not in space.fields
    assert is_skill(skill.action)
    assert not is_skill(Click(1))
    assert not space.sees
    assert action_space(now, sees=True).sees


def test_open_parts_and_values_come_in_the_order_of_the_task() -> None:
    plan = situation(FORM, ["write “Ann”", "write “Tom”", "write “Ida”"]).plan
    plan.parts[0].done = True
    plan.parts[1].used.add("Tom")
    assert open_parts(plan) == (2, 3)
    assert values_of(plan) == ("Ida", "Ann", "Tom")


def test_names_are_found_by_their_elements() -> None:
    space = action_space(situation(FORM))
    assert space.name_of(OK.id) == "OK button"
    assert space.name_of(None) == "what has the focus"
    assert space.name_of(99) == ""
    full = replace(NAME, state=State(value="Ann"))
    assert said_of(full, "Name field").startswith("Name field (")
    assert said_of(OK, "OK button") == "OK button"
