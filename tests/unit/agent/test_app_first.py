"""Which application a part of a task is done in."""

from __future__ import annotations

import pytest

from agent.apps.application import Application
from agent.apps.default_apps import Defaults
from agent.apps.first import use_name_in_front
from agent.apps.of_part import OfPart
from agent.task.plan import Outline
from tests.support.made_maps import made_map
from vision.capture.windows import Window
from vision.core.geometry import Box

PAGE = Window(7, "Inbox - Chromium", "Chromium", Box(0, 0, 800, 600), active=True)
BROWSER = Application("chromium", "Chromium", categories=("WebBrowser",))
POST = Application("post", "Post", categories=("Email",))
EDITOR = Application("notes", "Notes", categories=("TextEditor",))
ALL = (BROWSER, POST, EDITOR)


def of_part() -> OfPart:
    return OfPart(ALL, Defaults(), lambda wanted, map_: wanted.application)


@pytest.mark.parametrize(
    ("task", "about"),
    [
        ("Find the email by Ann and click the star", True),
        ("Press Send", True),
        ("Open the text editor and write “Hello”", False),
        ("Write “Hello” with Notes", False),
        ("Tell me who wrote this letter", True),
    ],
)
def test_what_a_page_may_show_is_done_there(task: str, about: bool) -> None:
    assert of_part().is_about(task, made_map(windows=[PAGE])) is about
    assert not of_part().is_about(task, made_map()), "without a window programs are chosen"


def test_a_program_that_is_named_is_not_replaced_by_another_of_its_kind() -> None:
    other = Application("pad", "Pad", categories=("TextEditor",), command=("pad",))
    box = Box(0, 0, 800, 600)
    shown = made_map(windows=[Window(9, "untitled - Pad", "pad", box, active=True)])
    part = OfPart((*ALL, other), Defaults(), lambda wanted, map_: wanted.application)
    assert not part.is_about("In Notes, write hello in the text editor", shown)
    assert part.is_about("In Pad, write hello", shown)
    letter = Window(9, "my letter.txt - Pad", "pad", box, active=True)
    shown_there = made_map(windows=[letter])
    assert not part.is_about("In Notes, open my letter.txt", shown_there), "shown in another one"
    assert part.is_about("Write hello below this letter", shown_there)
    assert part.is_about("Write hello in the text editor", shown)


def test_a_folder_in_a_title_that_is_saved_into_does_not_call_the_window() -> None:
    box = Box(0, 0, 800, 600)
    code = Window(8, "from-home.txt - /root/Documents - Code", "code", box, active=True)
    shown = made_map(windows=[code])
    assert not of_part().is_about("In Notes, save it as from-b.txt in Documents", shown)
    assert of_part().is_about("Close from-home.txt", shown), "its title says both"


def test_a_part_opens_what_it_says_and_brings_the_window_it_speaks_of() -> None:
    note = Window(8, "list.txt - Notes", "notes", Box(0, 0, 300, 300))
    shown = made_map(windows=[PAGE, note])

    def asked(text: str) -> str | None:
        wanted = of_part().next(Outline([text]).current, shown)
        return wanted.application.name if wanted is not None else None

    assert asked("Open Post") == "Post"
    assert asked("write “x” in the text editor") == "Notes"
    assert asked("add the line “x” to the list") == "Notes", "the document is called so"
    assert asked("enter it on the web page") is None, "it is in front"
    assert asked("open it in Post") is None, "a file of the window in front"
    assert asked("press Send") is None


def test_asked_twice_before_the_same_window_a_part_wants_the_same() -> None:
    note = Window(8, "list.txt - Notes", "notes", Box(0, 0, 300, 300))
    behind, part = made_map(windows=[PAGE, note]), of_part()
    current = Outline(["write “x” in the text editor"]).current
    for _ in range(2):
        wanted = part.next(current, behind)
        assert wanted is not None
        assert wanted.application is EDITOR
    other = Window(9, "Inbox", "post", Box(0, 0, 300, 300), active=True)
    assert part.next(current, made_map(windows=[other, note])) is None, "it did not come"


@pytest.mark.parametrize(
    ("task", "left"),
    [
        ("In Notes, turn on word wrap", []),
        ("Write “Notes” in Notes", ["Notes"]),
        ("Write about Notes", ["Notes"]),
    ],
)
def test_the_name_of_the_program_in_front_is_no_text_to_type(task: str, left: list[str]) -> None:
    front = Window(1, "Untitled - Notes", "notes", Box(0, 0, 600, 400), active=True)
    outline = Outline([task])
    assert "Notes" in outline.open_values
    use_name_in_front(outline, made_map([], [front]), [EDITOR])
    assert [value for value in outline.open_values if value == "Notes"] == left
