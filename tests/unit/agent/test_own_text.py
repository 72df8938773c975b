"""What of a text that the model writes of its own is typed."""

from __future__ import annotations

import pytest

from agent.deciding.own_text import usable, without_next
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.task.plan import Outline, cut
from tests.support.made_maps import element, made_map
from vision.core.elements import State

TASK = "Tell Rosa in the chat: the cake is from me at 7. Then mute the group Football for 8 hours."


def situation(task: str, *shown: str) -> Situation:
    elements = [element(n, "text", text) for n, text in enumerate(shown, 1)]
    elements.append(element(90, "field", "Name", state=State(value="")))
    return Situation(task, Outline(cut(task)), Memory(), made_map(elements))


def test_a_text_ends_where_the_task_asks_for_something_else():
    text = "The cake is from me at 7. Then mute the group Football for 8 hours."
    assert usable(text, situation(TASK)) == "The cake is from me at 7."


def test_what_only_goes_on_with_a_list_belongs_to_the_text():
    plan = Outline(cut("Write down bread, butter, and jam"))
    assert without_next("bread, butter, and jam", plan).startswith("bread, butter")


@pytest.mark.parametrize(
    ("text", "shown", "usable_text"),
    [
        ("Thomas", (), ""),  # another name than the task has
        ("Tobias", (), "Tobias"),
        ("tobias", (), "tobias"),
        ("Madrid", ("Deliver to Madrid",), "Madrid"),  # copied from the screen
        ("12", (), "12"),  # worked out
        ("TOBIAS K.", (), "TOBIAS K."),
        ("Hi, I can't come on Sunday.", (), "Hi, I can't come on Sunday."),
        ("", (), ""),
    ],
)
def test_a_name_that_is_nowhere_told_is_made_up(
    text: str, shown: tuple[str, ...], usable_text: str
):
    now = situation("Tobias says yes to all after 7 pm, send it off", *shown)
    assert usable(text, now) == usable_text


def test_what_a_window_showed_that_was_left_is_not_made_up():
    now = situation("Enter the name of the sender")
    now.memory.left[1] = ("Mail", (element(1, "text", "From: Ines"),))
    assert usable("Ines", now) == "Ines"
    assert usable("Rosa", now) == ""


def test_the_task_itself_is_no_text():
    assert usable(TASK, situation(TASK)) == ""


def test_what_was_typed_is_not_typed_again():
    now = situation("Greet Rosa and Ines, and write a line to Rosa")
    now.plan.parts[0].used.add("Rosa")
    assert usable("Rosa", now) == ""
