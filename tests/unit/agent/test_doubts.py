"""What a run tells at its end instead of "done"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Press, TypeText
from agent.constraints.parsing import constraints_of
from agent.memory import Memory
from agent.task.final_check import doubts, is_named_and_unsaved
from agent.task.plan import Outline, Part, cut
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map
from vision.capture.windows import Window
from vision.core.elements import State
from vision.core.geometry import Box

NAME = element(1, "field", "Name")
FORM = made_map([NAME, element(2, "button", "Save", box=Box(10, 300, 90, 330))])


def test_nothing_is_doubted_without_a_reason():
    outline = Outline(["write “Ann”", "tell Save and 77 from it"])
    outline.use("Ann")
    memory = Memory()
    memory.note(Press("7"), "enter 77", Effect("confirmed", ""), FORM, FORM)
    assert [*doubts(outline, memory, FORM, taught=False)] == []


@pytest.mark.parametrize(
    ("task", "doubt"),
    [
        ("write “12 eggs”", ["Nothing shows “12 eggs”."]),
        ("tell me what 43 times 19 is", []),  # It is answered, not entered.
        ("write “Ann”", []),  # Without a number it tells nothing.
        ("press Save", []),  # It stands there.
        ("replace bread with butter", []),  # That is looked for in the text.
    ],
)
def test_a_number_that_was_not_used_and_stands_nowhere_is_a_doubt(task: str, doubt: list[str]):
    assert [*doubts(Outline([task]), Memory(), FORM, taught=False)] == doubt
    assert [*doubts(Outline([task]), Memory(), FORM, taught=True)] == []


def test_each_doubt_is_a_sentence():
    outline, memory = Outline(["press the green thing"]), Memory()
    outline.parts[0].guessed = True
    outline.parts.append(Part("make the title bold", (), unseen=True))
    memory.note(TypeText("Ann", 1), "it", Effect("confirmed", ""), FORM, FORM)
    assert [*doubts(outline, memory, FORM, taught=False)] == [
        "Check whether “press the green thing” is done: an element with another name was used.",
        "Check whether “make the title bold” is done: the screen did not change.",
        "“Save” was not pressed, because the task does not ask for it.",
    ]


@pytest.mark.parametrize(("taught", "seen"), [(True, True), (False, False)])
def test_a_routine_ends_as_it_was_taught(taught: bool, seen: bool):
    memory = Memory()
    memory.note(TypeText("Ann", 1), "it", Effect("confirmed", ""), FORM, FORM)
    last = FORM if seen else None
    assert [*doubts(Outline(["write “Ann”"]), memory, last, taught=taught)] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("milk\nbread", ["The text still contains “bread” and not “butter”."]),
        ("milk\nbutter", []),
        ("breadcrumbs", []),
    ],
)
def test_a_word_that_was_to_be_replaced_and_still_stands_there(text: str, said: list[str]):
    sheet = element(1, "field", box=Box(0, 0, 600, 400), state=State(value=text))
    outline = Outline(["replace bread with butter"])
    assert [*doubts(outline, Memory(), made_map([sheet]), taught=False)] == said


def test_what_the_task_has_undone_is_not_missed():
    sheet = element(1, "field", box=Box(0, 0, 600, 400), state=State(value="bread"))
    outline = Outline(["replace bread with butter", "then undo the last change"])
    assert [*doubts(outline, Memory(), made_map([sheet]), taught=False)] == []


def test_only_an_error_that_came_during_the_run_counts():
    shown = replace(element(1, "text", "The name is missing"), notice="error")
    outline, memory = Outline(["press the green thing"]), Memory()
    assert [*doubts(outline, memory, made_map([shown]), taught=False)] == [
        "The screen says “The name is missing”."
    ]
    memory.said_before = frozenset({"The name is missing"})
    assert [*doubts(outline, memory, made_map([shown]), taught=False)] == []


@pytest.mark.parametrize(
    ("said", "complains"),
    [
        ("Choose a day first.", True),
        ("Le champ est obligatoire", True),
        ("Invalid card number", True),
        ("Submitted", False),
        ("Je voorkeuren zijn opgeslagen", False),
        ("3 of 6 done", False),
    ],
)
def test_a_text_that_came_and_complains_is_a_doubt(said: str, complains: bool) -> None:
    memory = Memory()
    memory.came = (element(9, "text", said),)
    shown = made_map([element(1, "button", "Go"), element(9, "text", said)])
    told = list(doubts(Outline(["press Go"]), memory, shown, taught=True))
    assert (f"The screen says “{said}”." in told) == complains


@pytest.mark.parametrize(
    ("later", "shown", "doubted"),
    [("", "", True), ("confirmed", "", False), ("", "on Monday at 9", False)],
)
def test_what_was_entered_in_vain_and_shows_nowhere(later: str, shown: str, doubted: bool):
    memory = Memory()
    typing = "type “Monday” into “Name” (field)"
    memory.note(TypeText("Monday", 1), typing, Effect("no visible change"), FORM, FORM)
    if later:
        memory.note(TypeText("Monday", 1), typing, Effect("confirmed"), FORM, FORM)
        memory.unsent = None
    last = made_map([replace(NAME, state=State(value=shown)), element(3, "text", "Welcome")])
    found = [*doubts(Outline(["write “Monday”"]), memory, last, taught=False)]
    assert any(typing in said for said in found) is doubted


@pytest.mark.parametrize(
    ("task", "editor", "written", "doubted"),
    [
        ("Put just the words good night into it", True, False, True),
        ("Put just the words good night into it", True, True, False),
        ("Put the lamp with the other things", False, False, False),
        ("Show the line numbers", True, False, False),
    ],
)
def test_nothing_written_in_an_editor(task: str, editor: bool, written: bool, doubted: bool):
    sheet = element(1, "field", "", box=Box(0, 40, 400, 300), state=State(value="milk"))
    window = Window(1, "list.txt", "Pad", Box(0, 0, 400, 300), active=True, editor=editor)
    map_ = made_map([sheet], [window])
    memory = Memory()
    if written:
        memory.note(TypeText("good night", 1), "it", Effect("confirmed", ""), map_, map_)
    outline = Outline([task])
    outline.parts[0].done = True
    said = [*doubts(outline, memory, map_, taught=False)]
    assert any("Nothing was written" in one for one in said) == doubted


def test_a_step_that_was_not_carried_out_is_a_doubt():
    memory = Memory()
    memory.note(Press("a"), "press a", Effect("confirmed", "it came"), FORM, FORM)
    memory.note(Press("b"), "press b", Effect("not allowed", "the task forbids it"), FORM, FORM)
    (said,) = doubts(Outline(["press Save"]), memory, FORM, taught=False)
    assert said.startswith("This was not done: press b: not allowed")


def test_deeds_without_any_effect_are_a_doubt():
    memory = Memory()
    memory.note(Press("a"), "press a", Effect("no visible change", "the same"), FORM, FORM)
    assert [*doubts(Outline(["press Save"]), memory, FORM, taught=False)] == [
        "Nothing that was done showed an effect."
    ]


@pytest.mark.parametrize(
    ("task", "title", "wanted"),
    [
        ("In plan.txt, swap Monday for Tuesday", "*plan.txt - Pad", True),
        ("In plan.txt, swap Monday for Tuesday", "plan.txt - Pad", False),
        ("Swap Monday for Tuesday", "*plan.txt - Pad", False),
        ("In plan.txt, swap Monday for Tuesday, but do not save it", "*plan.txt - Pad", False),
    ],
)
def test_a_file_that_the_task_names_is_to_be_saved(task: str, title: str, wanted: bool):
    map_ = made_map([], [Window(1, title, "Pad", Box(0, 0, 640, 480), active=True)])
    plan = Outline(cut(task))
    plan.keep_to(constraints_of(task))
    assert is_named_and_unsaved(plan, map_) is wanted


@pytest.mark.parametrize(
    ("entered", "shown", "doubted"),
    [
        ("06:45", "07:15", True),
        ("06:45", "06:45:00", False),
        ("3/14/2027", "2027-03-14", False),
        ("1200", "1,200", False),
        ("12.5", "12,50", False),
        ("40", "45", True),
        ("Maple 7", "Maple 1", False),  # It may be misread.
    ],
)
def test_an_entry_that_shows_other_figures_by_now(entered: str, shown: str, doubted: bool):
    form = made_map([replace(NAME, state=State(value=shown))])
    memory = Memory()
    memory.note(TypeText(entered, 1), "it", Effect("confirmed", ""), FORM, FORM)
    memory.unsent = None
    said = [f"“Name” shows “{shown}”, not “{entered}”."]
    found = [*doubts(Outline(["fill it in"]), memory, form, taught=False)]
    assert found == (said if doubted else [])
