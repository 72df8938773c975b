"""The words before a value say which entry it is for; what is left is for the empty one."""

from __future__ import annotations

import pytest
from agent.choices import choices
from agent.leading import entry_for_rest, led_to, left_for_empty

from agent.actions import TypeText
from agent.memory import Memory
from agent.outline import Outline, Part
from agent.trajectory import Effect
from tests.support.made_maps import element
from tests.support.scenes import scene
from vision.elements import Element, ElementMap, State

TASK = "Search for drama movies directed by Holloway from year 2011."


def field(number: int, label: str, value: str = "") -> Element:
    return element(number, "field", label, state=State(value=value))


def form(genre: str = "", director: str = "", year: str = "") -> ElementMap:
    return scene(
        element(1, "text", "Movie Search"),
        field(2, "Genre", genre),
        field(3, "Director", director),
        field(4, "Year", year),
        element(5, "button", "Submit"),
    )


def used() -> Outline:
    outline = Outline([TASK])
    outline.use("Holloway")
    outline.use("2011")
    return outline


@pytest.mark.parametrize(
    ("value", "text", "leads"),
    [
        ("Holloway", TASK, "Director"),
        ("2011", TASK, "Year"),
        ("Ann", "write Ann", None),
        ("Ann", "Type “Ann” below, the year is old", None),
        ("Ann", "the director. “Ann” is her name", None),
    ],
)
def test_the_entry_that_the_words_before_a_value_speak_of(value: str, text: str, leads: str | None):
    entries = [e for e in form().elements if e.kind == "field"]
    found = led_to(value, Part(text, (value,)), entries)
    assert (found.text if found else None) == leads


def test_what_is_said_behind_a_value_is_not_of_the_next_one():
    entries = [field(1, "Street"), field(2, "Phone")]
    for text in (
        'Enter Ann as Reader, "Mill Lane 7" as Street and "0171 5550" as Phone',
        'Enter "Mill Lane 7" as Street "0171 5550" as Phone',
    ):
        part = Part(text, ("Mill Lane 7", "0171 5550"))
        assert led_to("Mill Lane 7", part, entries) is None, text
        assert led_to("0171 5550", part, entries) is None, text


def test_of_two_entries_with_the_word_none_is_meant():
    names = [field(1, "First name"), field(2, "Last name")]
    assert led_to("Ann", Part("the name “Ann”", ("Ann",)), names) is None
    led = led_to("Ann", Part("the first name “Ann”", ("Ann",)), names)
    assert led is names[0]


def test_a_value_is_not_offered_for_the_entry_of_another():
    options = choices(form(), Outline([TASK]), Memory())
    assert {(2, "Holloway"), (4, "Holloway"), (2, "2011"), (3, "2011")} <= options.refused
    assert (3, "Holloway") not in options.refused


def test_the_word_that_is_left_goes_into_the_empty_entry():
    left = form(director="Holloway", year="2011")
    assert left_for_empty(used().parts[0], left, used()) == ["drama"]
    assert entry_for_rest(used().current, left, used()) == (left.by_id(2), "drama")
    options = choices(left, used(), Memory())
    assert (options.values, list(options.fields.values())) == (("drama",), [2])
    assert not options.clicks
    memory = Memory()
    written = form("drama", "Holloway", "2011")
    typed = TypeText("drama", 2)
    memory.note(typed, "type", Effect("confirmed", ""), left, written)
    assert 5 in choices(written, used(), memory).clicks.values()


def test_nothing_is_left_where_no_form_is_filled_in():
    assert left_for_empty(used().parts[0], form(director="Holloway"), used()) == []
    assert left_for_empty(used().parts[0], form("x", "Holloway", "2011"), used()) == []
    plain = Outline(["Search for movies directed by Holloway from year 2011."])
    plain.use("Holloway")
    plain.use("2011")
    full = form(director="Holloway", year="2011")
    assert left_for_empty(plain.parts[0], full, plain) == []
    assert entry_for_rest(None, full, plain) is None
