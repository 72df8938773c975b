"""What a task tells to write without quotes is taken as it stands, and stays together."""

from __future__ import annotations

import pytest

from agent.task.plan import Outline, boundaries, cut
from agent.task.told_text import told_text, told_words


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("write a short shopping list: milk, bread, apples.", "milk, bread, apples"),
        ("and write Good morning", "Good morning"),
        ("and write: the kettle is on the stove", "the kettle is on the stove"),
        ("Type: see you, then save it", "see you"),
        ("type hello world in the text field", "hello world"),
        ("Write milk and bread into the document and close it", "milk and bread"),
        ("write Ann and go on", "Ann"),
        ("Type see you in Paris", "see you in Paris"),
        ("add the line bring sugar at the end", "bring sugar"),
        ("add the line bring sugar at the end of the file, then save", "bring sugar"),
        ("füge den Satz bis bald am Ende des Dokuments hinzu", "bis bald"),
        ("Type see you at the end", "see you at the end"),
        ("write hello in Mousepad", "hello"),
        ("type Ann into Nickname", "Ann"),
        ("type The quick brown fox, then save it", "The quick brown fox"),
        ("write the words good evening", "good evening"),
        ("Write a note: Dear Ann. See you at 5:30. Bob.", "Dear Ann. See you at 5:30. Bob."),
        ("In the terminal, type echo hello", "echo hello"),
        ("Schreibe Guten Tag in das Dokument", "Guten Tag"),
        ("add the following text: Best regards, Ann", "Best regards, Ann"),
        ("and below it a list: milk, bread, eggs", "milk, bread, eggs"),
        ("and below it: milk, then save it", "milk"),
    ],
)
def test_a_text_without_quotes(text: str, told: str):
    assert told_text(text) == told
    assert told in text


@pytest.mark.parametrize(
    "text",
    [
        "write a letter to Ann",
        "type the answer",
        "Write me a poem",
        "write down the result",
        "type your name",
        "write only this number into it",
        "Type both of these two numbers",
        "Write the sum of A1 and A2 in A3",
        "In Calc, type Name in A1 and Age in cell B1",
        "write “a, b” and press Save",
        "write: 'one and press two'",
        "Enter Ann as first name",
        "Enter the following values: 5, 6",
        "Write into the form: first name: Ann, last name: Lee",
        "Note: the file is in my Documents",
        "press Save",
        "",
    ],
)
def test_what_is_described_or_quoted_is_not_told(text: str):
    assert told_text(text) == ""


def test_a_told_text_is_one_value_of_its_part_and_stays_together():
    task = "Open Notes and write a list: milk, bread and eggs. Save it as b.txt in /tmp/x"
    places = [word for word, joint in boundaries(task) if joint]
    assert places == ["and", "Save"]
    assert [part.values for part in Outline(cut(task)).parts] == [
        ("Notes",),
        ("milk, bread and eggs",),
        ("b.txt", "/tmp/x"),
    ]


def test_a_text_right_after_the_colon_stays_together():
    words = boundaries("Open Notes and write: milk and bread, then save it")
    assert [word for word, joint in words if joint] == ["and", "then"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # What is replaced, and by what.
        ("replace apples with pears,", ("apples", "pears")),
        ("and replace every word colour by color in the document", ("colour", "color")),
        ("Ersetze alle Äpfel durch Birnen", ("Äpfel", "Birnen")),
        ("Replace Ann Lee with Bob", ("Ann Lee", "Bob")),
        ("Replace the second word with the first one", ()),
        ("replace it with “x”", ("x",)),
        # In which letters it is to be typed is not a value.
        ("type “Cherie” in all upper case letters", ("Cherie",)),
    ],
)
def test_what_a_part_has_to_type(text: str, values: tuple[str, ...]):
    assert Outline([text]).parts[0].values == values


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("make flowers bold", "flowers"),
        ("and make the words milk and bread italic.", "milk and bread"),
        ("Mach Blumen fett", "Blumen"),
        ("make it bold", ""),
        ("make the first row bold", ""),
        ("make the title bold", ""),
        ("make B2 bold", ""),
        ("make “flowers” bold", ""),
        ("make the picture larger", ""),
        ("delete the line fig 9", "fig 9"),
        ("and remove the words see you.", "see you"),
        ("delete line 3", ""),
        ("delete the line about the party", ""),
        ("delete the last line", ""),
        ("delete the line “fig 9”", ""),
        ("delete fig.txt", ""),
    ],
)
def test_words_that_are_to_look_otherwise(text: str, words: str):
    assert told_words(text) == words


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("write three lines: milk, bread, eggs,", "milk\nbread\neggs"),
        ("Write 3 lines: milk; bread and eggs", "milk\nbread\neggs"),
        ("Schreibe zwei Zeilen: Brot und Milch", "Brot\nMilch"),
        ("write three lines: one, two", "one, two"),
        ("write a list: milk, bread, eggs", "milk, bread, eggs"),
    ],
)
def test_things_of_as_many_lines_as_are_said_stand_on_lines(text: str, value: str):
    (part,) = Outline([text]).parts
    assert part.values == (value,)


@pytest.mark.parametrize(
    "text",
    ["Plumber comes Tuesday 10:30", "call Ann on Friday", "Tuesday", "tidy up tomorrow at 8"],
)
def test_a_note_keeps_its_days_in_words(text: str) -> None:
    assert Outline([f"In Notes, write: {text}"]).parts[0].values[-1] == text
