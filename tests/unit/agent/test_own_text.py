"""What of a text that the model writes of its own is typed."""

from __future__ import annotations

from agent.deciding.own_text import lines_named, usable
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.task.plan import Outline, cut
from tests.support.made_maps import element, made_map
from vision.core.elements import State

TASK = "Tell Rosa in the chat: the cake is from me at 7. Then mute the group Football for 8 hours."


def situation(task: str) -> Situation:
    field = element(90, "field", "Name", state=State(value=""))
    return Situation(task, Outline(cut(task)), Memory(), made_map([field]))


def test_the_task_itself_is_no_text():
    assert usable(TASK, situation(TASK)) == ""


def test_a_word_for_nothing_is_no_text_where_the_task_does_not_say_it():
    assert usable("None", situation(TASK)) == ""
    assert usable("none", situation("Write into the remarks that there are none")) == "none"


def test_what_was_typed_is_not_typed_again():
    now = situation("Greet Rosa and Ines, and write a line to Rosa")
    now.plan.parts[0].used.add("Rosa")
    assert usable("Rosa", now) == ""


def test_any_other_text_is_typed_as_it_was_written():
    assert usable("The cake is from me at 7.", situation(TASK)) == "The cake is from me at 7."


def test_lines_are_named_by_the_beginning_of_a_telling_word():
    lines = ["Saturday shop", "eggs", "bread", "for the cat", "bread"]
    assert lines_named(lines, "put milk below the bread for me") == ["bread"]
    assert lines_named(lines, "two eggs and the breads") == ["eggs", "bread"]
    assert lines_named(lines, "write something") == []
