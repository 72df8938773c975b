"""Which window of a program a part of a task is about, and that it is brought to the front."""

from __future__ import annotations

from typing import cast

import pytest

from agent.actions import OpenApp
from agent.apps.application import Application
from agent.apps.default_apps import Defaults
from agent.apps.first import ApplicationsFirst
from agent.apps.meant_window import meant_window
from agent.apps.of_part import OfPart
from agent.computer.describe import describe
from agent.computer.opener import Opener
from agent.constraints.parsing import constraints_of
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.situation import Situation
from agent.errors import ActionFailed
from agent.memory import Memory
from agent.perception.focus import Focus
from agent.suggestions.wording import words_for
from agent.task.plan import Outline, cut
from tests.support.made_maps import made_map, window
from vision.capture.windows import Window
from vision.core.elements import ElementMap
from vision.core.geometry import Box

PAD = Application("pad", "Pad", categories=("TextEditor",), command=("pad",))
FILES = Application("thunar", "Files", categories=("FileManager",), command=("thunar",))
ALL = (PAD, FILES)
LEFT, RIGHT = Box(0, 0, 300, 400), Box(300, 0, 600, 400)


def pad(handle: int, title: str, box: Box | None = None, **flags: object) -> Window:
    return window(handle, f"{title} - Pad", box, application="pad", **flags)


LETTER, LIST = pad(21, "letter.txt", active=True), pad(20, "shopping.txt")


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("replace red with blue", 21),
        ("In the other document, replace red with blue", 20),
        ("In the first window, replace red with blue", 20),
        ("In the second document, replace red with blue", 21),
        ("Ersetze im anderen Fenster rot durch blau", 20),
        ("dans l'autre fenêtre, remplace rouge par vert", 20),
        ("Add a line in the text editor", 21),
        ("Add “oil” to the shopping list", 20),
        ("In the text editor add “oil” to the shopping list", 20),
        ("Write “the other document” below", 21),
        ("Open the first document", 21),
        ("In the third document, replace red with blue", 21),
        ("Delete the first line of the document", 21),
    ],
)
def test_one_of_two_windows_of_a_program_is_meant(text: str, handle: int) -> None:
    meant = meant_window(text, made_map(windows=[LETTER, LIST]), ALL)
    assert meant is not None
    assert meant.handle == handle


def test_windows_side_by_side_are_counted_from_the_left() -> None:
    shown = made_map(windows=[pad(1, "b.txt", RIGHT, active=True), pad(2, "a.txt", LEFT)])
    for text, handle in (("in the second window", 1), ("in the first window", 2)):
        meant = meant_window(text, shown, ALL)
        assert meant is not None
        assert meant.handle == handle


def test_a_name_without_an_ending_tells_a_window_only_beside_a_word_for_one() -> None:
    front, other = pad(1, "Untitled 1", active=True), pad(2, "Untitled 2")
    shown = made_map(windows=[front, other])
    assert meant_window("write “x” in the window Untitled 2", shown, ALL) is other
    assert meant_window("write “x” in the Untitled 2 document", shown, ALL) is other
    folders = [
        window(3, "notes - Files", application="thunar", active=True),
        window(4, "Documents - Files", application="thunar"),
    ]
    shown = made_map(windows=folders)
    assert meant_window("copy a.txt to Documents", shown, ALL) is folders[0]
    assert meant_window("in the Documents window delete a.txt", shown, ALL) is folders[1]


def test_of_three_windows_the_other_one_is_none_and_a_dialog_stays_in_front() -> None:
    third = pad(22, "plan.txt")
    text = "in the other window, save"
    assert meant_window(text, made_map(windows=[LETTER, LIST, third]), ALL) is LETTER
    asks = pad(30, "Save", active=True, owner=21)
    assert meant_window(text, made_map(windows=[asks, pad(21, "letter.txt"), LIST]), ALL) is asks


def first(task: str, map_: ElementMap) -> tuple[ApplicationsFirst, Outline]:
    def no_choice(wanted: object, map_: ElementMap) -> None:
        raise AssertionError("nothing is to be chosen")

    made = ApplicationsFirst(cast(Decider, None), ALL, Defaults(), Focus(), no_choice)
    assert made.begin(task, map_, {}) is None
    return made, Outline([task])


@pytest.mark.parametrize("called", ["second", "other"])
def test_the_window_that_is_meant_is_to_be_brought_to_the_front(called: str) -> None:
    front, behind = pad(20, "letter.txt", active=True), pad(21, "shopping.txt")
    shown = made_map(windows=[front, behind])
    task = f"In the {called} window, replace red with blue"
    made, plan = first(task, shown)
    action = made.due(plan, shown)
    assert action == OpenApp("Pad", window=21)
    assert made.keeps(action)
    words = "bring the window “shopping.txt - Pad” to the front"
    assert describe(action, shown) == words
    now = Situation(task, plan, Memory(), shown, ALL)
    assert words_for(action, now) == words.replace("“", '"').replace("”", '"')
    there = made_map(windows=[pad(21, "shopping.txt", active=True), pad(20, "letter.txt")])
    assert made.due(plan, there) is None, "it is not the other one any more"


def test_a_single_window_is_brought_by_its_program() -> None:
    folder = window(5, "notes", application="thunar", active=True)
    of_part = OfPart(ALL, Defaults(), lambda wanted, map_: wanted.application)
    part = Outline(["add “x” to the shopping list"]).current
    wanted = of_part.next(part, made_map(windows=[folder, LIST]))
    assert wanted is not None
    assert (wanted.application, wanted.window) == (PAD, 0)


def test_of_several_windows_the_one_with_the_handle_is_brought() -> None:
    brought: list[int] = []

    def activate(window_: Window) -> bool:
        brought.append(window_.handle)
        return True

    opener = Opener(lambda: (LETTER, LIST), activate, StopSwitch(), {}, Focus())
    opener.open(PAD, handle=20)
    opener.open(PAD)
    assert brought == [20, 21]
    with pytest.raises(ActionFailed, match="closed in the meantime"):
        opener.open(PAD, handle=99)


@pytest.mark.parametrize(
    ("task", "opened"),
    [
        ("Open Pad, and only there write “x”", "Pad"),
        ("Start Pad without closing the letter", "Pad"),
        ("Explain what Pad does", None),
        ("Leave Pad closed", None),
    ],
)
def test_what_limits_a_part_keeps_no_other_program_from_being_opened(
    task: str, opened: str | None
) -> None:
    folder = window(5, "notes", application="thunar", active=True)
    plan = Outline(cut(task))
    plan.keep_to(constraints_of(task))
    made, _ = first("Look here", made_map(windows=[folder]))
    action = made.due(plan, made_map(windows=[folder]))
    assert (action.name if action is not None else None) == opened


def test_a_window_that_was_in_front_already_need_not_come_back() -> None:
    """“Put the number from the letter in there”: the letter only says where the number stands."""
    folder = window(5, "notes", application="thunar", active=True)
    shown = made_map(windows=[pad(20, "letter.txt", active=True), folder])
    made, _ = first("Look here", shown)
    assert made.due(Outline(["read the letter"]), shown) is None
    away = made_map(windows=[folder, pad(20, "letter.txt")])
    action = made.due(Outline(["put the number from the letter in there"]), away)
    assert action == OpenApp("Pad")
    assert not made.is_sure(action, away)
    fresh, _ = first("Look here", away)
    again = fresh.due(Outline(["put the number from the letter in there"]), away)
    assert again == action
    assert fresh.is_sure(action, away), "it was not seen yet"
