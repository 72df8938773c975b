"""What was tried in vain is not tried again, and what is done is not done twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from agent.actions import Action, Click, OpenApp, Press, Scroll, Select, TypeText, Wait
from agent.memory import Deed, Memory, key
from agent.trajectory import CHANGED, Effect, EffectKind
from tests.support.made_maps import element, made_map, window
from tests.support.scenes import scene
from vision.capture.screen import Screenshot
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

MAIN = window(1, "Main", active=True)
BUTTON = element(1, "button", "OK")
FIELD = element(2, "field", "Name", state=State(value=""))
BOX = element(3, "checkbox", "News", state=State(checked=False))
LIST = element(4, "dropdown", "Country")
SCENE = made_map([BUTTON, FIELD, BOX, LIST], [MAIN])
ACTIONS: list[Action] = [
    Click(1),
    TypeText("Ann", 2),
    Select(4, "Norway"),
    Press("ctrl+s"),
    Scroll("down"),
    OpenApp("Calculator"),
    Wait(),
]


def noted(
    memory: Memory,
    action: Action,
    kind: EffectKind = "confirmed",
    before: ElementMap = SCENE,
    after: ElementMap = SCENE,
) -> None:
    memory.note(action, "did it", Effect(kind, "so it is"), before, after)


def with_elements(*elements: Element) -> ElementMap:
    return made_map(elements, [MAIN])


@pytest.mark.parametrize("kind", ["no visible change", "changed elsewhere", "failed"])
@pytest.mark.parametrize("action", ACTIONS, ids=key)
def test_what_had_no_effect_is_blocked_in_this_state_only(action: Action, kind: EffectKind):
    memory = Memory()
    noted(memory, action, kind)
    assert memory.is_blocked(action, SCENE)
    another = with_elements(BUTTON, FIELD, BOX, LIST, element(9, "button", "More"))
    assert not memory.is_blocked(action, another)
    assert [a for a in ACTIONS if memory.is_blocked(a, SCENE)] == [action]


def test_typed_text_does_not_make_another_state():
    memory = Memory()
    noted(memory, Click(1), "no visible change")
    full = with_elements(BUTTON, replace(FIELD, state=State(value="Ann")), BOX, LIST)
    assert memory.is_blocked(Click(1), full)
    ticked = with_elements(BUTTON, FIELD, replace(BOX, state=State(checked=True)), LIST)
    assert not memory.is_blocked(Click(1), ticked)


def test_what_had_an_effect_may_be_done_once_more_but_not_forever():
    memory = Memory()
    noted(memory, Click(1))
    assert not memory.is_blocked(Click(1), SCENE)
    noted(memory, Click(1))
    assert memory.is_blocked(Click(1), SCENE)


def test_a_menu_is_not_closed_again_by_the_click_that_opened_it():
    memory = Memory()
    menu = window(5, "", Box(10, 40, 120, 200), popup=True)
    opened = made_map(SCENE.elements, [menu, MAIN])
    noted(memory, Click(1), after=opened)
    assert memory.is_blocked(Click(1), opened)
    assert memory.something_open(opened)
    assert not memory.something_open(SCENE)


def test_a_tooltip_is_no_menu():
    memory = Memory()
    tip = window(5, "", Box(10, 40, 120, 60), popup=True, tooltip=True)
    after = made_map(SCENE.elements, [tip, MAIN])
    noted(memory, Click(1), after=after)
    assert not memory.is_blocked(Click(1), after)


def test_a_dialog_that_came_up_is_open_until_it_closes():
    memory = Memory()
    behind = replace(MAIN, active=False)
    dialog = window(6, "Save as", Box(50, 50, 300, 200), active=True)
    opened = made_map([], [dialog, behind])
    noted(memory, Press("ctrl+s"), after=opened)
    assert memory.something_open(opened)
    assert not memory.something_open(made_map([], [MAIN, replace(dialog, active=False)]))
    assert not memory.something_open(SCENE)


def test_the_only_window_is_no_dialog():
    memory = Memory()
    noted(memory, OpenApp("Main"), before=made_map([], []), after=SCENE)
    assert not memory.something_open(SCENE)


@pytest.mark.parametrize(
    ("action", "target"), [(TypeText("Ann", 2), FIELD), (Select(4, "Ann"), LIST)]
)
def test_a_filled_field_is_known_by_its_place(action: Action, target: Element):
    memory = Memory()
    noted(memory, action)
    now = replace(target, state=State(value="Ann"))
    assert memory.is_filled(now)
    assert memory.is_filled(replace(now, id=77, text="another label"))
    assert memory.is_filled(replace(now, state=State(value="Ann|")))
    assert memory.is_filled(replace(now, state=State()))
    assert not memory.is_filled(replace(now, state=State(value="")))
    assert not memory.is_filled(replace(now, state=State(value="Something else")))
    assert not memory.is_filled(replace(now, box=Box(1, 300, 100, 330)))


def test_typing_without_effect_fills_nothing():
    memory = Memory()
    noted(memory, TypeText("Ann", 2), "no visible change")
    assert not memory.is_filled(replace(FIELD, state=State(value="Ann")))


def test_a_ticked_box_is_remembered():
    memory = Memory()
    noted(memory, Click(3))
    assert memory.is_toggled(replace(BOX, state=State(checked=True)))
    assert not memory.is_toggled(replace(BOX, text="Other"))
    assert not memory.is_toggled(BUTTON)


@pytest.mark.parametrize("action", [TypeText("Ann", 2), Select(4, "Norway"), Click(3)], ids=key)
@pytest.mark.parametrize("sends", [Click(1), Press("enter")], ids=key)
def test_a_form_is_sent_by_what_comes_after_its_last_entry(action: Action, sends: Action):
    memory = Memory()
    noted(memory, sends)
    assert memory.unsent is None
    noted(memory, action)
    assert memory.unsent == SCENE.by_id(getattr(action, "target", 0))
    noted(memory, Press("tab"))
    proposed = with_elements(element(1, "menu", "Norway"), element(2, "link", "North Korea"))
    noted(memory, Click(1), before=proposed)
    noted(memory, Click(2), before=proposed)
    noted(memory, Click(1), before=with_elements(element(1, "icon", "close-notice")))
    assert memory.unsent is not None, "none of these sends a form"
    noted(memory, sends)
    assert memory.unsent is None


def test_what_was_not_allowed_stays_so_and_what_goes_on_is_no_circle():
    memory = Memory()
    noted(memory, Click(1), "not allowed")
    for _ in range(2):
        noted(memory, Press("tab"))
    assert memory.is_blocked(Press("tab"), SCENE)
    memory.went_on()
    assert not memory.is_blocked(Press("tab"), SCENE)
    memory.start_afresh()
    assert memory.is_blocked(Click(1), SCENE)


def test_without_blocking_only_what_was_not_allowed_is_kept_from_it():
    memory = Memory(blocking=False)
    noted(memory, Click(1), "no visible change")
    noted(memory, Press("ctrl+s"), "not allowed")
    assert not memory.is_blocked(Click(1), SCENE)
    assert memory.is_blocked(Press("ctrl+s"), SCENE)


def test_what_the_person_answered_is_a_deed():
    memory = Memory()
    memory.told_by_person("Which Ann?", "Ann Lee")
    assert memory.deeds[0].line() == "asked: Which Ann?: confirmed (they said: Ann Lee)"


def test_useless_actions_are_counted_from_the_end():
    memory = Memory()
    assert memory.useless_in_a_row == 0
    for kind in ("no visible change", "confirmed", "failed", "changed elsewhere"):
        noted(memory, Wait(), kind)
    assert memory.useless_in_a_row == 2


def test_deeds_are_read_as_sentences():
    assert Deed("press OK", Effect("confirmed", "it closed")).line() == (
        "press OK: confirmed (it closed)"
    )
    assert Deed("press OK", Effect("failed")).line() == "press OK: failed"


def test_a_box_that_is_taken_for_a_picture_when_it_is_ticked_is_not_switched_for_ever():
    """Each time it gets another number; its place stays."""
    memory = Memory()
    place = Box(20, 100, 44, 124)
    for number in (11, 15):
        empty = made_map([BUTTON, element(number, "icon", "checkbox, empty", place)], [MAIN])
        ticked = made_map([BUTTON, element(number + 2, "checkbox", "", place.moved(2, 1))], [MAIN])
        assert not memory.is_blocked(Click(number), empty)
        noted(memory, Click(number), before=empty, after=ticked)
        noted(memory, Click(number + 2), before=ticked, after=empty)
    again = made_map([BUTTON, element(19, "icon", "checkbox, empty", place)], [MAIN])
    assert memory.is_blocked(Click(19), again)
    assert not memory.is_blocked(Click(1), again)


def test_what_the_last_action_brought_up_and_used_is_known() -> None:
    button, other = element(1, "button", "Move to"), element(2, "button", "Print")
    rows = [element(3, "list item", "Old", Box(300, 300, 400, 320))]
    before, after = scene(button, other), other_picture(scene(button, other, *rows), 500)
    memory = Memory()
    memory.note(Click(1), "it", Effect("confirmed"), before, after)
    assert [e.text for e in memory.came] == ["Old"]
    assert not memory.turned
    assert memory.last_used == button
    assert [memory.was_clicked(e) for e in (button, other)] == [1, 0]
    page = scene(
        *(element(n, "link", f"Link {n}", Box(9, 99 * n, 90, 99 * n + 20)) for n in (4, 5))
    )
    memory.note(Click(3), "it", Effect("confirmed"), after, page)
    assert memory.turned, "all of it is new"


def other_picture(map_: ElementMap, height: int) -> ElementMap:
    """The map with a picture of another size: what is on it is not compared by pixels."""
    return replace(map_, screenshot=Screenshot(np.full((height, 640, 3), 255, np.uint8)))


def test_what_was_hidden_for_a_moment_may_be_used_later():
    memory = Memory()
    memory.note(Click(1), "click it", Effect("failed", f"“OK” {CHANGED}"), SCENE, SCENE)
    assert not memory.is_blocked(Click(1), SCENE)
    memory.note(Click(1), "click it", Effect("failed", "it broke"), SCENE, SCENE)
    assert memory.is_blocked(Click(1), SCENE)


def test_what_only_opened_a_list_is_no_doubt():
    memory = Memory()
    opened = made_map([BUTTON, LIST], [window(2, popup=True), MAIN])
    noted(memory, Click(4), before=SCENE, after=opened)
    memory.chose("open the list", 0.5, {})
    assert memory.chance("") == 1.0
    noted(memory, Click(1), before=opened, after=SCENE)
    memory.chose("click Norway", 0.8, {})
    assert memory.chance("") == 0.8
