"""The outline keeps the person's own words, and ticks only what was done."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.constraints.parsing import constraints_of
from agent.task.plan import Outline, boundaries, cut, wish_of

# Words as people write them, with everything that is special in GBNF and in our own splitting.
WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], exclude_characters='"“”')
    | st.sampled_from(list("\\'{}[]|()*+?,;.:-!#é🙂")),
    min_size=1,
    max_size=8,
)
TASKS = st.lists(
    WORDS
    | st.sampled_from(["and", "then", "und", "for", "in", "-", "- ", ",", '"a b"', "“c d”,", "'e"]),
    min_size=1,
    max_size=12,
).map(" ".join)


@given(TASKS)
@example("- a, - b")
@example("for the user Ann, in the list:")
@example(r"\ and \n then \"")
def test_no_word_is_lost_or_changed(task: str):
    assert " ".join(cut(task)).split() == task.split()
    assert [word for word, _ in boundaries(task)] != [""]


@pytest.mark.parametrize(
    "quotes",
    ['""', "“”", "''", "„“", "«»", "‘’"],
)
@given(task=TASKS)
def test_quoted_text_stays_in_one_part(quotes: str, task: str):
    value = "one, two and three".join(quotes)
    parts = cut(f"Write {value}, then {task}")
    assert any(value in part for part in parts)


@pytest.mark.parametrize(
    "inner",
    [
        "two  spaces",
        "1st\n2nd",
        "a\u2028b",
        "x\n- y",
    ],
)
def test_lines_and_spaces_in_quotes_stay_as_they_are(inner: str):
    assert inner in Outline(cut(f'Write "{inner}", then press Save')).open_values


@pytest.mark.parametrize(
    ("task", "begins"),
    [
        ("click OK", []),
        ("Click A, then B", ["then"]),
        ("tick A, B and C", ["B", "and"]),
        ("Write it; save it. Close it", ["save", "Close"]),
        ("Schreibe es und dann speichere", ["und"]),
        ('Write "a, b" there', []),
        ("enter 'x, y and z' there", []),
        ("don't and won't", ["and"]),
    ],
)
def test_parts_begin_only_at_joints(task: str, begins: list[str]):
    assert [word for word, begin in boundaries(task) if begin] == begins


def test_a_line_that_says_nothing_alone_belongs_to_the_next():
    assert cut("For the user Ann, enter 3 and save") == ["For the user Ann, enter 3", "and save"]
    assert cut("Do this: open it") == ["Do this: open it"]
    assert cut("open it, in the list,") == ["open it,", "in the list,"]


def outline(*texts: str) -> Outline:
    return Outline(list(texts))


def test_a_part_is_ticked_when_all_its_values_were_used():
    plan = outline("enter Ann in name and 30 in age", "press Submit")
    assert plan.credit(["Ann", "Name"], ends_part=True) == 0
    assert plan.lines() == ("· enter Ann in name and 30 in age", "· press Submit")
    assert plan.open_values == ["30", "Submit"]
    assert plan.credit(["30", "Age"], ends_part=True) == 0
    assert plan.lines()[0].startswith("✓")
    assert plan.remaining == "press Submit"
    assert not plan.finished
    assert plan.credit(["Submit"], ends_part=True) == 1
    assert plan.finished
    assert plan.current is None


def test_a_part_waits_while_what_it_began_is_open():
    plan = outline("choose Oslo")
    assert plan.credit(["Oslo"], ends_part=False) == 0
    assert not plan.finished
    assert plan.open_values == []
    assert plan.credit(["Oslo"], ends_part=True) == 0
    assert plan.finished


def test_earlier_parts_without_open_values_are_ticked_by_a_later_one():
    plan = outline("open the menu", "enter Ann", "enter Bob")
    assert plan.credit(["Bob"], ends_part=False) == 2
    # Ann did not reach the screen, so that part stays; the menu must have been opened.
    assert [part.done for part in plan.parts] == [True, False, False]


def test_what_the_task_does_not_name_ticks_nothing():
    plan = outline("enter Ann", "press Submit")
    assert plan.credit(["Help"], ends_part=True) is None
    assert plan.credit([], ends_part=True) is None
    assert plan.credit([""], ends_part=True) is None
    assert plan.lines() == ("· enter Ann", "· press Submit")


def test_a_value_in_two_parts_is_used_twice():
    plan = outline("enter Ann in first name", "enter Ann in user name")
    assert plan.credit(["Ann"], ends_part=True) == 0
    assert plan.open_values == ["Ann"]
    assert plan.credit(["Ann"], ends_part=True) == 1
    assert plan.finished


def test_a_value_misread_by_ocr_still_counts():
    plan = outline("choose “Newsletter weekly”")
    assert plan.credit(["Newsletter week1y"], ends_part=True) == 0
    assert plan.finished


def test_the_capital_of_a_part_is_no_value():
    plan = outline("Tick Newsletter", "Save it")
    assert [part.values for part in plan.parts] == [("Newsletter",), ()]


def test_places_and_quotes():
    plan = outline("write “Ann” there", "press save")
    assert plan.is_quoted("Ann")
    assert not plan.is_quoted("save")
    assert plan.place_of("Ann") == 0
    assert plan.place_of("Save") == 1
    assert plan.place_of("Quit") is None
    assert plan.known("ann") == ["Ann"]


@given(st.lists(TASKS, min_size=1, max_size=4), st.lists(WORDS, max_size=4), st.booleans())
def test_ticks_are_never_taken_back_and_values_stay_the_tasks_own(
    texts: list[str], words: list[str], ends: bool
):
    plan = Outline(texts)
    before = [part.done for part in plan.parts]
    plan.credit(words, ends_part=ends)
    after = [part.done for part in plan.parts]
    assert all(now or not then for then, now in zip(before, after, strict=True))
    for part in plan.parts:
        assert part.used <= set(part.values)
        assert not (part.done and part.open_values)


def test_a_number_that_begins_a_part_is_its_value() -> None:
    (part,) = Outline(["30 in A2 and 7 in A3,"]).parts
    assert part.values == ("30", "A2", "7", "A3")


def test_a_deed_that_is_passed_over_without_a_value_is_a_guess():
    outline = Outline(["replace the last word", "and save it"])
    assert outline.credit(["save"], ends_part=True) == 1
    assert [part.guessed for part in outline.parts] == [True, False]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Set the arrival to 14 March 2027", ("14 March 2027",)),
        ("Enter 8:22 AM as the time", ("8:22 AM",)),
        ("Trage den 3. Mai 2026 ein", ("3. Mai 2026",)),
        ("Move the 2 files to Old", ("2", "Old")),
        ("Type “5 May” and 6 June", ("5 May", "6 June")),
    ],
)
def test_a_day_or_a_time_in_several_words_is_one_value(text: str, values: tuple[str, ...]) -> None:
    assert Outline([text]).parts[0].values == values


@pytest.mark.parametrize(
    ("task", "parts", "asked"),
    [
        (
            "Ada Brown still has not paid, please send her a reminder",
            ["Ada Brown still has not paid, please send her a reminder"],
            [True],
        ),
        ("I am on holiday this week. Press Save", None, [False, True]),
        ("Öffne die Einstellungen, bitte", None, [True, False]),
        ("I am on holiday this week.", None, [True]),
    ],
)
def test_nothing_is_done_for_what_only_tells_something(
    task: str, parts: list[str] | None, asked: list[bool]
) -> None:
    outline = Outline(cut(task))
    outline.keep_to(constraints_of(task))
    assert [not part.done for part in outline.parts] == asked
    assert parts is None or [part.text for part in outline.parts] == parts


def test_a_name_at_the_beginning_of_what_is_told_is_one_value() -> None:
    (part,) = Outline(["Ada Brown still has not paid, please send her a reminder"]).parts
    assert part.values == ("Ada Brown",)
    assert wish_of(part.text) == "please send her a reminder"


def test_a_word_of_an_idiom_joins_nothing() -> None:
    assert cut("Mets un point là où il y a une virgule et enregistre") == [
        "Mets un point là où il y a une virgule",
        "et enregistre",
    ]
