"""What an action finishes of a task, and what only looks like it."""

from __future__ import annotations

import pytest

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    Drag,
    DragBy,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    Tap,
    TypeText,
    Wait,
)
from agent.memory import Deed, Memory
from agent.task.plan import Outline
from agent.task.progress import credit, may_go_on, was_meant
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, painted, window
from vision.core.elements import Element
from vision.core.geometry import Box

PARCEL = element(1, "checkbox", "Your parcel")
NAME, CITY = element(3, "field", "Name"), element(4, "field", "City")
SAVE, OTHER = element(5, "button", "Save"), element(6, "button", "Go")


def left_of(outline: Outline, action: Action, *shown: Element) -> list[str]:
    """What is left of a task after an action on a screen that stays as it is."""
    map_ = made_map(shown)
    credit(action, map_, map_, outline, Memory())
    return [part.text for part in outline.parts if not part.done]


def test_what_the_task_names_ends_the_part_that_names_it() -> None:
    task = Outline(["select “Your parcel”", "and press Save"])
    assert left_of(task, Click(1), PARCEL, SAVE) == ["and press Save"]
    assert left_of(task, Click(5), PARCEL, SAVE) == []
    assert not any(part.guessed for part in task.parts)


def test_typing_uses_values_and_ends_no_part() -> None:
    task = Outline(["enter “Ann” as Name", "and press Save"])
    assert left_of(task, TypeText("Ann", 3), NAME, SAVE) == [
        "enter “Ann” as Name",
        "and press Save",
    ]
    assert task.open_values == ["Save"]
    assert left_of(task, Click(5), NAME, SAVE) == []
    assert [part.guessed for part in task.parts] == [False, False]


def test_a_value_that_is_chosen_in_a_list_ends_its_part() -> None:
    task = Outline(["choose “Norway” as country"])
    assert left_of(task, Select(4, "Norway"), element(4, "dropdown", "Country")) == []


def test_the_name_of_a_field_does_not_stand_for_its_value() -> None:
    task = Outline(["enter “Ann” in “Name”", "and “Rome” in “City”"])
    left_of(task, TypeText("Ann", 3), NAME, CITY)
    assert task.parts[0].open_values == []
    left_of(task, TypeText("other", 4), NAME, CITY)
    assert task.parts[1].open_values == ["Rome"], "what is typed is not what it asks for"


def test_the_last_step_of_a_part_may_have_any_name_but_a_field_is_none() -> None:
    task = Outline(["look for “Ann” in “Rome”"])
    assert left_of(task, TypeText("Ann", 3), NAME, CITY, OTHER)
    assert left_of(task, TypeText("Rome", 4), NAME, CITY, OTHER)
    assert left_of(task, Click(4), NAME, CITY, OTHER), "it only went into the field"
    assert left_of(task, Click(6), NAME, CITY, OTHER) == []


@pytest.mark.parametrize("action", [Scroll("down"), Wait(), RightClick(6), OpenApp("Mousepad")])
def test_what_only_prepares_finishes_nothing_that_it_is_not_named_by(action: Action) -> None:
    assert left_of(Outline(["get on with it"]), action, OTHER) == ["get on with it"]


@pytest.mark.parametrize("action", [Click(6), DoubleClick(6), Press("ctrl+b")])
def test_what_may_be_meant_finishes_a_part_whose_values_are_all_there(action: Action) -> None:
    assert left_of(Outline(["get on with it"]), action, OTHER) == []
    waiting = Outline(["write “Ann” somewhere"])
    assert left_of(waiting, action, OTHER) == ["write “Ann” somewhere"]


def test_what_opened_a_dialog_has_finished_nothing_yet() -> None:
    main = window(1, "Main", active=True)
    dialog = window(2, "Save as", Box(50, 50, 300, 200), active=True)
    before = made_map([SAVE], [main])
    after = made_map([SAVE], [dialog, window(1, "Main")])
    memory, task = Memory(), Outline(["press Save"])
    memory.note(Click(5), "it", Effect("confirmed"), before, after)
    credit(Click(5), before, after, task, memory)
    assert not task.finished
    assert task.open_values == []


