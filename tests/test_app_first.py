"""Applications first, in whole runs on the virtual desktop: what is not open is opened, what runs
already comes to the front, what is not there ends the run, and only its window is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from made_maps import made_map
from whole_runs import Form, Told, opened_form

from agent.app_first import use_name_in_front
from agent.app_of_part import OfPart
from agent.application import Application
from agent.default_apps import Defaults
from agent.desktop import Desktop
from agent.events import Acting, Answer, Asking, Judged, Seen
from agent.mechanisms import Mechanisms
from agent.outline import Outline
from agent.policy.answers import Asker
from agent.run import Settings, run_task
from agent.stop import StopSwitch
from benchmarks.programs import clear
from models.llm import Message
from models.scripted import ScriptedModel
from vision.geometry import Box
from vision.windows import Window, activate, list_windows

pytestmark = pytest.mark.desktop
TASK = "Open Galculator"


@pytest.fixture(scope="module")
def form(desktop: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Form]:
    """A program that has nothing to do with the tasks, open all the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKHAND_DATA", str(tmp_path_factory.mktemp("data")))
        with opened_form(desktop, tmp_path_factory.mktemp("form")) as form:
            yield form
            # What the runs opened themselves.
            clear(desktop)


def calculators() -> list[Window]:
    return [window for window in list_windows() if window.application == "Galculator"]


def in_front() -> str:
    return next((window.title for window in list_windows() if window.active), "")


def never(messages: Sequence[Message], grammar: str | None) -> str:
    raise AssertionError(f"the model was asked: {messages[-1].content}")


def ran(task: str, asker: Asker | None = None) -> Told:
    told = Told()
    settings = Settings(max_steps=3, mechanisms=Mechanisms(applications=True))
    run_task(
        task,
        tell=told,
        stop=StopSwitch(),
        settings=settings,
        model=ScriptedModel(never),
        asker=asker,
    )
    return told


def seen_groups(told: Told) -> set[str]:
    return {element.group for element in told.of(Seen)[-1].map.elements}


def test_several_that_fit_are_asked_about(
    form: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = tmp_path / "applications/abacus.desktop"
    entry.parent.mkdir()
    entry.write_text(
        "[Desktop Entry]\nType=Application\nName=Abacus\nExec=true\nCategories=Calculator;\n"
    )
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    questions: list[Asking] = []

    def answered(question: Asking, stop: StopSwitch) -> Answer | None:
        questions.append(question)
        return "deny"

    told = ran("Divide 1024 by 17", answered)
    (question,) = questions
    assert {"Abacus", "Galculator"} <= set(question.options)
    (judged,) = told.of(Judged)
    assert (judged.allowed, judged.answer) == (False, "deny")
    assert told.outcome.kind == "failed"
    assert "Name one of them in the task" in told.outcome.message
    assert told.descriptions == []


def test_opened_then_brought_to_the_front_and_looked_at_alone(form: Form) -> None:
    told = ran(TASK)
    assert told.outcome.kind == "done", told.outcome
    assert told.descriptions == ["open Galculator"]
    (step,) = told.steps
    assert step.effect.kind == "confirmed"
    assert "choose" in step.timings
    (calculator,) = calculators()
    assert in_front() == calculator.title
    assert "Guest book" in {window.title for window in list_windows()}
    assert seen_groups(told) == {calculator.title}

    guest_book = next(window for window in list_windows() if window.title == "Guest book")
    assert activate(guest_book)
    told = ran(TASK)
    assert told.outcome.kind == "done", told.outcome
    assert [event.reason for event in told.of(Acting)] == ["Galculator is open already"]
    assert [window.handle for window in calculators()] == [calculator.handle]
    assert in_front() == calculator.title

    told = ran(TASK)
    assert told.outcome.kind == "done", told.outcome
    assert told.descriptions == []


def test_what_is_not_there_ends_the_run_and_nothing_is_touched(form: Form) -> None:
    told = ran("Open Photoshop and crop the picture")
    assert told.outcome.kind == "failed"
    assert "There is no “Photoshop”" in told.outcome.message
    assert told.descriptions == []
    assert form.told() == []


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
