"""What an action finishes of a task, and what only looks like it."""

from __future__ import annotations

from agent.actions import Action, Click, OpenApp, Tap, TypeText
from agent.crediting import credit, may_go_on
from agent.memory import Memory
from agent.outline import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from vision.elements import Element, State

PARCEL, ARCHIVE = element(1, "checkbox", "Your parcel"), element(2, "button", "Archive")
NAME, CITY = element(3, "field", "Name"), element(4, "field", "City")
SAVE, OTHER = element(5, "button", "Save"), element(6, "button", "Go")


def left_of(outline: Outline, action: Action, *shown: Element) -> list[str]:
    """What is left of a task after an action on a screen that stays as it is."""
    map_ = made_map(shown)
    credit(action, map_, map_, outline, Memory())
    return [part.text for part in outline.parts if not part.done]


def test_what_is_ticked_is_not_archived_yet() -> None:
    task = Outline(["archive the message “Your parcel”"])
    assert left_of(task, Click(1), PARCEL, ARCHIVE) == ["archive the message “Your parcel”"]
    assert left_of(task, Click(2), PARCEL, ARCHIVE) == []


def test_without_such_a_button_the_choice_is_all() -> None:
    task = Outline(["archive the message “Your parcel”"])
    assert left_of(task, Click(1), PARCEL) == []
    task = Outline(["select “Your parcel”"])
    assert left_of(task, Click(1), PARCEL, element(7, "button", "Select")) == []


def test_the_last_step_of_a_part_may_have_any_name_but_a_field_is_none() -> None:
    task = Outline(["look for “Ann” in “Rome”"])
    assert left_of(task, TypeText("Ann", 3), NAME, CITY, OTHER)
    assert left_of(task, TypeText("Rome", 4), NAME, CITY, OTHER)
    assert left_of(task, Click(4), NAME, CITY, OTHER), "it only went into the field"
    assert left_of(task, Click(6), NAME, CITY, OTHER) == []


def test_what_was_passed_over_and_asks_to_write_is_a_guess_when_nothing_was_written() -> None:
    map_ = made_map([NAME, SAVE])
    for wrote in (False, True):
        task = Outline(["type the word into the box", "and press Save"])
        memory = Memory()
        if wrote:
            memory.note(TypeText("so", 3), "it", Effect("confirmed", ""), map_, map_)
        credit(Click(5), map_, map_, task, memory)
        assert task.finished
        assert [part.guessed for part in task.parts] == [not wrote, False]


def test_a_calculation_that_was_only_typed_is_left() -> None:
    task = Outline(["calculate 23 * 17"])
    assert left_of(task, TypeText("23 * 17", 3), NAME, OTHER)
    assert left_of(task, Click(6), NAME, OTHER)
    assert left_of(task, Tap("23 * 17", (6,)), element(8, "text", "391"), OTHER) == []


def test_a_named_click_that_shows_nothing_may_be_followed_by_more() -> None:
    nothing = Effect("no visible change", "")
    map_ = made_map([SAVE, OTHER])
    assert may_go_on(Click(5), nothing, map_, Outline(["press Save", "press Go"]))
    assert not may_go_on(Click(5), nothing, map_, Outline(["press Save"]))
    assert not may_go_on(Click(6), nothing, map_, Outline(["press Save", "press Go"]))


def test_what_the_task_does_not_name_is_a_guess() -> None:
    shape, save = element(1, "icon", "triangle"), element(2, "button", "Save")
    box = element(3, "checkbox", "I agree")
    for text, number, guessed in (
        ("click on a rectangle", 1, True),
        ("click on the triangle", 1, False),
        ("click the first button", 2, False),
        ("click the checkbox", 3, False),
        ("press the green thing", 2, True),
        ("write “Ann”", 2, False),
    ):
        outline = Outline([text])
        outline.use("Ann")
        assert left_of(outline, Click(number), shape, save, box) == [], text
        assert outline.parts[0].guessed is guessed, text


def test_a_word_of_a_name_that_no_other_name_has_says_it() -> None:
    red, black = element(1, "icon", "red square"), element(2, "icon", "black square")
    tabs = [element(3, "tab", "Files"), element(4, "tab", "Mail")]
    for text, number, guessed in (
        ("click on the black coloured box", 2, False),
        ("click on the square", 2, True),
        ("click on the blue circle", 2, True),
        ("go through the tabs", 4, False),
    ):
        outline = Outline([text])
        assert left_of(outline, Click(number), red, black, *tabs) == [], text
        assert outline.parts[0].guessed is guessed, text


def test_what_is_only_said_to_be_over_is_a_guess_unless_it_told_nothing_to_do() -> None:
    outline = Outline(["page by page", "close the letter", "write “Ann”"])
    outline.use("Ann")
    outline.end()
    assert outline.finished
    assert [part.guessed for part in outline.parts] == [False, True, False]


def test_what_is_to_be_set_with_a_slider_is_not_done_by_writing_it() -> None:
    field = element(1, "field", "Size", state=State(value=""))
    map_ = made_map([field])
    for text, done in (("Select “-5” with the slider", False), ("Type “-5” into Size", True)):
        outline = Outline([text])
        credit(TypeText("-5", 1), map_, map_, outline, Memory())
        assert (not outline.open_values) is done, text


def test_what_a_later_part_passed_over_is_a_guess_when_something_was_to_be_clicked() -> None:
    select = element(1, "button", "Select")
    for text, guessed in (
        ("Click the yellow square,", True),
        ("and choose the smallest one,", True),
        ("Go to the colours,", False),
        ("Select nothing,", False),
        ("In the dialog,", False),
    ):
        outline = Outline([text, "then press Select."])
        assert left_of(outline, Click(1), select) == [], text
        assert [part.guessed for part in outline.parts] == [guessed, False], text


def test_an_open_program_has_written_nothing() -> None:
    task = Outline(["write the summary in Mousepad", "and save it"])
    assert left_of(task, OpenApp("Mousepad"))[0] == "write the summary in Mousepad"


def test_the_name_of_the_program_alone_tells_nothing_of_what_was_done() -> None:
    editor = window(1, "Untitled 1 - Mousepad", application="mousepad", active=True)
    for text, guessed in (("In Mousepad, turn on word wrap", True), ("use Ulm for it", False)):
        outline = Outline([text])
        for value in outline.open_values:
            outline.use(value)
        map_ = made_map([element(1, "menu", "Files"), OTHER], [editor])
        credit(Click(6), map_, map_, outline, Memory())
        assert outline.finished
        assert outline.parts[0].guessed is guessed, text