def test_a_calculation_that_was_only_typed_is_left() -> None:
    task = Outline(["calculate 23 * 17"])
    assert left_of(task, TypeText("23 * 17", 3), NAME, OTHER)
    assert left_of(task, Tap("23 * 17", (6,)), element(8, "text", "391"), OTHER) == []


def test_a_named_click_that_shows_nothing_may_be_followed_by_more() -> None:
    nothing = Effect("no visible change", "")
    map_ = made_map([SAVE, OTHER])
    assert may_go_on(Click(5), nothing, map_, Outline(["press Save", "press Go"]))
    assert not may_go_on(Click(5), nothing, map_, Outline(["press Save"]))
    assert not may_go_on(Click(6), nothing, map_, Outline(["press Save", "press Go"]))


@pytest.mark.parametrize(
    ("text", "name", "guessed"),
    [
        ("click on the triangle", "triangle", False),  # its name
        ("store the letter", "Save", False),  # what means the same
        ("envoyez le message maintenant", "Send", False),  # also in another language
        ("press the green thing", "Go", True),
        ("click on the blue circle", "close", True),
    ],
)
def test_what_the_task_neither_names_nor_means_is_a_guess(
    text: str, name: str, guessed: bool
) -> None:
    outline = Outline([text])
    assert left_of(outline, Click(1), element(1, "button", name)) == []
    assert outline.parts[0].guessed is guessed


def test_a_part_whose_value_reached_the_screen_is_no_guess() -> None:
    outline = Outline(["write “Ann”"])
    outline.use("Ann")
    assert left_of(outline, Click(6), OTHER) == []
    assert not outline.parts[0].guessed


def test_what_is_only_said_to_be_over_is_a_guess_unless_its_values_are_there() -> None:
    outline = Outline(["close the letter", "write “Ann”", "write “Tom”"])
    outline.use("Ann")
    outline.end()
    assert [part.done for part in outline.parts] == [True, True, False]
    assert [part.guessed for part in outline.parts] == [True, False, False]


def test_what_a_later_part_passed_over_is_a_guess() -> None:
    outline = Outline(["Click the yellow square,", "then press Save"])
    assert left_of(outline, Click(5), SAVE) == []
    assert [part.guessed for part in outline.parts] == [True, False]


def test_an_open_program_has_written_nothing() -> None:
    task = Outline(["write the summary in Mousepad", "and save it"])
    assert left_of(task, OpenApp("Mousepad"))[0] == "write the summary in Mousepad"
    assert left_of(Outline(["open Mousepad"]), OpenApp("Mousepad")) == []


def test_a_page_that_asks_back_has_not_done_it_yet() -> None:
    asked = element(1, "button", "Cancel the booking")
    question = element(2, "text", "Do you really want to?")
    yes, no = element(3, "button", "Yes, cancel it"), element(4, "button", "No")
    before = made_map([asked])
    asking = made_map([asked, question, yes, no], (), painted(question.box, yes.box, no.box))
    task = Outline(["cancel the booking"])
    credit(Click(1), before, asking, task, Memory())
    assert not task.finished
    credit(Click(3), asking, before, task, Memory())
    assert task.finished


def test_a_day_as_the_field_wants_it_is_the_value_of_the_task() -> None:
    field = element(1, "field", "Arrival (mm/dd/yyyy)")
    task = Outline(["set the arrival to 14 March 2027"])
    credit(TypeText("03/14/2027", 1), made_map([field]), made_map([field]), task, Memory())
    assert task.open_values == []


@pytest.mark.parametrize("action", [Drag(1, 2, "top"), DragBy(1, 125, 0)])
def test_a_drag_is_found_by_what_is_dragged_and_where_it_is_let_go(action: Action) -> None:
    notes = element(1, "list item", "Notes"), element(2, "list item", "Letters")
    assert left_of(Outline(["move “Notes” before “Letters”"]), action, *notes) == []


def test_a_menu_that_a_right_click_brings_up_has_done_nothing_yet() -> None:
    photo, cover = element(1, "button", "beach.jpg"), element(2, "menu", "Set as cover")
    task = Outline(["set beach.jpg as the cover"])
    assert left_of(task, RightClick(1), photo) == ["set beach.jpg as the cover"]
    assert left_of(task, Click(2), photo, cover) == []


def test_a_name_that_holds_several_values_of_the_task_says_them_all() -> None:
    task = Outline(["choose Huber, Klara in the list"])
    assert task.open_values == ["Huber", "Klara"]
    assert left_of(task, Click(1), element(1, "list item", "Huber, Klara")) == []


def test_a_label_that_was_read_to_the_end_of_its_first_line():
    task = Outline(["tick “Give the old fence a coat of paint”"])
    assert left_of(task, Click(1), element(1, "checkbox", "Give the old fence a")) == []
    task = Outline(["tick “Give the old fence a coat of paint”"])
    assert left_of(task, Click(1), element(1, "checkbox", "Give the old")) != []


def test_a_deed_that_means_a_part_shows_that_it_was_done() -> None:
    memory, (saves, deletes) = Memory(), Outline(["then save the expense", "delete it"]).parts
    memory.deeds.append(Deed("click “Save expense” (button)", Effect("no visible change")))
    assert not was_meant(saves, memory)
    memory.deeds.append(Deed("click “Save expense” (button)", Effect("confirmed", "it closed")))
    assert was_meant(saves, memory)
    assert not was_meant(deletes, memory)


def test_what_only_tells_where_a_thing_stands_was_meant_by_it() -> None:
    below = [
        element(1, "text", "Summary", Box(20, 20, 120, 40)),
        element(2, "button", "Make", Box(20, 50, 120, 80)),
        element(3, "text", "Pictures", Box(20, 120, 120, 140)),
        element(4, "button", "Make", Box(20, 150, 120, 180)),
    ]
    assert left_of(Outline(["press Make in the section Summary"]), Click(2), *below) == []
    assert left_of(Outline(["press Make in the section Summary"]), Click(4), *below) != []
    row = [
        element(1, "text", "Ann", Box(20, 20, 80, 40)),
        element(2, "button", "Remove", Box(120, 20, 220, 40)),
        element(3, "text", "Ben", Box(20, 60, 80, 80)),
        element(4, "button", "Remove", Box(120, 60, 220, 80)),
    ]
    assert left_of(Outline(["Remove “Ben” from the list"]), Click(4), *row) == []
    assert left_of(Outline(["Remove “Ben” from the list"]), Click(2), *row) != []


@pytest.mark.parametrize(("answer", "left"), [("Yes", 0), ("Ja", 0), ("No", 1), ("Abbrechen", 1)])
def test_a_question_that_was_agreed_to_ends_the_part_it_is_about(answer: str, left: int) -> None:
    before = made_map([element(1, "button", "Remove")])
    asked = made_map(
        [
            element(2, "text", "Really remove it?", Box(50, 200, 250, 220)),
            element(3, "button", answer, Box(50, 240, 110, 270)),
            element(4, "button", "Something else", Box(150, 240, 290, 270)),
        ],
        (),
        painted(Box(50, 200, 300, 270)),
    )
    after = made_map([element(5, "text", "Ready", Box(50, 300, 250, 320))])
    plan, memory = Outline(["remove the entry"]), Memory()
    memory.note(Click(1), "", Effect("confirmed", ""), before, asked)
    credit(Click(1), before, asked, plan, memory)
    assert not plan.finished
    memory.note(Click(3), "", Effect("confirmed", ""), asked, after)
    credit(Click(3), asked, after, plan, memory)
    assert sum(not part.done for part in plan.parts) == left


def test_opening_a_thing_is_not_what_is_to_be_done_with_it() -> None:
    file = element(1, "list item", "plan.odt")
    assert left_of(Outline(["Open plan.odt"]), DoubleClick(1), file) == []
    assert left_of(Outline(["Make a duplicate of plan.odt"]), DoubleClick(1), file) != []


def test_the_row_tells_what_was_meant_where_the_button_is_called_otherwise() -> None:
    row = [
        element(1, "text", "Ann", Box(20, 20, 80, 40)),
        element(2, "button", "Give back", Box(120, 20, 220, 40)),
        element(3, "text", "Ben", Box(20, 60, 80, 80)),
        element(4, "button", "Give back", Box(120, 60, 220, 80)),
    ]
    assert left_of(Outline(["Return the court of “Ben”"]), Click(4), *row) == []
    assert left_of(Outline(["Return the court of “Ben”"]), Click(2), *row) != []
